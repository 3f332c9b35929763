package io.octavo.page.ring;

import io.octavo.page.meta.CatalogueRecord;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Operations as lines of text: what a test writes to a log, and what a reader gives back. */
public final class OperationScript implements OperationReader.Target {
  private static final long[] EXTREMES = {
    0,
    1,
    -1,
    63,
    64,
    -64,
    -65,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE,
  };
  private static final int[] COLLECTIONS = {1, 2, 127, 128, 16_384, Integer.MAX_VALUE};

  private final List<String> lines = new ArrayList<>();
  private int selected;

  /** Returns the operations of a log as lines. */
  public static List<String> read(byte[] log) {
    OperationScript script = new OperationScript();
    new OperationReader(log, 0, log.length).forEach(script);
    return script.lines;
  }

  /** Writes one operation to a log and gives its line. */
  public static String write(OperationLog log, SplittableRandom random) {
    int collection = COLLECTIONS[random.nextInt(COLLECTIONS.length)];
    long key = number(random);
    long other = number(random);
    byte[] string = string(random);
    switch (random.nextInt(15)) {
      case 0 -> {
        log.remove(collection, key);
        return collection + " remove " + key;
      }
      case 1 -> {
        log.removeRange(collection, key, other);
        return collection + " remove-range " + key + " " + other;
      }
      case 2 -> {
        log.clear(collection);
        return collection + " clear";
      }
      case 3 -> {
        String name = name(random);
        int type = random.nextInt(256);
        log.create(collection, type, name);
        return collection + " create " + type + " " + name;
      }
      case 4 -> {
        log.drop(collection);
        return collection + " drop";
      }
      case 5 -> {
        String name = name(random);
        log.rename(collection, name);
        return collection + " rename " + name;
      }
      case 6 -> {
        byte[] value = string(random);
        log.putBytes(collection, string, value);
        return collection + " put-bytes " + hex(string) + " " + hex(value);
      }
      case 7 -> {
        log.removeBytes(collection, string);
        return collection + " remove-bytes " + hex(string);
      }
      case 8 -> {
        byte[] to = random.nextBoolean() ? string(random) : null;
        log.removeBytesRange(collection, string, to);
        return collection + " remove-bytes-range " + hex(string) + " " + hex(to);
      }
      case 9 -> {
        byte[] tail = new byte[random.nextInt(random.nextBoolean() ? 4 : 1025)];
        random.nextBytes(tail);
        int keyCodec = random.nextInt(0x10000);
        int valueCodec = random.nextInt(0x10000);
        log.describe(collection, keyCodec, valueCodec, tail);
        return collection + " describe " + keyCodec + " " + valueCodec + " " + hex(tail);
      }
      default -> {
        log.put(collection, key, other);
        return collection + " put " + key + " " + other;
      }
    }
  }

  /** Writes the operation of a line to a log. */
  public static void write(OperationLog log, String line) {
    String[] words = line.split(" ", -1);
    int collection = Integer.parseUnsignedInt(words[0]);
    switch (words[1]) {
      case "put" -> log.put(collection, Long.parseLong(words[2]), Long.parseLong(words[3]));
      case "remove" -> log.remove(collection, Long.parseLong(words[2]));
      case "remove-range" ->
          log.removeRange(collection, Long.parseLong(words[2]), Long.parseLong(words[3]));
      case "put-bytes" -> log.putBytes(collection, unhex(words[2]), unhex(words[3]));
      case "remove-bytes" -> log.removeBytes(collection, unhex(words[2]));
      case "remove-bytes-range" ->
          log.removeBytesRange(
              collection, unhex(words[2]), words[3].equals("end") ? null : unhex(words[3]));
      case "clear" -> log.clear(collection);
      case "create" -> log.create(collection, Integer.parseInt(words[2]), words[3]);
      case "describe" ->
          log.describe(
              collection, Integer.parseInt(words[2]), Integer.parseInt(words[3]), unhex(words[4]));
      case "drop" -> log.drop(collection);
      case "rename" -> log.rename(collection, words[2]);
      default -> throw new IllegalArgumentException(line);
    }
  }

  /** A byte string in hexadecimal digits; "empty" without any, "end" for none. */
  private static String hex(byte @Nullable [] string) {
    if (string == null) {
      return "end";
    }
    return string.length == 0 ? "empty" : HexFormat.of().formatHex(string);
  }

  private static byte[] unhex(String text) {
    return text.equals("empty") ? new byte[0] : HexFormat.of().parseHex(text);
  }

  private static byte[] string(SplittableRandom random) {
    byte[] string = new byte[random.nextInt(4) == 0 ? random.nextInt(3000) : random.nextInt(9)];
    random.nextBytes(string);
    return string;
  }

  private static long number(SplittableRandom random) {
    return random.nextBoolean()
        ? EXTREMES[random.nextInt(EXTREMES.length)]
        : random.nextLong() >> random.nextInt(Long.SIZE);
  }

  /** Makes a name of 1 to 255 bytes, of characters of one to four bytes. */
  private static String name(SplittableRandom random) {
    int left = random.nextInt(4) == 0 ? CatalogueRecord.MAX_NAME : 1 + random.nextInt(255);
    StringBuilder name = new StringBuilder();
    while (left > 0) {
      int length = 1 + random.nextInt(Math.min(left, 4));
      name.append(List.of("a", "\u00E9", "\u20AC", "\uD834\uDD1E").get(length - 1));
      left -= length;
    }
    return name.toString();
  }

  private void line(String text) {
    lines.add(Integer.toUnsignedString(selected) + " " + text);
  }

  @Override
  public void select(int collection) {
    selected = collection;
  }

  @Override
  public void put(long key, long value) {
    line("put " + key + " " + value);
  }

  @Override
  public void remove(long key) {
    line("remove " + key);
  }

  @Override
  public void removeRange(long from, long to) {
    line("remove-range " + from + " " + to);
  }

  @Override
  public void putBytes(byte[] key, byte[] value) {
    line("put-bytes " + hex(key) + " " + hex(value));
  }

  @Override
  public void removeBytes(byte[] key) {
    line("remove-bytes " + hex(key));
  }

  @Override
  public void removeBytesRange(byte[] from, byte @Nullable [] to) {
    line("remove-bytes-range " + hex(from) + " " + hex(to));
  }

  @Override
  public void clear() {
    line("clear");
  }

  @Override
  public void create(int type, String name) {
    line("create " + type + " " + name);
  }

  @Override
  public void describe(int keyCodec, int valueCodec, byte[] tail) {
    line("describe " + keyCodec + " " + valueCodec + " " + hex(tail));
  }

  @Override
  public void drop() {
    line("drop");
  }

  @Override
  public void rename(String name) {
    line("rename " + name);
  }
}
