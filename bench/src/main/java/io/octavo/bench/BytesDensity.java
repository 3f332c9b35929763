package io.octavo.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What the four bits of a byte string's slot can tell, in bytes an entry: full leaves of sorted
 * entries are filled with each variant, and the pages divided by the entries.
 *
 * <pre>
 * java [-Dtree=DIRECTORY] [-Dpages=400] io.octavo.bench.BytesDensity
 * </pre>
 *
 * {@code tree} is a directory whose paths are one of the sets, by default that of the JDK. The
 * sizes are computed, not written; {@code BytesDensityTest} holds the variant that was chosen to
 * what {@code BytesRun} says.
 */
public final class BytesDensity {
  private static final int CAPACITY = 8192 - 48;
  private static final int SLOT = 6;
  private static final int HEAD = 4;
  private static final int CODES = 15;
  private static final long SEED = 5;

  private BytesDensity() {}

  /** What the bits tell. */
  enum Variant {
    /** Nothing: both lengths stand in the entry. */
    NOTHING(false, false, false),
    /** One of fifteen lengths of keys. */
    KEY(true, false, false),
    /** One of fifteen lengths of values. */
    VALUE(false, true, false),
    /** As {@link #KEY}, and that the value has the most frequent length where that is smaller. */
    KEY_AND_SAME_VALUE(true, false, true);

    private final boolean tellsKey;
    private final boolean tellsValue;
    private final boolean tellsSame;

    Variant(boolean tellsKey, boolean tellsValue, boolean tellsSame) {
      this.tellsKey = tellsKey;
      this.tellsValue = tellsValue;
      this.tellsSame = tellsSame;
    }
  }

  /** Sorted keys, and the lengths of their values. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Entries(String name, byte[][] keys, int[] values) {}

  /**
   * Prints the table.
   *
   * @param arguments none
   * @throws IOException if the paths cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    int pages = Integer.getInteger("pages", 400);
    StringBuilder head = new StringBuilder("| set | keys and values |");
    StringBuilder line = new StringBuilder("|---|---:|");
    for (Variant variant : Variant.values()) {
      head.append(' ').append(variant.name().toLowerCase(Locale.ROOT).replace('_', ' '));
      head.append(" |");
      line.append("---:|");
    }
    System.out.println(head);
    System.out.println(line);
    for (Entries set : sets()) {
      StringBuilder row = new StringBuilder("| " + set.name() + " | ");
      row.append(String.format(Locale.ROOT, "%.1f |", raw(set)));
      for (Variant variant : Variant.values()) {
        row.append(String.format(Locale.ROOT, " %.1f |", bytesAnEntry(set, variant, pages)));
      }
      System.out.println(row);
    }
  }

  private static double raw(Entries set) {
    long sum = Arrays.stream(set.values()).asLongStream().sum();
    for (byte[] key : set.keys()) {
      sum += key.length;
    }
    return (double) sum / set.keys().length;
  }

  private static List<Entries> sets() throws IOException {
    Random random = new Random(SEED);
    List<Entries> sets = new ArrayList<>();
    List<byte[]> paths = new ArrayList<>();
    Path tree = Path.of(System.getProperty("tree", System.getProperty("java.home")));
    try (Stream<Path> all = Files.walk(tree)) {
      all.forEach(path -> paths.add(path.toString().getBytes(StandardCharsets.UTF_8)));
    }
    sets.add(entries("paths, 24 bytes", paths, random, 24));
    List<byte[]> text = new ArrayList<>();
    List<byte[]> blobs = new ArrayList<>();
    List<byte[]> uuids = new ArrayList<>();
    List<byte[]> users = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      byte[] word = new byte[16 + random.nextInt(17)];
      for (int j = 0; j < word.length; j++) {
        word[j] = (byte) ('a' + random.nextInt(26));
      }
      text.add(word);
      byte[] blob = new byte[16 + random.nextInt(17)];
      random.nextBytes(blob);
      blobs.add(blob);
      byte[] uuid = new byte[16];
      random.nextBytes(uuid);
      uuids.add(uuid);
      String user = "user:" + random.nextInt(1_000_000_000) + ":profile";
      users.add(user.getBytes(StandardCharsets.UTF_8));
    }
    sets.add(entries("text of 16-32, 100 bytes", text, random, 100));
    sets.add(entries("random 16-32, 100 bytes", blobs, random, 100));
    sets.add(entries("UUIDs, 8 bytes", uuids, random, 8));
    sets.add(entries("UUIDs, values of any length", uuids, random, -1));
    sets.add(entries("users, values of any length", users, random, -1));
    sets.add(entries("users, no values", users, random, 0));
    return sets;
  }

  /** Sorts keys, and draws lengths of values where none is given: many short ones, few long. */
  private static Entries entries(String name, List<byte[]> keys, Random random, int length) {
    byte[][] sorted = keys.toArray(new byte[0][]);
    Arrays.sort(sorted, Arrays::compareUnsigned);
    int[] values = new int[sorted.length];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          length >= 0 ? length : (int) Math.min(2000, 8 / Math.pow(random.nextDouble(), 0.8));
    }
    return new Entries(name, sorted, values);
  }

  static double bytesAnEntry(Entries set, Variant variant, int pages) {
    int from = 0;
    int made = 0;
    while (from < set.keys().length && made < pages) {
      int fits = 1;
      int tooMany = Math.min(set.keys().length - from, CAPACITY / SLOT) + 1;
      while (fits + 1 < tooMany) {
        int middle = (fits + tooMany) >>> 1;
        if (size(set, from, from + middle, variant) <= CAPACITY) {
          fits = middle;
        } else {
          tooMany = middle;
        }
      }
      from += fits;
      made++;
    }
    return made * 8192.0 / from;
  }

  /** Returns the bytes that some entries take in a page, told in the smallest way of a variant. */
  static int size(Entries set, int from, int to, Variant variant) {
    int prefix = to - from == 1 ? 0 : Arrays.mismatch(set.keys()[from], set.keys()[to - 1]);
    int[] suffixes = new int[2001];
    int[] values = new int[4033];
    int frequent = 0;
    for (int i = from; i < to; i++) {
      suffixes[set.keys()[i].length - prefix]++;
      if (++values[set.values()[i]] > values[frequent]) {
        frequent = set.values()[i];
      }
    }
    int least = variant.tellsKey ? range(suffixes) : -1;
    int leastValue = variant.tellsValue ? range(values) : -1;
    int sum = sum(set, from, to, prefix, least, leastValue, -1);
    if (variant.tellsSame) {
      sum = Math.min(sum, sum(set, from, to, prefix, least, leastValue, frequent));
    }
    return even(prefix) + sum;
  }

  /** Finds where the fifteen lengths begin that most have. */
  private static int range(int[] counts) {
    int best = 0;
    int most = -1;
    for (int least = 0; least < counts.length; least++) {
      int inside = 0;
      for (int length = least; length < Math.min(least + CODES, counts.length); length++) {
        inside += counts[length];
      }
      if (inside > most) {
        most = inside;
        best = least;
      }
    }
    return best;
  }

  private static int sum(
      Entries set, int from, int to, int prefix, int least, int leastValue, int same) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      int suffix = set.keys()[i].length - prefix;
      int value = set.values()[i];
      boolean isKeyTold = least >= 0 && suffix >= least && suffix < least + CODES;
      boolean isValueTold = leastValue >= 0 && value >= leastValue && value < leastValue + CODES;
      boolean isCoded = same < 0 || (isKeyTold && value == same);
      int lengths = 0;
      if (!isKeyTold || !isCoded) {
        lengths += lengthBytes(suffix);
      }
      if (!isValueTold && !(same >= 0 && isCoded)) {
        lengths += lengthBytes(value);
      }
      sum += SLOT + even(Math.max(0, suffix - HEAD) + value + lengths);
    }
    return sum;
  }

  private static int lengthBytes(int length) {
    return length < 128 ? 1 : 2;
  }

  private static int even(int length) {
    return (length + 1) & ~1;
  }
}
