package io.octavo.catalogue;

import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import org.jspecify.annotations.Nullable;

/**
 * The root of one tree of pages, as a transaction sees it. In a write transaction the tree changes
 * it and the commit reads it; in a snapshot it never changes.
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

  /** Returns a new root from the record of a collection; without pages if the record is null. */
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

  /** Returns the identifier of the collection. */
  public int owner() {
    return owner;
  }

  /** Returns the root page, without a checksum if it was changed. */
  public PageRef page() {
    return page;
  }

  /** Returns the number of entries. */
  public long entries() {
    return entries;
  }

  /** Moves the root. */
  public void setPage(PageRef newPage) {
    this.page = newPage;
  }

  /**
   * Changes the number of entries.
   *
   * @param change the difference
   */
  public void addEntries(long change) {
    entries += change;
  }
}
