package io.octavo.profile;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Counts the bytes that were read. */
final class CountedInput extends FilterInputStream {
  private static final int BUFFER = 1 << 16;
  private static final int GZIP = 0x1F8B;

  private final String source;
  private long count;

  /**
   * Counts what is read from a stream.
   *
   * @param source the name of the stream, for messages
   */
  CountedInput(InputStream in, String source) {
    super(in);
    this.source = source;
  }

  static CountedInput open(Path file) throws IOException {
    return new CountedInput(Files.newInputStream(file), file.toString());
  }

  long count() {
    return count;
  }

  /** Returns the contents, decompressed if they begin as a file of gzip does. */
  InputStream unpacked() throws IOException {
    InputStream buffered = new BufferedInputStream(this, BUFFER);
    buffered.mark(2);
    int magic = (buffered.read() << 8) | buffered.read();
    buffered.reset();
    try {
      return magic == GZIP ? new Unpacked(buffered, source) : buffered;
    } catch (ZipException | EOFException e) {
      throw damaged(source, e);
    }
  }

  private static ImportException damaged(String source, IOException e) {
    return new ImportException(
        source + ": the file is not whole, or is damaged: " + e.getMessage() + "; copy it again",
        e);
  }

  /** Tells the name of a file that cannot be decompressed. */
  private static final class Unpacked extends GZIPInputStream {
    private final String source;

    Unpacked(InputStream in, String source) throws IOException {
      super(in, BUFFER);
      this.source = source;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      try {
        return super.read(into, from, length);
      } catch (ZipException | EOFException e) {
        throw damaged(source, e);
      }
    }
  }

  @Override
  public int read() throws IOException {
    int one = super.read();
    count += one < 0 ? 0 : 1;
    return one;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int read = super.read(into, from, length);
    count += Math.max(read, 0);
    return read;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
