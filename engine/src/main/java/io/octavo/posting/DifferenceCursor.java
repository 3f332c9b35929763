package io.octavo.posting;

/** The ids that one cursor has and another does not have. */
final class DifferenceCursor extends IdCursor {
  private final IdCursor cursor;
  private final IdCursor without;
  private long[] copy = {};

  DifferenceCursor(IdCursor cursor, IdCursor without) {
    this.cursor = cursor;
    this.without = without;
  }

  @Override
  public long count() {
    return cursor.count();
  }

  @Override
  int room() {
    return cursor.room();
  }

  @Override
  public void requireSound() {
    cursor.requireSound();
    without.requireSound();
  }

  @Override
  int read(long[] into) {
    int count = 0;
    int read = 1;
    while (count == 0 && read > 0) {
      read = cursor.read(into);
      count = without.filter(into, 0, read, false);
    }
    return count;
  }

  @Override
  void skip(long id) {
    cursor.skip(id);
  }

  @Override
  int filter(long[] candidates, int from, int to, boolean isKept) {
    if (isKept) {
      int end = cursor.filter(candidates, from, to, true);
      return without.filter(candidates, from, end, false);
    }
    if (copy.length < to - from) {
      copy = new long[to - from];
    }
    System.arraycopy(candidates, from, copy, 0, to - from);
    int found = filter(copy, 0, to - from, true);
    return without(candidates, from, to, copy, found);
  }

  @Override
  long least() {
    return cursor.least();
  }

  @Override
  long greatest() {
    return cursor.greatest();
  }

  @Override
  long bound() {
    return cursor.bound();
  }

  @Override
  boolean isOver() {
    return cursor.isSpent();
  }
}
