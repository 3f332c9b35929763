package io.octavo.posting;

import io.octavo.memory.Memory;
import io.octavo.packed.BlockEncoder;
import io.octavo.packed.PackedBlock;
import io.octavo.tree.BytesTreeWriter;
import io.octavo.tree.KeyOrder;
import java.util.Arrays;

/**
 * The lists of a write transaction. One thread at a time.
 *
 * <p>What is added to a block or removed from it in one call is done at once: the block is decoded,
 * merged, and written one time. What is appended to a list fills its last block before a new one
 * begins; a block in the middle that overflows is cut into equal parts; one that has become small
 * joins a neighbour that has room.
 */
final class PostingTreeWriter extends PostingTree {
  /**
   * The greatest number of new ids that are merged with a block at once, so that arrays stay short.
   */
  private static final int MOST_MERGED = 1 << 16;

  /** A block of fewer ids and fewer bytes is merged with a neighbour. */
  private static final int SMALL_COUNT = PackedBlock.MAX_COUNT / 4;

  private static final int SMALL_LENGTH = PackedBlock.KEPT / 4;

  /** A merged block keeps a quarter free, so that the next id does not split it again. */
  private static final int JOINED_COUNT = PackedBlock.MAX_COUNT - SMALL_COUNT;

  private static final int JOINED_LENGTH = PackedBlock.KEPT - SMALL_LENGTH;

  private final BytesTreeWriter writer;
  private final BlockEncoder encoder = new BlockEncoder();
  private final PostingTreeCursor cursor = new PostingTreeCursor(this);
  private final byte[] block = Memory.allocate(PackedBlock.MAX_LENGTH);
  private final long[] old = new long[PackedBlock.MAX_COUNT];
  private long[] merged = new long[PackedBlock.MAX_COUNT];

  private boolean wasEmpty;

  // The list that is being changed.
  private long list;
  private long total;
  private long blocks;

  /**
   * Opens a tree for writing.
   *
   * @param tree its entries
   */
  public PostingTreeWriter(BytesTreeWriter tree) {
    super(tree);
    this.writer = tree;
  }

  /**
   * Adds ids to a list, which is created if it is absent.
   *
   * @param key the key of the list
   * @param ids where the ids stand, ascending; the same one may stand there several times
   * @param from the index of the first
   * @param to the index after the last
   * @return how many were not in the list
   */
  public long add(long key, long[] ids, int from, int to) {
    begin(key);
    long totalBefore = total;
    long blocksBefore = blocks;
    int next = from;
    while (next < to) {
      next = addToBlock(ids, next, to);
    }
    finish(totalBefore, blocksBefore);
    return total - totalBefore;
  }

  /**
   * Adds ids to lists.
   *
   * @param keys the key of the list of each id
   * @param ids the ids, in any order
   * @return how many were not in their lists
   */
  long addAll(long[] keys, long[] ids) {
    int[] byId = KeyOrder.of(ids);
    long[] keysById = new long[keys.length];
    Arrays.setAll(keysById, i -> keys[byId[i]]);
    // Equal keys stay in the order of their ids.
    int[] order = KeyOrder.of(keysById);
    long[] sorted = new long[ids.length];
    Arrays.setAll(sorted, i -> ids[byId[order[i]]]);
    long added = 0;
    int from = 0;
    for (int i = 1; i <= order.length; i++) {
      if (i == order.length || keysById[order[i]] != keysById[order[from]]) {
        added += add(keysById[order[from]], sorted, from, i);
        from = i;
      }
    }
    return added;
  }

  /**
   * Removes ids from a list, and the list with its last one.
   *
   * @param key the key of the list
   * @param ids where the ids stand, ascending; the same one may stand there several times
   * @param from the index of the first
   * @param to the index after the last
   * @return how many were in the list
   */
  public long remove(long key, long[] ids, int from, int to) {
    boolean hadPuts = writer.log().hasPuts();
    begin(key);
    long totalBefore = total;
    long blocksBefore = blocks;
    int next = from;
    while (next < to && blocks > 0) {
      next = removeFromBlock(ids, next, to);
    }
    finish(totalBefore, blocksBefore);
    // The removal has put the rest of a block and a count. It does not count as a put, so that it
    // may use the reserve of a full file.
    writer.log().setHasPuts(hadPuts);
    return totalBefore - total;
  }

  /**
   * Removes a list.
   *
   * @param key its key
   * @return how many ids it had, 0 if there was none
   */
  public long removeList(long key) {
    boolean hadPuts = writer.log().hasPuts();
    begin(key);
    if (blocks > 0) {
      byte[] head = PostingKeys.head(key);
      writer.removeRange(head, PostingKeys.end(head));
      countLists(-1);
    }
    writer.log().setHasPuts(hadPuts);
    return total;
  }

  /**
   * Returns the entries, to be put in their order.
   *
   * @return the tree of byte strings
   */
  public BytesTreeWriter writer() {
    return writer;
  }

  /** Removes all lists. */
  public void clear() {
    writer.clear();
  }

  /**
   * Says how many ids and blocks a list has whose blocks have been put.
   *
   * @param key the key of the list
   * @param ids how many ids
   * @param number how many blocks, two or more
   */
  public void setHead(long key, long ids, long number) {
    list = key;
    putHead(ids, number);
  }

  /**
   * Says how many lists there are.
   *
   * @param number the count
   */
  public void setLists(long number) {
    if (number == 0) {
      writer.remove(PostingKeys.LISTS);
    } else {
      writer.put(PostingKeys.LISTS, PostingKeys.numbers(number), BytesTreeWriter.Put.ALWAYS);
    }
  }

  private void countLists(long change) {
    setLists((wasEmpty ? 0 : lists()) + change);
  }

  private void begin(long key) {
    wasEmpty = isEmpty();
    list = key;
    cursor.open(key);
    total = cursor.total();
    blocks = cursor.blocks();
  }

  private void finish(long totalBefore, long blocksBefore) {
    if (blocks > 1 && (total != totalBefore || blocks != blocksBefore)) {
      putHead(total, blocks);
    } else if (blocks <= 1 && blocksBefore > 1) {
      writer.remove(PostingKeys.head(list));
    }
    if (blocks == 0 != (blocksBefore == 0)) {
      countLists(blocks == 0 ? -1 : 1);
    }
  }

  private void putHead(long ids, long number) {
    writer.put(
        PostingKeys.head(list), PostingKeys.numbers(ids, number), BytesTreeWriter.Put.ALWAYS);
  }

  /** Adds the ids that belong to the block of the first id. Returns the index of the next id. */
  private int addToBlock(long[] ids, int from, int to) {
    int count = 0;
    int end = to;
    long last = 0;
    boolean isAppended = true;
    if (blocks > 0) {
      cursor.turnTo(list);
      if (!cursor.floor(ids[from])) {
        requireBlock(cursor.next());
      }
      last = cursor.last();
      count = cursor.decode(old);
      isAppended = ids[to - 1] > last;
      if (isAppended && cursor.next()) {
        isAppended = false;
        end = lowerBound(ids, from, to, cursor.first());
      }
    }
    end = Math.min(end, from + MOST_MERGED);
    int whole = merge(ids, from, end, count);
    if (whole != count) {
      int kept = isAppended && count > 0 && merged[count - 1] == last ? count : 0;
      replace(count, whole, isAppended, kept);
    }
    return end;
  }

  /** Throws if a block is missing that the head counts. */
  private void requireBlock(boolean found) {
    if (!found) {
      throw bytes()
          .pages()
          .wrongPosting(bytes().root().page().number(), "no block of list " + list, "a block");
    }
  }

  /** Merges ids with those of the current block. Returns their number. */
  private int merge(long[] ids, int from, int to, int count) {
    if (merged.length < count + to - from) {
      merged = new long[count + to - from];
    }
    int whole = 0;
    int kept = 0;
    for (int i = from; i < to; i++) {
      long id = ids[i];
      while (kept < count && old[kept] < id) {
        merged[whole++] = old[kept++];
      }
      if ((kept == count || old[kept] != id) && (whole == 0 || merged[whole - 1] != id)) {
        merged[whole++] = id;
      }
    }
    System.arraycopy(old, kept, merged, whole, count - kept);
    return whole + count - kept;
  }

  /**
   * Replaces a block, or no block, by blocks of the merged ids.
   *
   * @param count the number of ids of the old block, which are in the array old
   * @param whole the number of new ids, which are in the array merged
   * @param isAppended whether to fill the blocks, because more ids will follow them
   * @param kept the number of new ids, from the first on, that are exactly the old block, which
   *     then need not be written again
   */
  private void replace(int count, int whole, boolean isAppended, int kept) {
    total += whole - count;
    boolean hasBlock = count > 0;
    if (hasBlock && merged[0] != old[0]) {
      removeBlock(old[0]);
      hasBlock = false;
    }
    int parts = isAppended ? 0 : parts(whole);
    for (int at = 0; at < whole; parts--) {
      int rest = whole - at;
      int most = isAppended ? rest : (rest + Math.max(parts, 1) - 1) / Math.max(parts, 1);
      most = Math.min(most, PackedBlock.MAX_COUNT);
      int length = encoder.encodeRest(merged, at, most, block, 0);
      if (length > PackedBlock.KEPT) {
        most = encoder.fitRest(merged, at, most, PackedBlock.KEPT);
        length = encoder.encodeRest(merged, at, most, block, 0);
      }
      if (!hasBlock) {
        blocks++;
      }
      if (at > 0 || most != kept) {
        putBlock(merged[at], length);
      }
      hasBlock = false;
      at += most;
    }
  }

  /** Returns the number of blocks that some ids need at least. */
  private int parts(int count) {
    int parts = 1;
    int at = 0;
    while (count - at > PackedBlock.MAX_COUNT
        || encoder.restLength(merged, at, count - at) > PackedBlock.KEPT) {
      at += encoder.fitRest(merged, at, count - at, PackedBlock.KEPT);
      parts++;
    }
    return parts;
  }

  private void putBlock(long first, int length) {
    byte[] value = new byte[length];
    Memory.get(block, 0, value, 0, length);
    writer.put(PostingKeys.block(list, first), value, BytesTreeWriter.Put.ALWAYS);
  }

  private void removeBlock(long first) {
    writer.remove(PostingKeys.block(list, first));
    blocks--;
  }

  /** Removes ids from the first block that may have them. Returns the index of the next id. */
  private int removeFromBlock(long[] ids, int from, int to) {
    cursor.turnTo(list);
    if (!cursor.seek(ids[from])) {
      return to;
    }
    int start = lowerBound(ids, from, to, cursor.first());
    if (start == to || ids[start] > cursor.last()) {
      return start;
    }
    int end = cursor.last() == Long.MAX_VALUE ? to : lowerBound(ids, start, to, cursor.last() + 1);
    int count = cursor.decode(old);
    int whole = without(ids, start, end, count);
    if (whole == 0) {
      removeBlock(old[0]);
      total -= count;
    } else if (whole != count) {
      replace(count, whole, false, 0);
      if (whole <= SMALL_COUNT) {
        join(whole);
      }
    }
    return end;
  }

  /** Copies the ids of the current block without some ids. Returns the number of ids left. */
  private int without(long[] ids, int from, int to, int count) {
    int whole = 0;
    int next = from;
    for (int i = 0; i < count; i++) {
      while (next < to && ids[next] < old[i]) {
        next++;
      }
      if (next == to || ids[next] != old[i]) {
        merged[whole++] = old[i];
      }
    }
    return whole;
  }

  /** Merges the block of the merged ids with a neighbour, if the block is small. */
  private void join(int count) {
    if (blocks < 2 || encoder.restLength(merged, 0, count) > SMALL_LENGTH) {
      return;
    }
    long first = merged[0];
    cursor.turnTo(list);
    cursor.floor(first);
    if (cursor.previous() && cursor.count() + count <= JOINED_COUNT) {
      int others = cursor.decode(old);
      System.arraycopy(merged, 0, old, others, count);
      if (joined(others + count)) {
        removeBlock(first);
        return;
      }
    }
    cursor.turnTo(list);
    cursor.floor(first);
    if (cursor.next() && cursor.count() + count <= JOINED_COUNT) {
      long removed = cursor.first();
      int others = cursor.decode(old);
      System.arraycopy(old, 0, old, count, others);
      System.arraycopy(merged, 0, old, 0, count);
      if (joined(others + count)) {
        removeBlock(removed);
      }
    }
  }

  /**
   * Puts the old ids as one block, if the block leaves room for more ids. Returns false if it does
   * not.
   */
  private boolean joined(int count) {
    int length = encoder.encodeRest(old, 0, count, block, 0);
    if (length > JOINED_LENGTH) {
      return false;
    }
    putBlock(old[0], length);
    return true;
  }

  /**
   * Returns the index of the first of sorted ids that is not below an id, by galloping search.
   *
   * @param ids the ids, in ascending order
   * @param from the index of the first that is searched
   * @param to the index after the last that is searched
   * @param id the id
   * @return the index, {@code to} if all are below
   */
  public static int lowerBound(long[] ids, int from, int to, long id) {
    int step = 1;
    int low = from;
    while (low + step < to && ids[low + step] < id) {
      low += step;
      step <<= 1;
    }
    int high = Math.min(to, low + step);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ids[middle] < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
