package io.octavo.posting;

import io.octavo.packed.PackedBlock;
import io.octavo.transaction.Handle;
import io.octavo.tree.BytesTree;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;

/** The ids of one list, from the greatest down. Each block is searched, so changes are seen. */
final class DescendingIds implements PrimitiveIterator.OfLong {
  private final Handle guard;
  private final BytesTree tree;
  private final PostingTreeCursor blocks;
  private final long[] block = new long[PackedBlock.MAX_COUNT];

  /** The ids of the block that have not been returned. */
  private int left;

  /** The greatest id that can follow. */
  private long most;

  private boolean isOver;
  private long seen;

  /**
   * Begins with the greatest id that is not above another.
   *
   * @param guard guards the reads
   * @param blocks turned to the list
   * @param most the other id
   */
  DescendingIds(Handle guard, BytesTree tree, PostingTreeCursor blocks, long most) {
    this.guard = guard;
    this.tree = tree;
    this.blocks = blocks;
    this.most = most;
    this.seen = tree.changes();
  }

  @Override
  public boolean hasNext() {
    guard.requireSound();
    if (seen != tree.changes()) {
      left = 0;
    }
    if (left == 0 && !isOver) {
      left = guard.read(this::fetch);
      isOver = left == 0;
    }
    return left > 0;
  }

  private int fetch() {
    seen = tree.changes();
    blocks.reset();
    if (!blocks.floor(most)) {
      return 0;
    }
    int count = blocks.decode(block);
    return most == Long.MAX_VALUE ? count : PostingTreeWriter.lowerBound(block, 0, count, most + 1);
  }

  @Override
  public long nextLong() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    long id = block[--left];
    isOver = id == Long.MIN_VALUE;
    most = id - 1;
    return id;
  }
}
