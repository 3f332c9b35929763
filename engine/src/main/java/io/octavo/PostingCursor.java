package io.octavo;

import io.octavo.packed.PackedBlock;
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
public abstract sealed class PostingCursor
    permits IdCursor, IntersectionCursor, UnionCursor, DifferenceCursor {
  private enum Place {
    BEFORE,
    ON,
    AFTER,
    FAILED
  }

  private static final long[] NONE = {};

  /** What the transaction holds, which tells soonest that it has ended. */
  private final Hold hold;

  /** What was read and not given yet: from at up to end. */
  private long[] ids = NONE;

  private int at;
  private int end;
  private Place place = Place.BEFORE;
  private long present;

  PostingCursor(Hold hold) {
    this.hold = hold;
  }

  /**
   * Makes a cursor over the ids that all of some cursors have. It is as fast as the shortest of
   * them allows: the others skip what it does not have.
   *
   * @param cursors one or more, before their first ids; they must not be used elsewhere
   * @return a cursor before the first id
   * @throws IllegalArgumentException where there is none
   */
  public static PostingCursor intersection(PostingCursor... cursors) {
    requireSome(cursors);
    return cursors.length == 1 ? cursors[0] : new IntersectionCursor(cursors);
  }

  /**
   * Makes a cursor over the ids that any of some cursors has.
   *
   * @param cursors one or more, before their first ids; they must not be used elsewhere
   * @return a cursor before the first id
   * @throws IllegalArgumentException where there is none
   */
  public static PostingCursor union(PostingCursor... cursors) {
    requireSome(cursors);
    if (cursors.length == 1) {
      return cursors[0];
    }
    // By halves, so that an id is compared as often as it takes to double up to all cursors.
    int middle = cursors.length / 2;
    return new UnionCursor(
        union(Arrays.copyOf(cursors, middle)),
        union(Arrays.copyOfRange(cursors, middle, cursors.length)));
  }

  /**
   * Makes a cursor over the ids that one cursor has and another has not.
   *
   * @param cursor the one, before its first id; it must not be used elsewhere
   * @param without the other, before its first id; it must not be used elsewhere
   * @return a cursor before the first id
   */
  public static PostingCursor difference(PostingCursor cursor, PostingCursor without) {
    return new DifferenceCursor(cursor, without);
  }

  private static void requireSome(PostingCursor... cursors) {
    if (cursors.length == 0) {
      throw new IllegalArgumentException("cursors.length=0: there is nothing to read");
    }
  }

  /**
   * Goes to the next id.
   *
   * @return false where there is none; the cursor is then after the last
   */
  public final boolean next() {
    if (at < end && !hold.isEndedHere() && !isChanged()) {
      present = ids[at++];
      return true;
    }
    return advance();
  }

  /** Apart from the usual case, which the compiler then takes into the caller's loop. */
  private boolean advance() {
    if (begins()) {
      Place arrived = Place.FAILED;
      try {
        arrived = fetch() ? Place.ON : Place.AFTER;
      } finally {
        place = arrived;
      }
      requireSound();
    }
    return take();
  }

  private boolean take() {
    if (place == Place.ON) {
      present = ids[at++];
    }
    return place == Place.ON;
  }

  /** Looks whether a move can be made, and drops what was read before a change. */
  private boolean begins() {
    requireSound();
    if (place == Place.FAILED) {
      throw new IllegalStateException("an earlier move of the cursor failed; make a new cursor");
    }
    if (at < end && isChanged()) {
      at = end;
      rewind(place == Place.ON, present);
    }
    return place != Place.AFTER;
  }

  /**
   * Gives the id stood on.
   *
   * @return the id, also where it has been removed since
   * @throws IllegalStateException where the cursor stands on no id
   */
  public final long id() {
    if (place != Place.ON || hold.isEndedHere()) {
      requireSound();
      throw new IllegalStateException("the cursor stands on no id; call next() or seek() first");
    }
    return present;
  }

  /**
   * Goes forward to the first id that is not below another. Blocks between are not decoded. A
   * cursor that stands on such an id stays there.
   *
   * @param id the other
   * @return false where there is none; the cursor is then after the last
   */
  public final boolean seek(long id) {
    if (!begins()) {
      return false;
    }
    if (place == Place.ON && present >= id) {
      return true;
    }
    Place arrived = Place.FAILED;
    try {
      skipTo(id);
      // A block that begins before the id is read from its first id on.
      while (fetch() && ids[end - 1] < id) {
        at = end;
      }
      at = lowerBound(ids, at, end, id);
      arrived = at < end ? Place.ON : Place.AFTER;
    } finally {
      place = arrived;
    }
    requireSound();
    return take();
  }

  /**
   * Gives many ids at once, those behind the id stood on. The cursor then stands on the last one.
   *
   * @param into receives them, ascending, from index 0 on; blocks are decoded straight into it
   *     where it has room for {@value PackedBlock#MAX_COUNT}
   * @return how many, 0 where there are no more; the cursor is then after the last
   * @throws IllegalArgumentException where there is no room at all
   */
  public final int nextBlock(long[] into) {
    if (into.length == 0) {
      throw new IllegalArgumentException("into.length=0: there is no room for an id");
    }
    if (!begins()) {
      return 0;
    }
    int count = 0;
    Place arrived = Place.FAILED;
    try {
      count = give(into);
      arrived = count > 0 ? Place.ON : Place.AFTER;
    } finally {
      place = arrived;
    }
    requireSound();
    present = count > 0 ? into[count - 1] : present;
    return count;
  }

  private int give(long[] into) {
    if (at == end && into.length >= PackedBlock.MAX_COUNT) {
      return read(into);
    }
    fetch();
    int count = Math.min(end - at, into.length);
    System.arraycopy(ids, at, into, 0, count);
    at += count;
    return count;
  }

  /**
   * Tells how many ids there are at most.
   *
   * @return the count of a list when its cursor was made; the least of those of an intersection,
   *     the sum of those of a union
   */
  public abstract long count();

  /** Starts anew: the source has been moved. */
  final void begin() {
    at = 0;
    end = 0;
    place = Place.BEFORE;
  }

  /** Reads ids where none are left; false where there are no more. */
  final boolean fetch() {
    if (at == end) {
      if (ids.length < room()) {
        ids = new long[room()];
      }
      at = 0;
      end = 0;
      end = read(ids);
    }
    return at < end;
  }

  /** Passes what was read below an id, and has what is read next begin not far below it. */
  final void skipTo(long id) {
    if (at < end && ids[end - 1] < id) {
      at = end;
    }
    if (at == end) {
      skip(id);
    }
    at = lowerBound(ids, at, end, id);
  }

  // What was read and not given, for those that have this cursor to themselves.

  final long[] ahead() {
    return ids;
  }

  final int aheadFrom() {
    return at;
  }

  final int aheadTo() {
    return end;
  }

  final void taken(int next) {
    at = next;
  }

  Hold hold() {
    return hold;
  }

  /** Tells how many ids may be read at once. */
  int room() {
    return PackedBlock.MAX_COUNT;
  }

  /** Tells whether what was read may be no longer so. */
  boolean isChanged() {
    return false;
  }

  /** Goes back behind an id, or before the first, after a change. */
  void rewind(boolean isBehind, long id) {}

  /** Throws where it must not be read any more. */
  abstract void requireSound();

  /** Reads ids that follow those read before; 0 where there are no more. */
  abstract int read(long[] into);

  /** Has what is read next be not below an id, but for ids of the same block. */
  abstract void skip(long id);

  /**
   * Leaves ids out of an array, which ascend and are above those of any call before.
   *
   * @param isKept whether those stay that this cursor has, or those that it has not
   * @return where those end that stayed, from the same index on
   */
  abstract int filter(long[] candidates, int from, int to, boolean isKept);

  /** Gives a bound: behind the ids that were asked for this cursor has none below it. */
  long bound() {
    return Long.MIN_VALUE;
  }

  /** Tells whether this cursor has no ids behind those that were asked for, or read. */
  boolean isOver() {
    return false;
  }

  /** Tells whether there are no ids, read or not, that were not given yet. */
  final boolean isSpent() {
    return at == end && isOver();
  }

  /** Finds the first of sorted ids that is not below another, by doubled steps and halves. */
  static int lowerBound(long[] sorted, int from, int to, long id) {
    int step = 1;
    int low = from;
    while (low + step < to && sorted[low + step] < id) {
      low += step;
      step <<= 1;
    }
    int high = Math.min(to, low + step);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Leaves ids out of an array that another has too, all of which are in the first. */
  static int without(long[] all, int from, int to, long[] others, int count) {
    int out = from;
    int next = 0;
    for (int i = from; i < to; i++) {
      long id = all[i];
      if (next < count && others[next] == id) {
        next++;
      } else {
        all[out++] = id;
      }
    }
    return out;
  }
}
