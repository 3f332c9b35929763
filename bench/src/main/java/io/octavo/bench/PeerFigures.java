package io.octavo.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Results of all rounds. */
final class PeerFigures {
  /** The head of the lines that {@link #line} gives. */
  static final String HEAD = "round,set,size,store,figure,unit,number";

  private static final SortedMap<Integer, Double> NONE = new TreeMap<>();

  /** What was measured of whom with what. */
  record Place(PeerData.Kind kind, int size, Peer peer, PeerFigure figure) {
    Place of(Peer other) {
      return new Place(kind, size, other, figure);
    }

    Place at(int otherSize) {
      return new Place(kind, otherSize, peer, figure);
    }
  }

  private final Map<Place, SortedMap<Integer, Double>> byRound = new HashMap<>();
  private final Set<Place> failures = new HashSet<>();
  private final Map<Place, Double> stops = new HashMap<>();
  private final Map<Peer, String> settings = new LinkedHashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();

  void add(Place place, int round, double number) {
    byRound.computeIfAbsent(place, any -> new TreeMap<>()).put(round, number);
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
  void addFailure(PeerData.Kind kind, int size, Peer peer) {
    for (PeerFigure figure : PeerFigure.values()) {
      failures.add(new Place(kind, size, peer, figure));
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
        place.kind().label(),
        place.size(),
        place.peer().label(),
        place.figure().label(),
        place.figure().unit(),
        number);
  }

  private SortedMap<Integer, Double> rounds(Place place) {
    return byRound.getOrDefault(place, NONE);
  }

  boolean has(Place place) {
    return byRound.containsKey(place);
  }

  double median(Place place) {
    return median(rounds(place).values());
  }

  double least(Place place) {
    return rounds(place).values().stream()
        .mapToDouble(Double::doubleValue)
        .min()
        .orElse(Double.NaN);
  }

  double most(Place place) {
    return rounds(place).values().stream()
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(Double.NaN);
  }

  private static double median(Collection<Double> numbers) {
    return numbers.isEmpty()
        ? Double.NaN
        : Passes.median(numbers.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Returns the median of the ratios in each round: what disturbs a round mostly disturbs both. */
  double ratio(Place place, Place other) {
    SortedMap<Integer, Double> others = rounds(other);
    List<Double> ratios = new ArrayList<>();
    rounds(place)
        .forEach(
            (round, number) -> {
              if (others.containsKey(round)) {
                ratios.add(number / others.get(round));
              }
            });
    return median(ratios);
  }
}
