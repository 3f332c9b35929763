package io.octavo.series;

import io.octavo.commit.WriteTransaction;
import io.octavo.packed.SampleBlock;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationLog;
import io.octavo.tree.ListedTree;
import io.octavo.tree.OpenItems;
import io.octavo.tree.TreeLimits;

/**
 * The series of a write transaction. One thread at a time.
 *
 * <p>Entries behind all that are in pages stay in arrays until they fill a block, or until the
 * transaction commits, so that an entry does not cost the encoding of a block. Reads look into the
 * arrays and never write pages: reads are not in a trace, and a replay must allocate the same
 * pages.
 */
final class SeriesTreeWriter extends SeriesTree implements ListedTree {
  private final SummedTreeWriter tree;
  private final Samples open;
  private final OperationLog log;

  /** Whether the next two numbers are those of the last leaf. */
  private boolean isKnown;

  /** The last time in the pages; {@link Long#MIN_VALUE} if there is none. */
  private long lastPaged;

  /** The number of open entries at which they are written. */
  private int room;

  /** Whether there are fewer open entries than that. */
  private boolean isOpen;

  private SeriesTreeWriter(SummedTreeWriter tree, Samples open, OperationLog log) {
    super(tree, open);
    this.tree = tree;
    this.open = open;
    this.log = log;
  }

  /** Opens a series for writing. */
  public static SeriesTreeWriter open(
      WriteTransaction transaction, CatalogueRecord record, TreeLimits limits) {
    return new SeriesTreeWriter(
        new SummedTreeWriter(transaction, record, limits),
        new Samples(SampleBlock.MAX_COUNT),
        transaction.log());
  }

  /** Looks at the last leaf; writes the open entries if they fill a block. */
  private void look() {
    if (isOpen) {
      return;
    }
    if (!isKnown) {
      lastPaged = tree.descendToLast();
      room = tree.room();
      isKnown = true;
    }
    isOpen = true;
    if (open.count >= room) {
      flush();
    }
  }

  private void flush() {
    tree.append(open);
    lastPaged = open.times[open.count - 1];
    room = tree.room();
    open.count = 0;
  }

  /** Notes that pages were changed, and perhaps the last leaf. */
  private void forget() {
    isKnown = false;
    isOpen = false;
  }

  /**
   * Adds an entry behind those of the same time.
   *
   * @param time its time
   * @param value its value
   */
  public void add(long time, long value) {
    look();
    if (time < lastPaged) {
      if (tree.insert(time, value)) {
        // The last time is the same, but the last block may have one entry more, or be a new one.
        room = tree.room();
        isOpen = false;
      }
    } else {
      int place = open.count;
      if (place > 0 && time < open.times[place - 1]) {
        place = open.upper(time);
      }
      open.insert(place, time, value);
      if (open.count == room) {
        flush();
      }
    }
    tree.counted(1);
    log.put(tree.root().owner(), time, value);
  }

  /**
   * Adds entries as {@link #add} does one after the other.
   *
   * @param times their times, which do not descend
   * @param values their values
   * @param from the index of the first entry in both arrays
   * @param to the index after the last entry
   */
  public void addAll(long[] times, long[] values, int from, int to) {
    int next = from;
    while (next < to) {
      look();
      long last = open.count == 0 ? lastPaged : open.times[open.count - 1];
      if (times[next] < last) {
        add(times[next], values[next]);
        next++;
        continue;
      }
      int count = Math.min(room - open.count, to - next);
      open.append(times, values, next, count);
      if (open.count == room) {
        flush();
      }
      tree.counted(count);
      log.putAll(tree.root().owner(), times, values, next, count);
      next += count;
    }
  }

  /**
   * Removes the entries of a range.
   *
   * @param from the first time
   * @param to the last time
   * @return how many there were
   */
  public long removeRange(long from, long to) {
    long before = size();
    if (from <= to) {
      int first = open.lower(from);
      int end = open.upper(to);
      open.remove(first, end);
      if (end > first) {
        tree.counted(first - end);
      }
      int top = tree.root().page().number();
      tree.removeRange(from, to);
      forget();
      long paged = size() - open.count;
      if (paged < 0 || tree.root().page().isNone() != (paged == 0)) {
        throw tree.pages().wrongEntries(top, paged);
      }
    }
    if (before != size()) {
      log.removeRange(tree.root().owner(), from, to);
    }
    return before - size();
  }

  /** Removes all entries. */
  public void clear() {
    if (size() > 0) {
      open.count = 0;
      forget();
      tree.clear();
      log.clear(tree.root().owner());
    }
  }

  @Override
  public void addOpen(OpenItems to) {
    to.add(tree.root().owner(), open.copy());
  }

  @Override
  public void finish() {
    if (open.count > 0) {
      flush();
    }
  }
}
