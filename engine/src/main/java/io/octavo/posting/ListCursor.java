package io.octavo.posting;

import static io.octavo.posting.PostingTreeWriter.lowerBound;

import io.octavo.packed.PackedBlock;
import io.octavo.transaction.Handle;
import io.octavo.tree.BytesTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The ids of one list. */
final class ListCursor extends IdCursor {
  private static final long[] NONE = {};

  /**
   * If a block has so many times more ids than there are candidates, it is searched for each
   * candidate.
   */
  private static final int SPARSE = 16;

  /** The least number of candidates, and of ids of a block, for which ids are marked. */
  private static final int MARKED = 32;

  /** The words that ids are marked in, and the number of bits of an id that choose the word. */
  private static final int WORD_BITS = 8;

  private static final int WORDS = 1 << WORD_BITS;

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

  private long[] marks = NONE;
  private long[] copy = NONE;

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

  @Override
  long passUnread() {
    if (hasRead || isLive || blocks.isOnBlock()) {
      return super.passUnread();
    }
    requireSound();
    long passed = isOver ? 0 : count;
    isOver = true;
    return passed;
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
    if (blocks.isOnBlock() && !isRead) {
      return true;
    }
    isRead = false;
    return blocks.next();
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
  long least() {
    if (isOver) {
      return Long.MAX_VALUE;
    }
    guard.beginRead();
    try {
      isOver = !toUnread();
    } catch (RuntimeException e) {
      throw guard.failedRead(e);
    }
    guard.endRead();
    if (isOver) {
      return Long.MAX_VALUE;
    }
    return hasRead ? Math.max(blocks.first(), lastRead + 1) : blocks.first();
  }

  @Override
  long greatest() {
    return isOver ? Long.MAX_VALUE : blocks.last();
  }

  /**
   * Reads the next ids that another list has too, if the next block of each is a bitmap.
   *
   * @param other the other list, which has skipped what is below the next ids
   * @param into receives the ids; null if they are only counted
   * @return how many ids were read, which may be 0; -1 if the blocks are not bitmaps
   */
  int readBoth(ListCursor other, long @Nullable [] into) {
    guard.beginRead();
    other.guard.beginRead();
    int count;
    try {
      count = both(other, into);
    } catch (RuntimeException e) {
      other.guard.endRead();
      throw guard.failedRead(e);
    }
    other.guard.endRead();
    guard.endRead();
    return count;
  }

  private int both(ListCursor other, long @Nullable [] into) {
    boolean isMoved = mustSeek || isChanged() || other.mustSeek || other.isChanged();
    if (isMoved || isOver || other.isOver || !blocks.hasBitmap() || !other.blocks.hasBitmap()) {
      return -1;
    }
    long least = Math.max(blocks.first(), other.blocks.first());
    if (hasRead && lastRead >= least) {
      least = lastRead + 1;
    }
    long greatest = Math.min(blocks.last(), other.blocks.last());
    if (isRead || least > greatest) {
      return -1;
    }
    int count = blocks.and(other.blocks, least, greatest, into);
    // What is left of the block is read as after a change.
    hasRead = true;
    lastRead = greatest;
    isRead = greatest == blocks.last();
    return count;
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
        return isKept ? out : move(candidates, at, to, out);
      }
      if (id < blocks.first()) {
        int end = lowerBound(candidates, at, to, blocks.first());
        out = isKept ? out : move(candidates, at, end, out);
        at = end;
        continue;
      }
      long last = blocks.last();
      int end = last == Long.MAX_VALUE ? to : lowerBound(candidates, at, to, last + 1);
      out = isKept ? keep(candidates, at, end, out) : remove(candidates, at, end, out);
      at = end;
    }
    return out;
  }

  /** Moves ids to the kept ones. Returns their new end. */
  private static int move(long[] candidates, int from, int to, int out) {
    System.arraycopy(candidates, from, candidates, out, to - from);
    return out + to - from;
  }

  /** Removes the ids of the block from candidates that are not above its last id. */
  private int remove(long[] candidates, int from, int to, int start) {
    if (blocks.isFull()) {
      return start;
    }
    if (blocks.hasBitmap()) {
      return blocks.keep(candidates, from, to, start, false);
    }
    decode();
    if (isMarkedExactly(to - from)) {
      return keepMarked(candidates, from, to, start, false);
    }
    int count = to - from;
    if (copy.length < count) {
      copy = new long[count];
    }
    System.arraycopy(candidates, from, copy, 0, count);
    int removed = keep(copy, 0, count, 0);
    return move(candidates, from, without(candidates, from, to, copy, removed), start);
  }

  /** Keeps those of some candidates that the block has. None of them is above its last id. */
  private int keep(long[] candidates, int from, int to, int start) {
    if (blocks.isFull()) {
      return move(candidates, from, to, start);
    }
    if (blocks.hasBitmap()) {
      return blocks.keep(candidates, from, to, start, true);
    }
    decode();
    int count = to - from;
    int size = blocks.count() - next;
    if (size > SPARSE * count) {
      return search(candidates, from, to, start);
    }
    if (count > SPARSE * size) {
      return searchBlock(candidates, from, to, start);
    }
    if (Math.min(size, count) < MARKED) {
      return merge(candidates, from, to, start);
    }
    if (isMarkedExactly(count)) {
      return keepMarked(candidates, from, to, start, true);
    }
    int end = keepMarked(candidates, from, to, from, true);
    return size > SPARSE * (end - from)
        ? search(candidates, from, end, start)
        : merge(candidates, from, end, start);
  }

  /** Decodes the current block for comparison, unless this was done. */
  private void decode() {
    if (!isRead) {
      if (block.length < room()) {
        block = new long[room()];
      }
      blocks.decode(block);
      isRead = true;
      next = 0;
    }
  }

  /** Returns whether the ids are to be marked, and each then has a bit of its own. */
  private boolean isMarkedExactly(int count) {
    return Math.min(blocks.count() - next, count) >= MARKED
        && Long.compareUnsigned(blocks.last() - blocks.first(), WORDS * Long.SIZE) < 0;
  }

  /**
   * Keeps candidates whose bit is set, or whose bit is not set. Each id of the block sets the bit
   * with the number of its lowest bits. Neighbours set bits of different words, because to change
   * the same word again has to wait.
   */
  private int keepMarked(long[] candidates, int from, int to, int start, boolean isSet) {
    if (marks.length == 0) {
      marks = new long[WORDS];
    } else {
      Arrays.fill(marks, 0);
    }
    long[] bits = marks;
    long[] ids = block;
    int size = blocks.count();
    for (int i = next; i < size; i++) {
      long id = ids[i];
      bits[(int) id & (WORDS - 1)] |= 1L << (id >>> WORD_BITS);
    }
    int unset = isSet ? 0 : 1;
    int out = start;
    for (int i = from; i < to; i++) {
      long id = candidates[i];
      candidates[out] = id;
      out += ((int) (bits[(int) id & (WORDS - 1)] >>> (id >>> WORD_BITS)) & 1) ^ unset;
    }
    return out;
  }

  private int search(long[] candidates, int from, int to, int start) {
    int out = start;
    int size = blocks.count();
    for (int i = from; i < to; i++) {
      long id = candidates[i];
      next = lowerBound(block, next, size, id);
      if (next < size && block[next] == id) {
        candidates[out++] = id;
      }
    }
    return out;
  }

  /** Searches each id of the block among the candidates. */
  private int searchBlock(long[] candidates, int from, int to, int start) {
    int out = start;
    int at = from;
    int size = blocks.count();
    for (int i = next; i < size && at < to; i++) {
      long id = block[i];
      at = lowerBound(candidates, at, to, id);
      if (at < to && candidates[at] == id) {
        candidates[out++] = id;
      }
    }
    return out;
  }

  private int merge(long[] candidates, int from, int to, int start) {
    int size = blocks.count();
    int out = start;
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
      out += isSame;
      at += isLess + isSame;
      place += 1 - isLess;
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
