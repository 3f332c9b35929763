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
    Arrays.sort(sorted, Comparator.comparingLong(IdCursor::count));
    this.driver = sorted[0];
    this.others = Arrays.copyOfRange(sorted, 1, sorted.length);
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
  int read(long[] into) {
    int count = 0;
    while (count == 0 && !isOver()) {
      count = driver.read(into);
      if (count == 0) {
        return 0;
      }
      long last = into[count - 1];
      for (int i = 0; i < others.length && count > 0; i++) {
        count = others[i].filter(into, 0, count, true);
      }
      long bound = othersBound();
      if (bound > last) {
        driver.skip(bound);
      }
    }
    return count;
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
