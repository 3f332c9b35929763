package io.octavo.bench.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Counts the bytes that {@code gzip -9} makes of a stream. */
final class Gzip9 extends GZIPOutputStream {
  private final Count count;

  Gzip9() throws IOException {
    this(new Count());
  }

  private Gzip9(Count count) throws IOException {
    super(count);
    this.count = count;
    def.setLevel(Deflater.BEST_COMPRESSION);
  }

  /** Returns the number of bytes, with the header and, after {@link #close}, the trailer. */
  long length() {
    return count.bytes;
  }

  private static final class Count extends OutputStream {
    private long bytes;

    @Override
    public void write(int b) {
      bytes++;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      bytes += length;
    }
  }
}
