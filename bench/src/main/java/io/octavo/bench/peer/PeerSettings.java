package io.octavo.bench.peer;

import io.octavo.bench.data.DataSet;
import io.octavo.bench.peer.PeerFigure.Work;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What {@link PeerRace} runs.
 *
 * @param sizes entries of a set
 * @param sets the sets
 * @param peers the stores, each variant by its own name
 * @param works what is measured
 * @param rounds how often each store runs with each set
 * @param seconds to warm up before each figure, and the measure of how long it is measured
 * @param cap seconds after which commits that are durable each are stopped
 * @param limit seconds after which other inserts and deletes are stopped
 * @param minutes after which no round ends, as far as the ones before tell; the first one always
 *     runs
 * @param cache memory for pages or blocks of each store, in MiB
 * @param heap of each store's JVM
 * @param directory where stores and entries lie meanwhile
 * @param csv where every figure of every round goes
 * @param isBrief whether the text that explains the tables, and the settings, are not printed
 */
record PeerSettings(
    List<Integer> sizes,
    List<DataSet> sets,
    List<Peer> peers,
    List<Work> works,
    int rounds,
    double seconds,
    double cap,
    double limit,
    double minutes,
    int cache,
    String heap,
    Path directory,
    Path csv,
    boolean isBrief) {
  /**
   * Reads properties, or takes what is usual where one is absent.
   *
   * @throws IllegalArgumentException if a name or a number is none
   */
  static PeerSettings read(Properties from) {
    return new PeerSettings(
        list(from.getProperty("sizes", "1000000"), Integer::valueOf),
        choice(
            "sets",
            from.getProperty("sets", "realistic,sequential,strings"),
            DataSet.values(),
            DataSet::label),
        choice("stores", from.getProperty("stores", ""), Peer.values(), Peer::label),
        choice("works", from.getProperty("works", ""), Work.values(), Work::label),
        Integer.parseInt(from.getProperty("rounds", "3")),
        Double.parseDouble(from.getProperty("seconds", "0.3")),
        Double.parseDouble(from.getProperty("cap", "60")),
        Double.parseDouble(from.getProperty("limit", "60")),
        Double.parseDouble(from.getProperty("minutes", "40")),
        Integer.parseInt(from.getProperty("cache", "1024")),
        from.getProperty("heap", "6g"),
        Path.of(from.getProperty("directory", ".")),
        Path.of(from.getProperty("csv", "peers.csv")),
        Boolean.parseBoolean(from.getProperty("brief")));
  }

  private static <T> List<T> list(String names, Function<String, T> meaning) {
    return Arrays.stream(names.split(",", -1)).map(String::strip).map(meaning).distinct().toList();
  }

  /** Reads names; no name chooses all. */
  private static <T> List<T> choice(
      String property, String names, T[] all, Function<T, String> label) {
    if (names.isEmpty()) {
      return List.of(all);
    }
    return list(
        names,
        name ->
            Arrays.stream(all)
                .filter(one -> label.apply(one).equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            property
                                + "="
                                + name
                                + " is none of "
                                + Arrays.stream(all).map(label).collect(Collectors.joining(",")))));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "Rounds: %d; warm-up of a figure: %s s; limits of %s s for inserts and deletes and"
            + " %s s for inserts whose commits are durable each; heap: %s, touched",
        rounds,
        seconds,
        limit,
        cap,
        heap);
  }
}
