package io.octavo.salvage;

import io.octavo.collection.Types;
import io.octavo.error.StoreException;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.BranchPage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Finds the pieces of large values: by their tree while references are sound, otherwise by the
 * headers of pages.
 */
final class PieceSalvage {
  private final SalvageRun salvage;

  /** The pieces of each map that was requested, by number. */
  private final Map<Integer, Map<Long, Piece>> found = new HashMap<>();

  private record Piece(int page, int length, long epoch, boolean isReached) {}

  PieceSalvage(SalvageRun salvage) {
    this.salvage = salvage;
  }

  /** Returns the pages of a value; none if one of them is lost. */
  List<Integer> pages(int map, long first, long length) {
    Map<Long, Piece> pieces = found.computeIfAbsent(map, this::find);
    List<Integer> pages = new ArrayList<>();
    boolean isSure = true;
    long left = length;
    for (long number = first; left > 0; number++) {
      Piece piece = pieces.get(number);
      if (piece == null || piece.length() != Math.min(left, OverflowPage.CAPACITY)) {
        return List.of();
      }
      isSure &= piece.isReached();
      pages.add(piece.page());
      left -= piece.length();
    }
    return isSure || isOfOneTime(pieces, first, pages.size()) ? pages : List.of();
  }

  /**
   * Returns whether pieces found by the search belong to the same value: numbers are reused, and
   * removed pieces may still be in the file if the free pages are unknown.
   */
  private boolean isOfOneTime(Map<Long, Piece> pieces, long first, int count) {
    Set<Long> epochs = new HashSet<>();
    for (long number = first; number < first + count; number++) {
      epochs.add(Objects.requireNonNull(pieces.get(number)).epoch());
    }
    return epochs.size() == 1 || salvage.knowsFreePages();
  }

  private Map<Long, Piece> find(int map) {
    Map<Long, Piece> pieces = new HashMap<>();
    String name = CatalogueRecord.piecesOf(map);
    int owner = salvage.identifier(name);
    CatalogueRecord record = salvage.record(owner);
    boolean isWhole =
        record != null && (record.root().isNone() || tree(record, record.root(), pieces));
    if (owner != 0 && !isWhole) {
      salvage.search(
          PageKind.OVERFLOW,
          page -> {
            if (PageHeader.owner(page) == owner && salvage.isLoose(page)) {
              pieces.merge(OverflowPage.piece(page), piece(page, false), PieceSalvage::newer);
            }
          });
    }
    return pieces;
  }

  private static Piece piece(byte[] page, boolean isReached) {
    return new Piece(
        PageHeader.number(page), OverflowPage.length(page), PageHeader.epoch(page), isReached);
  }

  private static Piece newer(Piece one, Piece other) {
    return one.isReached() || one.epoch() >= other.epoch() ? one : other;
  }

  /** Collects the pieces below a page. Returns false if some are lost. */
  private boolean tree(CatalogueRecord record, PageRef ref, Map<Long, Piece> pieces) {
    byte[] page;
    try {
      page = salvage.read(ref, Types.of(record).kinds().kind(ref.level()), record.id());
    } catch (StoreException e) {
      salvage.lose(Loss.of(e, "pieces of large values", true));
      return false;
    }
    if (ref.level() == 0) {
      pieces.put(OverflowPage.piece(page), piece(page, true));
      return true;
    }
    boolean isWhole = true;
    for (int i = 0; i < PageHeader.count(page); i++) {
      long child = BranchPage.child(page, i);
      PageRef below = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
      isWhole &= tree(record, below, pieces);
    }
    return isWhole;
  }
}
