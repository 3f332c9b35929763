package io.octavo.page;

import io.octavo.page.tree.BranchPage;

/**
 * Separators and children of adjacent branches of one level, in order, to be redistributed among
 * branches.
 *
 * @param <K> the type of the separators
 */
public interface BranchRun<K> {
  /** Forgets all children. */
  void clear();

  /** Returns the number of children. */
  int count();

  /** Reads a separator. */
  K key(int index);

  /** Adds all children of a branch after the last. */
  void addAll(byte[] page);

  /**
   * Adds a child.
   *
   * @param index its index in the order
   * @param child page number and checksum, as in {@link BranchPage}
   */
  void insert(int index, K separator, long child);

  /**
   * Changes a separator.
   *
   * @param separator its new separator, between those of its neighbours
   */
  void setSeparator(int index, K separator);

  /**
   * Returns whether some children fit one branch and a part of it remains free.
   *
   * @param limit the most children of a branch
   * @param spare which part stays free: 8 for an eighth; {@link Integer#MAX_VALUE} for none
   */
  boolean fits(int from, int to, int limit, int spare);

  /**
   * Cuts the run into parts of about equal length, each of which fits one branch.
   *
   * @param parts the number of parts; more are made if these do not suffice
   * @param least the fewest children of a part
   * @param limit the most children of a part
   * @return the first child of each part and, after the last, {@link #count}
   */
  int[] partition(int parts, int least, int limit);

  /**
   * Writes some children into a branch.
   *
   * @param page a branch, which is overwritten
   */
  void build(int from, int to, byte[] page);
}
