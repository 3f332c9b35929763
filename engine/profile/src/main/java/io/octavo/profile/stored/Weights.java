package io.octavo.profile.stored;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sums of weights by stack: pages of an array, allocated when first needed, so that a range of few
 * stacks is cheap in a profile of many. Not thread-safe.
 */
public final class Weights implements StackSink {
  private static final int SHIFT = 7;

  /** The number of stacks of a page. */
  public static final int PAGE = 1 << SHIFT;

  private long[] @Nullable [] pages = new long[64][];

  /** Adds a weight. Throws ArithmeticException if the sum exceeds 2^63 - 1. */
  @Override
  public void add(int stack, long weight) {
    long[] page = stack >>> SHIFT < pages.length ? pages[stack >>> SHIFT] : null;
    if (page == null) {
      page = addPage(stack >>> SHIFT);
    }
    int index = stack & (PAGE - 1);
    page[index] = Math.addExact(page[index], weight);
  }

  private long[] addPage(int number) {
    if (number >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(number + 1, 2 * pages.length));
    }
    long[] page = new long[PAGE];
    pages[number] = page;
    return page;
  }

  /** Returns the maximal number of pages. */
  public int pages() {
    return pages.length;
  }

  /** Returns the weights of the stacks from {@code number * PAGE} on; null if all are 0. */
  public long @Nullable [] page(int number) {
    return number < pages.length ? pages[number] : null;
  }

  /** Returns the weights other than 0 as a list. */
  public SlotList toList() {
    int count = 0;
    for (long[] page : pages) {
      for (int i = 0; page != null && i < PAGE; i++) {
        count += page[i] != 0 ? 1 : 0;
      }
    }
    SlotList list = new SlotList(count);
    for (int number = 0; number < pages.length; number++) {
      long[] page = pages[number];
      for (int i = 0; page != null && i < PAGE; i++) {
        if (page[i] != 0) {
          list.add((number << SHIFT) + i, page[i]);
        }
      }
    }
    return list;
  }
}
