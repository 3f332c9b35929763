package io.octavo.tree;

/** A collection of a write transaction that keeps something in memory until the commit. */
public interface ListedTree {
  /** Writes what is only in memory: items into pages, and the rest into the record. */
  void finish();

  /** Adds a copy of the items that are not in pages yet. */
  void addOpen(OpenItems to);
}
