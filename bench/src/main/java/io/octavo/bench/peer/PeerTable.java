package io.octavo.bench.peer;

import io.octavo.bench.data.DataSet;
import io.octavo.bench.measure.Rounds;
import io.octavo.bench.measure.Table;
import io.octavo.bench.peer.PeerFigures.Place;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prints results as tables in Markdown, a column for each store: of its variants, the better one
 * counts. What Octavo loses is bold.
 */
final class PeerTable {
  private final PeerFigures figures;
  private final Rounds<Place> rounds;
  private final List<Peer> peers;
  private final PrintStream out;

  /**
   * Makes a table.
   *
   * @param peers who was measured, whether or not there is a result
   */
  PeerTable(PeerFigures figures, List<Peer> peers, PrintStream out) {
    this.figures = figures;
    rounds = figures.rounds();
    this.peers = Arrays.stream(Peer.values()).filter(peers::contains).toList();
    this.out = out;
  }

  /** Returns three digits, or all before the point. */
  private static String number(double number) {
    if (Double.isNaN(number)) {
      return "";
    }
    double size = Math.abs(number);
    int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + decimals + "f", number);
  }

  private static String ratio(double ratio) {
    return Table.number("%.2f", ratio);
  }

  /** Prints the results of one data set. */
  void print(DataSet set, int size) {
    out.printf(Locale.ROOT, "%n%s, %,d entries%n%n", set.label(), size);
    List<Peer> others = peers.stream().filter(peer -> peer != Peer.OCTAVO).toList();
    List<Peer> stores = others.stream().map(Peer::store).distinct().toList();
    List<String> head = new ArrayList<>(List.of("work", "unit", "octavo", "least..most"));
    stores.forEach(store -> head.add(store.label()));
    head.addAll(List.of("best other", "its least..most", "octavo : best"));
    Table table = new Table(out, 2, head);
    int lost = 0;
    int compared = 0;
    for (PeerFigure figure : PeerFigure.values()) {
      Place octavo = new Place(set, size, Peer.OCTAVO, figure);
      if (peers.stream().noneMatch(peer -> rounds.has(octavo.of(peer)))) {
        continue;
      }
      Peer best = best(octavo, others);
      double ratio = best == null ? Double.NaN : rounds.ratio(octavo, octavo.of(best));
      boolean isLoss = isLoss(figure, ratio);
      table.row(cells(octavo, stores, best, ratio, isLoss));
      lost += isLoss ? 1 : 0;
      compared += Double.isNaN(ratio) ? 0 : 1;
    }
    out.printf(Locale.ROOT, "%nOctavo loses %d of %d.%n", lost, compared);
  }

  /** Returns whether Octavo is worse by what the table shows of a ratio. */
  private static boolean isLoss(PeerFigure figure, double ratio) {
    if (Double.isNaN(ratio)) {
      return false;
    }
    double shown = Double.parseDouble(ratio(ratio));
    return figure.isRate() ? shown < 1 : shown > 1;
  }

  private List<String> cells(
      Place octavo, List<Peer> stores, @Nullable Peer best, double ratio, boolean isLoss) {
    String mark = isLoss ? "**" : "";
    List<String> cells = new ArrayList<>();
    cells.add(mark + octavo.figure().title() + mark);
    cells.add(octavo.figure().unit());
    cells.add(cell(octavo, List.of(Peer.OCTAVO)));
    cells.add(spread(octavo));
    for (Peer store : stores) {
      List<Peer> variants = peers.stream().filter(peer -> peer.store() == store).toList();
      cells.add(cell(octavo, variants));
    }
    cells.add(best == null ? "" : (best.store().label() + " " + best.variant()).strip());
    cells.add(best == null ? "" : spread(octavo.of(best)));
    cells.add(Double.isNaN(ratio) ? "" : mark + ratio(ratio) + mark);
    return cells;
  }

  private String spread(Place place) {
    return rounds.has(place) ? number(rounds.least(place)) + ".." + number(rounds.most(place)) : "";
  }

  /** Returns the figure of the better variant of a store, and why it is not whole or not there. */
  private String cell(Place octavo, List<Peer> variants) {
    Peer best = best(octavo, variants);
    List<String> words = new ArrayList<>();
    if (best != null) {
      words.add(number(rounds.median(octavo.of(best))));
      words.add(best.variant());
    }
    List<Place> places =
        (best == null ? variants : List.of(best)).stream().map(octavo::of).toList();
    double percent = places.stream().mapToDouble(figures::percent).min().orElse(100);
    if (percent < 100) {
      words.add(String.format(Locale.ROOT, "stopped at %.0f %%", Math.floor(percent)));
    }
    if (places.stream().anyMatch(figures::hasFailed)) {
      words.add("failed");
    }
    return words.stream().filter(word -> !word.isEmpty()).collect(Collectors.joining(", "));
  }

  private @Nullable Peer best(Place octavo, List<Peer> candidates) {
    Peer best = null;
    for (Peer peer : candidates) {
      if (rounds.has(octavo.of(peer))
          && (best == null || isBetter(octavo.of(peer), octavo.of(best)))) {
        best = peer;
      }
    }
    return best;
  }

  private boolean isBetter(Place one, Place other) {
    double difference = rounds.median(one) - rounds.median(other);
    return one.figure().isRate() ? difference > 0 : difference < 0;
  }

  /** Prints what the columns are, and how the stores were set. */
  void printSettings() {
    out.println();
    out.println(
        "Medians of the rounds. A ratio is octavo : best other, for times, bytes and rates alike:"
            + " the median of the ratios in each round; what octavo loses is bold. Of a store with"
            + " two settings the better one counts, and is named if it is not the first. The best"
            + " other store is that of the best median. B/entry: all files, after close. What is read or opened is in the memory of the"
            + " operating system. Absent keys lie between present ones, behind them where keys are"
            + " sequential; of byte strings they are present ones with another last byte. getAll is"
            + " multiGet in rocksdb and a loop of gets in the other stores. Inserts and deletes:"
            + " 10,000 a commit. 'stopped at' gives the share that was done when the limit came;"
            + " a rate is that of the first part then, the fast one.");
    out.println();
    figures.settings().forEach((peer, text) -> out.println("- " + peer.label() + ": " + text));
  }
}
