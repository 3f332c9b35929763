package io.octavo.page.check;

import io.octavo.memory.Memory;
import io.octavo.packed.NodeBlock;
import io.octavo.packed.PairBlock;
import io.octavo.packed.TextBlock;
import io.octavo.page.PageHeader;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import org.jspecify.annotations.Nullable;

/** Checks a {@link ListPage} against the rules of FORMAT.md; a part of {@link PageCheck}. */
public final class ListPageCheck {
  private ListPageCheck() {}

  static @Nullable Violation check(byte[] page) {
    int count = ListPage.blocks(page);
    int heapBound = PageHeader.heapBound(page);
    int directoryEnd = ListPage.entry(count);
    if (count < 1 || directoryEnd > heapBound || heapBound > PageHeader.PAGE_SIZE) {
      return PageCheck.of(
          Rule.R10,
          PageHeader.HEAP_BOUND,
          heapBound + " with " + count + " blocks",
          directoryEnd + " to " + PageHeader.PAGE_SIZE + ", one block or more");
    }
    if (PageHeader.free(page) != heapBound - directoryEnd) {
      return PageCheck.number(
          Rule.R11, PageHeader.FREE, PageHeader.free(page), heapBound - directoryEnd);
    }
    ListForm form = ListPage.form(page);
    if (form == null) {
      return PageCheck.of(
          Rule.R31,
          ListPage.FORM,
          "form " + Integer.toUnsignedString(Memory.getInt(page, ListPage.FORM)),
          "1 to " + ListForm.values().length);
    }
    Violation violation = indexes(page);
    if (violation == null) {
      violation = directory(page, form);
    }
    for (int i = 0; i < count && violation == null; i++) {
      violation = block(page, i, form);
    }
    return violation != null ? violation : PageCheck.unused(page, directoryEnd, heapBound);
  }

  private static @Nullable Violation indexes(byte[] page) {
    long items = Integer.toUnsignedLong(ListPage.items(page));
    if (items > ListPage.MAX_ITEMS) {
      return PageCheck.of(Rule.R31, ListPage.ITEMS, items + " items", "1 to " + ListPage.MAX_ITEMS);
    }
    long most = ListPage.MAX_LIST - items;
    return ListPage.first(page) >= 0 && ListPage.first(page) <= most
        ? null
        : PageCheck.of(
            Rule.R31, PageHeader.KEY_BASE, Long.toString(ListPage.first(page)), "0 to " + most);
  }

  /** Checks that the ends of blocks descend, to the heap bound, and that their items ascend. */
  private static @Nullable Violation directory(byte[] page, ListForm form) {
    if (ListPage.end(page, 0) != PageHeader.PAGE_SIZE) {
      return PageCheck.number(
          Rule.R31, ListPage.entry(0), ListPage.end(page, 0), PageHeader.PAGE_SIZE);
    }
    if (ListPage.place(page, 0) != 0) {
      return PageCheck.number(
          Rule.R31, ListPage.entry(0) + ListPage.FIRST, ListPage.place(page, 0), 0);
    }
    for (int i = 0; i < ListPage.blocks(page); i++) {
      int offset = ListPage.entry(i);
      int start = ListPage.start(page, i);
      if (start >= ListPage.end(page, i)) {
        return PageCheck.of(
            Rule.R31,
            offset,
            "a block from " + start + " to " + ListPage.end(page, i),
            "a block of one byte or more");
      }
      int items = ListPage.items(page, i);
      if (items < 1 || items > form.maxItems()) {
        return PageCheck.of(
            Rule.R31,
            offset + ListPage.FIRST,
            "a block of " + items + " items",
            "1 to " + form.maxItems());
      }
    }
    return null;
  }

  /** Checks a block whose place and items are known to be right. */
  public static @Nullable Violation block(byte[] page, int block, ListForm form) {
    int start = ListPage.start(page, block);
    int end = ListPage.end(page, block);
    int items = ListPage.items(page, block);
    int length =
        switch (form) {
          case PAIRS -> PairBlock.length(page, start, end, items);
          case TEXTS -> TextBlock.length(page, start, end, items);
          case NODES -> {
            int first = (int) (ListPage.first(page) + ListPage.place(page, block));
            yield NodeBlock.length(page, start, end, first, items);
          }
        };
    return length == end - start
        ? null
        : PageCheck.of(
            Rule.R32,
            start,
            length < 0 ? "a damaged block" : "a block of " + length + " bytes",
            "a block of " + (end - start) + " bytes");
  }
}
