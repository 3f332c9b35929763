package io.octavo.bench.data;

import io.octavo.map.LongPairs;
import io.octavo.page.longs.EntryRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Entries to measure with. The same count and seed always make the same ones. They can be kept in a
 * file for the processes that use them.
 *
 * <p>Here keys and values are numbers; those of {@link StringEntries} have numbers by which answers
 * are compared.
 */
public class Entries {
  private static final int CHUNK = 1 << 16;

  /** Mean distance of two timestamps is half of this, in milliseconds. */
  private static final int TIMESTAMP_STEP = 2000;

  /** 2026-01-01T00:00:00Z in milliseconds. */
  private static final long FIRST_TIMESTAMP = 1_767_225_600_000L;

  private static final int LEAST_RECORD = 100;
  private static final int MOST_RECORD = 1000;

  private final long[] keys;
  private final long[] values;

  /**
   * Joins keys and values, which the caller must not change.
   *
   * @param keys no key twice; ascending unless shuffled
   * @param values as many
   */
  public Entries(long[] keys, long[] values) {
    this.keys = keys;
    this.values = values;
  }

  /** Draws keys and values independently; with {@link Ranges#LONG}, uniform 64-bit entries. */
  public static Entries drawn(Ranges ranges, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] keys = new long[count];
    // Keys that were drawn twice are drawn again until none is left.
    int distinct = 0;
    while (distinct < count) {
      for (int i = distinct; i < count; i++) {
        keys[i] = ranges.draw(random);
      }
      distinct = sortDistinct(keys);
    }
    return new Entries(keys, values(ranges, count, random));
  }

  /** Sorts an array and moves its distinct numbers to the front; returns their count. */
  private static int sortDistinct(long[] numbers) {
    Arrays.sort(numbers);
    int distinct = 1;
    for (int i = 1; i < numbers.length; i++) {
      if (numbers[i] != numbers[distinct - 1]) {
        numbers[distinct] = numbers[i];
        distinct++;
      }
    }
    return distinct;
  }

  /** Counts keys up from 1 and draws values of 40 bits. */
  public static Entries sequential40(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] keys = new long[count];
    Arrays.setAll(keys, i -> i + 1L);
    return new Entries(keys, values(Ranges.BITS_40, count, random));
  }

  private static long[] values(Ranges ranges, int count, SplittableRandom random) {
    long[] values = new long[count];
    Arrays.setAll(values, i -> ranges.draw(random));
    return values;
  }

  /**
   * Returns the index of a log: timestamps in milliseconds, a second apart on average, to the
   * offsets of records of 100 to 1,000 bytes.
   */
  public static Entries timestampToOffset(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] keys = new long[count];
    long[] values = new long[count];
    long timestamp = FIRST_TIMESTAMP;
    long offset = 0;
    for (int i = 0; i < count; i++) {
      keys[i] = timestamp;
      values[i] = offset;
      timestamp += random.nextInt(1, TIMESTAMP_STEP);
      offset += random.nextInt(LEAST_RECORD, MOST_RECORD + 1);
    }
    return new Entries(keys, values);
  }

  /** Returns what keys and values are. */
  public Shape shape() {
    return Shape.LONGS;
  }

  /** Returns how many entries there are. */
  public final int count() {
    return keys.length;
  }

  /** Returns the numbers of the keys; where these are numbers, ascending unless shuffled. */
  public final long[] keys() {
    return keys;
  }

  /** Returns the numbers of the values, each at the place of its key. */
  public final long[] values() {
    return values;
  }

  /** Returns a key. */
  public final long key(int index) {
    return keys[index];
  }

  /** Returns a value. */
  public final long value(int index) {
    return values[index];
  }

  /**
   * Copies neighbouring entries into a run.
   *
   * @param from the first entry
   * @param most how many; fewer where there are no more
   * @param run what it holds is replaced
   */
  public final void copyTo(int from, int most, EntryRun run) {
    run.clear();
    int to = Math.min(count(), from + most);
    for (int i = from; i < to; i++) {
      run.append(keys[i], values[i]);
    }
  }

  /** Returns the entries as a source to load from. */
  public final LongPairs pairs() {
    return new LongPairs() {
      private int index = -1;

      @Override
      public boolean next() {
        return ++index < keys.length;
      }

      @Override
      public long key() {
        return keys[index];
      }

      @Override
      public long value() {
        return values[index];
      }
    };
  }

  /** Returns the entries at some places. */
  public final Entries take(int[] indices) {
    return take(indices, indices);
  }

  /** Returns the keys at some places with the values at others. */
  public Entries take(int[] keysAt, int[] valuesAt) {
    return new Entries(take(keys, keysAt), take(values, valuesAt));
  }

  private static long[] take(long[] numbers, int[] indices) {
    return Arrays.stream(indices).mapToLong(i -> numbers[i]).toArray();
  }

  /** Returns all places in random order. */
  public final int[] shuffled(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] indices = new int[keys.length];
    Arrays.setAll(indices, i -> i);
    for (int i = indices.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int index = indices[i];
      indices[i] = indices[other];
      indices[other] = index;
    }
    return indices;
  }

  /** Returns entries at the front, or all where there are fewer. */
  public Entries first(int most) {
    int length = Math.min(most, keys.length);
    return new Entries(Arrays.copyOf(keys, length), Arrays.copyOf(values, length));
  }

  /** Returns a key that is not above any other. */
  public Entries least() {
    return new Entries(new long[1], new long[1]);
  }

  /** Draws places of probes. */
  public final int[] probes(int probes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] indices = new int[probes];
    Arrays.setAll(indices, i -> random.nextInt(keys.length));
    return indices;
  }

  /** Draws keys that are present, with their values. */
  public final Entries hits(int probes, long seed) {
    return take(probes(probes, seed));
  }

  /** Draws absent keys between present ones; behind them all where no key is left between. */
  public Entries misses(int probes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] misses = new long[probes];
    int last = keys.length - 1;
    boolean hasGaps = keys[last] - keys[0] > last;
    for (int i = 0; i < probes; ) {
      if (hasGaps) {
        int index = random.nextInt(last);
        long gap = keys[index + 1] - keys[index];
        if (gap > 1) {
          misses[i++] = keys[index] + random.nextLong(1, gap);
        }
      } else {
        misses[i++] = keys[last] + random.nextLong(1, keys.length);
      }
    }
    return new Entries(misses, new long[probes]);
  }

  /**
   * Writes all entries to a new file.
   *
   * @throws IOException if the file cannot be written
   */
  public void write(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      write(channel, new long[] {keys.length});
      write(channel, keys);
      write(channel, values);
    }
  }

  private static void write(FileChannel channel, long[] numbers) throws IOException {
    ByteBuffer chunk = chunk();
    for (int from = 0; from < numbers.length; from += CHUNK) {
      int length = Math.min(CHUNK, numbers.length - from);
      chunk.clear().asLongBuffer().put(numbers, from, length);
      chunk.limit(length * Long.BYTES);
      while (chunk.hasRemaining()) {
        channel.write(chunk);
      }
    }
  }

  static Entries read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      int count = Math.toIntExact(read(channel, 1)[0]);
      long[] keys = read(channel, count);
      return new Entries(keys, read(channel, count));
    }
  }

  private static long[] read(FileChannel channel, int count) throws IOException {
    long[] numbers = new long[count];
    ByteBuffer chunk = chunk();
    for (int from = 0; from < count; from += CHUNK) {
      int length = Math.min(CHUNK, count - from);
      chunk.clear().limit(length * Long.BYTES);
      while (chunk.hasRemaining()) {
        if (channel.read(chunk) < 0) {
          throw new IOException("the file of entries ends early");
        }
      }
      LongBuffer read = chunk.flip().order(ByteOrder.nativeOrder()).asLongBuffer();
      read.get(numbers, from, length);
    }
    return numbers;
  }

  private static ByteBuffer chunk() {
    return ByteBuffer.allocateDirect(CHUNK * Long.BYTES).order(ByteOrder.nativeOrder());
  }
}
