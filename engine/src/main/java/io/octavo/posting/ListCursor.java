package io.octavo.posting;

import static io.octavo.posting.PostingTreeWriter.lowerBound;

import io.octavo.packed.PackedBlock;
import io.octavo.transaction.Handle;
import io.octavo.tree.BytesTree;

/** The ids of one list. */
final class ListCursor extends IdCursor {
  private static final long[] NONE = {};

  /**
   * If a block has so many times more ids than there are candidates, it is searched for each
   * candidate.
   */
  private static final int SPARSE = 16;

  private final Handle guard;
  private final BytesTree tree;
  private final PostingTreeCursor blocks;

  /** Whether the tree may change while the cursor is open. */
  private final boolean isLive;

  private long count;
  private long seen;
  private boolean mustSeek;
  private boolean isOver;

  /** Whether the ids of the current block have been read. */
  private boolean isRead;

  private boolean hasRead;
  private long lastRead;

  /** The current block, decoded for comparison, and its first id that was not compared yet. */
  private long[] block = NONE;

  private int next;

  /**
   * Makes a cursor.
   *
   * @param guard guards the reads
   * @param tree the entries of the lists
   * @param blocks turned to the list, before its first block or on it
   * @param isLive whether the tree may change under the cursor
   */
  public ListCursor(Handle guard, BytesTree tree, PostingTreeCursor blocks, boolean isLive) {
    this.guard = guard;
    this.tree = tree;
    this.blocks = blocks;
    this.isLive = isLive;
    restart();
  }

  /** Begins again, with the list that the blocks have been turned to. */
  public void restart() {
    begin();
    count = blocks.total();
    seen = tree.changes();
    // The list may be created later.
    mustSeek = count == 0 && isLive;
    isOver = count == 0 && !isLive;
    isRead = false;
    hasRead = false;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  int room() {
    return isLive ? PackedBlock.MAX_COUNT : (int) Math.min(PackedBlock.MAX_COUNT, count);
  }

  @Override
  public boolean isChanged() {
    return isLive && seen != tree.changes();
  }

  @Override
  void rewind(boolean isBehind, long id) {
    mustSeek = true;
    hasRead = isBehind;
    lastRead = id;
  }

  @Override
  public void requireSound() {
    guard.requireSound();
  }

  @Override
  int read(long[] into) {
    guard.beginRead();
    int count;
    try {
      count = readUnread(into);
    } catch (RuntimeException e) {
      throw guard.failedRead(e);
    }
    guard.endRead();
    return count;
  }

  private int readUnread(long[] into) {
    while (!isOver && toUnread()) {
      int decoded = blocks.decode(into);
      isRead = true;
      // After a change, blocks may begin before the last id that was read; so may damaged blocks.
      int from = hasRead && into[0] <= lastRead ? above(into, decoded, lastRead) : 0;
      if (from < decoded) {
        System.arraycopy(into, from, into, 0, decoded - from);
        hasRead = true;
        lastRead = into[decoded - from - 1];
        return decoded - from;
      }
    }
    isOver = true;
    return 0;
  }

  private static int above(long[] ids, int count, long id) {
    return id == Long.MAX_VALUE ? count : lowerBound(ids, 0, count, id + 1);
  }

  private boolean toUnread() {
    if (mustSeek || isChanged()) {
      return seekAgain(Long.MIN_VALUE);
    }
    return (blocks.isOnBlock() && !isRead) || blocks.next();
  }

  /** Seeks the place again after a change. */
  private boolean seekAgain(long least) {
    blocks.reset();
    mustSeek = false;
    isRead = false;
    seen = tree.changes();
    if (hasRead && lastRead == Long.MAX_VALUE) {
      return false;
    }
    return blocks.seek(hasRead ? Math.max(least, lastRead + 1) : least);
  }

  @Override
  void skip(long id) {
    if (isOver) {
      return;
    }
    guard.beginRead();
    boolean found;
    try {
      found = (mustSeek || isChanged()) ? seekAgain(id) : reach(id);
    } catch (RuntimeException e) {
      throw guard.failedRead(e);
    }
    guard.endRead();
    isOver = !found;
  }

  private boolean reach(long id) {
    if (blocks.isOnBlock() && id <= blocks.last()) {
      return true;
    }
    isRead = false;
    return blocks.seek(id);
  }

  @Override
  int filter(long[] candidates, int from, int to, boolean isKept) {
    guard.beginRead();
    int end;
    try {
      end = filtered(candidates, from, to, isKept);
    } catch (RuntimeException e) {
      throw guard.failedRead(e);
    }
    guard.endRead();
    return end;
  }

  private int filtered(long[] candidates, int from, int to, boolean isKept) {
    int out = from;
    int at = from;
    if (at < to && (mustSeek || isChanged())) {
      hasRead = false;
      isOver |= !seekAgain(candidates[at]);
    }
    while (at < to) {
      long id = candidates[at];
      if (isOver || !reach(id)) {
        isOver = true;
        return isKept ? out : stay(candidates, at, to, out);
      }
      if (id < blocks.first()) {
        int end = lowerBound(candidates, at, to, blocks.first());
        out = isKept ? out : stay(candidates, at, end, out);
        at = end;
        continue;
      }
      if (!isRead) {
        if (block.length < room()) {
          block = new long[room()];
        }
        blocks.decode(block);
        isRead = true;
        next = 0;
      }
      long last = blocks.last();
      int end = last == Long.MAX_VALUE ? to : lowerBound(candidates, at, to, last + 1);
      out = compare(candidates, at, end, out, isKept);
      at = end;
    }
    return out;
  }

  private static int stay(long[] candidates, int from, int to, int out) {
    System.arraycopy(candidates, from, candidates, out, to - from);
    return out + to - from;
  }

  /** Compares candidates with the block. The last id of the block is not below any of them. */
  private int compare(long[] candidates, int from, int to, int start, boolean isKept) {
    int out = start;
    int size = blocks.count();
    if (size - next > SPARSE * (to - from)) {
      for (int i = from; i < to; i++) {
        long id = candidates[i];
        next = lowerBound(block, next, size, id);
        if ((next < size && block[next] == id) == isKept) {
          candidates[out++] = id;
        }
      }
      return out;
    }
    int at = from;
    int place = next;
    // A conditional jump on the comparison would be mispredicted, so bits are added instead.
    while (at < to && place < size) {
      long id = candidates[at];
      long other = block[place];
      long differing = id ^ other;
      int isSame = (int) (((differing - 1) & ~differing) >>> (Long.SIZE - 1));
      int isLess = (int) (((id & ~other) | (~differing & (id - other))) >>> (Long.SIZE - 1));
      candidates[out] = id;
      out += isKept ? isSame : isLess;
      at += isLess + isSame;
      place += 1 - isLess;
    }
    if (!isKept) {
      out = stay(candidates, at, to, out);
    }
    next = place;
    return out;
  }

  @Override
  long bound() {
    return !isOver && blocks.isOnBlock() ? blocks.first() : Long.MIN_VALUE;
  }

  @Override
  boolean isOver() {
    return isOver;
  }
}
