package io.octavo.bench;

import io.octavo.page.SlotWord;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * A data set for the search of the size code table, reduced to the shares of its pairs of lengths,
 * from which the density under any table is a sum of products.
 */
abstract class Sample {
  private final String name;
  private final double weight;
  private final double required;
  private final int capacity;
  private int[] pairs = {};
  private double[] shares = {};
  private double bound;

  /**
   * Names a data set.
   *
   * @param name its name
   * @param weight how much it counts
   * @param required the least entries a page; 0 if any number will do
   * @param capacity bytes of a page for slots and entries
   */
  Sample(String name, double weight, double required, int capacity) {
    this.name = name;
    this.weight = weight;
    this.required = required;
    this.capacity = capacity;
  }

  String name() {
    return name;
  }

  double weight() {
    return weight;
  }

  double required() {
    return required;
  }

  final int capacity() {
    return capacity;
  }

  /**
   * Measures the shares again: what a leaf holds, and so the distance of its keys from its base,
   * depends on the table.
   *
   * @param sizes bytes by pair, as {@link ClassSet#sizes} gives them
   * @return entries a page
   */
  abstract double measure(int[] sizes);

  /** Keeps the shares that {@link #measure} found. */
  final void setShares(double[] byPair) {
    int used = 0;
    int[] usedPairs = new int[byPair.length];
    double[] usedShares = new double[byPair.length];
    for (int pair = 0; pair < byPair.length; pair++) {
      if (byPair[pair] > 0) {
        usedPairs[used] = pair;
        usedShares[used] = byPair[pair];
        used++;
      }
    }
    pairs = Arrays.copyOf(usedPairs, used);
    shares = Arrays.copyOf(usedShares, used);
    bound = density(ClassSet.sizes(ClassSet.ALL));
  }

  /**
   * Estimates the density under a table.
   *
   * @param sizes bytes by pair
   * @return entries a page
   */
  final double density(int[] sizes) {
    double mean = SlotWord.LENGTH;
    for (int i = 0; i < pairs.length; i++) {
      mean += shares[i] * sizes[pairs[i]];
    }
    // What is left at the end of a page is half an entry on average, and even.
    return capacity / mean - 0.5 + 1 / mean;
  }

  /** Compares the density under a table with that of a code for every class. */
  final double efficiency(int[] sizes) {
    return density(sizes) / bound;
  }

  /** Returns the share of the entries that satisfy a condition on their pair. */
  final double share(IntPredicate condition) {
    double share = 0;
    for (int i = 0; i < pairs.length; i++) {
      share += condition.test(pairs[i]) ? shares[i] : 0;
    }
    return share;
  }
}
