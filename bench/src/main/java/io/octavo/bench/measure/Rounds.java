package io.octavo.bench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Figures of several rounds. All contestants take turns in a round; what disturbs it mostly
 * disturbs all of them, so their ratios are taken round by round.
 *
 * @param <K> what a figure is of
 */
public final class Rounds<K> {
  private final Map<K, SortedMap<Integer, Double>> figures = new LinkedHashMap<>();

  /** Makes an empty one. */
  public Rounds() {}

  /** Returns who comes when in a round: in reverse order every other time. */
  public static <T> List<T> order(Collection<T> all, int round) {
    List<T> order = new ArrayList<>(all);
    if (round % 2 != 0) {
      Collections.reverse(order);
    }
    return order;
  }

  /** Adds a figure of a round. */
  public void add(K of, int round, double figure) {
    rounds(of).put(round, figure);
  }

  /** Adds a figure of the next round. */
  public void add(K of, double figure) {
    add(of, rounds(of).size(), figure);
  }

  private SortedMap<Integer, Double> rounds(K of) {
    return figures.computeIfAbsent(of, any -> new TreeMap<>());
  }

  /** Forgets all figures, as those of a warm-up. */
  public void clear() {
    figures.clear();
  }

  /** Returns what there are figures of, in the order of their first ones. */
  public Set<K> keys() {
    return figures.keySet();
  }

  /** Returns whether there is a figure. */
  public boolean has(K of) {
    return figures.containsKey(of);
  }

  /** Returns the figures of all rounds, the least one first; none if there are none. */
  public double[] sorted(K of) {
    return sorted(figures.getOrDefault(of, Collections.emptySortedMap()).values());
  }

  private static double[] sorted(Collection<Double> numbers) {
    return numbers.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  /** Returns the median; NaN if there is no figure. */
  public double median(K of) {
    return Passes.median(sorted(of));
  }

  /** Returns the least figure; NaN if there is none. */
  public double least(K of) {
    return Arrays.stream(sorted(of)).min().orElse(Double.NaN);
  }

  /** Returns the greatest figure; NaN if there is none. */
  public double most(K of) {
    return Arrays.stream(sorted(of)).max().orElse(Double.NaN);
  }

  /** Returns the ratios in each round that has both figures, the least one first. */
  public double[] ratios(K of, K other) {
    Map<Integer, Double> others = figures.getOrDefault(other, Collections.emptySortedMap());
    List<Double> ratios = new ArrayList<>();
    figures
        .getOrDefault(of, Collections.emptySortedMap())
        .forEach(
            (round, number) -> {
              if (others.containsKey(round)) {
                ratios.add(number / others.get(round));
              }
            });
    return sorted(ratios);
  }

  /** Returns the median of the ratios; NaN if no round has both figures. */
  public double ratio(K of, K other) {
    return Passes.median(ratios(of, other));
  }
}
