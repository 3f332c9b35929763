package io.octavo.posting;

import java.util.Arrays;
import java.util.Comparator;

/** The ids that all cursors have: blocks of the shortest cursor, filtered by the others. */
final class IntersectionCursor extends IdCursor {
  private final IdCursor driver;
  private final IdCursor[] others;
  private long[] copy = {};

  IntersectionCursor(IdCursor... cursors) {
    IdCursor[] sorted = cursors.clone();
    if (sorted.length > 2) {
      Arrays.sort(sorted, Comparator.comparingLong(IdCursor::count));
      this.driver = sorted[0];
      this.others = Arrays.copyOfRange(sorted, 1, sorted.length);
    } else {
      boolean isSorted = sorted[0].count() <= sorted[1].count();
      this.driver = sorted[isSorted ? 0 : 1];
      this.others = new IdCursor[] {sorted[isSorted ? 1 : 0]};
    }
  }

  @Override
  public long count() {
    return driver.count();
  }

  @Override
  int room() {
    return driver.room();
  }

  @Override
  public void requireSound() {
    driver.requireSound();
    for (IdCursor other : others) {
      other.requireSound();
    }
  }

  @Override
  int readOrCount(long[] into) {
    return read(into, others.length == 1);
  }

  @Override
  int read(long[] into) {
    return read(into, false);
  }

  private int read(long[] into, boolean isCounted) {
    int count = 0;
    while (count == 0 && meet()) {
      count =
          driver instanceof ListCursor left && others[0] instanceof ListCursor right
              ? left.readBoth(right, isCounted ? null : into)
              : -1;
      int filtered = count < 0 ? 0 : 1;
      if (count < 0) {
        count = driver.read(into);
      }
      if (isCounted && filtered > 0) {
        continue;
      }
      long last = count == 0 ? Long.MIN_VALUE : into[count - 1];
      for (int i = filtered; i < others.length && count > 0; i++) {
        count = others[i].filter(into, 0, count, true);
      }
      long bound = othersBound();
      if (bound > last) {
        driver.skip(bound);
      }
    }
    return count;
  }

  /**
   * Skips the blocks of the driver that lie between blocks of the others, without decoding any.
   *
   * @return false if no ids follow
   */
  private boolean meet() {
    while (!isOver()) {
      long least = driver.least();
      long bound = least;
      for (int i = 0; i < others.length && bound <= driver.greatest(); i++) {
        others[i].skip(bound);
        bound = Math.max(bound, others[i].bound());
      }
      if (bound <= driver.greatest()) {
        return !isOver();
      }
      driver.skip(bound);
    }
    return false;
  }

  private long othersBound() {
    long bound = Long.MIN_VALUE;
    for (IdCursor other : others) {
      bound = Math.max(bound, other.bound());
    }
    return bound;
  }

  @Override
  void skip(long id) {
    driver.skip(id);
  }

  @Override
  int filter(long[] candidates, int from, int to, boolean isKept) {
    if (isKept) {
      int end = driver.filter(candidates, from, to, true);
      for (IdCursor other : others) {
        end = other.filter(candidates, from, end, true);
      }
      return end;
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
    return driver.least();
  }

  @Override
  long greatest() {
    return driver.greatest();
  }

  @Override
  long bound() {
    return Math.max(driver.bound(), othersBound());
  }

  @Override
  boolean isOver() {
    boolean isOver = driver.isSpent();
    for (IdCursor other : others) {
      isOver |= other.isSpent();
    }
    return isOver;
  }
}
