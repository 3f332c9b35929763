package io.octavo.salvage;

import io.octavo.error.StoreException;
import io.octavo.packed.SampleBlock;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.series.SeriesLeaf;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import io.octavo.page.tree.TreeKinds;
import io.octavo.series.Series;
import io.octavo.transaction.KeyRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The part of a {@link SalvageRun} for series. Entries of equal times stay in their order: what the
 * tree reaches and what is found for its gaps is written at last, from the first leaf to the last.
 */
final class SeriesSalvage {
  private static final int REACHED = -1;

  private static final Comparator<Leaf> NEWEST_FIRST =
      Comparator.comparingLong(Leaf::epoch).reversed().thenComparingInt(Leaf::number);

  private final SalvageRun salvage;
  private final SalvageTarget target;
  private final Map<Integer, List<Span>> spans = new LinkedHashMap<>();
  private boolean hasGaps;

  private record Leaf(int number, long epoch, long first, long last, int entries) {
    static Leaf of(byte[] page) {
      return new Leaf(
          PageHeader.number(page),
          PageHeader.epoch(page),
          SeriesLeaf.first(page, 0),
          SeriesLeaf.last(page),
          SeriesLeaf.entries(page));
    }

    boolean isOfOneTime() {
      return first == last;
    }
  }

  /** A gap of a tree, and the leaves that were found for it; or a leaf that the tree reaches. */
  private static final class Span {
    private final long from;
    private final long to;
    private final int loss;

    /** By time; leaves of one time in the order in which they were written. */
    private final NavigableSet<Leaf> leaves =
        new TreeSet<>(
            Comparator.comparingLong(Leaf::first)
                .thenComparingLong(Leaf::last)
                .thenComparingLong(Leaf::epoch)
                .thenComparingInt(Leaf::number));

    /** How many entries are still to be found. */
    private long room;

    Span(long from, long to, long room, int loss) {
      this.from = from;
      this.to = to;
      this.room = room;
      this.loss = loss;
    }

    /** Takes a leaf if it can be of the gap. Leaves that follow each other may share a time. */
    boolean take(Leaf leaf) {
      Leaf before = leaves.floor(leaf);
      Leaf behind = leaves.ceiling(leaf);
      boolean fits =
          from <= leaf.first()
              && leaf.last() <= to
              && leaf.entries() <= room
              && (before == null || before.last() <= leaf.first())
              && (behind == null || leaf.last() <= behind.first());
      if (fits) {
        leaves.add(leaf);
        room -= leaf.entries();
      }
      return fits;
    }

    /** Counts the leaves of one time that others of the same time could stand before. */
    long doubtful(boolean mayBeOld) {
      return leaves.stream()
          .filter(leaf -> leaf.isOfOneTime() && (mayBeOld || isAmongEqual(leaf)))
          .count();
    }

    private boolean isAmongEqual(Leaf leaf) {
      Leaf before = leaves.lower(leaf);
      Leaf behind = leaves.higher(leaf);
      return (before != null && before.isOfOneTime() && before.first() == leaf.first())
          || (behind != null && behind.isOfOneTime() && behind.first() == leaf.first());
    }
  }

  SeriesSalvage(SalvageRun salvage, SalvageTarget target) {
    this.salvage = salvage;
    this.target = target;
  }

  boolean hasGaps() {
    return hasGaps;
  }

  /** Finds the leaves that the tree reaches, and its gaps. */
  void collection(CatalogueRecord record) {
    target.addSeries(record.id(), record.name());
    describe(record.id(), record);
    spans.put(record.id(), new ArrayList<>());
    if (!record.root().isNone()) {
      tree(record, record.root(), Long.MIN_VALUE, Long.MAX_VALUE, record.entries());
    }
  }

  private void describe(int owner, CatalogueRecord record) {
    try {
      target.describeSeries(owner, record.keyCodec(), record.valueCodec(), record.tail());
    } catch (IllegalArgumentException e) {
      salvage.lose(Loss.of("the units of map " + record.name() + ": " + e.getMessage()));
    }
  }

  /**
   * Walks a tree.
   *
   * @param to the last time, which the next leaf may begin with
   */
  private void tree(CatalogueRecord record, PageRef ref, long from, long to, long entries) {
    byte[] page;
    try {
      page = salvage.read(ref, TreeKinds.SERIES.kind(ref.level()), record.id());
    } catch (StoreException e) {
      int loss = salvage.lose(Loss.of(e, record.name(), KeyRange.of(from, to)));
      spansOf(record.id()).add(new Span(from, to, entries, loss));
      hasGaps = true;
      return;
    }
    if (ref.level() == 0) {
      if (PageHeader.count(page) > 0) {
        Span span = new Span(Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, REACHED);
        span.take(Leaf.of(page));
        spansOf(record.id()).add(span);
      }
      return;
    }
    for (int i = 0; i < PageHeader.count(page); i++) {
      long child = BranchPage.child(page, i);
      PageRef below = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
      long least = i == 0 ? from : BranchPage.separator(page, i);
      tree(record, below, least, SummedPage.last(page, i), SummedPage.entries(page, i));
    }
  }

  private List<Span> spansOf(int owner) {
    return spans.computeIfAbsent(owner, id -> new ArrayList<>());
  }

  /** Finds leaves for the gaps, the newest first, and those of collections without a record. */
  void searchLeaves() {
    Map<Integer, List<Leaf>> found = new TreeMap<>();
    salvage.search(
        PageKind.PACKED_LEAF,
        page -> {
          int owner = PageHeader.owner(page);
          boolean isWanted = spans.containsKey(owner) || salvage.hasLostRecord(owner);
          if (isWanted && PageHeader.count(page) > 0 && salvage.isLoose(page)) {
            found.computeIfAbsent(owner, id -> new ArrayList<>()).add(Leaf.of(page));
          }
        });
    found.forEach(
        (owner, leaves) -> {
          leaves.sort(NEWEST_FIRST);
          fill(spans.computeIfAbsent(owner, this::unknown), leaves);
        });
  }

  private void fill(List<Span> parts, List<Leaf> leaves) {
    List<Span> gaps = parts.stream().filter(span -> span.loss != REACHED).toList();
    for (Leaf leaf : leaves) {
      for (Span gap : gaps) {
        if (gap.take(leaf)) {
          break;
        }
      }
    }
    gaps.forEach(gap -> salvage.found(gap.loss, gap.leaves.size()));
  }

  /** Names a collection whose record is lost, by an old name if there is one. */
  private List<Span> unknown(int owner) {
    CatalogueRecord old = salvage.oldRecord(owner);
    target.addSeries(owner, old == null ? null : old.name());
    if (old != null && old.isOf(CatalogueRecord.SERIES)) {
      describe(owner, old);
    }
    KeyRange all = KeyRange.of(Long.MIN_VALUE, Long.MAX_VALUE);
    int loss = salvage.lose(SalvageRun.lostRecord(owner, target.name(owner), all));
    List<Span> gap = new ArrayList<>();
    gap.add(new Span(Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, loss));
    return gap;
  }

  /** Writes the entries of all leaves, in their order; tells where that is in doubt. */
  void write() {
    spans.forEach(
        (owner, parts) -> {
          Series series = target.series(owner);
          long doubtful = 0;
          for (Span span : parts) {
            span.leaves.forEach(leaf -> write(salvage.page(leaf.number()), series));
            boolean isFound = span.loss != REACHED;
            doubtful += isFound ? span.doubtful(!salvage.knowsFreePages()) : 0;
          }
          if (doubtful > 0) {
            salvage.lose(doubt(target.name(owner), doubtful));
          }
        });
  }

  private static Loss doubt(String map, long leaves) {
    return Loss.of(
        "map "
            + map
            + " has "
            + Loss.leaves(leaves)
            + " of one time each that may be old or out of their order");
  }

  private static void write(byte[] page, Series series) {
    long[] times = new long[SampleBlock.MAX_COUNT];
    long[] values = new long[SampleBlock.MAX_COUNT];
    for (int block = 0; block < SeriesLeaf.blocks(page); block++) {
      SeriesLeaf.times(page, block, times);
      SeriesLeaf.values(page, block, values);
      for (int i = 0; i < SeriesLeaf.entries(page, block); i++) {
        series.add(times[i], values[i]);
      }
    }
  }
}
