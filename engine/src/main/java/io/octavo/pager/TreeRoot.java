package io.octavo.pager;

import io.octavo.page.PageRef;

/**
 * The root of one tree of pages, as a transaction sees it. In a write transaction the tree moves it
 * and the commit reads it; in a snapshot it never changes.
 */
public final class TreeRoot {
  private final int owner;
  private PageRef page;
  private long entries;

  /**
   * Names a root.
   *
   * @param owner the collection
   * @param page its root page, {@link PageRef#NONE} where it is empty
   * @param entries how many entries it has
   */
  public TreeRoot(int owner, PageRef page, long entries) {
    this.owner = owner;
    this.page = page;
    this.entries = entries;
  }

  /**
   * Tells whose tree it is.
   *
   * @return the collection's identifier
   */
  public int owner() {
    return owner;
  }

  /**
   * Returns the root page.
   *
   * @return the page; without a checksum where it was changed
   */
  public PageRef page() {
    return page;
  }

  /**
   * Returns how many entries there are.
   *
   * @return the count
   */
  public long entries() {
    return entries;
  }

  /**
   * Moves the root.
   *
   * @param newPage the new root page
   */
  public void setPage(PageRef newPage) {
    this.page = newPage;
  }

  /**
   * Counts entries in or out.
   *
   * @param change how many were added, negative where some were removed
   */
  public void addEntries(long change) {
    entries += change;
  }
}
