package io.octavo.tree;

/** A collection of a write transaction whose last items are not in pages yet. */
public interface ListedTree {
  /** Writes all items into pages. */
  void finish();

  /** Adds a copy of the items that are not in pages yet. */
  void addOpen(OpenItems to);
}
