package io.octavo.tree;

/** A tree that a write transaction changes. */
sealed interface TreeWriter permits LongBranchWriter, BytesBranchWriter {
  /** Removes all entries, and frees their pages. */
  void clear();
}
