package io.octavo.salvage;

import io.octavo.CollectionType;
import io.octavo.collection.Types;
import io.octavo.error.StoreException;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.transaction.KeyRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link SalvageRun} for collections whose items have ids. Their indexes are made
 * anew.
 */
final class ItemSalvage {
  private final SalvageRun salvage;
  private final SalvageTarget target;
  private final Map<Integer, List<Gap>> gaps = new HashMap<>();

  /** Ids of a collection whose pages were lost, both included. */
  private record Gap(long from, long to, int loss) {}

  private record Found(int number, int owner, long epoch) {}

  ItemSalvage(SalvageRun salvage, SalvageTarget target) {
    this.salvage = salvage;
    this.target = target;
  }

  boolean hasGaps() {
    return !gaps.isEmpty();
  }

  /** Takes the items that the catalogue counts: what is behind them is of an earlier time. */
  void collection(CatalogueRecord record, CollectionType type) {
    target.create(record.id(), record.name(), type);
    long most = Math.min(Integer.MAX_VALUE, (long) ListPage.MAX_ITEMS * salvage.pages());
    long entries = Math.min(most, record.entries());
    if (entries < record.entries()) {
      salvage.lose(
          Loss.of(
              "map "
                  + record.name()
                  + " has more items in the catalogue than the file can have: "
                  + record.entries()));
    }
    target.items(record.id()).grow(entries);
    if (!record.root().isNone() && entries > 0) {
      tree(record, record.root(), 0, entries - 1);
    }
  }

  private void tree(CatalogueRecord record, PageRef ref, long from, long to) {
    byte[] page;
    try {
      page = salvage.read(ref, Types.of(record).kinds().kind(ref.level()), record.id());
    } catch (StoreException e) {
      int loss = salvage.lose(Loss.of(e, record.name(), KeyRange.of(from, to)));
      gaps.computeIfAbsent(record.id(), id -> new ArrayList<>()).add(new Gap(from, to, loss));
      return;
    }
    if (ref.level() == 0) {
      if (ListPage.form(page) == target.items(record.id()).form()) {
        target.items(record.id()).addPage(page, from, to);
      }
      return;
    }
    int count = PageHeader.count(page);
    for (int i = 0; i < count; i++) {
      long child = BranchPage.child(page, i);
      PageRef below = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
      long least = i == 0 ? from : Math.max(from, BranchPage.separator(page, i));
      long most = i + 1 < count ? Math.min(to, BranchPage.separator(page, i + 1) - 1) : to;
      if (least <= most) {
        tree(record, below, least, most);
      }
    }
  }

  /** Finds pages for the gaps, the newest first, and those of collections without a record. */
  void searchPages() {
    List<Found> found = new ArrayList<>();
    salvage.search(
        PageKind.LIST,
        page -> {
          int owner = PageHeader.owner(page);
          boolean isWanted = gaps.containsKey(owner) || salvage.hasLostRecord(owner);
          if (isWanted && ListPage.items(page) > 0 && salvage.isLoose(page)) {
            found.add(new Found(PageHeader.number(page), owner, PageHeader.epoch(page)));
          }
        });
    found.sort(Comparator.comparingLong(Found::epoch).reversed().thenComparingInt(Found::number));
    Map<Integer, NavigableMap<Long, Long>> taken = new HashMap<>();
    Map<Integer, Integer> counts = new TreeMap<>();
    for (Found each : found) {
      byte[] page = salvage.page(each.number());
      List<Gap> missing =
          gaps.computeIfAbsent(each.owner(), owner -> unknown(owner, ListPage.form(page)));
      if (ListPage.form(page) != target.items(each.owner()).form()) {
        continue;
      }
      NavigableMap<Long, Long> spans =
          taken.computeIfAbsent(
              each.owner(), owner -> new TreeMap<>(Comparator.<Long>naturalOrder()));
      for (Gap gap : missing) {
        long first = Math.max(ListPage.first(page), gap.from());
        long last = Math.min(ListPage.first(page) + ListPage.items(page) - 1, gap.to());
        if (first <= last && SalvageRun.isFree(spans, first, last)) {
          spans.put(first, last);
          target.items(each.owner()).addPage(page, first, last);
          counts.merge(gap.loss(), 1, Integer::sum);
        }
      }
    }
    counts.forEach(salvage::found);
  }

  /** Names a collection whose record is lost, by an old name if there is one. */
  private List<Gap> unknown(int owner, @Nullable ListForm form) {
    CatalogueRecord old = salvage.oldRecord(owner);
    CollectionType type =
        form == ListForm.TEXTS
            ? CollectionType.STRINGS
            : form == ListForm.PAIRS ? CollectionType.PAIRS : CollectionType.STACKS;
    target.addItems(owner, old == null ? null : old.name(), type);
    KeyRange all = KeyRange.of(0, Integer.MAX_VALUE - 1L);
    int loss = salvage.lose(SalvageRun.lostRecord(owner, target.name(owner), all));
    List<Gap> gap = new ArrayList<>();
    gap.add(new Gap(0, Integer.MAX_VALUE - 1L, loss));
    return gap;
  }

  /** Returns whether a collection without a record is the index of one with items. */
  boolean isIndex(int owner) {
    CatalogueRecord old = salvage.oldRecord(owner);
    return old == null
        ? target.hasItems(owner - 1) && target.items(owner - 1).form() != ListForm.NODES
        : old.type() == CatalogueRecord.INDEX;
  }
}
