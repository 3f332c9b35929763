package io.octavo.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.Deflater;

/**
 * Writes frames into a trace.
 *
 * <p>Looking for repetitions takes longer than giving frequent bytes short codes only, and
 * operations on random keys have none: whether it is worth the time is tried out now and then.
 */
final class FrameWriter implements AutoCloseable {
  /** Frames after which it is tried out again. */
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

  /** Returns what a trace begins with. */
  static byte[] header() {
    byte[] header = new byte[TraceFormat.HEADER];
    System.arraycopy(TraceFormat.MAGIC, 0, header, 0, TraceFormat.MAGIC.length);
    header[TraceFormat.MAGIC.length] = TraceFormat.VERSION;
    return header;
  }

  /**
   * Writes a frame, in one call, so that as little as possible is cut off.
   *
   * @param contents what it holds
   * @param isCompressed whether to take the time to compress it
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

  /** Compresses; where that makes it no shorter, it ends when all the room is filled. */
  private int deflate(byte[] contents, Deflater deflater) {
    deflater.reset();
    deflater.setInput(contents);
    deflater.finish();
    int length = 0;
    // The call after a strategy was set only sets it.
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
