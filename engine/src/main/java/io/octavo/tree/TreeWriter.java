package io.octavo.tree;

/** A tree that a write transaction changes. */
public interface TreeWriter {
  /** Removes all entries, and frees their pages. */
  void clear();
}
