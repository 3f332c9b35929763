package io.octavo.tree;

/** A collection of a write transaction whose last items are not in pages yet. */
interface ListedTree {
  /** Writes all items into pages. */
  void finish();
}
