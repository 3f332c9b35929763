package io.octavo.page.check;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import org.jspecify.annotations.Nullable;

/** Checks a {@link BranchPage} against the rules of FORMAT.md; a part of {@link PageCheck}. */
final class BranchCheck {
  private BranchCheck() {}

  static @Nullable Violation check(byte[] page) {
    int count = PageHeader.count(page);
    int capacity = BranchPage.capacity(page);
    boolean isSummed = BranchPage.isSummed(page);
    if (count < 1 || count > capacity) {
      return PageCheck.of(Rule.R17, PageHeader.COUNT, Integer.toString(count), "1 to " + capacity);
    }
    Violation violation = PageCheck.unused(page, PageHeader.HEAP_BOUND, PageHeader.LENGTH);
    for (int i = 1; i < count && violation == null; i++) {
      long before = BranchPage.separator(page, i - 1);
      // Entries of a series may share a time, so leaves may too.
      if (isSummed
          ? BranchPage.separator(page, i) < before
          : BranchPage.separator(page, i) <= before) {
        violation =
            PageCheck.of(
                Rule.R14,
                BranchPage.SEPARATORS + i * Long.BYTES,
                Long.toString(BranchPage.separator(page, i)),
                (isSummed ? "at least " : "more than ") + before);
      }
    }
    for (int i = 0; i < count && violation == null; i++) {
      violation = PageCheck.child(BranchPage.child(page, i), BranchPage.CHILDREN + i * Long.BYTES);
    }
    if (violation == null) {
      violation = padding(page, count);
    }
    if (violation == null && isSummed) {
      violation = rows(page, count);
    }
    return violation != null || isSummed
        ? violation
        : PageCheck.unused(page, BranchPage.END, PageHeader.PAGE_SIZE);
  }

  private static @Nullable Violation padding(byte[] page, int count) {
    int capacity = BranchPage.capacity(page);
    for (int i = 0; i < BranchPage.GROUP * BranchPage.GROUP; i++) {
      long sample = sample(page, i * BranchPage.GROUP, count);
      int offset = BranchPage.MIDDLE + i * Long.BYTES;
      if (Memory.getLong(page, offset) != sample) {
        return PageCheck.of(Rule.R18, offset, "" + Memory.getLong(page, offset), "" + sample);
      }
    }
    for (int i = 0; i < BranchPage.GROUP; i++) {
      long sample = sample(page, i * BranchPage.GROUP * BranchPage.GROUP, count);
      int offset = BranchPage.TOP + i * Long.BYTES;
      if (Memory.getLong(page, offset) != sample) {
        return PageCheck.of(Rule.R18, offset, "" + Memory.getLong(page, offset), "" + sample);
      }
    }
    for (int i = count; i < capacity; i++) {
      int offset = BranchPage.SEPARATORS + i * Long.BYTES;
      if (Memory.getLong(page, offset) != Long.MAX_VALUE) {
        return PageCheck.of(
            Rule.R18, offset, "" + Memory.getLong(page, offset), "" + Long.MAX_VALUE);
      }
    }
    return PageCheck.unused(
        page,
        BranchPage.CHILDREN + count * Long.BYTES,
        BranchPage.CHILDREN + capacity * Long.BYTES);
  }

  private static long sample(byte[] page, int index, int count) {
    return index < count ? BranchPage.separator(page, index) : Long.MAX_VALUE;
  }

  /**
   * Checks the rows of a branch of a series, as far as possible without the children, and unused
   * bytes.
   */
  private static @Nullable Violation rows(byte[] page, int count) {
    for (int i = 0; i < count; i++) {
      int offset = SummedPage.LAST + i * Long.BYTES;
      long last = SummedPage.last(page, i);
      long separator = BranchPage.separator(page, i);
      long bound = BranchPage.bound(page, i, Long.MAX_VALUE);
      if (last < separator || last > bound) {
        return PageCheck.of(
            Rule.R36, offset, "last time " + last, "from " + separator + " to " + bound);
      }
      if (SummedPage.entries(page, i) <= 0) {
        return PageCheck.of(
            Rule.R36,
            SummedPage.COUNTS + i * Long.BYTES,
            Long.toUnsignedString(SummedPage.entries(page, i)) + " entries",
            "1 to 2^63 - 1");
      }
      if (SummedPage.least(page, i) > SummedPage.greatest(page, i)) {
        return PageCheck.of(
            Rule.R36,
            SummedPage.LEAST + i * Long.BYTES,
            "least value " + SummedPage.least(page, i),
            "at most " + SummedPage.greatest(page, i));
      }
    }
    Violation violation = null;
    int[] columns = SummedPage.columns();
    for (int i = 0; i < columns.length && violation == null; i++) {
      int column = columns[i];
      violation =
          PageCheck.unused(
              page, column + count * Long.BYTES, column + SummedPage.MAX_COUNT * Long.BYTES);
    }
    for (int group = 0; group < SummedPage.GROUPS && violation == null; group++) {
      violation = group(page, group);
    }
    if (violation == null) {
      violation = PageCheck.unused(page, SummedPage.GAP, BranchPage.CHILDREN);
    }
    return violation != null
        ? violation
        : PageCheck.unused(page, SummedPage.END, PageHeader.PAGE_SIZE);
  }

  /** Checks that the row of a group is the sum of the rows of its children. */
  private static @Nullable Violation group(byte[] page, int group) {
    long[] expected = SummedPage.groupOf(page, group);
    int[] columns = SummedPage.groupColumns();
    for (int i = 0; i < expected.length; i++) {
      int offset = columns[i] + group * Long.BYTES;
      long found = Memory.getLong(page, offset);
      if (found != expected[i]) {
        return PageCheck.of(Rule.R36, offset, "group " + group + ": " + found, "" + expected[i]);
      }
    }
    return null;
  }
}
