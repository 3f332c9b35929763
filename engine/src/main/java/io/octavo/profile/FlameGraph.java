package io.octavo.profile;

import java.time.Instant;
import java.util.Arrays;

/**
 * The call stacks of a range of slots as a tree: each node is a frame below the frames of its
 * callers. Its self weight is that of the samples whose innermost frame it is, and its total weight
 * adds those of all nodes below. Immutable; stays valid after the transaction has ended.
 *
 * <p>Nodes have numbers from 0, callers before the frames that they call. The outermost frames are
 * roots. In a difference, see minus, weights can be negative.
 */
public final class FlameGraph {
  /** The parent of an outermost frame. */
  public static final int NONE = -1;

  /** A line that is not known. */
  public static final int NO_LINE = 0;

  private final Instant from;
  private final Instant to;
  private final Object profile;
  private final String[] names;
  private final int[] stacks;
  private final int[] parents;
  private final int[] symbols;
  private final int[] lines;
  private final long[] selves;
  private final long[] totals;
  private int @org.jspecify.annotations.Nullable [][] children;

  FlameGraph(
      Instant from,
      Instant to,
      Object profile,
      String[] names,
      int[] stacks,
      int[] parents,
      int[] symbols,
      int[] lines,
      long[] selves,
      long[] totals) {
    this.from = from;
    this.to = to;
    this.profile = profile;
    this.names = names;
    this.stacks = stacks;
    this.parents = parents;
    this.symbols = symbols;
    this.lines = lines;
    this.selves = selves;
    this.totals = totals;
  }

  /**
   * Returns the begin of the first slot.
   *
   * @return the time
   */
  public Instant from() {
    return from;
  }

  /**
   * Returns the end of the last slot.
   *
   * @return the time, exclusive
   */
  public Instant to() {
    return to;
  }

  /**
   * Returns the sum of the weights of all samples.
   *
   * @return the sum
   */
  public long total() {
    return Arrays.stream(selves).sum();
  }

  /**
   * Returns the number of nodes.
   *
   * @return the number
   */
  public int size() {
    return stacks.length;
  }

  /**
   * Returns the id of a node's stack in the profile, the same in all queries of the profile.
   *
   * @param node the number of the node
   * @return the id in the collection of stacks
   */
  public int stack(int node) {
    return stacks[node];
  }

  /**
   * Returns the caller of a node.
   *
   * @param node the number of the node
   * @return the number of the caller, less than that of the node, or {@link #NONE}
   */
  public int parent(int node) {
    return parents[node];
  }

  /**
   * Returns the symbol of a node, such as the name of a method.
   *
   * @param node the number of the node
   * @return the symbol
   */
  public String symbol(int node) {
    return names[symbols[node]];
  }

  /**
   * Returns the line of a node.
   *
   * @param node the number of the node
   * @return the line, {@link #NO_LINE} if it is not known
   */
  public int line(int node) {
    return lines[node];
  }

  /**
   * Returns the weight of the samples whose innermost frame a node is.
   *
   * @param node the number of the node
   * @return the weight
   */
  public long self(int node) {
    return selves[node];
  }

  /**
   * Returns the weight of a node and of all nodes below.
   *
   * @param node the number of the node
   * @return the weight
   */
  public long total(int node) {
    return totals[node];
  }
}
