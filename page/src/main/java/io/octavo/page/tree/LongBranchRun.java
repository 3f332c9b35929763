package io.octavo.page.tree;

import io.octavo.memory.Memory;
import io.octavo.page.BranchRun;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;

/**
 * Children of {@link BranchPage}s, with the rows of {@link SummedPage}s. The row of a child that
 * was added is zero until {@link SummedPage#setRow}.
 */
public final class LongBranchRun implements BranchRun<Long> {
  /** The areas of a page that have a long for each child, separators and children first. */
  private final int[] areas;

  /** For each area the longs of all children. */
  private final long[][] columns;

  private int count;

  /**
   * Makes an empty run, with room for the children of two branches and one more.
   *
   * @param kind {@link PageKind#BRANCH} or {@link PageKind#SUMMED_BRANCH}
   */
  public LongBranchRun(PageKind kind) {
    areas = BranchPage.areas(kind == PageKind.SUMMED_BRANCH);
    columns = new long[areas.length][2 * BranchPage.capacity(kind) + 1];
  }

  @Override
  public void clear() {
    count = 0;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public Long key(int index) {
    return columns[0][index];
  }

  @Override
  public void addAll(byte[] page) {
    int added = PageHeader.count(page);
    for (int area = 0; area < areas.length; area++) {
      for (int i = 0; i < added; i++) {
        columns[area][count + i] = Memory.getLong(page, areas[area] + i * Long.BYTES);
      }
    }
    count += added;
  }

  @Override
  public void insert(int index, Long separator, long child) {
    for (long[] column : columns) {
      System.arraycopy(column, index, column, index + 1, count - index);
      column[index] = 0;
    }
    columns[0][index] = separator;
    columns[1][index] = child;
    count++;
  }

  @Override
  public void setSeparator(int index, Long separator) {
    columns[0][index] = separator;
  }

  @Override
  public boolean fits(int from, int to, int limit, int spare) {
    return to - from <= limit - limit / spare;
  }

  @Override
  public int[] partition(int parts, int least, int limit) {
    int[] bounds = new int[parts + 1];
    for (int i = 1; i <= parts; i++) {
      bounds[i] = count * i / parts;
    }
    return bounds;
  }

  @Override
  public void build(int from, int to, byte[] page) {
    for (int area = 0; area < areas.length; area++) {
      for (int i = from; i < to; i++) {
        Memory.putLong(page, areas[area] + (i - from) * Long.BYTES, columns[area][i]);
      }
    }
    BranchPage.setBuilt(page, to - from);
  }
}
