package io.octavo;

import io.octavo.packed.PackedBlock;
import io.octavo.posting.IdCursor;
import java.util.Arrays;

/**
 * Ids, ascending, one at a time or many at once: those of a list of a {@link PostingMap}, or what
 * several cursors have in common, together, or one has and another has not. It goes forward only.
 *
 * <p>A cursor is before the first id, on an id, or after the last. One thread may use it at a time;
 * there is nothing to close, and it ends with its transaction. A cursor over a list sees the writes
 * of its own transaction behind the id that it stands on. One over several has read up to {@value
 * PackedBlock#MAX_COUNT} ids ahead, which stay as they were.
 *
 * <p>Loops that want every id are fastest by {@link #nextBlock}: it decodes straight into the
 * caller's array, and compares blocks of several lists as arrays.
 *
 * <p>All methods throw {@link IllegalStateException} where a transaction has ended or failed, a map
 * was dropped, or an earlier move failed; and {@link io.octavo.error.StoreException} where the file
 * cannot be read or is damaged.
 */
public final class PostingCursor {
  private enum Place {
    BEFORE,
    ON,
    AFTER,
    FAILED
  }

  /** What the transaction holds, which tells soonest that it has ended. */
  private final TransactionResources resources;

  private final IdCursor ids;
  private Place place = Place.BEFORE;
  private long present;

  PostingCursor(TransactionResources resources, IdCursor ids) {
    this.resources = resources;
    this.ids = ids;
  }

  /**
   * Makes a cursor over the ids that all of some cursors have. It is as fast as the shortest of
   * them allows: the others skip what it does not have.
   *
   * @param cursors one or more, before their first ids; they must not be used elsewhere
   * @return a cursor before the first id
   * @throws IllegalArgumentException if there is none
   */
  public static PostingCursor intersection(PostingCursor... cursors) {
    requireSome(cursors);
    return cursors.length == 1
        ? cursors[0]
        : new PostingCursor(cursors[0].resources, IdCursor.intersection(ids(cursors)));
  }

  /**
   * Makes a cursor over the ids that any of some cursors has.
   *
   * @param cursors one or more, before their first ids; they must not be used elsewhere
   * @return a cursor before the first id
   * @throws IllegalArgumentException if there is none
   */
  public static PostingCursor union(PostingCursor... cursors) {
    requireSome(cursors);
    return cursors.length == 1
        ? cursors[0]
        : new PostingCursor(cursors[0].resources, IdCursor.union(ids(cursors)));
  }

  /**
   * Makes a cursor over the ids that one cursor has and another has not.
   *
   * @param cursor the one, before its first id; it must not be used elsewhere
   * @param without the other, before its first id; it must not be used elsewhere
   * @return a cursor before the first id
   */
  public static PostingCursor difference(PostingCursor cursor, PostingCursor without) {
    return new PostingCursor(cursor.resources, IdCursor.difference(cursor.ids, without.ids));
  }

  private static void requireSome(PostingCursor... cursors) {
    if (cursors.length == 0) {
      throw new IllegalArgumentException("cursors.length=0: there is nothing to read");
    }
  }

  private static IdCursor[] ids(PostingCursor... cursors) {
    return Arrays.stream(cursors).map(cursor -> cursor.ids).toArray(IdCursor[]::new);
  }

  /**
   * Goes to the next id.
   *
   * @return false if there is none; the cursor is then after the last
   */
  public boolean next() {
    if (ids.hasAhead() && !resources.isEndedPlain() && !ids.isChanged()) {
      present = ids.take();
      return true;
    }
    return advance();
  }

  /** Apart from the usual case, which the compiler then takes into the caller's loop. */
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

  /** Looks whether a move can be made, and drops what was read before a change. */
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
   * Returns the id stood on.
   *
   * @return the id, also where it has been removed since
   * @throws IllegalStateException if the cursor stands on no id
   */
  public long id() {
    if (place != Place.ON || resources.isEndedPlain()) {
      ids.requireSound();
      throw new IllegalStateException("the cursor stands on no id; call next() or seek() first");
    }
    return present;
  }

  /**
   * Goes forward to the first id that is not below another. Blocks between are not decoded. A
   * cursor that stands on such an id stays there.
   *
   * @param id the other
   * @return false if there is none; the cursor is then after the last
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
   * Returns many ids at once, those behind the id stood on. The cursor then stands on the last one.
   *
   * @param into receives them, ascending, from index 0 on; blocks are decoded straight into it
   *     where it has room for {@value PackedBlock#MAX_COUNT}
   * @return how many, 0 if there are no more; the cursor is then after the last
   * @throws IllegalArgumentException if there is no room at all
   */
  public int nextBlock(long[] into) {
    if (into.length == 0) {
      throw new IllegalArgumentException("into.length=0: there is no room for an id");
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
   * Returns how many ids there are at most.
   *
   * @return the count of a list when its cursor was made; the least of those of an intersection,
   *     the sum of those of a union
   */
  public long count() {
    return ids.count();
  }

  /** Starts anew: the ids are those of another list. */
  void restart() {
    place = Place.BEFORE;
  }
}
