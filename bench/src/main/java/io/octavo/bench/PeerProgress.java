package io.octavo.bench;

import io.octavo.bench.PeerFigure.Work;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Guesses how long runs take, and corrects the guess by the runs that have ended. */
final class PeerProgress {
  /** Seconds to start a JVM, to open stores and to close them. */
  private static final double START = 3;

  /** Warm-up and measurement of a figure, in times of the warm-up. */
  private static final double PASSES = 3;

  /** Works whose figures are medians of passes. */
  private static final Set<Work> READS =
      EnumSet.of(Work.GET, Work.GET2, Work.SCAN, Work.RANGE, Work.RANDOM);

  /** Works that take as long as there are entries, not as long as the warm-up says. */
  private static final Set<Work> WRITES =
      EnumSet.of(Work.INSERT_END, Work.DELETE, Work.INSERT_EACH);

  private final PeerSettings settings;
  private final long start = System.nanoTime();
  private double planned;
  private double ended;

  PeerProgress(PeerSettings settings) {
    this.settings = settings;
  }

  /** Plans all rounds with a set. */
  void plan(PeerData.Kind kind, int size) {
    planned += settings.rounds() * settings.peers(kind).size() * guess(kind, size);
  }

  /** Guesses the seconds that a store takes on average. */
  private double guess(PeerData.Kind kind, int size) {
    boolean isLongs = kind.shape() == PeerStore.Shape.LONGS;
    Set<Work> works = EnumSet.copyOf(settings.works());
    double seconds = START + size * (isLongs ? 3e-6 : 6e-6);
    for (PeerFigure figure : PeerFigure.values()) {
      if (works.contains(figure.work()) && READS.contains(figure.work())) {
        seconds += PASSES * settings.seconds();
      }
    }
    double all = size * (isLongs ? 4e-6 : 9e-6);
    if (works.contains(Work.RANDOM) || works.contains(Work.DELETE)) {
      works.add(Work.INSERT_END);
    }
    works.retainAll(WRITES);
    for (Work work : works) {
      double most = work == Work.INSERT_EACH ? settings.cap() : settings.limit();
      seconds += Math.min(most, work == Work.DELETE ? all / 2 : all) + PASSES * settings.seconds();
    }
    return seconds;
  }

  /** Notes that a run has ended. */
  void end(PeerData.Kind kind, int size) {
    ended += guess(kind, size);
  }

  /** Takes a run off the plan. */
  void skip(PeerData.Kind kind, int size) {
    planned -= guess(kind, size);
  }

  /** Returns seconds until the end, longer or shorter by how it went so far. */
  private double left() {
    double left = Math.max(0, planned - ended);
    return ended == 0 ? left : left * Passes.since(start) / ended;
  }

  /** Returns whether another round would end in time; the first one always may begin. */
  boolean hasTime(int rounds) {
    return rounds == 0 || Passes.since(start) * (rounds + 1) / rounds <= settings.minutes() * 60;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%.0f min gone, about %.0f to go", Passes.since(start) / 60, left() / 60);
  }
}
