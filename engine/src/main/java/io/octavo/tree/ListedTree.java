package io.octavo.tree;

/** A collection of a write transaction that keeps items in memory until the commit. */
public interface ListedTree {
  /** Writes items that are only in memory into pages, and the rest into the record. */
  void finish();

  /** Adds a copy of the items that are in no page yet. */
  void addOpen(OpenItems to);
}
