package io.octavo.command.survey;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.command.parts.PageUse;
import io.octavo.command.text.Spread;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.list.ListPage;
import io.octavo.page.series.SeriesLeaf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Statistics of the pages of one collection, in addition to the counts of its tree. */
public final class TreeSurvey {
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
   * One of the longest values.
   *
   * @param bytes its length
   * @param key its key
   */
  @SuppressWarnings("ArrayRecordComponent") // values are compared by length only
  record LargeValue(long bytes, byte[] key) {}

  /**
   * Begins a survey.
   *
   * @param isOfPostings whether the leaves hold posting lists
   */
  TreeSurvey(boolean isOfPostings) {
    postings = isOfPostings ? new PostingSurvey() : null;
  }

  /** Returns the statistics of posting lists, null for other types. */
  @Nullable PostingSurvey postings() {
    return postings;
  }

  void add(int number, byte[] page, int fill) {
    int level = PageHeader.level(page);
    while (counts.size() <= level) {
      counts.add(new Spread());
      fills.add(new Spread());
    }
    counts.get(level).add(entries(page));
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

  private static int entries(byte[] page) {
    int kind = PageHeader.kindCode(page);
    return kind == PageKind.LIST.code()
        ? ListPage.items(page)
        : kind == PageKind.PACKED_LEAF.code() ? SeriesLeaf.entries(page) : PageHeader.count(page);
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

  /** Returns the numbers of entries or children of the pages of a level. */
  Spread counts(int level) {
    return counts.get(level);
  }

  /** Returns the fill of the pages of a level, in thousandths. */
  Spread fills(int level) {
    return fills.get(level);
  }

  /** Returns the number of bytes of a role in the lowest pages. */
  long leafBytes(Role role) {
    return leaves.bytes(role);
  }

  /** Returns the longest values of a map of byte strings, the longest first. */
  List<LargeValue> largest() {
    return largest.stream().sorted(Comparator.comparingLong(LargeValue::bytes).reversed()).toList();
  }

  /** Returns the share of leaves that directly follow the previous leaf in the file, 0 to 1. */
  double inOrder() {
    return leafCount < 2 ? 1 : (double) inOrder / (leafCount - 1);
  }

  /** Returns the share of leaves that are after the previous leaf in the file, 0 to 1. */
  double forward() {
    return leafCount < 2 ? 1 : (double) forward / (leafCount - 1);
  }
}
