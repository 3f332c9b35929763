package io.octavo.check;

import io.octavo.page.PageHeader;
import io.octavo.page.meta.SpacePage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Verifies that the bitmaps follow each other (R21), and compares them with the use (R25). */
final class SpaceCheck {
  private static final int UNKNOWN = -1;

  private final int pageCount;
  private final BitSet marked = new BitSet();
  private final List<String> problems = new ArrayList<>();

  /** The first page of the next bitmap. */
  private long next;

  /** The greatest page that is marked in use, wherever it is. */
  private long last;

  SpaceCheck(int pageCount) {
    this.pageCount = pageCount;
  }

  /** Takes the next bitmap. */
  void add(byte[] page) {
    long first = PageHeader.keyBase(page);
    if (next != UNKNOWN && first != next) {
      problems.add(
          "bitmap "
              + PageHeader.number(page)
              + " begins with page "
              + first
              + ", expected page "
              + next);
    }
    BitSet bits = BitSet.valueOf(SpacePage.words(page));
    for (int bit = bits.nextSetBit(0); bit >= 0; bit = bits.nextSetBit(bit + 1)) {
      last = Math.max(last, first + bit);
      // Forged numbers must not demand all memory.
      if (first < pageCount) {
        marked.set((int) first + bit);
      }
    }
    next = first + SpacePage.PAGES;
  }

  /** Notes that bitmaps cannot be read, so that the next one may begin anywhere. */
  void lost() {
    next = UNKNOWN;
  }

  /** Returns what is wrong with the order of the bitmaps, and with their number. */
  List<String> sequenceProblems() {
    if (next != UNKNOWN && next < pageCount) {
      problems.add("the bitmaps end before page " + next + ", the store has " + pageCount);
    }
    return problems;
  }

  /**
   * Returns the differences between the pages marked in use and those in use. If bitmaps do not
   * follow each other, that explains all differences below the end.
   *
   * @param reached the pages that something refers to
   * @param isComplete whether these are all: pages below a damaged page would be reported as lost
   */
  List<String> useProblems(BitSet reached, boolean isComplete) {
    List<String> differences = new ArrayList<>();
    if (last >= pageCount) {
      differences.add("page " + last + " is marked in use behind the end, " + pageCount + " pages");
    }
    BitSet difference = new BitSet();
    if (isComplete && problems.isEmpty()) {
      difference.or(marked);
      difference.xor(reached);
    }
    for (int page = difference.nextSetBit(0); page >= 0; page = difference.nextSetBit(page + 1)) {
      differences.add(
          marked.get(page)
              ? "page " + page + " is marked in use, but nothing refers to it"
              : "page " + page + " is in use, but marked free");
    }
    return differences;
  }
}
