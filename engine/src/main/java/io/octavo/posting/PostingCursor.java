package io.octavo.posting;

import io.octavo.packed.PackedBlock;
import io.octavo.transaction.TransactionResources;

/**
 * A forward-only cursor over ids in ascending order, one at a time or in blocks: the ids of a list
 * of a {@link PostingMap}, or the intersection, union or difference of other cursors.
 *
 * <p>A cursor is before the first id, on an id, or after the last id. A cursor is for use by one
 * thread at a time, need not be closed, and is valid until its transaction ends. A cursor over a
 * list sees the writes of its own transaction after its current id. A cursor over other cursors
 * reads up to {@value PackedBlock#MAX_COUNT} ids ahead and does not see later writes to them.
 *
 * <p>{@link #nextBlock} is the fastest way to read every id: it decodes directly into the array of
 * the caller, and compares blocks of several lists as arrays.
 *
 * <p>All methods throw {@link IllegalStateException} if a transaction has ended or failed, a map
 * was dropped, or an earlier move failed; and {@link io.octavo.error.StoreException} if the file
 * cannot be read or is damaged.
 */
public final class PostingCursor {
  private enum Place {
    BEFORE,
    ON,
    AFTER,
    FAILED
  }

  /** The transaction, for the fastest check that the transaction is open. */
  private final TransactionResources transaction;

  private final IdCursor ids;
  private Place place = Place.BEFORE;
  private long present;

  PostingCursor(TransactionResources transaction, IdCursor ids) {
    this.transaction = transaction;
    this.ids = ids;
  }

  /**
   * Creates a cursor over the intersection of cursors. The time depends mostly on the shortest
   * list: the others skip ids that it lacks.
   *
   * @param cursors one or more cursors before their first ids, not to be used elsewhere
   * @return a cursor before the first id
   * @throws IllegalArgumentException if there are no cursors
   */
  public static PostingCursor intersection(PostingCursor... cursors) {
    requireSome(cursors);
    return cursors.length == 1
        ? cursors[0]
        : new PostingCursor(cursors[0].transaction, IdCursor.intersection(ids(cursors)));
  }

  /**
   * Creates a cursor over the union of cursors.
   *
   * @param cursors one or more cursors before their first ids, not to be used elsewhere
   * @return a cursor before the first id
   * @throws IllegalArgumentException if there are no cursors
   */
  public static PostingCursor union(PostingCursor... cursors) {
    requireSome(cursors);
    return cursors.length == 1
        ? cursors[0]
        : new PostingCursor(cursors[0].transaction, IdCursor.union(ids(cursors)));
  }

  /**
   * Creates a cursor over the ids of one cursor that another cursor lacks.
   *
   * @param cursor the cursor, before its first id, not to be used elsewhere
   * @param without the cursor over the ids to exclude, before its first id, not to be used
   *     elsewhere
   * @return a cursor before the first id
   */
  public static PostingCursor difference(PostingCursor cursor, PostingCursor without) {
    return new PostingCursor(cursor.transaction, IdCursor.difference(cursor.ids, without.ids));
  }

  private static void requireSome(PostingCursor... cursors) {
    if (cursors.length == 0) {
      throw new IllegalArgumentException("cursors.length=0: no cursor given");
    }
  }

  private static IdCursor[] ids(PostingCursor... cursors) {
    IdCursor[] ids = new IdCursor[cursors.length];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = cursors[i].ids;
    }
    return ids;
  }

  /**
   * Moves to the next id.
   *
   * @return false if there is no such id; the cursor is then after the last
   */
  public boolean next() {
    if (ids.hasAhead() && !transaction.isEndedPlain() && !ids.isChanged()) {
      present = ids.take();
      return true;
    }
    return advance();
  }

  /** A method of its own, so that the compiler inlines the usual case into the caller's loop. */
  private boolean advance() {
    if (begins()) {
      Place arrived = Place.FAILED;
      try {
        arrived = ids.fetch() ? Place.ON : Place.AFTER;
      } finally {
        place = arrived;
      }
      ids.requireSound();
    }
    return take();
  }

  private boolean take() {
    if (place == Place.ON) {
      present = ids.take();
    }
    return place == Place.ON;
  }

  /** Checks whether a move is allowed, and drops ids that were read before a change. */
  private boolean begins() {
    ids.requireSound();
    if (place == Place.FAILED) {
      throw new IllegalStateException("an earlier move of the cursor failed; make a new cursor");
    }
    if (ids.hasAhead() && ids.isChanged()) {
      ids.returnTo(place == Place.ON, present);
    }
    return place != Place.AFTER;
  }

  /**
   * Returns the current id.
   *
   * @return the id, even if it was removed in the meantime
   * @throws IllegalStateException if the cursor is not on an id
   */
  public long id() {
    if (place != Place.ON || transaction.isEndedPlain()) {
      ids.requireSound();
      throw new IllegalStateException("the cursor is not on an id; call next() or seek() first");
    }
    return present;
  }

  /**
   * Moves forward to the first id at or above a given id, without decoding the blocks between. A
   * cursor on such an id does not move.
   *
   * @param id the given id
   * @return false if there is no such id; the cursor is then after the last
   */
  public boolean seek(long id) {
    if (!begins()) {
      return false;
    }
    if (place == Place.ON && present >= id) {
      return true;
    }
    Place arrived = Place.FAILED;
    try {
      arrived = ids.seek(id) ? Place.ON : Place.AFTER;
    } finally {
      place = arrived;
    }
    ids.requireSound();
    return take();
  }

  /**
   * Reads the ids after the current one into an array. The cursor is then on the last id read.
   *
   * @param into the array to fill, in ascending order, from index 0; blocks are decoded directly
   *     into an array with space for {@value PackedBlock#MAX_COUNT} ids
   * @return the number of ids read; 0 at the end, with the cursor after the last
   * @throws IllegalArgumentException if the array is empty
   */
  public int nextBlock(long[] into) {
    if (into.length == 0) {
      throw new IllegalArgumentException("into.length=0: the array has no space for an id");
    }
    if (!begins()) {
      return 0;
    }
    int count = 0;
    Place arrived = Place.FAILED;
    try {
      count = ids.takeBlock(into);
      arrived = count > 0 ? Place.ON : Place.AFTER;
    } finally {
      place = arrived;
    }
    ids.requireSound();
    present = count > 0 ? into[count - 1] : present;
    return count;
  }

  /**
   * Counts the ids after the current one, and moves after the last. If two lists have bitmaps,
   * their intersection is counted without being built.
   *
   * @return the number of ids passed
   */
  public long countRest() {
    if (!begins()) {
      return 0;
    }
    place = Place.FAILED;
    long passed = ids.pass();
    ids.requireSound();
    place = Place.AFTER;
    return passed;
  }

  /**
   * Returns an upper bound of the number of ids.
   *
   * @return the number of ids of a list when its cursor was created; the minimum of the cursors of
   *     an intersection, the sum of the cursors of a union
   */
  public long count() {
    return ids.count();
  }

  /** Restarts at the beginning of another list. */
  void restart() {
    place = Place.BEFORE;
  }
}
