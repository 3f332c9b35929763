package io.octavo.posting;

import io.octavo.packed.PackedBlock;
import java.util.Arrays;

/**
 * Ids, ascending, read by blocks: those of one list, or what several cursors have in common,
 * together, or one has and another has not. It goes forward only, and holds the ids that were read
 * and not taken yet.
 */
public abstract sealed class IdCursor
    permits ListCursor, IntersectionCursor, UnionCursor, DifferenceCursor {
  private static final long[] NONE = {};

  /** What was read and not taken yet: from at up to end. */
  private long[] ids = NONE;

  private int at;
  private int end;

  /** Makes a cursor before its first id. */
  IdCursor() {}

  /**
   * Makes a cursor over the ids that all of some cursors have.
   *
   * @param cursors two or more, before their first ids; they must not be used elsewhere
   * @return a cursor before the first id
   */
  public static IdCursor intersection(IdCursor... cursors) {
    return new IntersectionCursor(cursors);
  }

  /**
   * Makes a cursor over the ids that any of some cursors has.
   *
   * @param cursors one or more, before their first ids; they must not be used elsewhere
   * @return a cursor before the first id
   */
  public static IdCursor union(IdCursor... cursors) {
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
  public static IdCursor difference(IdCursor cursor, IdCursor without) {
    return new DifferenceCursor(cursor, without);
  }

  /**
   * Returns how many ids there are at most.
   *
   * @return the count of a list when its cursor was made; the least of those of an intersection,
   *     the sum of those of a union
   */
  public abstract long count();

  /**
   * Throws if the ids must not be read any more.
   *
   * @throws IllegalStateException if a transaction has ended or failed, or a map was dropped
   */
  public abstract void requireSound();

  /**
   * Returns whether an id has been read that was not taken yet.
   *
   * @return true if so
   */
  public final boolean hasAhead() {
    return at < end;
  }

  /**
   * Takes the next id, which must have been read.
   *
   * @return the id
   */
  public final long take() {
    return ids[at++];
  }

  /**
   * Reads ids if none are left.
   *
   * @return false if there are no more
   */
  public final boolean fetch() {
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

  /**
   * Passes the ids below another.
   *
   * @param id the other
   * @return false if there are no more
   */
  public final boolean seek(long id) {
    skipTo(id);
    // A block that begins before the id is read from its first id on.
    while (fetch() && ids[end - 1] < id) {
      at = end;
    }
    at = lowerBound(ids, at, end, id);
    return at < end;
  }

  /**
   * Takes the next ids, many at once.
   *
   * @param into receives them from index 0 on; blocks are decoded straight into it if it has room
   *     for {@value PackedBlock#MAX_COUNT}
   * @return how many, 0 if there are no more
   */
  public final int takeBlock(long[] into) {
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
   * Goes back behind an id, or before the first: what was read is read again.
   *
   * @param isBehind whether behind the id
   * @param id the id
   */
  public final void returnTo(boolean isBehind, long id) {
    at = end;
    rewind(isBehind, id);
  }

  /** Starts anew: the source has been moved. */
  final void begin() {
    at = 0;
    end = 0;
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

  // What was read and not taken, for those that have this cursor to themselves.

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

  /** Returns how many ids may be read at once. */
  int room() {
    return PackedBlock.MAX_COUNT;
  }

  /**
   * Returns whether what was read may be no longer so.
   *
   * @return true if the list has changed since
   */
  public boolean isChanged() {
    return false;
  }

  /** Goes back behind an id, or before the first, after a change. */
  void rewind(boolean isBehind, long id) {}

  /** Reads ids that follow those read before; 0 if there are no more. */
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

  /** Returns a bound: behind the ids that were asked for this cursor has none below it. */
  long bound() {
    return Long.MIN_VALUE;
  }

  /** Returns whether this cursor has no ids behind those that were asked for, or read. */
  boolean isOver() {
    return false;
  }

  /** Returns whether there are no ids, read or not, that were not taken yet. */
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
