package io.octavo.profile.stored;

import io.octavo.error.CodecException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of a slot and their weights, in ascending order of the stacks, and their form in the
 * store: chunks, each the value of a key.
 *
 * <p>A chunk begins with a head: bit 7 is set if another chunk follows, bits 0 to 3 are the width
 * w. In the first chunk, the sum of all weights of the list follows, as a varint. Then follow the
 * pairs, each a varint of the distance from the stack before, less one, shifted left by w bits,
 * with the weight less one in the lower w bits. If these bits are all 1, another varint has the
 * weight less one less these bits. Before the first stack of a chunk is the stack -1. A varint has
 * seven bits a byte, the lowest first, with bit 7 set in all bytes but the last. All chunks of a
 * list have the same w, which makes the list shortest.
 */
public final class SlotList implements StackSink {
  /** The most bytes of a chunk: a page holds eight, and so wastes little. */
  static final int MOST_BYTES = 1_000;

  /** The most bytes of a head and a sum, and of a pair. */
  private static final int HEAD = 11;

  private static final int PAIR = 16;
  private static final int MORE = 0x80;
  private static final int MOST_WIDTH = 15;

  private int[] stacks;
  private long[] weights;
  private int count;

  SlotList(int capacity) {
    stacks = new int[capacity];
    weights = new long[capacity];
  }

  public int count() {
    return count;
  }

  public int stack(int index) {
    return stacks[index];
  }

  public long weight(int index) {
    return weights[index];
  }

  /** Appends a stack, which is above the last one. */
  @Override
  public void add(int stack, long weight) {
    if (count == stacks.length) {
      stacks = Arrays.copyOf(stacks, 2 * count + 8);
      weights = Arrays.copyOf(weights, stacks.length);
    }
    stacks[count] = stack;
    weights[count++] = weight;
  }

  /** Returns the sum of the weights. Throws ArithmeticException if it exceeds 2^63 - 1. */
  public long total() {
    long total = 0;
    for (int i = 0; i < count; i++) {
      total = Math.addExact(total, weights[i]);
    }
    return total;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SlotList that
        && Arrays.equals(stacks, 0, count, that.stacks, 0, that.count)
        && Arrays.equals(weights, 0, count, that.weights, 0, that.count);
  }

  @Override
  public int hashCode() {
    return Objects.hash(count, count == 0 ? 0 : stacks[count - 1]);
  }

  /** Receives the chunks of a list. */
  @FunctionalInterface
  interface ChunkSink {
    void take(int number, byte[] chunk);
  }

  /** Passes the chunks of the list, which must have a stack, to a sink. */
  void encode(ChunkSink sink) {
    int width = width();
    byte[] chunk = new byte[MOST_BYTES];
    int number = 0;
    int at = putVarint(chunk, 1, total());
    int before = -1;
    for (int i = 0; i < count; i++) {
      if (at > MOST_BYTES - PAIR) {
        chunk[0] = (byte) (width | MORE);
        sink.take(number++, Arrays.copyOf(chunk, at));
        at = 1;
        before = -1;
      }
      long low = Math.min(weights[i] - 1, (1L << width) - 1);
      long gap = (long) stacks[i] - before - 1;
      at = putVarint(chunk, at, (gap << width) | low);
      if (low == (1L << width) - 1) {
        at = putVarint(chunk, at, weights[i] - 1 - low);
      }
      before = stacks[i];
    }
    chunk[0] = (byte) width;
    sink.take(number, Arrays.copyOf(chunk, at));
  }

  /** Returns the width that makes the list shortest. */
  private int width() {
    long[] bytes = new long[MOST_WIDTH + 1];
    int before = -1;
    for (int i = 0; i < count; i++) {
      long gap = (long) stacks[i] - before - 1;
      for (int width = 0; width <= MOST_WIDTH; width++) {
        long mask = (1L << width) - 1;
        bytes[width] += varintLength((gap << width) | Math.min(weights[i] - 1, mask));
        if (weights[i] - 1 >= mask) {
          bytes[width] += varintLength(weights[i] - 1 - mask);
        }
      }
      before = stacks[i];
    }
    int best = 0;
    for (int width = 1; width <= MOST_WIDTH; width++) {
      best = bytes[width] < bytes[best] ? width : best;
    }
    return best;
  }

  private static int varintLength(long value) {
    return (Long.SIZE + 6 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  private static int putVarint(byte[] to, int offset, long value) {
    int at = offset;
    long rest = value;
    while (rest >>> 7 != 0) {
      to[at++] = (byte) (rest | MORE);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    return at;
  }

  /** Reads chunks and validates each byte. Not thread-safe. */
  static final class Reader {
    final byte[] chunk = new byte[MOST_BYTES + PAIR];
    private final int stacks;
    private int at;
    private int end;

    /**
     * Creates a reader.
     *
     * @param stacks the number of stacks
     */
    Reader(int stacks) {
      this.stacks = stacks;
    }

    /** Begins a chunk of so many bytes; returns the sum in it if it is the first, else 0. */
    long begin(int length, boolean isFirst) {
      end = length;
      if (length < (isFirst ? 2 : 1) || length > MOST_BYTES || (chunk[0] & 0x70) != 0) {
        throw malformed("a chunk has a head and 1 to " + MOST_BYTES + " bytes");
      }
      Arrays.fill(chunk, length, Math.min(chunk.length, length + HEAD), (byte) 0);
      at = 1;
      return isFirst ? varint() : 0;
    }

    boolean hasMore() {
      return (chunk[0] & MORE) != 0;
    }

    /** Passes all pairs of the chunk to a sink. */
    void read(StackSink into) {
      int width = chunk[0] & MOST_WIDTH;
      long mask = (1L << width) - 1;
      long stack = -1;
      while (at < end) {
        long token = varint();
        stack = requireStack(stack + 1 + (token >>> width));
        long weight = (token & mask) + 1;
        into.add((int) stack, weight <= mask ? weight : requireWeight(weight + varint()));
      }
    }

    private long requireStack(long stack) {
      if (stack < 0 || stack >= stacks) {
        throw malformed("stack " + stack + ", but there are only " + stacks);
      }
      return stack;
    }

    private long requireWeight(long weight) {
      if (weight <= 0) {
        throw malformed("weight " + weight);
      }
      return weight;
    }

    private CodecException malformed(String why) {
      return new CodecException(
          "profile list", Arrays.copyOf(chunk, Math.min(end, MOST_BYTES)), why);
    }

    private long varint() {
      byte first = chunk[at++];
      long value = first & 0x7F;
      byte last = first;
      for (int shift = 7; last < 0; shift += 7) {
        if (shift > 63) {
          throw malformed("a number has more than 9 bytes");
        }
        last = chunk[at++];
        value |= (last & 0x7FL) << shift;
      }
      if (at > end || value < 0) {
        throw malformed("a number ends after its chunk");
      }
      return value;
    }
  }
}
