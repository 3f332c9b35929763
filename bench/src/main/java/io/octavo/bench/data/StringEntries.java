package io.octavo.bench.data;

import io.octavo.map.BytesPairs;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Entries of byte strings. The number of a key or value, by which answers are compared and added
 * up, is its first eight bytes and its last eight, big-endian, and its length, without the sign.
 *
 * <p>Other orders of the same entries have copies of their own: the strings lie in memory in the
 * order that they are used in, and no store waits for what a program would have at hand.
 */
public final class StringEntries extends Entries {
  /** The most bytes of a key or value; LMDB takes no longer key. */
  public static final int MOST_BYTES = 511;

  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int LEAST_KEY = 16;
  private static final int MOST_KEY = 32;
  private static final int VALUE = 100;
  private static final int USERS = 100_000_000;
  private static final String DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
  private static final String[] FIELDS = {
    "name", "email", "phone", "avatar", "created", "address", "language", "lastLogin", "preferences"
  };

  private final byte[][] keys;
  private final byte[][] values;

  private StringEntries(byte[][] keys, byte[][] values) {
    super(numbers(keys), numbers(values));
    this.keys = keys;
    this.values = values;
  }

  private static StringEntries of(NavigableMap<byte[], byte[]> entries) {
    byte[][] keys = entries.keySet().toArray(byte[][]::new);
    return new StringEntries(keys, entries.values().toArray(byte[][]::new));
  }

  /** Returns entries with these keys and values, which the caller must not change. */
  public static StringEntries of(byte[][] keys, byte[][] values) {
    return new StringEntries(keys, values);
  }

  private static long[] numbers(byte[][] strings) {
    return Arrays.stream(strings).mapToLong(string -> number(string, 0, string.length)).toArray();
  }

  /** Returns the number of bytes of an array. */
  public static long number(byte[] bytes, int from, int length) {
    if (length < Long.BYTES) {
      return shortNumber(Arrays.copyOfRange(bytes, from, from + length));
    }
    return number(
        (long) BIG_ENDIAN.get(bytes, from),
        (long) BIG_ENDIAN.get(bytes, from + length - Long.BYTES),
        length);
  }

  /** Returns the number of bytes in a big-endian buffer, from 0 to its limit. */
  public static long number(ByteBuffer bytes) {
    int length = bytes.limit();
    if (length < Long.BYTES) {
      byte[] copy = new byte[length];
      bytes.get(0, copy);
      return shortNumber(copy);
    }
    return number(bytes.getLong(0), bytes.getLong(length - Long.BYTES), length);
  }

  /** Returns the number of eight bytes or more. */
  public static long number(long first, long last, int length) {
    return (first + last + length) & Long.MAX_VALUE;
  }

  private static long shortNumber(byte[] bytes) {
    long number = bytes.length;
    for (byte each : bytes) {
      number = (number << Byte.SIZE) + (each & 0xff);
    }
    return number;
  }

  /** Draws distinct keys of 16 to 32 bytes, and values of 100 random bytes, in key order. */
  static StringEntries drawn(int count, boolean isText) {
    SplittableRandom random = new SplittableRandom(DataSet.SEED);
    NavigableMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    while (entries.size() < count) {
      byte[] key = isText ? text(random) : bytes(random, random.nextInt(LEAST_KEY, MOST_KEY + 1));
      byte[] value = bytes(random, VALUE);
      entries.putIfAbsent(key, value);
    }
    return of(entries);
  }

  private static byte[] text(SplittableRandom random) {
    if (random.nextBoolean()) {
      String field = FIELDS[random.nextInt(FIELDS.length)];
      return String.format(Locale.ROOT, "user/%08d/%s", random.nextInt(USERS), field)
          .getBytes(StandardCharsets.US_ASCII);
    }
    byte[] key = new byte[random.nextInt(LEAST_KEY, MOST_KEY + 1)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) DIGITS.charAt(random.nextInt(DIGITS.length()));
    }
    return key;
  }

  private static byte[] bytes(SplittableRandom random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Finds the entries of {@link DataSet#PATHS}; the first ones where there are more. */
  static StringEntries paths(Path tree, int most) throws IOException {
    NavigableMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          private void add(Path path, BasicFileAttributes attributes) {
            byte[] key = path.toString().getBytes(StandardCharsets.UTF_8);
            if (key.length <= MOST_BYTES) {
              ByteBuffer value = ByteBuffer.allocate(3 * Long.BYTES);
              value.putLong(attributes.size());
              value.putLong(attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
              value.putLong(attributes.creationTime().to(TimeUnit.NANOSECONDS));
              entries.put(key, value.array());
            }
          }

          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            add(path, attributes);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            add(path, attributes);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path path, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
    return of(entries).first(most);
  }

  @Override
  public Shape shape() {
    return Shape.STRINGS;
  }

  /** Returns a key itself. */
  public byte[] keyBytes(int index) {
    return keys[index];
  }

  /** Returns a value itself. */
  public byte[] valueBytes(int index) {
    return values[index];
  }

  /** Returns the entries as a source to load from. */
  public BytesPairs stringPairs() {
    return new BytesPairs() {
      private int index = -1;

      @Override
      public boolean next() {
        return ++index < keys.length;
      }

      @Override
      public byte[] key() {
        return keys[index];
      }

      @Override
      public byte[] value() {
        return values[index];
      }
    };
  }

  private static byte[][] take(byte[][] strings, int[] indices) {
    return Arrays.stream(indices).mapToObj(i -> strings[i].clone()).toArray(byte[][]::new);
  }

  @Override
  public StringEntries take(int[] keysAt, int[] valuesAt) {
    return new StringEntries(take(keys, keysAt), take(values, valuesAt));
  }

  @Override
  public StringEntries first(int most) {
    int length = Math.min(most, keys.length);
    return new StringEntries(Arrays.copyOf(keys, length), Arrays.copyOf(values, length));
  }

  @Override
  public StringEntries least() {
    return new StringEntries(new byte[1][1], new byte[1][0]);
  }

  /** Draws present keys whose last byte is another one. */
  @Override
  public StringEntries misses(int probes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[][] misses = new byte[probes][];
    for (int i = 0; i < probes; ) {
      byte[] key = keys[random.nextInt(keys.length)].clone();
      key[key.length - 1] = (byte) DIGITS.charAt(random.nextInt(DIGITS.length()));
      if (Arrays.binarySearch(keys, key, Arrays::compareUnsigned) < 0) {
        misses[i++] = key;
      }
    }
    byte[][] none = new byte[probes][];
    Arrays.fill(none, new byte[0]);
    return new StringEntries(misses, none);
  }

  @Override
  public void write(Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeInt(keys.length);
      for (int i = 0; i < keys.length; i++) {
        out.writeShort(keys[i].length);
        out.write(keys[i]);
        out.writeShort(values[i].length);
        out.write(values[i]);
      }
    }
  }

  static StringEntries read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      byte[][] keys = new byte[in.readInt()][];
      byte[][] values = new byte[keys.length][];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = readString(in);
        values[i] = readString(in);
      }
      return new StringEntries(keys, values);
    }
  }

  private static byte[] readString(DataInputStream in) throws IOException {
    byte[] string = new byte[in.readShort()];
    in.readFully(string);
    return string;
  }
}
