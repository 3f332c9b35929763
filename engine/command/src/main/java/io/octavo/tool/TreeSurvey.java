package io.octavo.tool;

import io.octavo.page.BytesPage;
import io.octavo.page.ListPage;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PagePart.Role;
import io.octavo.page.PageUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** What the pages of one collection are made of, beyond what a tree counts of itself. */
final class TreeSurvey {
  private static final int LARGEST = 10;

  private final List<Spread> counts = new ArrayList<>();
  private final List<Spread> fills = new ArrayList<>();
  private final PageUse leaves = new PageUse();
  private final PriorityQueue<LargeValue> largest =
      new PriorityQueue<>(Comparator.comparingLong(LargeValue::bytes));
  private final @Nullable PostingSurvey postings;
  private int lastLeaf;
  private long leafCount;
  private long inOrder;
  private long forward;

  /**
   * A value that is longer than most.
   *
   * @param bytes its length
   * @param key the key that it belongs to
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by length only
  record LargeValue(long bytes, byte[] key) {}

  /**
   * Begins a survey.
   *
   * @param isOfPostings whether the leaves hold posting lists
   */
  TreeSurvey(boolean isOfPostings) {
    postings = isOfPostings ? new PostingSurvey() : null;
  }

  /** Returns what posting lists hold, null if there are none. */
  @Nullable PostingSurvey postings() {
    return postings;
  }

  void add(int number, byte[] page, int fill) {
    int level = PageHeader.level(page);
    while (counts.size() <= level) {
      counts.add(new Spread());
      fills.add(new Spread());
    }
    boolean isOfItems = PageHeader.kindCode(page) == PageKind.LIST.code();
    counts.get(level).add(isOfItems ? ListPage.items(page) : PageHeader.count(page));
    fills.get(level).add(fill);
    if (level > 0) {
      return;
    }
    leaves.add(page);
    if (leafCount++ > 0) {
      inOrder += number == lastLeaf + 1 ? 1 : 0;
      forward += number > lastLeaf ? 1 : 0;
    }
    lastLeaf = number;
    if (postings != null) {
      postings.add(page);
    } else if (PageHeader.kindCode(page) == PageKind.BYTES_LEAF.code()) {
      addValues(page);
    }
  }

  private void addValues(byte[] page) {
    for (int i = 0; i < PageHeader.count(page); i++) {
      long bytes =
          BytesPage.isLarge(page, i)
              ? BytesPage.referenceLength(page, i)
              : BytesPage.valueLength(page, i);
      LargeValue least = largest.peek();
      if (largest.size() < LARGEST || (least != null && bytes > least.bytes())) {
        largest.add(new LargeValue(bytes, BytesPage.key(page, i)));
        if (largest.size() > LARGEST) {
          largest.remove();
        }
      }
    }
  }

  int levels() {
    return counts.size();
  }

  /** Returns entries or children of the pages of a level. */
  Spread counts(int level) {
    return counts.get(level);
  }

  /** Returns how full the pages of a level are, in thousandths. */
  Spread fills(int level) {
    return fills.get(level);
  }

  /** Sums up what bytes of the lowest pages are used for. */
  long leafBytes(Role role) {
    return leaves.bytes(role);
  }

  /** Returns the longest values of a map of byte strings, the longest first. */
  List<LargeValue> largest() {
    return largest.stream().sorted(Comparator.comparingLong(LargeValue::bytes).reversed()).toList();
  }

  /** Returns how many leaves stand in the file right behind the leaf before them, 0 to 1. */
  double inOrder() {
    return leafCount < 2 ? 1 : (double) inOrder / (leafCount - 1);
  }

  /** Returns how many leaves stand in the file anywhere behind the leaf before them, 0 to 1. */
  double forward() {
    return leafCount < 2 ? 1 : (double) forward / (leafCount - 1);
  }
}
