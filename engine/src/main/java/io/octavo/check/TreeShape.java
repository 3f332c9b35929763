package io.octavo.check;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.list.ListPage;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.series.SeriesLeaf;
import java.util.ArrayList;
import java.util.List;

/** Counts of the pages and entries of a tree. Not thread-safe. */
public final class TreeShape {
  private final List<Long> pagesByLevel = new ArrayList<>();
  private final long[] leavesByTenth = new long[10];
  private long entries;
  private long entryBytes;
  private long fallbackEntries;
  private long freeBytes;
  private int leastEntries = Integer.MAX_VALUE;
  private int mostEntries;
  private long slotBytes;
  private long valuePages;
  private long indexPages;
  private long frontPages;
  private long frontEntries;

  /** Creates the shape of a tree without pages. */
  public TreeShape() {}

  void add(byte[] page) {
    int level = PageHeader.level(page);
    while (pagesByLevel.size() <= level) {
      pagesByLevel.add(0L);
    }
    pagesByLevel.set(level, pagesByLevel.get(level) + 1);
    if (level > 0) {
      return;
    }
    int kind = PageHeader.kindCode(page);
    if (kind == PageKind.OVERFLOW.code()) {
      entries++;
      leastEntries = 1;
      mostEntries = 1;
      return;
    }
    if (kind == PageKind.LIST.code()) {
      addEntries(page, ListPage.items(page), (long) ListPage.blocks(page) * ListPage.ENTRY);
      return;
    }
    if (kind == PageKind.PACKED_LEAF.code()) {
      addEntries(page, SeriesLeaf.entries(page), SeriesLeaf.directoryBytes(page));
      return;
    }
    int slotLength = kind == PageKind.LEAF.code() ? SlotWord.LENGTH : BytesPage.SLOT;
    int count = PageHeader.count(page);
    addEntries(page, count, (long) count * slotLength);
    for (int i = 0; i < count; i++) {
      if (SlotWord.code(Memory.getChar(page, PageHeader.LENGTH + i * slotLength)) == 0) {
        fallbackEntries++;
      }
    }
  }

  private void addEntries(byte[] page, int count, long slots) {
    entries += count;
    slotBytes += slots;
    leastEntries = Math.min(leastEntries, count);
    mostEntries = Math.max(mostEntries, count);
    int free = PageHeader.free(page);
    freeBytes += free;
    entryBytes += LeafPage.CAPACITY - free - slots;
    int used = LeafPage.CAPACITY - free;
    leavesByTenth[Math.min(9, used * 10 / LeafPage.CAPACITY)]++;
  }

  /** Adds the pages of the tree of large values. */
  void addValues(TreeShape values) {
    values.pagesByLevel.forEach(count -> valuePages += count);
  }

  /** Takes the pages of the tree that is the index of this one. */
  void addIndex(TreeShape index) {
    index.pagesByLevel.forEach(count -> indexPages += count);
  }

  /** Adds the pages and changes of a part of the front of the map. */
  void addFront(TreeShape part) {
    part.pagesByLevel.forEach(count -> frontPages += count);
    frontEntries += part.entries;
  }

  /**
   * Counts the pages of the front of a map.
   *
   * @return pages that are in no level of this tree
   */
  public long frontPages() {
    return frontPages;
  }

  /**
   * Counts the changes in the front of a map.
   *
   * @return values that were put, and keys that were deleted
   */
  public long frontEntries() {
    return frontEntries;
  }

  /**
   * Counts the pages of the index of a collection.
   *
   * @return pages that are in no level of this tree
   */
  public long indexPages() {
    return indexPages;
  }

  /**
   * Counts the bytes of slots in the leaves; in pages of lists, those of the directory.
   *
   * @return the number of bytes
   */
  public long slotBytes() {
    return slotBytes;
  }

  /**
   * Counts the pages of large values.
   *
   * @return pages that are in no level of this tree
   */
  public long valuePages() {
    return valuePages;
  }

  /**
   * Counts the pages of each level.
   *
   * @return leaves first, the root last
   */
  public List<Long> pagesByLevel() {
    return List.copyOf(pagesByLevel);
  }

  /**
   * Counts the leaves by how full they are.
   *
   * @return ten counts, of leaves that use less than 10 %, less than 20 %, and so on
   */
  public long[] leavesByTenth() {
    return leavesByTenth.clone();
  }

  /**
   * Counts the entries.
   *
   * @return the count
   */
  public long entries() {
    return entries;
  }

  /**
   * Counts the bytes of keys, values and their headers.
   *
   * @return the number of bytes, without slots
   */
  public long entryBytes() {
    return entryBytes;
  }

  /**
   * Counts the entries that carry their lengths themselves.
   *
   * @return the count
   */
  public long fallbackEntries() {
    return fallbackEntries;
  }

  /**
   * Counts the free bytes of the leaves.
   *
   * @return bytes
   */
  public long freeBytes() {
    return freeBytes;
  }

  /**
   * Returns the fewest entries of a leaf.
   *
   * @return the count; 0 if there is no leaf
   */
  public int leastEntries() {
    return entries == 0 ? 0 : leastEntries;
  }

  /**
   * Returns the most entries of a leaf.
   *
   * @return the count
   */
  public int mostEntries() {
    return mostEntries;
  }

  /**
   * Returns how full the leaves are.
   *
   * @return used bytes over usable bytes, 0 to 1
   */
  public double fill() {
    long leaves = pagesByLevel.isEmpty() ? 0 : pagesByLevel.get(0);
    return leaves == 0 ? 0 : 1 - (double) freeBytes / (leaves * LeafPage.CAPACITY);
  }
}
