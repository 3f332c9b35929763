package io.octavo.tree;

/** A tree that a write transaction changes. */
sealed interface TreeWriter permits LongBranchWriter, BytesBranchWriter {
  /** Removes everything and frees all pages. */
  void clear();
}
