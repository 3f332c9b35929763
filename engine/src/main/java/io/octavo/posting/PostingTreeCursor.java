package io.octavo.posting;

import io.octavo.error.CorruptionException;
import io.octavo.memory.Memory;
import io.octavo.packed.IdBitmap;
import io.octavo.packed.OrderedLong;
import io.octavo.packed.PackedBlock;
import io.octavo.packed.Varint;
import io.octavo.tree.BytesTree;
import io.octavo.tree.BytesTreeCursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A place among the lists of a tree of postings, and among the blocks of one of them. One thread at
 * a time. It can be turned to one list after the other.
 *
 * <p>Of a block only the beginning is read, which has its least and its greatest id, until it is
 * decoded. Every block is held to its own form and to the block before it (R30), so ids that are
 * read one behind the other ascend whatever the file holds.
 */
final class PostingTreeCursor {
  /** The number of blocks that are stepped over before the tree is searched. */
  private static final int NEAR = 2;

  private static final byte[] NOTHING = {};

  private final BytesTree tree;
  private final BytesTreeCursor cursor;

  /**
   * The key of the current entry. One byte longer than allowed, so that longer keys are detected.
   */
  private final byte[] key = new byte[PostingKeys.MAX_LENGTH + 1];

  private int keyLength;

  /** The leaf of the current entry, and where the value is in it. */
  private byte[] leaf = NOTHING;

  private int value;
  private int valueEnd;

  /** The offset of the bitmap of the current block, -1 if it has none. */
  private int bitmap;

  private long list;
  private byte[] head = PostingKeys.LISTS;
  private boolean isListing;
  private long total;
  private long blocks;
  private long seen;

  /** The number of changes of the tree when the list was opened; -1 if it was not. */
  private long listSeen;

  /** The current block. */
  private boolean isOnBlock;

  private long first;
  private long last;
  private int count;

  /** Whether the only block of the list was passed; the tree's cursor still is on it. */
  private boolean isBehindOnly;

  /** The greatest id of the previous block, if there is one. */
  private boolean hasPassed;

  private long passed;

  /**
   * Makes a cursor that stands nowhere yet.
   *
   * @param tree the tree
   */
  public PostingTreeCursor(PostingTree tree) {
    this.tree = tree.bytes();
    this.cursor = new BytesTreeCursor(this.tree, PostingKeys.LISTS, null);
  }

  /** Selects a list without reading it. A seek must follow. */
  void turnTo(long newList) {
    if (newList != list || head.length == 0) {
      list = newList;
      head = PostingKeys.head(newList);
    }
    keyLength = 0;
    listSeen = -1;
    isBehindOnly = false;
    isOnBlock = false;
    hasPassed = false;
  }

  /**
   * Turns to a list.
   *
   * @param newList its key
   * @return false if there is none
   */
  public boolean open(long newList) {
    turnTo(newList);
    seen = tree.changes();
    listSeen = seen;
    return arriveAtList(cursor.seek(head) && isOfList());
  }

  /**
   * Turns to the next list, the first one from a new cursor.
   *
   * @return false if there is none
   */
  public boolean nextList() {
    boolean found;
    if (!isListing) {
      found = cursor.seek(PostingKeys.FIRST);
    } else if ((isOnBlock || isBehindOnly) && blocks == 1 && listSeen == tree.changes()) {
      found = cursor.next();
    } else {
      found = cursor.seek(PostingKeys.end(head));
    }
    return takeList(found);
  }

  /**
   * Turns to the first list whose key is not below another.
   *
   * @param least the other
   * @return false if there is none
   */
  public boolean seekList(long least) {
    isListing = false;
    return takeList(cursor.seek(PostingKeys.head(least)));
  }

  private boolean takeList(boolean found) {
    seen = tree.changes();
    listSeen = seen;
    isOnBlock = false;
    isBehindOnly = false;
    hasPassed = false;
    if (!found) {
      return false;
    }
    readKey();
    int end = OrderedLong.end(key, 0, Math.min(keyLength, key.length));
    if (end < 0) {
      throw damaged("a key of " + keyLength + " bytes", "the key of a list");
    }
    long before = list;
    list = OrderedLong.get(key, 0);
    if (isListing && list <= before) {
      throw damaged("list " + list, "one above list " + before);
    }
    head = Arrays.copyOf(key, end);
    isListing = true;
    return arriveAtList(true);
  }

  /** Reads the first entry of a list. */
  private boolean arriveAtList(boolean found) {
    total = 0;
    blocks = 0;
    if (found && keyLength > head.length) {
      takeBlock();
      total = count;
      blocks = 1;
    } else if (found) {
      readHead();
    }
    return found;
  }

  private void readHead() {
    locateValue();
    int start = Memory.index(value);
    int limit = Memory.index(valueEnd);
    int middle = Varint.end(leaf, start, limit);
    int end = middle < 0 ? middle : Varint.end(leaf, middle, limit);
    if (end != limit) {
      throw damaged("a head of " + (limit - start) + " bytes", "two numbers");
    }
    total = Varint.get(leaf, start);
    blocks = Varint.get(leaf, middle);
    if (blocks < 2 || blocks > total) {
      throw damaged("a head of " + total + " ids in " + blocks + " blocks", "two or more blocks");
    }
  }

  /** Returns the key of the list. */
  public long list() {
    return list;
  }

  /**
   * Counts the ids of the list.
   *
   * @return how many there were when the list was turned to
   */
  public long total() {
    return total;
  }

  long blocks() {
    return blocks;
  }

  /**
   * Returns whether the tree was changed since the cursor moved.
   *
   * @return true if it has to be moved by {@link #seek}, after {@link #reset}
   */
  public boolean isChanged() {
    return seen != tree.changes();
  }

  /** Forgets the blocks that have been passed: they may have been laid out anew. */
  public void reset() {
    isOnBlock = false;
    hasPassed = false;
  }

  /**
   * Returns whether the cursor stands on a block.
   *
   * @return false if it is before the first one or behind the last
   */
  public boolean isOnBlock() {
    return isOnBlock;
  }

  /**
   * Goes to the next block; where a list was just opened, to the first.
   *
   * @return false if there is none
   */
  public boolean next() {
    boolean wasOnBlock = isOnBlock;
    if (isAlone()) {
      isBehindOnly = true;
      isOnBlock = false;
      keyLength = 0;
      return false;
    }
    pass();
    if (wasOnBlock || keyLength == head.length) {
      return completeIfDone(cursor.next());
    }
    return false;
  }

  private void pass() {
    if (isOnBlock) {
      hasPassed = true;
      passed = last;
      isOnBlock = false;
    }
  }

  private boolean completeIfDone(boolean found) {
    seen = tree.changes();
    if (!found || !isOfList()) {
      // So that the entry is not taken for the head when the next entry is read.
      keyLength = 0;
      return false;
    }
    takeBlock();
    if (hasPassed && first <= passed) {
      throw damaged("a block from " + first + " on", "one above " + passed);
    }
    return true;
  }

  /**
   * Goes forward to the first block whose greatest id is not below an id.
   *
   * @param id the id
   * @return false if there is none
   */
  public boolean seek(long id) {
    if (!isChanged()) {
      if (isOnBlock && id <= last) {
        return true;
      }
      boolean isAtHead = !isOnBlock && keyLength == head.length;
      // The block after next is tried if it would end above the id if it were like this one.
      for (int i = 0; isAtHead || (isOnBlock && i < NEAR && (i == 0 || isNear(id))); i++) {
        isAtHead = false;
        if (!next()) {
          return false;
        }
        if (id <= last) {
          return true;
        }
      }
    }
    return (floor(id) && id <= last) || next();
  }

  /** Returns whether the list has no other block than the current one. */
  private boolean isAlone() {
    return isOnBlock && blocks == 1 && listSeen == seen;
  }

  private boolean isNear(long id) {
    return Long.compareUnsigned(id - last, last - first) <= 0;
  }

  /**
   * Moves to the block with the greatest first id that is not above an id.
   *
   * @return false if there is none; the next block is then the first block
   */
  boolean floor(long id) {
    boolean wasOnBlock = isOnBlock;
    long from = first;
    isOnBlock = false;
    isBehindOnly = false;
    if (!isExactly(id) && !(cursor.previous() && isOfList() && keyLength > head.length)) {
      // The cursor is at the head of the list or before it; make the next block the first one.
      keyLength = head.length;
      seen = tree.changes();
      return false;
    }
    seen = tree.changes();
    takeBlock();
    if (wasOnBlock && first < from) {
      throw damaged("a block from " + first + " on", "one from " + from + " on");
    }
    return true;
  }

  private boolean isExactly(long id) {
    return cursor.seek(PostingKeys.block(list, id))
        && isOfList()
        && keyLength == head.length + OrderedLong.length(id)
        && OrderedLong.get(key, head.length) == id;
  }

  /** Moves to the previous block, without comparing the two blocks. */
  boolean previous() {
    isOnBlock = false;
    isBehindOnly = false;
    hasPassed = false;
    if (!cursor.previous() || !isOfList() || keyLength == head.length) {
      return false;
    }
    takeBlock();
    return true;
  }

  private void readKey() {
    keyLength = cursor.copyKey(key, 0);
  }

  private boolean isOfList() {
    readKey();
    return keyLength >= head.length && Arrays.equals(key, 0, head.length, head, 0, head.length);
  }

  private void locateValue() {
    long place = cursor.valuePlace();
    leaf = cursor.leaf();
    if (place < 0) {
      throw damaged("a value that is not in its entry", "one that is");
    }
    value = (int) place;
    valueEnd = value + (int) (place >>> Integer.SIZE);
  }

  private void takeBlock() {
    int end =
        keyLength > PostingKeys.MAX_LENGTH ? -1 : OrderedLong.end(key, head.length, keyLength);
    if (end != keyLength) {
      throw damaged("a key of " + keyLength + " bytes", "that of a list and a first id");
    }
    first = OrderedLong.get(key, head.length);
    locateValue();
    count = PackedBlock.restCount(leaf, value, valueEnd, first);
    if (count == PackedBlock.DAMAGED) {
      throw damaged((valueEnd - value) + " bytes", "a block of ids");
    }
    last = PackedBlock.restLast(leaf, value, valueEnd, first);
    bitmap = PackedBlock.restBitmap(leaf, value, valueEnd);
    isOnBlock = true;
  }

  /** Returns the least id of the current block. */
  public long first() {
    return first;
  }

  /** Returns the greatest id of the current block. */
  public long last() {
    return last;
  }

  /** Returns the number of ids of the current block, 1 to {@link PackedBlock#MAX_COUNT}. */
  public int count() {
    return count;
  }

  /**
   * Decodes the block stood on; the tree must not have been changed since.
   *
   * @param into receives the ids, from index 0 on
   * @return how many there are
   * @throws CorruptionException if it is no block, or one of more ids than there is room for: than
   *     the list has
   */
  public int decode(long[] into) {
    if (count > into.length) {
      throw damaged("a block of " + count + " ids", "as many as the list has, " + total);
    }
    if (PackedBlock.decodeRest(leaf, value, valueEnd, first, into, 0) == PackedBlock.DAMAGED) {
      throw damaged((valueEnd - value) + " bytes", "a block of " + count + " ids");
    }
    return count;
  }

  /** Returns whether the current block has each id from its first to its last. */
  boolean isFull() {
    return last - first == count - 1;
  }

  boolean hasBitmap() {
    return bitmap >= 0;
  }

  /**
   * Keeps those ids of an array that the bitmap of the current block has, or has not. All are from
   * its first to its last.
   *
   * @return the index after the kept ids, which begin at index out, at most from
   */
  int keep(long[] ids, int from, int to, int out, boolean isSet) {
    return IdBitmap.keep(leaf, bitmap, first, ids, from, to, out, isSet);
  }

  /**
   * Reads the ids that the bitmaps of the current blocks of two cursors have, within a range that
   * both have, or counts them if there is no array. Returns their number.
   */
  int and(PostingTreeCursor other, long least, long greatest, long @Nullable [] into) {
    int most = Math.min(count, other.count);
    if (into != null) {
      most = Math.min(most, into.length);
    }
    int found =
        IdBitmap.and(
            leaf,
            bitmap,
            first,
            other.leaf,
            other.bitmap,
            other.first,
            least,
            greatest,
            into,
            0,
            most);
    if (found == PackedBlock.DAMAGED) {
      throw damaged("a bitmap of more ids than " + most, "one of " + count + " ids");
    }
    return found;
  }

  private CorruptionException damaged(String found, String expected) {
    String where = head.length == 0 ? "" : " in list " + list;
    return tree.pages().wrongPosting(cursor.page(), found + where, expected);
  }
}
