package io.octavo.profile.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.octavo.profile.Labels;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads collapsed stacks: lines of frames, the outermost first, with semicolons between, and after
 * the last blank the weight. A line {@code # slot EPOCH_SECONDS} is the time of those below.
 *
 * <p>Lines follow each other as the stacks do, so most begin with the frames of the line before;
 * those are compared, not read.
 */
final class CollapsedReader {
  private static final int MOST_FRAMES = 65_535;
  private static final byte[] SLOT = "# slot ".getBytes(UTF_8);
  private static final int NANO_PLACES = 9;

  private final LineBuffer lines;
  private final SampleSink sink;
  private final FrameCache cache;
  private @Nullable Instant time;

  // The stack of the line before: its text, the end of each of its frames, and their ids.
  private byte[] text = new byte[1 << 10];
  private int length = -1;
  private int[] ends = new int[1 << 7];
  private int[] frames = new int[1 << 7];
  private int count;
  private int stack;

  private CollapsedReader(InputStream in, String source, SampleSink sink) {
    this.lines = new LineBuffer(in, source);
    this.sink = sink;
    this.cache = new FrameCache(sink);
  }

  /**
   * Reads all lines.
   *
   * @param source the name of the file, for messages
   */
  static void read(InputStream in, String source, SampleSink sink) throws IOException {
    new CollapsedReader(in, source, sink).readAll();
  }

  private void readAll() throws IOException {
    while (lines.next()) {
      byte[] bytes = lines.bytes();
      int from = lines.from();
      int to = lines.to();
      if (from == to) {
        continue; // text often ends with an empty line
      }
      if (bytes[from] == '#' && from + 1 < to && bytes[from + 1] == ' ') {
        time = slot(bytes, from, to);
      } else {
        sample(bytes, from, to);
      }
    }
  }

  private Instant slot(byte[] bytes, int from, int to) {
    int digits = from + SLOT.length;
    if (digits >= to || !Arrays.equals(bytes, from, digits, SLOT, 0, SLOT.length)) {
      throw lines.malformed("a line that begins with '# ' must be '# slot EPOCH_SECONDS'");
    }
    try {
      BigDecimal seconds = new BigDecimal(new String(bytes, digits, to - digits, UTF_8));
      long nanos = seconds.movePointRight(NANO_PLACES).longValueExact();
      return Instant.EPOCH.plusNanos(nanos);
    } catch (NumberFormatException | ArithmeticException e) {
      throw lines.malformed("the time of the slot is no number of seconds since 1970");
    }
  }

  private void sample(byte[] bytes, int from, int to) {
    int blank = to - 1;
    while (blank > from && bytes[blank] != ' ') {
      blank--;
    }
    if (blank == from || blank == to - 1) {
      throw lines.malformed("expected FRAME;FRAME;... WEIGHT");
    }
    long weight = weight(bytes, blank + 1, to);
    int mismatch = length < 0 ? 0 : Arrays.mismatch(text, 0, length, bytes, from, blank);
    if (mismatch >= 0) {
      readStack(bytes, from, blank, mismatch);
    }
    sink.sample(Labels.NONE, time, stack, weight);
  }

  private long weight(byte[] bytes, int from, int to) {
    long weight = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9 || weight > (Long.MAX_VALUE - digit) / 10) {
        throw lines.malformed(
            "the weight '"
                + new String(bytes, from, to - from, UTF_8)
                + "' is no whole number from 0 to 2^63 - 1");
      }
      weight = 10 * weight + digit;
    }
    return weight;
  }

  /**
   * Reads the frames that the stack does not share with the one before.
   *
   * @param same how many bytes of both are the same
   */
  private void readStack(byte[] bytes, int from, int to, int same) {
    int shared = 0;
    while (shared < count && ends[shared] < same) {
      shared++;
    }
    count = shared;
    int begin = shared == 0 ? from : from + ends[shared - 1] + 1;
    length = -1; // until the stack is complete
    while (begin <= to) {
      int end = begin;
      while (end < to && bytes[end] != ';') {
        end++;
      }
      addFrame(bytes, from, begin, end);
      begin = end + 1;
    }
    stack = sink.stack(0, frames, count);
    length = to - from;
    if (text.length < length) {
      text = new byte[Math.max(length, 2 * text.length)];
    }
    System.arraycopy(bytes, from, text, 0, length);
  }

  private void addFrame(byte[] bytes, int from, int begin, int end) {
    if (begin == end) {
      throw lines.malformed("frame " + (count + 1) + " has no name");
    }
    if (count == MOST_FRAMES) {
      throw lines.malformed("more than " + MOST_FRAMES + " frames");
    }
    if (count == frames.length) {
      frames = Arrays.copyOf(frames, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    frames[count] = cache.frame(bytes, begin, end);
    ends[count++] = end - from;
  }
}
