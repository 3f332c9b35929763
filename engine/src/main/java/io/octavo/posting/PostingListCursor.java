package io.octavo.posting;

import io.octavo.packed.PackedBlock;
import io.octavo.transaction.Handle;
import java.util.function.BooleanSupplier;

/**
 * A cursor over the lists of a {@link PostingMap}, in the order of their keys. It sees the writes
 * of its own transaction, and continues from its current key even if the list was removed. A cursor
 * is for use by one thread at a time, and is valid until its transaction ends.
 *
 * <p>All methods throw {@link IllegalStateException} if the transaction has ended or failed, the
 * map was dropped, or an earlier move failed; and {@link io.octavo.error.StoreException} if the
 * file cannot be read or is damaged.
 */
public final class PostingListCursor implements PostingLists {
  /** The map, whose reads are guarded against changes by other threads. */
  private final Handle map;

  private final PostingTreeCursor cursor;
  private final ListCursor list;
  private final PostingCursor ids;
  private boolean isOnList;

  PostingListCursor(Handle map, PostingTreeCursor cursor, ListCursor list) {
    this.map = map;
    this.cursor = cursor;
    this.list = list;
    this.ids = new PostingCursor(map.transaction(), list);
  }

  /**
   * Moves to the next list: the first list if the cursor is new.
   *
   * @return false if there is no such list
   */
  @Override
  public boolean next() {
    return go(cursor::nextList);
  }

  /**
   * Moves to the first list whose key is at or above a given key, forward or backward.
   *
   * @param key the given key
   * @return false if there is no such list
   */
  public boolean seek(long key) {
    return go(() -> cursor.seekList(key));
  }

  private boolean go(BooleanSupplier move) {
    isOnList = false;
    isOnList =
        map.read(
            () -> {
              boolean found = move.getAsBoolean();
              list.restart();
              ids.restart();
              return found;
            });
    return isOnList;
  }

  private void requireList() {
    map.requireSound();
    if (!isOnList) {
      throw new IllegalStateException("the cursor is not on a list; call next() or seek() first");
    }
  }

  /**
   * Returns the key of the current list.
   *
   * @return the key, even if the list was removed in the meantime
   */
  @Override
  public long key() {
    requireList();
    return cursor.list();
  }

  /**
   * Returns the number of ids of the current list.
   *
   * @return the number when the cursor moved to the list
   */
  public long count() {
    requireList();
    return cursor.total();
  }

  /**
   * Reads the next ids of the current list, starting with the lowest.
   *
   * @param into the array to fill, in ascending order, from index 0; blocks are decoded directly
   *     into an array with space for {@value PackedBlock#MAX_COUNT} ids
   * @return the number of ids read, 0 at the end of the list
   * @throws IllegalArgumentException if the array is empty
   */
  @Override
  public int nextBlock(long[] into) {
    requireList();
    return ids.nextBlock(into);
  }
}
