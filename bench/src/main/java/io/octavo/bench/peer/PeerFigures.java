package io.octavo.bench.peer;

import io.octavo.bench.data.DataSet;
import io.octavo.bench.measure.Rounds;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Results of all rounds. */
final class PeerFigures {
  /** The head of the lines of {@link #line}. */
  static final String HEAD = "round,set,size,store,figure,unit,number";

  /** What was measured of whom with what. */
  record Place(DataSet set, int size, Peer peer, PeerFigure figure) {
    Place of(Peer other) {
      return new Place(set, size, other, figure);
    }
  }

  private final Rounds<Place> rounds = new Rounds<>();
  private final Set<Place> failures = new HashSet<>();
  private final Map<Place, Double> stops = new HashMap<>();
  private final Map<Peer, String> settings = new LinkedHashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();

  Rounds<Place> rounds() {
    return rounds;
  }

  /** Notes that a limit stopped a work; of several rounds, the one that came least far counts. */
  void addStop(Place place, double percent) {
    stops.merge(place, percent, Math::min);
  }

  /** Returns how many percent were done when a limit stopped a work; 100 if none did. */
  double percent(Place place) {
    return stops.getOrDefault(place, 100.0);
  }

  /** Notes that a store failed in one of the rounds. */
  void addFailure(DataSet set, int size, Peer peer) {
    for (PeerFigure figure : PeerFigure.values()) {
      failures.add(new Place(set, size, peer, figure));
    }
  }

  boolean hasFailed(Place place) {
    return failures.contains(place);
  }

  void addSettings(Peer peer, String text) {
    settings.put(peer, text);
  }

  void addNote(String text) {
    notes.add(text);
  }

  Map<Peer, String> settings() {
    return settings;
  }

  Collection<String> notes() {
    return notes;
  }

  /** Returns a result as a line of a CSV. */
  static String line(Place place, int round, double number) {
    return String.format(
        Locale.ROOT,
        "%d,%s,%d,%s,%s,%s,%.6g",
        round,
        place.set().label(),
        place.size(),
        place.peer().label(),
        place.figure().label(),
        place.figure().unit(),
        number);
  }
}
