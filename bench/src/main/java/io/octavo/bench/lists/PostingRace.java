package io.octavo.bench.lists;

import io.octavo.bench.lists.Racer.Kind;
import io.octavo.bench.lists.Racer.Tally;
import io.octavo.bench.measure.ChildJvm;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.measure.Rounds;
import io.octavo.bench.measure.RunHeader;
import io.octavo.bench.measure.Table;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A {@link io.octavo.posting.PostingMap} in a file, bitmaps of RoaringBitmap on the heap and in a
 * mapped file, and an index of Lucene, with the same lists: bits an id, and the rate of each {@link
 * Work}. A work is done by Octavo and one other racer at a time, in a new JVM, because racers and
 * works share code, which the JVM compiles for what has run. Both must have results of the same
 * size and sum. Rates are medians over rounds in which the two take turns, in time of the
 * processor, Octavo's over the rounds of all JVMs; for works on two lists, they count the ids of
 * both.
 *
 * <p>The lists are {@link DrawnLists}; with {@code -Ddata=DIRECTORY}, those that {@link ListSets}
 * reads from there. {@code -Dsets=a,b} chooses sets, {@code -Dworks=read,intersect} of {@link
 * Work}, {@code -Dracers=roaring,lucene} of {@link Racer.Kind}, and Octavo.
 *
 * <p>A list is sparse where fewer than a sixteenth of the numbers in its range are ids: there
 * RoaringBitmap keeps sorted arrays of two bytes an id instead of bitmaps.
 */
public final class PostingRace {
  private static final int ROUNDS = Integer.getInteger("rounds", 21);
  private static final List<Work> WORKS = chosen("works", Work.values());
  private static final List<Kind> KINDS = chosen("racers", Kind.values());
  private static final long ROUND_NANOS = 10_000_000;
  private static final double SPARSE = 1.0 / 16;

  private final String name;
  private final long[][] lists;
  private final Map<Kind, Racer> racers = new EnumMap<>(Kind.class);

  private PostingRace(String name) throws IOException {
    this.name = name;
    this.lists = ListSets.read(name);
  }

  /** Returns what a property names, in the order of the values; without the property, all. */
  private static <E extends Enum<E>> List<E> chosen(String property, E[] values) {
    String names = System.getProperty(property);
    return names == null
        ? List.of(values)
        : Arrays.stream(names.toUpperCase(Locale.ROOT).split(",", -1))
            .map(value -> Enum.valueOf(values[0].getDeclaringClass(), value))
            .sorted()
            .toList();
  }

  /**
   * Prints the table; a child, figures of one work.
   *
   * @param args not used
   * @throws IOException if the data or a store cannot be read or written, or if a child fails
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    String sets = System.getProperty("sets", String.join(",", ListSets.names()));
    if (Boolean.getBoolean("child")) {
      new PostingRace(sets).race(WORKS.get(0));
      return;
    }
    String head =
        "lists,ids,work,Octavo,Roaring,mapped,Lucene,to Roaring (quartiles),to mapped,to Lucene";
    System.out.println(RunHeader.line(Path.of("")));
    System.out.println();
    Table table = new Table(System.out, 3, List.of(head.split(",", -1)));
    for (String set : sets.split(",", -1)) {
      Map<String, Map<String, Rounds<Kind>>> shapes = new LinkedHashMap<>();
      for (Work work : WORKS) {
        for (Kind kind : KINDS) {
          if (kind != Kind.OCTAVO || KINDS.size() == 1) {
            fork(set, work, kind, shapes);
          }
        }
      }
      for (Map<String, Rounds<Kind>> rows : shapes.values()) {
        rows.forEach((row, figures) -> table.row(cells(row, figures)));
      }
    }
  }

  /** Has Octavo and another racer race in a JVM of their own, with the flags of this one. */
  private static void fork(
      String set, Work work, Kind other, Map<String, Map<String, Rounds<Kind>>> shapes)
      throws IOException, InterruptedException {
    ChildJvm jvm =
        new ChildJvm()
            .with(ManagementFactory.getRuntimeMXBean().getInputArguments())
            .with("-Dchild=true", "-Dsets=" + set, "-Dworks=" + work, "-Dracers=octavo," + other)
            .program(PostingRace.class);
    // No two opponents have the same rounds, so a ratio is of figures of one child.
    int first = KINDS.indexOf(other) * ROUNDS;
    Consumer<String[]> add =
        words ->
            shapes
                .computeIfAbsent(words[0], any -> new LinkedHashMap<>())
                .computeIfAbsent(words[1], any -> new Rounds<>())
                .add(
                    Kind.valueOf(words[2]),
                    first + Integer.parseInt(words[3]),
                    Double.parseDouble(words[4]));
    if (jvm.run(null, add) != 0) {
      throw new IOException(jvm + " failed");
    }
  }

  private void race(Work work) throws IOException {
    int next = work.isOfPairs() ? 1 : 0;
    if (next == lists.length) {
      return;
    }
    Path directory = Files.createTempDirectory("octavo-postings");
    try {
      long ids = Arrays.stream(lists).mapToLong(list -> list.length).sum();
      for (Kind kind : KINDS) {
        Racer racer = racer(kind, Files.createDirectory(directory.resolve(kind.toString())));
        racers.put(kind, racer);
        print(name, ids, "bits an id", kind, 0, 8.0 * racer.bytes() / ids);
      }
      for (boolean sparse : new boolean[] {true, false}) {
        IntPredicate isChosen =
            list -> isSparse(lists[list]) == sparse && isSparse(lists[list + next]) == sparse;
        int[] chosen = IntStream.range(0, lists.length - next).filter(isChosen).toArray();
        if (chosen.length > 0) {
          race(name + (sparse ? ", sparse" : ", dense"), work, chosen);
        }
      }
    } finally {
      for (Racer racer : racers.values()) {
        racer.close();
      }
      Directories.delete(directory);
    }
  }

  private Racer racer(Kind kind, Path directory) throws IOException {
    return switch (kind) {
      case OCTAVO -> new OctavoRacer(lists, directory);
      case ROARING -> new BitmapRacer.OnHeap(BitmapRacer.bitmaps(lists));
      case MAPPED ->
          new BitmapRacer.Mapped(BitmapRacer.bitmaps(lists), directory.resolve("lists.roaring"));
      case LUCENE -> new LuceneRacer(lists, directory);
    };
  }

  static boolean isSparse(long[] ids) {
    return ids.length < SPARSE * (ids[ids.length - 1] - ids[0] + 1);
  }

  private void race(String title, Work work, int[] chosen) throws IOException {
    long ids = 0;
    for (int list : chosen) {
      ids += lists[list].length + (work.isOfPairs() ? lists[list + 1].length : 0);
    }
    Tally expected = racers.values().iterator().next().run(work, chosen);
    // The first rounds warm up: a JVM compiles for most of a second.
    for (int round = -4 * ROUNDS; round < ROUNDS; round++) {
      for (Map.Entry<Kind, Racer> racer : Rounds.order(racers.entrySet(), round)) {
        double passes = passes(racer.getValue(), work, chosen, expected);
        if (round >= 0) {
          print(title, ids, work + ", M/s", racer.getKey(), round, passes * ids / 1e6);
        }
      }
    }
  }

  /** Returns how many times in a second of the processor a racer does a work. */
  private static double passes(Racer racer, Work work, int[] chosen, Tally expected)
      throws IOException {
    long start = Passes.processorNanos();
    long elapsed = 0;
    int passes = 0;
    while (elapsed < ROUND_NANOS) {
      Tally tally = racer.run(work, chosen);
      if (!tally.equals(expected)) {
        throw new IllegalStateException(work + ": " + tally + ", not " + expected);
      }
      passes++;
      elapsed = Passes.processorNanos() - start;
    }
    return 1e9 * passes / elapsed;
  }

  /** Prints a figure for the parent. */
  private static void print(
      String title, long ids, String work, Kind kind, int round, double figure) {
    String row = title + " | " + ids + " | " + work;
    System.out.println(title + "\t" + row + "\t" + kind + "\t" + round + "\t" + figure);
  }

  private static List<String> cells(String row, Rounds<Kind> figures) {
    List<String> cells = new ArrayList<>(List.of(row));
    for (Kind kind : Kind.values()) {
      double median = figures.median(kind);
      cells.add(Table.number(median < 100 ? "%.2f" : "%.0f", median));
    }
    for (Kind other : List.of(Kind.ROARING, Kind.MAPPED, Kind.LUCENE)) {
      double[] ratios = figures.ratios(Kind.OCTAVO, other);
      String cell = Table.number("%.2f", Passes.median(ratios));
      int last = ratios.length - 1;
      if (other == Kind.ROARING && last > 0) {
        cell += Table.number(" (%.2f to ", ratios[last / 4]);
        cell += Table.number("%.2f)", ratios[last * 3 / 4]);
      }
      cells.add(cell);
    }
    return cells;
  }
}
