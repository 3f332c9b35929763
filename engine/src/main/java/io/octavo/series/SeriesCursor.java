package io.octavo.series;

import io.octavo.transaction.Handle;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A cursor over the entries of a {@link Series}, in the order of their times, within the bounds of
 * the cursor.
 *
 * <p>A cursor is new, before the first entry, on an entry, or after the last entry. It sees the
 * changes of its own transaction, and continues from its current entry even if that entry was
 * removed. A cursor is for use by one thread at a time, need not be closed, and is valid until its
 * transaction ends.
 *
 * <pre>{@code
 * for (SeriesCursor c = series.cursor(from, to); c.next(); ) {
 *   use(c.time(), c.value());
 * }
 * }</pre>
 *
 * <p>All methods throw {@link IllegalStateException} if the transaction has ended or failed, the
 * series was dropped, or an earlier move failed.
 */
public final class SeriesCursor {
  private final Handle series;
  private final SeriesTreeCursor cursor;

  SeriesCursor(Handle series, SeriesTreeCursor cursor) {
    this.series = series;
    this.cursor = cursor;
  }

  /**
   * Moves to the next entry: the first entry if the cursor is new or before the first.
   *
   * @return false if there is no such entry; the cursor is then after the last
   */
  public boolean next() {
    return move(cursor::next);
  }

  /**
   * Moves to the previous entry: the last entry if the cursor is new or after the last.
   *
   * @return false if there is no such entry; the cursor is then before the first
   */
  public boolean previous() {
    return move(cursor::previous);
  }

  /**
   * Moves to the first entry at or after a time, within the bounds.
   *
   * @param time the time
   * @return false if there is no such entry; the cursor is then after the last
   */
  public boolean seek(long time) {
    return move(() -> cursor.seek(time));
  }

  /**
   * Moves to the entry with a rank.
   *
   * @param rank the number of entries of the series before the entry, including those before the
   *     bounds of the cursor
   * @return false if there is no such entry within the bounds; the cursor is then before the first
   *     or after the last
   */
  public boolean seekRank(long rank) {
    return move(() -> cursor.seekRank(rank));
  }

  private boolean move(BooleanSupplier step) {
    series.beginRead();
    boolean found = step.getAsBoolean();
    series.endRead();
    return found;
  }

  private long read(LongSupplier field) {
    series.beginRead();
    long result;
    try {
      result = field.getAsLong();
    } catch (RuntimeException e) {
      throw series.failedRead(e);
    }
    series.endRead();
    return result;
  }

  /**
   * Returns the time of the current entry.
   *
   * @return the time, even if the entry was removed in the meantime
   * @throws IllegalStateException if the cursor is not on an entry
   */
  public long time() {
    return read(cursor::time);
  }

  /**
   * Returns the value of the current entry.
   *
   * @return the value, even if the entry was removed in the meantime
   * @throws IllegalStateException if the cursor is not on an entry
   */
  public long value() {
    return read(cursor::value);
  }

  /**
   * Returns the rank of the current entry.
   *
   * @return the number of entries of the series before the entry
   * @throws IllegalStateException if the cursor is not on an entry, or the entry was removed
   */
  public long rank() {
    return read(cursor::rank);
  }
}
