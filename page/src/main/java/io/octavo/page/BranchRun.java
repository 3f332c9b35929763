package io.octavo.page;

import io.octavo.page.tree.BranchPage;

/**
 * Separators and children of adjacent branches of one level, in order, to be divided anew among
 * branches.
 *
 * @param <K> the type of the separators
 */
public interface BranchRun<K> {
  /** Forgets all children. */
  void clear();

  /**
   * Returns the number of children.
   *
   * @return the count
   */
  int count();

  /**
   * Reads a separator.
   *
   * @param index the child, from 0
   * @return its separator
   */
  K key(int index);

  /**
   * Adds all children of a branch behind the last.
   *
   * @param page the branch
   */
  void addAll(byte[] page);

  /**
   * Adds a child.
   *
   * @param index its place in the order
   * @param separator its separator
   * @param child page number and checksum, as {@link BranchPage} has them
   */
  void insert(int index, K separator, long child);

  /**
   * Changes a separator.
   *
   * @param index the child, from 0
   * @param separator its new separator, between those of its neighbours
   */
  void setSeparator(int index, K separator);

  /**
   * Returns whether some children fit one branch and leave a part of it free.
   *
   * @param from the first child
   * @param to the child after the last
   * @param limit the most children of a branch
   * @param spare which part stays free: 8 for an eighth; {@link Integer#MAX_VALUE} for none
   * @return true if they fit
   */
  boolean fits(int from, int to, int limit, int spare);

  /**
   * Cuts the run into parts of about equal length, each of which fits one branch.
   *
   * @param parts into how many; more are made if these do not suffice
   * @param least the fewest children of a part
   * @param limit the most children of a part
   * @return the first child of each part and, behind the last, {@link #count}
   */
  int[] partition(int parts, int least, int limit);

  /**
   * Writes some children into a branch.
   *
   * @param from the first child
   * @param to the child after the last
   * @param page a branch; what it holds is replaced
   */
  void build(int from, int to, byte[] page);
}
