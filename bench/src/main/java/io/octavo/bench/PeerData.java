package io.octavo.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Entries to measure with, none of whose numbers is negative: order of bytes, signed and unsigned
 * order then agree in every store. Drawn once, and kept in a file for the processes that use them.
 */
final class PeerData {
  private static final long SEED = 20_260_101;
  private static final int CHUNK = 1 << 16;

  /** How entries are drawn. */
  enum Kind {
    /** {@link Ranges#REALISTIC} keys and values. */
    REALISTIC {
      @Override
      PeerData draw(int count) {
        return copy(DataSets.drawn(Ranges.REALISTIC, count, SEED));
      }
    },
    /** Keys from 1 up, values of 40 bits. */
    SEQUENTIAL {
      @Override
      PeerData draw(int count) {
        return copy(DataSets.sequential40(count, SEED));
      }
    },
    /** Keys and values of 63 bits. */
    UNIFORM {
      @Override
      PeerData draw(int count) {
        return uniform(count);
      }
    };

    abstract PeerData draw(int count);

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final long[] keys;
  private final long[] values;

  private PeerData(long[] keys, long[] values) {
    this.keys = keys;
    this.values = values;
  }

  private static PeerData copy(Entries entries) {
    long[] keys = new long[entries.count()];
    long[] values = new long[entries.count()];
    Arrays.setAll(keys, entries::key);
    Arrays.setAll(values, entries::value);
    return new PeerData(keys, values);
  }

  private static PeerData uniform(int count) {
    SplittableRandom random = new SplittableRandom(SEED);
    long[] keys = new long[count];
    boolean isDistinct = false;
    while (!isDistinct) {
      // Two of 30 million are equal in one draw of twenty thousand; then all are drawn again.
      Arrays.setAll(keys, i -> random.nextLong() >>> 1);
      Arrays.parallelSort(keys);
      isDistinct = true;
      for (int i = 1; i < count; i++) {
        isDistinct &= keys[i] != keys[i - 1];
      }
    }
    long[] values = new long[count];
    Arrays.setAll(values, i -> random.nextLong() >>> 1);
    return new PeerData(keys, values);
  }

  int count() {
    return keys.length;
  }

  /** Gives the keys themselves: ascending, unless shuffled. */
  long[] keys() {
    return keys;
  }

  /** Gives the values themselves, each at the place of its key. */
  long[] values() {
    return values;
  }

  /** Gives the same entries in random order. */
  PeerData shuffled(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] newKeys = keys.clone();
    long[] newValues = values.clone();
    for (int i = newKeys.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      swap(newKeys, i, other);
      swap(newValues, i, other);
    }
    return new PeerData(newKeys, newValues);
  }

  private static void swap(long[] numbers, int i, int other) {
    long number = numbers[i];
    numbers[i] = numbers[other];
    numbers[other] = number;
  }

  /** Gives entries at the front, or all where there are fewer. */
  PeerData first(int most) {
    int length = Math.min(most, keys.length);
    return new PeerData(Arrays.copyOf(keys, length), Arrays.copyOf(values, length));
  }

  /** Draws keys that are present. */
  long[] hits(int probes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] hits = new long[probes];
    Arrays.setAll(hits, i -> keys[random.nextInt(keys.length)]);
    return hits;
  }

  /** Draws absent keys between present ones; behind them all where no key is left between. */
  long[] misses(int probes, long seed) {
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
    return misses;
  }

  /** Looks a key up in these entries, which are sorted. */
  long get(long key) {
    int index = Arrays.binarySearch(keys, key);
    return index < 0 ? PeerStore.MISSING : values[index];
  }

  void write(Path file) throws IOException {
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

  static PeerData read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      int count = Math.toIntExact(read(channel, 1)[0]);
      long[] keys = read(channel, count);
      return new PeerData(keys, read(channel, count));
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
