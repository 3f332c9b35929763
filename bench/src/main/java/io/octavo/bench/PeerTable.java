package io.octavo.bench;

import io.octavo.bench.PeerFigures.Place;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints results for people. */
final class PeerTable {
  private final PeerFigures figures;
  private final List<Peer> peers;
  private final PrintStream out;

  /**
   * Makes a table.
   *
   * @param peers who was measured, whether or not there is a result
   */
  PeerTable(PeerFigures figures, List<Peer> peers, PrintStream out) {
    this.figures = figures;
    this.peers = Arrays.stream(Peer.values()).filter(peers::contains).toList();
    this.out = out;
  }

  private void row(List<String> cells) {
    out.println("| " + String.join(" | ", cells) + " |");
  }

  private void head(List<String> cells) {
    row(cells);
    out.println(
        cells.stream()
            .map(cell -> cell.equals("work") || cell.equals("unit") ? "---" : "---:")
            .collect(Collectors.joining("|", "|", "|")));
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
    return Double.isNaN(ratio) ? "" : String.format(Locale.ROOT, "%.2f", ratio);
  }

  /** Prints the results of one data set. */
  void print(PeerData.Kind kind, int size) {
    out.printf(Locale.ROOT, "%n%s, %,d entries%n%n", kind.label(), size);
    List<Peer> others =
        peers.stream().filter(peer -> peer != Peer.OCTAVO && peer.takes(kind.shape())).toList();
    List<String> head = new ArrayList<>(List.of("work", "unit", "octavo", "least..most"));
    others.forEach(peer -> head.add(peer.label()));
    head.addAll(List.of("best store", "to best", "to LMDB", "to array"));
    head(head);
    for (PeerFigure figure : PeerFigure.values()) {
      Place octavo = new Place(kind, size, Peer.OCTAVO, figure);
      if (peers.stream().anyMatch(peer -> figures.has(octavo.of(peer)))) {
        row(cells(octavo, others));
      }
    }
  }

  private List<String> cells(Place octavo, List<Peer> others) {
    List<String> cells = new ArrayList<>();
    cells.add(octavo.figure().title());
    cells.add(octavo.figure().unit());
    cells.add(number(figures.median(octavo)));
    cells.add(
        figures.has(octavo)
            ? number(figures.least(octavo)) + ".." + number(figures.most(octavo))
            : "");
    others.forEach(peer -> cells.add(number(figures.median(octavo.of(peer)))));
    Peer best = best(octavo, others);
    cells.add(best == null ? "" : best.label());
    cells.add(best == null ? "" : ratio(figures.ratio(octavo, octavo.of(best))));
    cells.add(ratio(figures.ratio(octavo, octavo.of(Peer.LMDB))));
    cells.add(ratio(figures.ratio(octavo, octavo.of(Peer.ARRAY))));
    return cells;
  }

  /** Finds the best of the other stores; what is only in memory is none. */
  private @Nullable Peer best(Place octavo, List<Peer> others) {
    Peer best = null;
    for (Peer peer : others) {
      if (peer.isDurable() && figures.has(octavo.of(peer))) {
        if (best == null || isBetter(octavo.of(peer), octavo.of(best))) {
          best = peer;
        }
      }
    }
    return best;
  }

  private boolean isBetter(Place one, Place other) {
    double difference = figures.median(one) - figures.median(other);
    return one.figure().isRate() ? difference > 0 : difference < 0;
  }

  /** Prints how results change with the size; the last column is the greatest to the least. */
  void printGrowth(PeerData.Kind kind, List<Integer> sizes) {
    out.printf(Locale.ROOT, "%nGrowth, %s%n%n", kind.label());
    List<String> head = new ArrayList<>(List.of("work", "unit", "store"));
    sizes.forEach(size -> head.add(String.format(Locale.ROOT, "%,d", size)));
    head.add("last to first");
    head(head);
    for (PeerFigure figure : PeerFigure.values()) {
      for (Peer peer : peers) {
        Place first = new Place(kind, sizes.get(0), peer, figure);
        if (sizes.stream().anyMatch(size -> figures.has(first.at(size)))) {
          List<String> cells = new ArrayList<>();
          cells.addAll(List.of(figure.title(), figure.unit(), peer.label()));
          sizes.forEach(size -> cells.add(number(figures.median(first.at(size)))));
          cells.add(ratio(figures.ratio(first.at(sizes.get(sizes.size() - 1)), first)));
          row(cells);
        }
      }
    }
  }

  /** Prints how the stores were set, and what went otherwise than it should. */
  void printNotes() {
    out.println();
    out.println(
        "Medians of the rounds. A ratio is octavo/other, for times, bytes and rates alike: the"
            + " median of the ratios in each round. The best store is that of the best median; what"
            + " is only in memory does not count. B/entry: all files, after close. What is read or"
            + " opened is in the memory of the operating system. Absent keys lie between present"
            + " ones, behind them where keys are sequential; of byte strings they are present ones"
            + " with another last byte. getAll is a loop of gets but for"
            + " octavo. Inserts and deletes: 10,000 a commit.");
    out.println();
    figures.settings().forEach((peer, text) -> out.println("- " + peer.label() + ": " + text));
    figures.notes().forEach(note -> out.println("- " + note));
  }
}
