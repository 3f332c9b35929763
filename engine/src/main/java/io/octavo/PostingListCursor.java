package io.octavo;

import io.octavo.packed.PackedBlock;
import io.octavo.posting.ListCursor;
import io.octavo.tree.PostingTreeCursor;
import java.util.ConcurrentModificationException;
import java.util.function.BooleanSupplier;

/**
 * A place among the lists of a {@link PostingMap}, in the order of their keys. It sees the writes
 * of its own transaction and goes on from the key it stands on, whether or not that list is still
 * there. One thread may use it at a time; it ends with its transaction.
 *
 * <p>All methods throw {@link IllegalStateException} where the transaction has ended or failed, the
 * map was dropped, or an earlier move failed, and {@link io.octavo.error.StoreException} where the
 * file cannot be read or is damaged.
 */
public final class PostingListCursor implements PostingLists {
  /** The map, which guards the reads. */
  private final Handle map;

  private final PostingTreeCursor cursor;
  private final ListCursor list;
  private final PostingCursor ids;
  private boolean isOnList;

  PostingListCursor(Handle map, PostingTreeCursor cursor, ListCursor list) {
    this.map = map;
    this.cursor = cursor;
    this.list = list;
    this.ids = new PostingCursor(map.transaction.resources, list);
  }

  /**
   * Goes to the next list, the first one from a new cursor.
   *
   * @return false if there is none
   */
  @Override
  public boolean next() {
    return go(cursor::nextList);
  }

  /**
   * Goes to the first list whose key is not below another, forward or backward.
   *
   * @param key the other
   * @return false if there is none
   */
  public boolean seek(long key) {
    return go(() -> cursor.seekList(key));
  }

  private boolean go(BooleanSupplier move) {
    isOnList = false;
    try {
      isOnList =
          map.read(
              () -> {
                boolean found = move.getAsBoolean();
                list.restart();
                ids.restart();
                return found;
              });
    } catch (ConcurrentModificationException e) {
      // It may stand in the middle of what was being changed.
      cursor.fail();
      throw e;
    }
    return isOnList;
  }

  private void requireList() {
    map.requireSound();
    if (!isOnList) {
      throw new IllegalStateException("the cursor stands on no list; call next() or seek() first");
    }
  }

  /**
   * Returns the key of the list stood on.
   *
   * @return the key, also where the list has been removed since
   */
  @Override
  public long key() {
    requireList();
    return cursor.list();
  }

  /**
   * Counts the ids of the list stood on.
   *
   * @return how many there were when the cursor came there
   */
  public long count() {
    requireList();
    return cursor.total();
  }

  /**
   * Returns the next ids of the list stood on, from its least one on.
   *
   * @param into receives them, ascending, from index 0 on; blocks are decoded straight into it
   *     where it has room for {@value PackedBlock#MAX_COUNT}
   * @return how many, 0 if there are no more
   * @throws IllegalArgumentException if there is no room at all
   */
  @Override
  public int nextBlock(long[] into) {
    requireList();
    return ids.nextBlock(into);
  }
}
