package io.octavo.tool;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The input of a load: a file or standard input, plain or compressed with gzip. */
final class Input implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  /** The magic, and the only method of compression. */
  private static final byte[] GZIP = {0x1F, (byte) 0x8B, 8};

  private final String name;
  private final long length;
  private final Counted raw;
  private final InputStream stream;

  private Input(String name, long length, Counted raw, InputStream stream) {
    this.name = name;
    this.length = length;
    this.raw = raw;
    this.stream = stream;
  }

  /**
   * Opens the input.
   *
   * @param path a file, or null for standard input
   * @param mayBeGzip whether the input may be compressed with gzip
   */
  static Input open(@Nullable Path path, InputStream standardInput, boolean mayBeGzip) {
    String name = path == null ? "standard input" : path.toString();
    try {
      if (path != null && Files.isDirectory(path)) {
        throw new Failure(Failure.PROBLEM, path + ": is a directory; name a file of pairs");
      }
      if (path != null && !Files.exists(path)) {
        throw new Failure(Failure.PROBLEM, path + ": no such file");
      }
      long length = path != null && Files.isRegularFile(path) ? Files.size(path) : -1;
      // Streams of java.nio query the position, which a pipe lacks.
      Counted raw = new Counted(path == null ? standardInput : new FileInputStream(path.toFile()));
      try {
        boolean gzip = mayBeGzip && raw.beginsWith(GZIP);
        return new Input(name, length, raw, gzip ? new GZIPInputStream(raw, BUFFER) : raw);
      } catch (IOException | RuntimeException e) {
        raw.close();
        throw e;
      }
    } catch (IOException e) {
      throw new Failure(Failure.PROBLEM, name + ": cannot read: " + e.getMessage(), e);
    }
  }

  String name() {
    return name;
  }

  /** Returns the length of the file in bytes, compressed or not; -1 if unknown. */
  long length() {
    return length;
  }

  /** Returns the number of these bytes that have been read. */
  long position() {
    return raw.count;
  }

  /** Reads bytes. Returns their number, -1 at the end. */
  int read(byte[] target, int from, int room) {
    try {
      return stream.read(target, from, room);
    } catch (IOException e) {
      throw new Failure(Failure.PROBLEM, name + ": cannot read: " + e.getMessage(), e);
    }
  }

  /** Returns the failure for a malformed line, of which a part is shown. */
  Failure malformed(long line, String reason, String text, boolean isCut) {
    return new Failure(
        Failure.PROBLEM,
        name
            + ": line "
            + line
            + ": "
            + reason
            + ": \""
            + Text.printable(text.stripTrailing())
            + (isCut ? "\"..." : "\""));
  }

  @Override
  public void close() {
    StorePages.close(stream);
  }

  /** Counts the bytes that pass. */
  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream source) {
      super(new BufferedInputStream(source, BUFFER));
    }

    boolean beginsWith(byte[] magic) throws IOException {
      in.mark(magic.length);
      byte[] first = in.readNBytes(magic.length);
      in.reset();
      return Arrays.equals(first, magic);
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] target, int from, int room) throws IOException {
      int read = in.read(target, from, room);
      count += Math.max(0, read);
      return read;
    }

    /**
     * Never returns 0, which GZIPInputStream takes for the end: further members of a file that
     * comes through a pipe would be lost.
     */
    @Override
    public int available() throws IOException {
      return Math.max(1, in.available());
    }
  }
}
