package io.octavo.salvage;

import io.octavo.collection.Types;
import io.octavo.error.StoreException;
import io.octavo.map.BytesMap;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecNames;
import io.octavo.page.tree.BranchPage;
import io.octavo.transaction.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The part of a {@link SalvageRun} for maps of byte strings. */
final class BytesSalvage {
  private final SalvageRun salvage;
  private final SalvageTarget target;
  private final PieceSalvage pieces;
  private final Map<Integer, List<Gap>> gaps = new HashMap<>();

  /** Leaves of fronts, whose changes follow all others. */
  private final List<FrontLeaf> fronts = new ArrayList<>();

  /** A range of keys of a collection whose pages were lost; to is exclusive, null for no end. */
  @SuppressWarnings("ArrayRecordComponent") // gaps are compared by identity
  private record Gap(byte[] from, byte @Nullable [] to, int loss) {}

  private record Leaf(int number, int owner, long epoch) {}

  /** Entries of a leaf of a part of a front, from one index to below another. */
  @SuppressWarnings("ArrayRecordComponent") // leaves are not compared
  private record FrontLeaf(int id, byte[] leaf, int from, int to) {}

  BytesSalvage(SalvageRun salvage, SalvageTarget target) {
    this.salvage = salvage;
    this.target = target;
    this.pieces = new PieceSalvage(salvage);
  }

  boolean hasGaps() {
    return !gaps.isEmpty();
  }

  void map(CatalogueRecord record) {
    if (!record.root().isNone()) {
      tree(record, record.root(), new byte[0], null);
    }
  }

  private void tree(CatalogueRecord map, PageRef ref, byte[] from, byte @Nullable [] to) {
    byte[] page;
    try {
      page = salvage.read(ref, Types.of(map).kinds().kind(ref.level()), map.id());
    } catch (StoreException e) {
      List<Gap> ofMap = gaps.computeIfAbsent(map.id(), id -> new ArrayList<>());
      KeyRange keys = Types.of(map).keys(from, to);
      int loss = salvage.lose(Loss.of(e, salvage.nameOf(map), keys));
      ofMap.add(new Gap(from, to, loss));
      return;
    }
    int count = PageHeader.count(page);
    if (ref.level() == 0) {
      addEntries(map.id(), page, first(page, from), end(page, to));
      return;
    }
    for (int i = 0; i < count; i++) {
      long child = BytesPage.child(page, i);
      PageRef below = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
      byte[] least = i == 0 ? from : greater(from, BytesPage.key(page, i));
      tree(map, below, least, i + 1 < count ? lesser(to, BytesPage.key(page, i + 1)) : to);
    }
  }

  private static byte[] greater(byte[] from, byte[] separator) {
    return Arrays.compareUnsigned(from, separator) < 0 ? separator : from;
  }

  private static byte[] lesser(byte @Nullable [] to, byte[] separator) {
    return to == null || Arrays.compareUnsigned(separator, to) < 0 ? separator : to;
  }

  /** Returns the index of the first entry of a leaf from a key on. */
  private static int first(byte[] leaf, byte[] from) {
    int index = BytesPage.find(leaf, from);
    return index < 0 ? ~index : index;
  }

  private static int end(byte[] leaf, byte @Nullable [] to) {
    return to == null ? PageHeader.count(leaf) : first(leaf, to);
  }

  /** Adds entries of a leaf. Those of a front wait for {@link #addFronts}. */
  private void addEntries(int id, byte[] leaf, int from, int to) {
    if (id < 0) {
      fronts.add(new FrontLeaf(id, leaf.clone(), from, to));
      return;
    }
    for (int i = from; i < to; i++) {
      byte[] key = BytesPage.key(leaf, i);
      if (!BytesPage.isLarge(leaf, i)) {
        target.addEntry(id, key, BytesPage.value(leaf, i));
        continue;
      }
      long length = BytesPage.referenceLength(leaf, i);
      List<Integer> pages = pieces.pages(id, BytesPage.referencePiece(leaf, i), length);
      if (pages.isEmpty()) {
        String reason = "a value of " + length + " bytes has lost pieces";
        salvage.lose(new Loss(-1, reason, target.name(id), KeyRange.of(key), 0, true));
      } else {
        target.addLarge(id, key, new PieceStream(salvage, pages), length);
      }
    }
  }

  /** Adds the changes of fronts, which are newer than all other entries of their maps. */
  void addFronts() {
    for (FrontLeaf front : fronts) {
      BytesMap map = target.bytesMap(SalvageTarget.mapOf(front.id));
      boolean isDeleted = (front.id & CatalogueRecord.DELETED) == CatalogueRecord.DELETED;
      for (int i = front.from; i < front.to; i++) {
        byte[] key = BytesPage.key(front.leaf, i);
        if (isDeleted) {
          map.delete(key);
        } else if (!BytesPage.isLarge(front.leaf, i)) {
          map.put(key, BytesPage.value(front.leaf, i));
        }
      }
    }
    fronts.clear();
  }

  /** Searches the file for leaves of the gaps, and of collections without a record. */
  void searchLeaves() {
    List<Leaf> leaves = new ArrayList<>();
    salvage.search(
        PageKind.BYTES_LEAF,
        page -> {
          int owner = PageHeader.owner(page);
          boolean isWanted = gaps.containsKey(owner) || salvage.hasLostRecord(owner);
          if (isWanted && PageHeader.count(page) > 0 && salvage.isLoose(page)) {
            leaves.add(new Leaf(PageHeader.number(page), owner, PageHeader.epoch(page)));
          }
        });
    leaves.sort(Comparator.comparingLong(Leaf::epoch).reversed().thenComparingInt(Leaf::number));
    Map<Integer, NavigableMap<byte[], byte[]>> taken = new HashMap<>();
    Map<Integer, Integer> found = new TreeMap<>();
    for (Leaf leaf : leaves) {
      byte[] page = salvage.page(leaf.number());
      NavigableMap<byte[], byte[]> spans =
          taken.computeIfAbsent(leaf.owner(), owner -> new TreeMap<>(Arrays::compareUnsigned));
      for (Gap gap : gaps.computeIfAbsent(leaf.owner(), this::unknown)) {
        int from = first(page, gap.from());
        int to = end(page, gap.to());
        if (from < to) {
          byte[] first = BytesPage.key(page, from);
          byte[] last = BytesPage.key(page, to - 1);
          if (SalvageRun.isFree(spans, first, last)) {
            spans.put(first, last);
            addEntries(leaf.owner(), page, from, to);
            found.merge(gap.loss(), 1, Integer::sum);
          }
        }
      }
    }
    found.forEach(salvage::found);
  }

  /** Adds a collection whose record is lost, under an old name if one is known. */
  private List<Gap> unknown(int owner) {
    int map = SalvageTarget.mapOf(owner);
    CatalogueRecord old = salvage.oldRecord(map);
    if (!target.has(map)) {
      target.addBytes(map, old == null ? null : old.name());
      if (old != null) {
        target.describe(map, CodecNames.of(old));
      }
    }
    int loss =
        salvage.lose(
            SalvageRun.lostRecord(owner, target.name(map), KeyRange.of(new byte[0], null)));
    List<Gap> all = new ArrayList<>();
    all.add(new Gap(new byte[0], null, loss));
    return all;
  }
}
