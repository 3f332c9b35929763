package io.octavo.series;

import io.octavo.commit.WriteTransaction;
import io.octavo.packed.SampleBlock;
import io.octavo.packed.SampleEncoder;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.series.SeriesLeaf;
import io.octavo.page.series.SeriesRun;
import io.octavo.page.tree.Aggregate;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import io.octavo.page.tree.TreeKinds;
import io.octavo.space.WriteSet;
import io.octavo.tree.BranchWriter;
import io.octavo.tree.LeafCut;
import io.octavo.tree.LongTree;
import io.octavo.tree.TreeLimits;
import io.octavo.tree.TreePath;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the pages of a series. One thread at a time.
 *
 * <p>Every row of a branch is that of its child at all times, also before the commit: a query in
 * the transaction that loads a series must not visit all pages that changed.
 */
final class SummedTreeWriter extends LongTree {
  /** A leaf that uses fewer bytes is merged with a neighbour if both fit one page. */
  private static final int UNDERFULL = SeriesLeaf.CAPACITY / 3;

  /** A merged page keeps an eighth free, so that the next insert does not split it again. */
  private static final int MERGED = SeriesLeaf.CAPACITY - SeriesLeaf.CAPACITY / 8;

  private final WriteSet writeSet;
  private final BranchWriter<Long> branches;
  private final TreePath path;
  private final int leafLimit;
  private final SampleEncoder encoder = new SampleEncoder();
  private final Aggregate row = new Aggregate();
  private final Aggregate added = new Aggregate();

  /** Entries of a block that is changed, and those that are added to it. */
  private final long[] times = new long[2 * SampleBlock.MAX_COUNT];

  private final long[] values = new long[2 * SampleBlock.MAX_COUNT];
  private @Nullable SeriesRun scratch;

  /**
   * Opens a series for writing.
   *
   * @param transaction the transaction that writes
   * @param record the collection
   * @param limits how full pages may be
   */
  SummedTreeWriter(WriteTransaction transaction, CatalogueRecord record, TreeLimits limits) {
    super(transaction, record, TreeKinds.SERIES);
    this.writeSet = transaction.writeSet();
    this.branches = new BranchWriter<>(this, TreeKinds.SERIES.branch(), transaction, limits);
    this.path = branches.path();
    this.leafLimit = limits.items();
  }

  /** Returns the most entries of a block; where leaves are limited, a leaf has two such blocks. */
  int blockLimit() {
    return Math.min(SampleBlock.MAX_COUNT, Math.max(1, leafLimit / 2));
  }

  @Override
  protected long firstKey(byte[] page) {
    return SeriesLeaf.first(page, 0);
  }

  /** Returns the first time of the last block: its last time would have to be decoded. */
  @Override
  protected long lastKey(byte[] page) {
    return SeriesLeaf.first(page, SeriesLeaf.blocks(page) - 1);
  }

  /** Entries with equal times may be in more than one leaf. */
  @Override
  protected long lastBefore(long separator) {
    return separator;
  }

  @Override
  protected byte[] childPage(byte[] branch, int index, double fraction) {
    long child = BranchPage.child(branch, index);
    int level = PageHeader.level(branch) - 1;
    return pages().page(BranchPage.number(child), BranchPage.crc(child), level);
  }

  @Override
  protected void sum(byte[] branch, int index, byte[] child) {
    row.clear();
    SeriesTree.addAll(child, row);
    SummedPage.setRow(branch, index, row);
  }

  /** Adds entries to the rows above the leaf of the path. */
  private void addToRows() {
    for (int level = 1; level <= path.top; level++) {
      int index = path.indexes[level];
      row.clear();
      SummedPage.fold(path.pages[level], index, index + 1, row);
      row.addAll(added);
      SummedPage.setRow(path.pages[level], index, row);
    }
  }

  /** Lowers first separators for an entry of the path: none is above a time of its child. */
  private void lowerSeparators(long time) {
    for (int level = 1; level <= path.top && path.indexes[level] == 0; level++) {
      if (time < BranchPage.separator(path.pages[level], 0)) {
        BranchPage.setSeparator(path.pages[level], 0, time);
      }
    }
  }

  /** Returns an empty run, the same one for each call. */
  private SeriesRun emptyRun() {
    SeriesRun run = scratch;
    if (run == null) {
      run = new SeriesRun();
      scratch = run;
    }
    run.clear();
    return run;
  }

  /**
   * Returns how many entries can be appended without a new block. The path leads to the last leaf,
   * as it does after {@link #descendToLast}, {@link #append}, and {@link #insert} into that leaf.
   *
   * @return the number of entries that the last block lacks; {@link #blockLimit} if there is no
   *     block
   */
  int room() {
    if (path.top < 0) {
      return blockLimit();
    }
    int entries = SeriesLeaf.entries(path.leaf(), SeriesLeaf.blocks(path.leaf()) - 1);
    return entries < blockLimit() ? blockLimit() - entries : blockLimit();
  }

  /**
   * Goes to the last leaf.
   *
   * @return the last time, {@link Long#MIN_VALUE} if there is no entry
   */
  long descendToLast() {
    path.descendToEdge(true);
    if (path.top < 0) {
      return Long.MIN_VALUE;
    }
    requireEntries(path.leaf());
    return SeriesLeaf.last(path.leaf());
  }

  /**
   * Appends entries, which are counted already. The last block takes as many of them as it can.
   *
   * @param from entries in the order of their times, none of which is before the last time
   */
  void append(Samples from) {
    writeSet.makeRoom();
    path.descendToEdge(true);
    int total = 0;
    if (path.top < 0) {
      root().setPage(new PageRef(PageHeader.number(branches.newPage(SeriesLeaf::format)), 0, 0));
      path.descendToEdge(true);
    } else {
      branches.makePathWritable();
      total = takeLastBlock(path.leaf());
    }
    System.arraycopy(from.times, 0, times, total, from.count);
    System.arraycopy(from.values, 0, values, total, from.count);
    int taken = fill(path.leaf(), 0, total + from.count);
    total += from.count;
    if (taken == total) {
      added.clear();
      from.addTo(0, from.count, added);
      addToRows();
    }
    while (taken < total) {
      byte[] leaf = branches.newPage(SeriesLeaf::format);
      int first = taken;
      taken = fill(leaf, first, total);
      branches.addChild(1, times[first], leaf, true);
      path.descendToEdge(true);
    }
  }

  /** Decodes a block that is to be encoded again. */
  private void decode(byte[] leaf, int block, long[] toTimes, long[] toValues) {
    SeriesLeaf.times(leaf, block, toTimes);
    SeriesLeaf.values(leaf, block, toValues);
    int count = SeriesLeaf.entries(leaf, block);
    for (int i = 1; i < count; i++) {
      if (toTimes[i] < toTimes[i - 1]) {
        throw pages().wrongSeries(leaf, "time " + toTimes[i], "at least " + toTimes[i - 1]);
      }
    }
  }

  private void requireEntries(byte[] leaf) {
    if (SeriesLeaf.blocks(leaf) == 0) {
      throw pages().emptyLeaf(leaf);
    }
  }

  /** Removes the last block of a leaf if it can have more entries. Returns how many it had. */
  private int takeLastBlock(byte[] leaf) {
    int last = SeriesLeaf.blocks(leaf) - 1;
    int entries = SeriesLeaf.entries(leaf, last);
    if (entries >= blockLimit()) {
      return 0;
    }
    decode(leaf, last, times, values);
    SeriesLeaf.removeLast(leaf);
    return entries;
  }

  /** Appends blocks to a leaf until it is full. Returns the first entry that it did not take. */
  private int fill(byte[] leaf, int from, int to) {
    int first = from;
    while (first < to) {
      int wanted = SampleEncoder.most(values, first, Math.min(blockLimit(), to - first));
      int most = Math.min(wanted, leafLimit - SeriesLeaf.entries(leaf));
      int count = most <= 0 ? 0 : appendBlock(leaf, first, most);
      first += count;
      if (count < wanted) {
        return first;
      }
    }
    return first;
  }

  /** Appends a block of as many entries as a leaf takes. Returns their number. */
  private int appendBlock(byte[] leaf, int first, int most) {
    if (SeriesLeaf.append(leaf, times, values, first, most, encoder)) {
      return most;
    }
    int count = SeriesLeaf.fit(leaf, times, values, first, most, encoder);
    if (count > 0) {
      SeriesLeaf.append(leaf, times, values, first, count, encoder);
    }
    return count;
  }

  /**
   * Inserts an entry, which is counted already, behind those of the same time.
   *
   * @param time its time, before the last time of the tree
   * @param value its value
   * @return true if the last leaf was changed
   */
  boolean insert(long time, long value) {
    while (true) {
      writeSet.makeRoom();
      path.descend(time);
      byte[] leaf = path.leaf();
      requireEntries(leaf);
      int block = Math.max(0, SeriesLeaf.floor(leaf, time));
      int count = SeriesLeaf.entries(leaf, block);
      decode(leaf, block, times, values);
      int place = Samples.upper(times, count, time);
      Samples.insert(times, place, count, time);
      Samples.insert(values, place, count, value);
      boolean isLast = path.isRightEdge();
      if (insertInto(block, place, count + 1)) {
        added.clear();
        added.add(time, value);
        addToRows();
        lowerSeparators(time);
        return isLast;
      }
      split(cutLeaf(block, place, count + 1));
    }
  }

  /**
   * Encodes a block of the path's leaf again. Returns false if the leaf must be split before.
   *
   * @param place the place of the added entry in the block
   * @param count the number of entries of the block, with the added one
   */
  private boolean insertInto(int block, int place, int count) {
    byte[] leaf = path.leaf();
    if (SeriesLeaf.entries(leaf) >= leafLimit) {
      return false;
    }
    if (count <= blockLimit()) {
      branches.makePathWritable();
      leaf = path.leaf();
      if (SeriesLeaf.grow(leaf, block, times, values, count, encoder)) {
        return true;
      }
    }
    SeriesRun run = emptyRun();
    run.appendBlocks(leaf, 0, block);
    int cut = count <= blockLimit() ? count : cutBlock(block, place, count);
    run.append(times, values, 0, cut);
    if (cut < count) {
      run.append(times, values, cut, count - cut);
    }
    run.appendBlocks(leaf, block + 1, SeriesLeaf.blocks(leaf));
    if (!run.fits(0, run.count())) {
      return false;
    }
    branches.makePathWritable();
    run.build(0, run.count(), path.leaf());
    return true;
  }

  /** Returns where a block is cut that is too large: in halves, so that late entries find room. */
  private int cutBlock(int block, int place, int count) {
    int cut =
        LeafCut.of(
            count,
            place,
            (outer, next, length) ->
                LeafCut.isRun(
                    times[outer],
                    times[place],
                    next >= 0 && next < count ? times[next] : beside(block, next),
                    outer < place,
                    length));
    return cut > 0 ? cut : count / 2;
  }

  /** Returns where the leaf is cut for an entry of a block; 0 for halves. */
  private int cutLeaf(int block, int place, int count) {
    return LeafCut.of(
        SeriesLeaf.blocks(path.leaf()),
        block,
        (outer, next, length) -> {
          int neighbour = next < block ? place - 1 : place + 1;
          return LeafCut.isRun(
              SeriesLeaf.first(path.leaf(), outer),
              times[place],
              neighbour >= 0 && neighbour < count ? times[neighbour] : beside(block, neighbour),
              outer < block,
              length);
        });
  }

  /**
   * Returns a bound of the times behind a block, or of those before it if the place is negative.
   */
  private long beside(int block, int place) {
    byte[] leaf = path.leaf();
    if (place < 0) {
      // Only the first block gets entries before its first one.
      return path.lowerBound();
    }
    return block + 1 < SeriesLeaf.blocks(leaf)
        ? SeriesLeaf.first(leaf, block + 1)
        : path.upperBound();
  }

  /**
   * Moves blocks of the path's leaf to a new leaf.
   *
   * @param wanted the first block to move; 0 to move half of them
   */
  private void split(int wanted) {
    branches.makePathWritable();
    byte[] leaf = path.leaf();
    SeriesRun run = emptyRun();
    run.appendAll(leaf);
    // A leaf of equal entries has more than a thousand blocks.
    int cut = wanted > 0 ? wanted : 1;
    int most = wanted > 0 ? wanted : run.count() - 1;
    while (cut < most) {
      int middle = (cut + most + 1) >>> 1;
      if (run.size(0, middle) <= run.size(middle, run.count())) {
        cut = middle;
      } else {
        most = middle - 1;
      }
    }
    byte[] right = branches.newPage(SeriesLeaf::format);
    run.build(cut, run.count(), right);
    run.build(0, cut, leaf);
    branches.addChild(1, run.first(cut), right, path.isRightEdge());
  }

  /**
   * Removes the entries of a range, and counts them.
   *
   * @param from the first time
   * @param to the last time
   */
  void removeRange(long from, long to) {
    path.descendToEdge(false);
    // The separator of the first leaf may be the least long. The leaf is freed without reading only
    // if the range begins there.
    boolean isFirst =
        path.top >= 0
            && SeriesLeaf.blocks(path.leaf()) > 0
            && SeriesLeaf.first(path.leaf(), 0) >= from;
    boolean removed = true;
    while (removed) {
      writeSet.makeRoom();
      removed = removeFirst(isFirst ? Long.MIN_VALUE : from, to);
    }
  }

  /** Removes entries of the first leaf that may have some. Returns false if there were none. */
  private boolean removeFirst(long from, long to) {
    if (!path.descendToFirst(from)) {
      return false;
    }
    if (path.top > 0) {
      byte[] branch = path.pages[1];
      int index = path.indexes[1];
      long separator = BranchPage.separator(branch, index);
      if (separator > to) {
        return false;
      }
      if (separator >= from && SummedPage.last(branch, index) <= to) {
        // Without reading the leaf.
        branches.removeLeaf(SummedPage.entries(branch, index));
        return true;
      }
      path.pages[0] = branches.child(branch, index);
      boolean removed = removeFromLeaf(from, to);
      if (!removed && SummedPage.last(branch, index) <= to) {
        throw pages().wrongRow(path.leaf(), "no time from " + from + " to " + to);
      }
      return removed;
    }
    return removeFromLeaf(from, to);
  }

  private boolean removeFromLeaf(long from, long to) {
    byte[] leaf = path.leaf();
    int last = SeriesLeaf.floor(leaf, to);
    if (last < 0) {
      return false;
    }
    int first = Math.max(0, SeriesLeaf.lower(leaf, from));
    SeriesLeaf.times(leaf, first, times);
    int kept = Samples.lower(times, SeriesLeaf.entries(leaf, first), from);
    if (kept == SeriesLeaf.entries(leaf, first)) {
      first++;
      kept = 0;
    }
    if (first > last) {
      return false;
    }
    int[] place = {first, kept};
    SeriesRun run = withoutRange(leaf, place, last, to);
    if (run.count() == 0) {
      branches.removeLeaf(SeriesLeaf.entries(leaf));
      return true;
    }
    int removed = SeriesLeaf.entries(leaf) - run.entries();
    if (removed == 0) {
      return false;
    }
    if (!run.fits(0, run.count())) {
      // A gap in a block may need more bytes than the entries that were in it.
      split(0);
      return true;
    }
    branches.makePathWritable();
    run.build(0, run.count(), path.leaf());
    counted(-removed);
    branches.sumUp(1);
    if (path.top > 0 && run.size(0, run.count()) < UNDERFULL && run.entries() <= leafLimit / 3) {
      branches.mergeLeaf(this::merge);
    }
    return true;
  }

  /**
   * Collects the blocks of a leaf without the entries from a place on, up to a time.
   *
   * @param leaf the leaf
   * @param place block and place in the block of the first entry to leave out
   * @param last the last block with entries to leave out
   * @param to the last time to leave out
   */
  private SeriesRun withoutRange(byte[] leaf, int[] place, int last, long to) {
    SeriesRun run = emptyRun();
    int first = place[0];
    int kept = place[1];
    run.appendBlocks(leaf, 0, first);
    if (kept > 0) {
      decode(leaf, first, times, values);
    }
    long[] tailTimes = new long[SampleBlock.MAX_COUNT];
    long[] tailValues = new long[SampleBlock.MAX_COUNT];
    decode(leaf, last, tailTimes, tailValues);
    int end = SeriesLeaf.entries(leaf, last);
    int tail = Samples.upper(tailTimes, end, to);
    System.arraycopy(tailTimes, tail, times, kept, end - tail);
    System.arraycopy(tailValues, tail, values, kept, end - tail);
    int count = kept + end - tail;
    for (int i = 0; i < count; i += blockLimit()) {
      run.append(times, values, i, Math.min(blockLimit(), count - i));
    }
    run.appendBlocks(leaf, last + 1, SeriesLeaf.blocks(leaf));
    return run;
  }

  /** Returns what builds one leaf of the blocks of two, null if they do not fit one. */
  private @Nullable Consumer<byte[]> merge(byte[] left, byte[] right) {
    SeriesRun run = emptyRun();
    run.appendAll(left);
    run.appendAll(right);
    return run.size(0, run.count()) > MERGED || run.entries() > leafLimit
        ? null
        : page -> run.build(0, run.count(), page);
  }

  void clear() {
    if (!root().page().isNone()) {
      branches.freeAll();
    } else {
      counted(-size());
    }
  }
}
