package io.octavo.bench.ids;

import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.measure.Rounds;
import io.octavo.bench.measure.RunHeader;
import io.octavo.bench.measure.Table;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tables of strings, pairs and stacks beside {@link io.octavo.map.LongMap} and beside what a
 * program would use in their place: nanoseconds for each item, and bytes of the closed files.
 *
 * <pre>
 * java [-Drounds=3] [-Drows=PATTERN] io.octavo.bench.ids.IdTables [DIRECTORY [ITEMS [STRINGS]]]
 * </pre>
 *
 * <p>Rows are those whose names have a part that matches the pattern, and the first one. STRINGS is
 * a file of distinct lines; without one they are the paths below {@code /usr}. Words are those of
 * the text files below {@code -Dtext}, by default {@code /usr/share/doc}, one after the other as
 * they stand there, and drawn ones where there are none. Two more sets have 200 random bytes a
 * string, which differ from the first on, or in the last 4 only. Stacks are a quarter of ITEMS;
 * their times are those of a frame, their bytes those of a node.
 *
 * <p>All items of a row are interned in one transaction, and then committed durably. Then all are
 * found in random order, and read by their ids; a wrong answer ends the program. Times are those of
 * the processor, but for the commit, which waits for the disk. Rows take turns, in an order that is
 * drawn anew for each round, so that what a busy machine does to one it does to all. Figures are
 * medians of the rounds, and ratios medians of those in each round: intern to a get and a put of
 * {@code LongMap} with random keys, both without the commit, and find to its get.
 */
public final class IdTables {
  private static final String INTERN = "intern";
  private static final String COMMIT = "commit";
  private static final String FIND = "find";
  private static final String GET = "get";
  private static final String BYTES = "bytes";
  private static final int STACKS_SHARE = 4;
  private static final int LONG_STRINGS = 200_000;

  private final Path directory;
  private final int items;
  private final List<StringSet> strings;
  private final Pattern wanted;
  private final int[][] stacks;
  private final Row reference;
  private final List<Row> rows = new ArrayList<>();
  private final Rounds<Figure> figures = new Rounds<>();
  private final Set<String> settings = new TreeSet<>();

  private IdTables(Path directory, int items, List<StringSet> strings, Pattern wanted) {
    this.directory = directory;
    this.items = items;
    this.strings = strings;
    this.wanted = wanted;
    stacks = DrawnStacks.draw(Math.max(1, items / STACKS_SHARE));
    reference = new Row("LongMap, random, get and put", longs(items));
    rows.add(reference);
  }

  /** Strings in the order of their arrival, and what tables call them. */
  record StringSet(String name, List<byte[]> strings) {
    StringSet(String name, byte[]... strings) {
      this(name, List.of(strings));
    }

    long length() {
      return strings.stream().mapToLong(string -> string.length).sum();
    }
  }

  /** Opens a table in an empty directory. */
  @FunctionalInterface
  private interface Opener<T> {
    T open(Path place) throws Exception;
  }

  /** Does one thing with an item. */
  @FunctionalInterface
  private interface Step<T> {
    long run(T table, int number) throws Exception;
  }

  /**
   * What is measured.
   *
   * @param count number of items
   * @param units what times are divided by
   * @param intern gives the id of an item by its number
   * @param find gives it too; null for a table that cannot
   * @param get gives a number of the item with an id; null for a table that cannot
   * @param sum the sum of these numbers
   */
  private record Task<T extends IdPeer>(
      Opener<T> opener,
      int count,
      double units,
      Step<T> intern,
      @Nullable Step<T> find,
      @Nullable Step<T> get,
      long sum) {}

  /** A row of the table. */
  private record Row(String name, Task<?> task) {}

  /** What is measured of a row, as columns of the table call it. */
  private record Figure(Row row, String column) {}

  /**
   * Measures.
   *
   * @param arguments as above
   * @throws Exception if the directory or the strings cannot be used, or a store fails
   */
  public static void main(String[] arguments) throws Exception {
    Path directory =
        arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("octavo");
    int items = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000_000;
    StringSet strings =
        arguments.length > 2
            ? new StringSet("lines", IdStrings.lines(Path.of(arguments[2])))
            : new StringSet("paths", IdStrings.paths(Path.of("/usr"), items));
    Path text = Path.of(System.getProperty("text", "/usr/share/doc"));
    Pattern wanted = Pattern.compile(System.getProperty("rows", ""));
    run(
        directory,
        items,
        List.of(strings, new StringSet("words", IdStrings.words(text, items))),
        wanted,
        Integer.getInteger("rounds", 3),
        System.out);
  }

  /** Measures and prints the table. */
  static void run(
      Path directory,
      int items,
      List<StringSet> strings,
      Pattern wanted,
      int rounds,
      PrintStream out)
      throws Exception {
    IdTables tables = new IdTables(directory, items, strings, wanted);
    tables.addRows();
    tables.measure(rounds);
    out.println(RunHeader.line(directory));
    tables.print(out);
  }

  private void addRows() {
    for (PairFamily family : PairFamily.values()) {
      long[] pairs = family.first(items);
      add("PairTable, " + family.title(), pairs(OctavoIds.Pairs::new, pairs));
      add("HashMap, " + family.title(), pairs(place -> new MemoryIds.OfJdk(), pairs));
      add("fastutil, " + family.title(), pairs(place -> new MemoryIds.OfFastutil(), pairs));
    }
    for (StringSet set : strings) {
      add("StringTable, " + set.name(), strings(OctavoIds.Strings::new, set));
      add("MVStore, " + set.name(), strings(MvIds::new, set));
      add("SQLite, " + set.name(), strings(SqliteIds::new, set));
    }
    int count = Math.min(items, LONG_STRINGS);
    add(
        "StringTable, 200 random bytes",
        strings(OctavoIds.Strings::new, new StringSet("", IdStrings.random(count, false))));
    add(
        "StringTable, 200 bytes, the last 4 differ",
        strings(OctavoIds.Strings::new, new StringSet("", IdStrings.random(count, true))));
    add("StackTable, last stack", stacks((table, i) -> table.intern(stacks[i])));
    add("StackTable, node by node", stacks((table, i) -> table.internNodes(stacks[i])));
  }

  private void add(String name, Task<?> task) {
    if (wanted.matcher(name).find()) {
      rows.add(new Row(name, task));
    }
  }

  private static Task<OctavoIds.Map> longs(int items) {
    long[] pairs = PairFamily.RANDOM.first(items);
    return new Task<>(
        OctavoIds.Map::new,
        items,
        items,
        (table, i) -> table.intern(pairs[i]),
        (table, i) -> table.find(pairs[i]),
        null,
        0);
  }

  private static Task<IdPeer.Pairs> pairs(Opener<IdPeer.Pairs> opener, long[] pairs) {
    return new Task<>(
        opener,
        pairs.length,
        pairs.length,
        (table, i) -> table.intern(pairs[i]),
        (table, i) -> table.find(pairs[i]),
        IdPeer.Pairs::get,
        Arrays.stream(pairs).sum());
  }

  private static Task<IdPeer.Strings> strings(Opener<IdPeer.Strings> opener, StringSet set) {
    List<byte[]> strings = set.strings();
    return new Task<>(
        opener,
        strings.size(),
        strings.size(),
        (table, i) -> table.intern(strings.get(i)),
        (table, i) -> table.find(strings.get(i)),
        (table, id) -> table.get(id).length,
        set.length());
  }

  private Task<OctavoIds.Stacks> stacks(Step<OctavoIds.Stacks> intern) {
    long frames = DrawnStacks.frames(stacks);
    int[] resolved = new int[DrawnStacks.DEPTH];
    return new Task<>(
        OctavoIds.Stacks::new,
        stacks.length,
        frames,
        intern,
        null,
        (table, id) -> table.resolve(id, resolved),
        frames);
  }

  private void measure(int count) throws Exception {
    List<Row> order = new ArrayList<>(rows);
    Random random = new Random(7);
    for (int round = 0; round < count; round++) {
      Collections.shuffle(order, random);
      for (Row row : order) {
        Path place = Files.createTempDirectory(directory, "ids");
        try {
          measure(row, row.task(), place);
        } finally {
          Directories.delete(place);
        }
      }
    }
  }

  private <T extends IdPeer> void measure(Row row, Task<T> task, Path place) throws Exception {
    int[] order = order(task.count());
    int[] ids = new int[task.count()];
    try (T table = task.opener().open(place)) {
      settings.add(table.settings());
      long start = Passes.processorNanos();
      for (int i = 0; i < ids.length; i++) {
        ids[i] = (int) task.intern().run(table, i);
      }
      record(row, INTERN, (Passes.processorNanos() - start) / task.units());
      start = System.nanoTime();
      table.commit();
      record(row, COMMIT, (System.nanoTime() - start) / task.units());
      if (task.find() != null) {
        long expected = Arrays.stream(ids).asLongStream().sum();
        record(row, FIND, nanos(task.find(), table, order, expected) / task.units());
      }
      if (task.get() != null) {
        int[] shuffled = Arrays.stream(order).map(i -> ids[i]).toArray();
        record(row, GET, nanos(task.get(), table, shuffled, task.sum()) / task.units());
      }
    }
    long bytes = Directories.bytes(place);
    if (bytes > 0) {
      record(row, BYTES, (double) bytes / (Arrays.stream(ids).max().orElse(IdPeer.ABSENT) + 1));
    }
  }

  private void record(Row row, String column, double figure) {
    figures.add(new Figure(row, column), figure);
  }

  /** Takes a step for each number; returns the processor time. */
  private static <T> double nanos(Step<T> step, T table, int[] numbers, long expected)
      throws Exception {
    long start = Passes.processorNanos();
    long sum = 0;
    for (int number : numbers) {
      sum += step.run(table, number);
    }
    double nanos = Passes.processorNanos() - start;
    Passes.check(sum, expected);
    return nanos;
  }

  private static int[] order(int count) {
    return IntArrays.shuffle(IntStream.range(0, count).toArray(), new Random(5));
  }

  private void print(PrintStream out) {
    out.printf(Locale.ROOT, "%,d items, ", items);
    for (StringSet set : strings) {
      int count = set.strings().size();
      out.printf(
          Locale.ROOT, "%,d %s of %.1f bytes, ", count, set.name(), (double) set.length() / count);
    }
    out.printf(
        Locale.ROOT,
        "%,d stacks of %.1f frames, %d rounds%n",
        stacks.length,
        (double) DrawnStacks.frames(stacks) / stacks.length,
        figures.sorted(new Figure(reference, INTERN)).length);
    settings.forEach(text -> out.println("- " + text));
    Table table =
        new Table(out, "ns an item", INTERN, "ratio", COMMIT, FIND, "ratio", GET, "bytes an item");
    for (Row row : rows) {
      table.row(
          row.name(),
          "%.1f %.2f %.1f %.1f %.2f %.1f %.2f",
          median(row, INTERN),
          ratio(row, INTERN),
          median(row, COMMIT),
          median(row, FIND),
          ratio(row, FIND),
          median(row, GET),
          median(row, BYTES));
    }
  }

  private double median(Row row, String column) {
    return figures.median(new Figure(row, column));
  }

  private double ratio(Row row, String column) {
    return figures.ratio(new Figure(row, column), new Figure(reference, column));
  }
}
