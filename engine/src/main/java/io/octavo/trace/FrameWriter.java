package io.octavo.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.Deflater;

/**
 * Writes frames into a trace.
 *
 * <p>To search for repetitions takes longer than Huffman coding alone, and operations on random
 * keys have no repetitions. So both are tried from time to time, and the better one is used.
 */
final class FrameWriter implements AutoCloseable {
  /** The number of frames between two trials. */
  private static final int TRIAL = 16;

  private final OutputStream file;
  private final Deflater seeking = new Deflater(Deflater.BEST_SPEED, true);
  private final Deflater coding = new Deflater(Deflater.BEST_SPEED, true);
  private byte[] out = {};
  private int untilTrial;
  private boolean isRepetitive;

  FrameWriter(OutputStream file) {
    this.file = file;
    coding.setStrategy(Deflater.HUFFMAN_ONLY);
  }

  /** Returns the header of a trace. */
  static byte[] header() {
    byte[] header = new byte[TraceFormat.HEADER];
    System.arraycopy(TraceFormat.MAGIC, 0, header, 0, TraceFormat.MAGIC.length);
    header[TraceFormat.MAGIC.length] = TraceFormat.VERSION;
    return header;
  }

  /**
   * Writes a frame by one call, so that a crash cuts off as little as possible.
   *
   * @param contents the contents of the frame
   * @param isCompressed whether to compress the frame
   */
  void write(byte[] contents, boolean isCompressed) throws IOException {
    if (out.length < contents.length + TraceFormat.FRAME_HEADER) {
      out = new byte[contents.length + TraceFormat.FRAME_HEADER];
    }
    int stored = contents.length;
    if (isCompressed) {
      stored = compress(contents);
    }
    if (stored == contents.length) {
      System.arraycopy(contents, 0, out, TraceFormat.FRAME_HEADER, stored);
    }
    ByteBuffer.wrap(out)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(stored)
        .putInt(contents.length)
        .putInt(TraceFormat.crc(out, TraceFormat.FRAME_HEADER, TraceFormat.FRAME_HEADER + stored));
    file.write(out, 0, TraceFormat.FRAME_HEADER + stored);
  }

  private int compress(byte[] contents) {
    if (untilTrial-- == 0) {
      untilTrial = TRIAL;
      int coded = deflate(contents, coding);
      int sought = deflate(contents, seeking);
      isRepetitive = sought < coded - coded / 8;
      return sought;
    }
    return deflate(contents, isRepetitive ? seeking : coding);
  }

  /**
   * Compresses. If the result is not shorter than the contents, it stops when the buffer is full.
   */
  private int deflate(byte[] contents, Deflater deflater) {
    deflater.reset();
    deflater.setInput(contents);
    deflater.finish();
    int length = 0;
    // The first call after setStrategy may only apply the new strategy.
    while (!deflater.finished() && length < contents.length) {
      length += deflater.deflate(out, TraceFormat.FRAME_HEADER + length, contents.length - length);
    }
    return length;
  }

  @Override
  public void close() throws IOException {
    seeking.end();
    coding.end();
    file.close();
  }
}
