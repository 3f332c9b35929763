package io.octavo.posting;

import static io.octavo.posting.PostingTreeWriter.lowerBound;

/** The ids that one or both of two cursors have. */
final class UnionCursor extends IdCursor {
  /** The least number of ids that are copied instead of merged. */
  private static final int RUN = 32;

  private final IdCursor left;
  private final IdCursor right;
  private long[] copy = {};

  UnionCursor(IdCursor left, IdCursor right) {
    this.left = left;
    this.right = right;
  }

  @Override
  public long count() {
    long sum = left.count() + right.count();
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  @Override
  public void requireSound() {
    left.requireSound();
    right.requireSound();
  }

  @Override
  int read(long[] into) {
    int out = 0;
    while (out < into.length) {
      boolean hasLeft = left.fetch();
      boolean hasRight = right.fetch();
      if (hasLeft && hasRight) {
        out = merge(into, out);
      } else if (hasLeft || hasRight) {
        IdCursor rest = hasLeft ? left : right;
        int from = rest.aheadFrom();
        int count = Math.min(rest.aheadTo() - from, into.length - out);
        System.arraycopy(rest.ahead(), from, into, out, count);
        rest.taken(from + count);
        out += count;
      } else {
        break;
      }
    }
    return out;
  }

  private int merge(long[] into, int start) {
    long[] lefts = left.ahead();
    long[] rights = right.ahead();
    int i = left.aheadFrom();
    int j = right.aheadFrom();
    int leftEnd = left.aheadTo();
    int rightEnd = right.aheadTo();
    int out = start;
    while (i < leftEnd && j < rightEnd && out < into.length) {
      long a = lefts[i];
      long b = rights[j];
      if (lefts[Math.min(i + RUN, leftEnd) - 1] < b) {
        int count = Math.min(lowerBound(lefts, i, leftEnd, b) - i, into.length - out);
        System.arraycopy(lefts, i, into, out, count);
        i += count;
        out += count;
      } else if (rights[Math.min(j + RUN, rightEnd) - 1] < a) {
        int count = Math.min(lowerBound(rights, j, rightEnd, a) - j, into.length - out);
        System.arraycopy(rights, j, into, out, count);
        j += count;
        out += count;
      } else {
        // A conditional jump on the comparison would be mispredicted.
        int steps = Math.min(RUN, Math.min(Math.min(leftEnd - i, rightEnd - j), into.length - out));
        for (int step = 0; step < steps; step++) {
          a = lefts[i];
          b = rights[j];
          into[out++] = Math.min(a, b);
          i += a <= b ? 1 : 0;
          j += b <= a ? 1 : 0;
        }
      }
    }
    left.taken(i);
    right.taken(j);
    return out;
  }

  @Override
  void skip(long id) {
    left.skipTo(id);
    right.skipTo(id);
  }

  @Override
  int filter(long[] candidates, int from, int to, boolean isKept) {
    if (!isKept) {
      return right.filter(candidates, from, left.filter(candidates, from, to, false), false);
    }
    if (copy.length < to - from) {
      copy = new long[to - from];
    }
    System.arraycopy(candidates, from, copy, 0, to - from);
    int absent = filter(copy, 0, to - from, false);
    return without(candidates, from, to, copy, absent);
  }

  @Override
  long bound() {
    if (left.isOver()) {
      return right.bound();
    }
    return right.isOver() ? left.bound() : Math.min(left.bound(), right.bound());
  }

  @Override
  boolean isOver() {
    return left.isSpent() && right.isSpent();
  }
}
