package io.octavo.text;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The bytes of a file or a stream, decompressed if they are gzip. Files may be pipes. */
public final class PlainInput extends InputStream {
  private static final int BUFFER = 1 << 16;

  /** The magic, and the only method of compression. */
  private static final byte[] GZIP = {0x1F, (byte) 0x8B, 8};

  private final Counted raw;
  private final InputStream plain;

  /**
   * Reads a stream, which {@link #close} closes.
   *
   * @param mayBeGzip false to decompress nothing
   * @throws MalformedInputException if the stream begins as gzip and is damaged
   * @throws IOException if the stream cannot be read
   */
  public PlainInput(InputStream in, boolean mayBeGzip) throws IOException {
    raw = new Counted(in);
    try {
      plain = mayBeGzip && raw.beginsWith(GZIP) ? new GZIPInputStream(raw, BUFFER) : raw;
    } catch (ZipException | EOFException e) {
      throw damaged(raw.count, e);
    }
  }

  /**
   * Opens a file, which may be compressed.
   *
   * @throws MalformedInputException if the file begins as gzip and is damaged
   * @throws IOException if the file cannot be read
   */
  public static PlainInput open(Path file) throws IOException {
    return open(file, true);
  }

  /**
   * Opens a file.
   *
   * @param mayBeGzip false to decompress nothing
   * @throws MalformedInputException if the file begins as gzip and is damaged
   * @throws IOException if the file cannot be read
   */
  public static PlainInput open(Path file, boolean mayBeGzip) throws IOException {
    // Streams of java.nio query the position, which a pipe lacks.
    InputStream in =
        Files.isRegularFile(file) ? Files.newInputStream(file) : new FileInputStream(file.toFile());
    try {
      return new PlainInput(in, mayBeGzip);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** The messages of the JDK are null if a header or a trailer is cut off. */
  private static MalformedInputException damaged(long read, IOException e) {
    String what =
        e instanceof EOFException
            ? "cut off: it ends after " + read + " bytes"
            : "damaged within the first " + read + " bytes (" + e.getMessage() + ")";
    return new MalformedInputException("the gzip data is " + what + "; copy it again", e);
  }

  /** Returns the number of bytes read from the file or stream, before decompression. */
  public long position() {
    return raw.count;
  }

  /** Returns whether the bytes are decompressed. */
  public boolean isUnpacked() {
    return plain != raw;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    try {
      return plain.read(into, from, length);
    } catch (ZipException | EOFException e) {
      throw damaged(raw.count, e);
    }
  }

  @Override
  public void close() throws IOException {
    plain.close();
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
    public int read(byte[] into, int from, int length) throws IOException {
      int read = in.read(into, from, length);
      count += Math.max(0, read);
      return read;
    }

    /**
     * Never returns 0, which GZIPInputStream treats as the end: further members of a file would be
     * lost in a pipe.
     */
    @Override
    public int available() throws IOException {
      return Math.max(1, in.available());
    }
  }
}
