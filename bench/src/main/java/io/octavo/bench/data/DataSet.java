package io.octavo.bench.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * How the entries are drawn that stores are measured with. No number is negative: order of bytes,
 * signed and unsigned order then agree in every store.
 */
public enum DataSet {
  /** {@link Ranges#REALISTIC} keys and values. */
  REALISTIC(Shape.LONGS) {
    @Override
    public Entries draw(int count) {
      return Entries.drawn(Ranges.REALISTIC, count, SEED);
    }
  },
  /** Keys from 1 up, values of 40 bits. */
  SEQUENTIAL(Shape.LONGS) {
    @Override
    public Entries draw(int count) {
      return Entries.sequential40(count, SEED);
    }
  },
  /** Keys and values of 63 bits. */
  UNIFORM(Shape.LONGS) {
    @Override
    public Entries draw(int count) {
      return uniform(count);
    }
  },
  /**
   * Values of 100 random bytes. One key in two is {@code user/}, eight random digits, {@code /} and
   * one of nine names of fields, together 18 to 25 bytes; the others are 16 to 32 random lowercase
   * letters and digits.
   */
  STRINGS(Shape.STRINGS) {
    @Override
    public Entries draw(int count) {
      return StringEntries.drawn(count, true);
    }
  },
  /** Keys of 16 to 32 random bytes, values of 100. */
  BLOBS(Shape.STRINGS) {
    @Override
    public Entries draw(int count) {
      return StringEntries.drawn(count, false);
    }
  },
  /**
   * The paths of the files and directories below {@code -Dtree}, with size, times of change and of
   * creation, eight bytes each. Paths of more than 511 bytes, which LMDB does not take, are left
   * out.
   */
  PATHS(Shape.STRINGS) {
    @Override
    public Entries draw(int count) throws IOException {
      String tree = System.getProperty("tree", System.getProperty("java.home"));
      return StringEntries.paths(Path.of(tree), count);
    }
  };

  /** The seed of all sets. */
  public static final long SEED = 20_260_101;

  private final Shape shape;

  DataSet(Shape shape) {
    this.shape = shape;
  }

  private static Entries uniform(int count) {
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
    return new Entries(keys, values);
  }

  /**
   * Draws entries in key order; always the same ones.
   *
   * @throws IOException if the entries are those of files that cannot be read
   */
  public abstract Entries draw(int count) throws IOException;

  /** Returns what keys and values are. */
  public Shape shape() {
    return shape;
  }

  /**
   * Reads what {@link Entries#write} has written.
   *
   * @throws IOException if the file cannot be read
   */
  public Entries read(Path file) throws IOException {
    return shape == Shape.LONGS ? Entries.read(file) : StringEntries.read(file);
  }

  /** Returns the name that tables and options have. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
