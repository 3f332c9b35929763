package io.octavo.check;

import io.octavo.collection.Types;
import io.octavo.commit.LastCheckpoint;
import io.octavo.error.StoreException;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.transaction.KeyRange;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the map that a page belongs to and the keys that the page covers, without reading a leaf.
 */
public final class PageFinder {
  private final LastCheckpoint durable;
  private final long wanted;
  private final BitSet visited = new BitSet();

  private PageFinder(LastCheckpoint durable, long wanted) {
    this.durable = durable;
    this.wanted = wanted;
  }

  /**
   * Finds a page of the last checkpoint.
   *
   * @param durable the pages of the checkpoint
   * @param page the number of the page
   * @return the map and the keys, in words; null if the page belongs to no map
   * @throws StoreException if the catalogue cannot be read
   */
  public static @Nullable String find(LastCheckpoint durable, long page) {
    PageFinder finder = new PageFinder(durable, page);
    List<CatalogueRecord> records = durable.catalogue().records();
    for (CatalogueRecord record : records) {
      if (!record.root().isNone()) {
        boolean isOfLongs = Types.of(record).kinds().branch() != PageKind.BYTES_BRANCH;
        KeyRange range =
            isOfLongs
                ? finder.longs(record, record.root(), Long.MIN_VALUE, Long.MAX_VALUE)
                : finder.bytes(record, record.root(), new byte[0], null);
        if (range != null) {
          return place(record, records, range);
        }
      }
    }
    return null;
  }

  /** Describes keys of a map, with the name that users know. */
  static String place(CatalogueRecord record, List<CatalogueRecord> records, KeyRange range) {
    if (!record.isOwn()) {
      return "map " + record.name() + ", " + range.text();
    }
    String part =
        switch (record.type()) {
          case CatalogueRecord.INDEX -> "index";
          case CatalogueRecord.LONG_FRONT, CatalogueRecord.BYTES_FRONT -> "front";
          default -> "large values";
        };
    for (CatalogueRecord map : records) {
      if (record.isPartOf(map.id())) {
        return "map " + map.name() + ", " + part;
      }
    }
    return part + " of a dropped map";
  }

  private @Nullable KeyRange longs(CatalogueRecord record, PageRef ref, long from, long to) {
    if (ref.number() == wanted) {
      return KeyRange.of(from, to);
    }
    byte[] page = branch(record, ref);
    int count = page == null ? 0 : PageHeader.count(page);
    for (int i = 0; page != null && i < count; i++) {
      long least = i == 0 ? from : BranchPage.separator(page, i);
      long last = i + 1 < count ? BranchPage.separator(page, i + 1) - 1 : to;
      KeyRange found = longs(record, below(ref, BranchPage.child(page, i)), least, last);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable KeyRange bytes(
      CatalogueRecord record, PageRef ref, byte[] from, byte @Nullable [] to) {
    if (ref.number() == wanted) {
      return Types.of(record).keys(from, to);
    }
    byte[] page = branch(record, ref);
    int count = page == null ? 0 : PageHeader.count(page);
    for (int i = 0; page != null && i < count; i++) {
      byte[] least = i == 0 ? from : BytesPage.key(page, i);
      byte[] bound = i + 1 < count ? BytesPage.key(page, i + 1) : to;
      KeyRange found = bytes(record, below(ref, BytesPage.child(page, i)), least, bound);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static PageRef below(PageRef ref, long child) {
    return new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
  }

  /** Reads a page that has children. Returns null if it has none, or cannot be read. */
  private byte @Nullable [] branch(CatalogueRecord record, PageRef ref) {
    if (ref.level() == 0 || visited.get(ref.number())) {
      return null;
    }
    visited.set(ref.number());
    try {
      return durable.read(ref, Types.of(record).kinds().kind(ref.level()), record.id());
    } catch (StoreException e) {
      return null;
    }
  }
}
