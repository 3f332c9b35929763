package io.octavo.profile;

import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The call stacks of a range of slots as a tree: each node is a frame below the frames of its
 * callers. Its self weight is the weight of the samples with this innermost frame, and its total
 * weight includes all nodes below. Immutable; stays valid after the transaction has ended.
 *
 * <p>Nodes have numbers from 0, callers before the frames that they call. The outermost frames are
 * roots. In a difference, see {@link #minus}, weights can be negative.
 */
public final class FlameGraph {
  /** The parent of an outermost frame. */
  public static final int NONE = -1;

  /** An unknown line. */
  public static final int NO_LINE = 0;

  private final Instant from;
  private final Instant to;
  private final Labels labels;
  private final String[] names;
  private final int[] stacks;
  private final int[] parents;
  private final int[] symbols;
  private final int[] lines;
  private final long[] selves;
  private final long[] totals;

  FlameGraph(
      Instant from,
      Instant to,
      Labels labels,
      String[] names,
      int[] stacks,
      int[] parents,
      int[] symbols,
      int[] lines,
      long[] selves,
      long[] totals) {
    this.from = from;
    this.to = to;
    this.labels = labels;
    this.names = names;
    this.stacks = stacks;
    this.parents = parents;
    this.symbols = symbols;
    this.lines = lines;
    this.selves = selves;
    this.totals = totals;
  }

  /**
   * Returns the start of the first slot.
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
   * Returns the labels that all selected series share.
   *
   * @return the labels; none if no series was selected
   */
  public Labels labels() {
    return labels;
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
   * @return the number of the caller, less than {@code node}, or {@link #NONE}
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
   * @return the line; {@link #NO_LINE} if unknown
   */
  public int line(int node) {
    return lines[node];
  }

  /**
   * Returns the weight of the samples with a node as the innermost frame.
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

  /**
   * Returns the nodes that each node calls.
   *
   * @return the numbers of the nodes below each node, greatest totals first; the last element of
   *     the array has the outermost frames
   */
  public int[][] children() {
    int[] counts = new int[size() + 1];
    for (int parent : parents) {
      counts[parent == NONE ? size() : parent]++;
    }
    int[][] children = new int[size() + 1][];
    Arrays.setAll(children, node -> new int[counts[node]]);
    for (int node = size() - 1; node >= 0; node--) {
      int above = parents[node] == NONE ? size() : parents[node];
      children[above][--counts[above]] = node;
    }
    for (int[] siblings : children) {
      sortByTotal(siblings);
    }
    return children;
  }

  private void sortByTotal(int[] nodes) {
    if (nodes.length < 2) {
      return;
    }
    int[] sorted =
        IntStream.of(nodes)
            .boxed()
            .sorted(Comparator.comparingLong((Integer node) -> -totals[node]))
            .mapToInt(Integer::intValue)
            .toArray();
    System.arraycopy(sorted, 0, nodes, 0, nodes.length);
  }

  /**
   * Returns the difference to another range of the same profile: the nodes of both, each with its
   * weights in this graph less those in the other.
   *
   * @param other the other graph
   * @return the difference, of this graph's range
   * @throws IllegalArgumentException if the graphs are of different profiles: a stack id differs in
   *     symbol or line
   */
  public FlameGraph minus(FlameGraph other) {
    return new GraphDifference(this, other).build();
  }

  /** Returns a graph of the same range with other nodes. */
  FlameGraph with(
      Labels shared,
      String[] names,
      int[] stacks,
      int[] parents,
      int[] symbols,
      int[] lines,
      long[] selves,
      long[] totals) {
    return new FlameGraph(from, to, shared, names, stacks, parents, symbols, lines, selves, totals);
  }
}
