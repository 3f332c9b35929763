package io.octavo.packed;

import io.octavo.memory.Memory;
import java.util.ArrayList;
import java.util.List;

/** A block of samples as FORMAT.md tells it, read bit by bit; for blocks that are sound. */
public final class NaiveSamples {
  private final byte[] block;
  private final List<String> parts = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private final long[] times;
  private final long[] values;
  private int next;

  private NaiveSamples(byte[] block, int offset, int count) {
    this.block = block;
    next = offset;
    times = new long[count];
    values = new long[count];
  }

  /** Reads a block. */
  public static NaiveSamples read(byte[] block, int offset, int count, long first, long least) {
    NaiveSamples naive = new NaiveSamples(block, offset, count);
    naive.read(count, first, least);
    return naive;
  }

  /** Returns the times. */
  public long[] times() {
    return times;
  }

  /** Returns the values. */
  public long[] values() {
    return values;
  }

  /** Returns the names of the parts, with what the small ones say. */
  public List<String> parts() {
    return parts;
  }

  /** Returns the bytes of each part. */
  public List<Integer> lengths() {
    return lengths;
  }

  private void read(int count, long first, long least) {
    int form = (int) bits(next * 8, 8);
    end("form " + form, 1);
    long[] gaps = frame("gap", form / 2 % 4, count - 1);
    times[0] = first;
    for (int i = 1; i < count; i++) {
      times[i] = times[i - 1] + gaps[i - 1];
    }
    if (form % 2 == 0) {
      long[] above = frame("value", form / 8 % 4, count);
      for (int i = 0; i < count; i++) {
        values[i] = least + above[i];
      }
      return;
    }
    values[0] = least + varint("start");
    long[] differences = frame("difference", form / 8 % 4, count - 1);
    for (int i = 1; i < count; i++) {
      values[i] = values[i - 1] + unzigzag(differences[i - 1]);
    }
  }

  private static long unzigzag(long zigzag) {
    long half = zigzag >>> 1;
    return zigzag % 2 == 0 ? half : -half - 1;
  }

  private long[] frame(String name, int coding, int count) {
    int kind = (int) bits(next * 8, 8);
    int width = kind & 63;
    end(name + " width " + width, 1);
    long base = (kind & 64) == 0 ? 0 : varint(name + " base");
    int highWidth = 0;
    List<Integer> places = new ArrayList<>();
    if ((kind & 128) != 0) {
      highWidth = (int) bits(next * 8, 8);
      int exceptions = (int) bits(next * 8 + 8, 8);
      for (int i = 0; i < exceptions; i++) {
        places.add((int) bits((next + 2 + i) * 8, 8));
      }
      end(name + " " + exceptions + " exceptions of " + highWidth + " bits", 2 + exceptions);
    }
    if (coding != 0) {
      return unary(name, coding, count, width, base);
    }
    int lows = next * 8;
    end(name + " low parts", (count * width + 7) / 8);
    int highs = next * 8;
    end(name + " high parts", (places.size() * highWidth + 7) / 8);
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = base + bits(lows + i * width, width);
      int exception = places.indexOf(i);
      if (exception >= 0) {
        numbers[i] += (bits(highs + exception * highWidth, highWidth) + 1) << width;
      }
    }
    return numbers;
  }

  private long[] unary(String name, int coding, int count, int width, long base) {
    int lows = next * 8;
    end(name + " low parts", (count * width + 7) / 8);
    int first = next * 8;
    int bit = first;
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      long high = 0;
      while (bits(bit, 1) == 0) {
        high++;
        bit++;
      }
      bit++;
      long code = bits(lows + i * width, width) + (high << width);
      numbers[i] = base + (coding == 3 ? unzigzag(code) : code);
    }
    end(name + " high parts in unary" + (coding == 3 ? ", centered" : ""), (bit - first + 7) / 8);
    return numbers;
  }

  private long varint(String name) {
    long number = 0;
    int length = 0;
    long part;
    do {
      part = bits((next + length) * 8, 8);
      number |= (part & 127) << (7 * length);
      length++;
    } while (part > 127);
    end(name + " " + Long.toUnsignedString(number), length);
    return number;
  }

  private void end(String part, int length) {
    if (length > 0) {
      parts.add(part);
      lengths.add(length);
    }
    next += length;
  }

  private long bits(int from, int count) {
    long value = 0;
    for (int i = 0; i < count; i++) {
      int bit = from + i;
      value |= (long) (Memory.getByte(block, bit / 8) >>> (bit % 8) & 1) << i;
    }
    return value;
  }
}
