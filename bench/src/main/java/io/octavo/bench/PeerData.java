package io.octavo.bench;

import io.octavo.bench.PeerStore.Shape;
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
 *
 * <p>Here keys and values are numbers; those of {@link PeerStrings} have numbers by which answers
 * are compared.
 */
class PeerData {
  static final long SEED = 20_260_101;
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
    },
    /**
     * Values of 100 random bytes. One key in two is {@code user/}, eight random digits, {@code /}
     * and one of nine names of fields, together 18 to 25 bytes; the others are 16 to 32 random
     * lowercase letters and digits.
     */
    STRINGS(Shape.STRINGS) {
      @Override
      PeerData draw(int count) {
        return PeerStrings.text(count);
      }
    },
    /** Keys of 16 to 32 random bytes, values of 100. */
    BLOBS(Shape.STRINGS) {
      @Override
      PeerData draw(int count) {
        return PeerStrings.blobs(count);
      }
    },
    /**
     * The paths of the files and directories below {@code -Dtree}, with size, times of change and
     * of creation, eight bytes each. Paths of more than 511 bytes, which LMDB does not take, are
     * left out.
     */
    PATHS(Shape.STRINGS) {
      @Override
      PeerData draw(int count) throws IOException {
        String tree = System.getProperty("tree", System.getProperty("java.home"));
        return PeerStrings.paths(Path.of(tree), count);
      }
    };

    private final Shape shape;

    Kind() {
      this(Shape.LONGS);
    }

    Kind(Shape shape) {
      this.shape = shape;
    }

    /** Draws entries, or takes as many as there are where these are fewer. */
    abstract PeerData draw(int count) throws IOException;

    Shape shape() {
      return shape;
    }

    PeerData read(Path file) throws IOException {
      return shape == Shape.LONGS ? PeerData.read(file) : PeerStrings.read(file);
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final long[] keys;
  private final long[] values;

  PeerData(long[] keys, long[] values) {
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

  Shape shape() {
    return Shape.LONGS;
  }

  final int count() {
    return keys.length;
  }

  /** Returns the numbers of the keys; where these are numbers, ascending unless shuffled. */
  final long[] keys() {
    return keys;
  }

  /** Returns the numbers of the values, each at the place of its key. */
  final long[] values() {
    return values;
  }

  /** Returns the entries at some places. */
  final PeerData take(int[] indices) {
    return take(indices, indices);
  }

  /** Returns the keys at some places with the values at others. */
  PeerData take(int[] keysAt, int[] valuesAt) {
    return new PeerData(take(keys, keysAt), take(values, valuesAt));
  }

  private static long[] take(long[] numbers, int[] indices) {
    return Arrays.stream(indices).mapToLong(i -> numbers[i]).toArray();
  }

  /** Returns all places in random order. */
  final int[] shuffled(long seed) {
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
  PeerData first(int most) {
    int length = Math.min(most, keys.length);
    return new PeerData(Arrays.copyOf(keys, length), Arrays.copyOf(values, length));
  }

  /** Returns a key that is not above any other. */
  PeerData least() {
    return new PeerData(new long[1], new long[1]);
  }

  /** Draws places of probes. */
  final int[] probes(int probes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] indices = new int[probes];
    Arrays.setAll(indices, i -> random.nextInt(keys.length));
    return indices;
  }

  /** Draws keys that are present, with their values. */
  final PeerData hits(int probes, long seed) {
    return take(probes(probes, seed));
  }

  /** Draws absent keys between present ones; behind them all where no key is left between. */
  PeerData misses(int probes, long seed) {
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
    return new PeerData(misses, new long[probes]);
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
