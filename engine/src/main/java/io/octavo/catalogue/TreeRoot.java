package io.octavo.catalogue;

import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import org.jspecify.annotations.Nullable;

/**
 * The root of one tree of pages, as a transaction sees it. In a write transaction the tree moves it
 * and the commit reads it; in a snapshot it never changes.
 */
public final class TreeRoot {
  private final int owner;
  private String name;
  private PageRef page;
  private long entries;

  private TreeRoot(int owner, String name, PageRef page, long entries) {
    this.owner = owner;
    this.name = name;
    this.page = page;
    this.entries = entries;
  }

  /**
   * Returns the root of a collection as its record has it.
   *
   * @param record the collection, null for one that does not exist
   * @return a new root, without pages if there is no collection
   */
  public static TreeRoot of(@Nullable CatalogueRecord record) {
    return record == null
        ? new TreeRoot(0, "", PageRef.NONE, 0)
        : new TreeRoot(record.id(), record.name(), record.root(), record.entries());
  }

  /** Returns the present name of the collection, by which the catalogue finds its record. */
  String name() {
    return name;
  }

  void setName(String newName) {
    this.name = newName;
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
   * @return the page; without a checksum if it was changed
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
