package io.octavo.packed;

import io.octavo.memory.Memory;
import java.util.ArrayList;
import java.util.List;

/** A block as FORMAT.md tells it, read bit by bit; for blocks that are sound. */
public final class NaiveBlock {
  private final byte[] block;
  private final List<Integer> lengths = new ArrayList<>();
  private final List<String> parts = new ArrayList<>();
  private final List<Long> ids = new ArrayList<>();
  private int next;

  private NaiveBlock(byte[] block) {
    this.block = block;
  }

  /** Reads the block that fills some memory. */
  public static NaiveBlock read(byte[] block) {
    NaiveBlock naive = new NaiveBlock(block);
    naive.read();
    return naive;
  }

  /** Returns the bytes of each part, exceptions as one. */
  public List<Integer> lengths() {
    return lengths;
  }

  /** Returns the names of the parts with what the small ones say. */
  public List<String> parts() {
    return parts;
  }

  /** Returns the ids. */
  public long[] ids() {
    return ids.stream().mapToLong(Long::longValue).toArray();
  }

  private void read() {
    int head = (int) bits(0, 16);
    end("head", 2);
    int count = (head & 511) + 1;
    int firstLength = (head >>> 9 & 7) + 1;
    int unused = 64 - 8 * firstLength;
    long id = bits(next * 8, 8 * firstLength) << unused >> unused;
    end("first", firstLength);
    ids.add(id);
    if (count == 1) {
      return;
    }
    int spanLength = (head >>> 12 & 7) + 1;
    long span = bits(next * 8, 8 * spanLength);
    long last = id + span;
    end("span", spanLength);
    if (head >>> 15 == 1) {
      for (int bit = 1; bit <= span; bit++) {
        if (bits(next * 8 + bit, 1) == 1) {
          ids.add(id + bit);
        }
      }
      end("bitmap", (int) span / 8 + 1);
      return;
    }
    if (count > 2) {
      readGaps(count - 2, id);
    }
    ids.add(last);
  }

  private void readGaps(int count, long first) {
    int kind = (int) bits(next * 8, 8);
    int width = kind & 63;
    end("width " + width, 1);
    long base = (kind & 64) == 0 ? 0 : readBase();
    List<Integer> places = (kind & 128) == 0 ? List.of() : readExceptions();
    int lows = next * 8;
    end("low parts", (count * width + 7) / 8);
    int highs = next * 8;
    int highWidth = 0;
    if (!places.isEmpty()) {
      highWidth = highWidthOfExceptions;
      end("high parts", (places.size() * highWidth + 7) / 8);
    }
    long id = first;
    for (int i = 0; i < count; i++) {
      long gap = 1 + base + bits(lows + i * width, width);
      int exception = places.indexOf(i);
      if (exception >= 0) {
        gap += (bits(highs + exception * highWidth, highWidth) + 1) << width;
      }
      id += gap;
      ids.add(id);
    }
  }

  private int highWidthOfExceptions;

  private long readBase() {
    long base = 0;
    int length = 0;
    long part;
    do {
      part = bits((next + length) * 8, 8);
      base |= (part & 127) << (7 * length);
      length++;
    } while (part > 127);
    end("base " + Long.toUnsignedString(base), length);
    return base;
  }

  private List<Integer> readExceptions() {
    highWidthOfExceptions = (int) bits(next * 8, 8);
    int lower = (int) bits((next + 1) * 8, 8);
    int upper = (int) bits((next + 2) * 8, 8);
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < lower + upper; i++) {
      places.add((int) bits((next + 3 + i) * 8, 8) + (i < lower ? 0 : 255));
    }
    end(places.size() + " exceptions of " + highWidthOfExceptions + " bits", 3 + places.size());
    return places;
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
