package io.octavo.series;

import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.check.Rule;
import io.octavo.page.check.SeriesCheck;
import io.octavo.page.check.Violation;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.series.SeriesLeaf;
import io.octavo.page.tree.Aggregate;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks the pages of a series against the rules of FORMAT.md for more than one page. Not part of
 * the API.
 *
 * @hidden
 */
@SuppressWarnings({"exports", "InvalidBlockTag"}) // the javadoc tool knows the tag
public final class SeriesTreeCheck {
  private final CatalogueRecord record;
  private final Source source;
  private final Consumer<byte[]> pages;
  private final BiConsumer<Rule, String> problems;

  /**
   * Creates a check.
   *
   * @param record the series
   * @param source reads its pages
   * @param pages receives each page
   * @param problems receives the problems
   */
  public SeriesTreeCheck(
      CatalogueRecord record,
      Source source,
      Consumer<byte[]> pages,
      BiConsumer<Rule, String> problems) {
    this.record = record;
    this.source = source;
    this.pages = pages;
    this.problems = problems;
  }

  /** Reads pages. */
  public interface Source {
    /**
     * Returns a page whose times must be within bounds.
     *
     * @param ref the reference to the page
     * @param from the first time
     * @param to the last time
     * @return the page; an empty array if it cannot be used
     */
    byte[] read(PageRef ref, long from, long to);
  }

  /** Checks the whole tree. */
  public void check() {
    check(record.root(), Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** Checks a subtree. Returns the aggregate of its top page; null if that cannot be used. */
  private @Nullable Aggregate check(PageRef ref, long from, long to) {
    byte[] page = source.read(ref, from, to);
    if (page.length == 0) {
      return null;
    }
    pages.accept(page);
    int count = PageHeader.count(page);
    Aggregate all = new Aggregate();
    if (ref.level() == 0) {
      leaf(page, from);
    } else {
      branch(ref, page, from, to);
    }
    SeriesTree.addAll(page, all);
    if (count > 0 && all.last() > to) {
      problems.accept(Rule.R23, text(ref, "has times behind " + to));
    }
    return all;
  }

  private void leaf(byte[] page, long from) {
    PageRef ref = new PageRef(PageHeader.number(page), 0, 0);
    if (PageHeader.count(page) == 0) {
      problems.accept(Rule.R17, text(ref, "is empty"));
      return;
    }
    if (SeriesLeaf.first(page, 0) < from) {
      problems.accept(Rule.R23, text(ref, "has times before " + from));
    }
    Violation violation = SeriesCheck.contents(page);
    if (violation != null) {
      problems.accept(
          violation.rule(),
          text(ref, "has, at byte " + violation.offset() + ", " + violation.found())
              + ", expected "
              + violation.expected());
    }
  }

  private void branch(PageRef ref, byte[] page, long from, long to) {
    int count = PageHeader.count(page);
    if (BranchPage.separator(page, 0) < from) {
      problems.accept(Rule.R23, text(ref, "begins before " + from));
    }
    if (count < 2) {
      problems.accept(Rule.R17, text(ref, "has one child"));
    }
    Aggregate row = new Aggregate();
    for (int i = 0; i < count; i++) {
      long child = BranchPage.child(page, i);
      PageRef below = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
      Aggregate found = check(below, BranchPage.separator(page, i), BranchPage.bound(page, i, to));
      row.clear();
      SummedPage.fold(page, i, i + 1, row);
      if (found != null && !found.equals(row)) {
        problems.accept(
            Rule.R36, text(ref, "has of child " + i + " " + row + ", the child has " + found));
      }
    }
  }

  private String text(PageRef ref, String what) {
    return "page " + ref.number() + " of map " + record.name() + " " + what;
  }
}
