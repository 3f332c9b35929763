package io.octavo.posting;

import static io.octavo.posting.PostingTreeWriter.lowerBound;

import io.octavo.packed.PackedBlock;
import java.util.Arrays;

/**
 * Ids, ascending, read by blocks: those of one list, or what several cursors have in common,
 * together, or one has and another has not. It goes forward only, and holds the ids that were read
 * and not taken yet.
 */
abstract sealed class IdCursor
    permits ListCursor, IntersectionCursor, UnionCursor, DifferenceCursor {
  private static final long[] NONE = {};

  /** Ids that were read and not taken yet: indexes at to end - 1. */
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
    // A balanced tree, so that an id is compared about log2(cursors) times.
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
    // The block that contains the id begins before it, so ids below it are skipped here.
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

  /**
   * Passes all ids.
   *
   * @return how many were passed
   */
  public final long pass() {
    int ahead = end - at;
    at = end;
    return ahead + passUnread();
  }

  /** Passes the ids that were not read yet. Returns their number. */
  long passUnread() {
    if (ids.length < room()) {
      ids = new long[room()];
    }
    long passed = 0;
    for (int count = readOrCount(ids); count > 0; count = readOrCount(ids)) {
      passed += count;
    }
    return passed;
  }

  /** Reads the next ids, or only counts them. Returns their number, 0 at the end. */
  int readOrCount(long[] into) {
    return read(into);
  }

  /** Restarts, after the source was moved to another list. */
  final void begin() {
    at = 0;
    end = 0;
  }

  /**
   * Skips the ids below an id that were read, and lets the next read begin at a block near the id.
   */
  final void skipTo(long id) {
    if (at < end && ids[end - 1] < id) {
      at = end;
    }
    if (at == end) {
      skip(id);
    }
    at = lowerBound(ids, at, end, id);
  }

  // The ids that were read and not taken, for cursors that own this one.

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

  /** Returns the greatest number of ids in one read. */
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

  /** Moves to the place after an id, or before the first id, after a change of the list. */
  void rewind(boolean isBehind, long id) {}

  /** Reads the next ids. Returns their number, 0 at the end. */
  abstract int read(long[] into);

  /**
   * Skips blocks that end below an id. The next read may still begin below the id, in the same
   * block.
   */
  abstract void skip(long id);

  /**
   * Removes ids from an array. The ids ascend, and are above those of earlier calls.
   *
   * @param isKept true to keep the ids that this cursor has, false to keep the others
   * @return the end of the kept ids, which begin at the same index
   */
  abstract int filter(long[] candidates, int from, int to, boolean isKept);

  /** Returns a lower bound of the ids of the next read, which decodes nothing. */
  long least() {
    return Long.MIN_VALUE;
  }

  /** Returns an upper bound of the ids of the next read, after {@link #least}. */
  long greatest() {
    return Long.MAX_VALUE;
  }

  /** Returns a lower bound of the ids after those that were filtered or read. */
  long bound() {
    return Long.MIN_VALUE;
  }

  /** Returns whether no ids follow those that were filtered or read. */
  boolean isOver() {
    return false;
  }

  /** Returns whether all ids are taken, and no more can be read. */
  final boolean isSpent() {
    return at == end && isOver();
  }

  /** Removes ids from an array. All ids to remove are in the array. */
  static int without(long[] all, int from, int to, long[] others, int count) {
    if (count == 0) {
      return to;
    }
    int out = from;
    int next = 0;
    // A conditional jump on the comparison would be mispredicted.
    for (int i = from; i < to; i++) {
      long id = all[i];
      int isOther = id == others[Math.min(next, count - 1)] ? 1 : 0;
      all[out] = id;
      out += 1 - isOther;
      next += isOther;
    }
    return out;
  }
}
