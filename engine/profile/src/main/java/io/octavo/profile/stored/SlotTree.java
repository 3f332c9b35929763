package io.octavo.profile.stored;

import io.octavo.error.CodecException;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesEntry;
import io.octavo.map.BytesMap;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The lists of all series: those of the slots, and the sums of eight, 64 and so on of them. The sum
 * of a node is written once, when a sample after its end arrives, so that samples in order write
 * each sum once; late samples are added to all their sums.
 *
 * <p>Nodes that begin before the border of deletion do not exist: they would have sums of slots
 * that were deleted. A range is the sum of at most 7 nodes at each end on each level.
 */
public final class SlotTree {
  /** Less than all slots. */
  public static final long LEAST = Long.MIN_VALUE;

  private final BytesMap map;
  private final SlotList.Reader reader;
  private final long border;
  private long listsRead;

  /**
   * Opens the lists.
   *
   * @param border the first slot not deleted
   * @param stacks the number of stacks
   */
  public SlotTree(BytesMap map, long border, int stacks) {
    this.map = map;
    this.reader = new SlotList.Reader(stacks);
    this.border = border;
  }

  /** Returns the first slot not deleted. */
  public long border() {
    return border;
  }

  /** Returns the number of lists read, for tests. */
  public long listsRead() {
    return listsRead;
  }

  /** Returns the last slot of a series. */
  public OptionalLong last(int series) {
    BytesEntry entry = map.lower(new SlotKey(series, 1, LEAST, 0).encode());
    return slotOf(entry, series);
  }

  /** Returns the first slot of a series at or after another. */
  public OptionalLong ceiling(int series, long slot) {
    BytesEntry entry = map.ceiling(new SlotKey(series, 0, slot, 0).encode());
    return slotOf(entry, series);
  }

  private static OptionalLong slotOf(@Nullable BytesEntry entry, int series) {
    if (entry == null || entry.key().length != SlotKey.BYTES) {
      return OptionalLong.empty();
    }
    SlotKey key = SlotKey.decode(entry.key());
    return key.series() == series && key.level() == 0
        ? OptionalLong.of(key.node())
        : OptionalLong.empty();
  }

  /** Adds a list to a slot and to the sums that include it. */
  public void add(int series, long slot, SlotList list) {
    OptionalLong last = last(series);
    merge(series, 0, slot, list);
    if (last.isEmpty() || last.getAsLong() == slot) {
      return;
    }
    long before = last.getAsLong();
    for (int level = 1; level <= SlotKey.MOST_LEVEL; level++) {
      long ended = SlotKey.nodeOf(Math.min(before, slot), level);
      if (ended == SlotKey.nodeOf(Math.max(before, slot), level)) {
        return;
      }
      if ((ended << (3 * level)) < border) {
        continue;
      }
      if (slot < before) {
        merge(series, level, ended, list);
      } else {
        Weights sum = new Weights();
        for (long child = ended << 3; child < (ended << 3) + 8; child++) {
          read(series, level - 1, child, sum);
        }
        write(series, level, ended, sum.toList());
      }
    }
  }

  private void merge(int series, int level, long node, SlotList list) {
    Weights sum = new Weights();
    if (!read(series, level, node, sum)) {
      write(series, level, node, list);
      return;
    }
    for (int i = 0; i < list.count(); i++) {
      sum.add(list.stack(i), list.weight(i));
    }
    write(series, level, node, sum.toList());
  }

  private void write(int series, int level, long node, SlotList list) {
    int[] chunks = {0};
    list.encode(
        (number, chunk) -> {
          map.put(new SlotKey(series, level, node, number).encode(), chunk);
          chunks[0]++;
        });
    // A list that grows may fill its chunks better and need fewer.
    map.removeRange(
        new SlotKey(series, level, node, chunks[0]).encode(),
        new SlotKey(series, level, node, Integer.MAX_VALUE).encode());
  }

  /** Adds up the slots from one to another, exclusive. */
  public void sum(int series, long from, long to, Weights into) {
    nodes(series, from, to, (level, node) -> read(series, level, node, into));
  }

  /** Returns the sum of all weights of the slots from one to another, exclusive. */
  public long total(int series, long from, long to) {
    long[] total = {0};
    nodes(
        series,
        from,
        to,
        (level, node) -> total[0] = Math.addExact(total[0], total(series, level, node)));
    return total[0];
  }

  /**
   * Cuts a range into parts, each of 1 to 7 nodes of a level, so that the sum of a part needs few
   * lists. The first part and the last may be shorter.
   *
   * @param parts the greatest number of parts, from 1
   * @return the first slots of the parts, and the end of the range
   */
  public static long[] cut(long from, long to, int parts) {
    if (from >= to) {
      return new long[] {from};
    }
    long width = parts == 1 ? 0 : width(from, to, parts);
    long[] borders = {from, to};
    if (width > 0) {
      long first = Math.floorDiv(from, width);
      borders = new long[(int) (Math.floorDiv(to - 1, width) - first) + 2];
      Arrays.setAll(borders, i -> (first + i) * width);
      borders[0] = from;
      borders[borders.length - 1] = to;
    }
    return borders;
  }

  private static long width(long from, long to, int parts) {
    for (long node = 1; ; node <<= 3) {
      for (long width = node; width < 8 * node; width += node) {
        if (Math.floorDiv(to - 1, width) - Math.floorDiv(from, width) < parts) {
          return width;
        }
      }
    }
  }

  /** Receives the nodes whose sum is that of a range. */
  @FunctionalInterface
  private interface NodeSink {
    void take(int level, long node);
  }

  private void nodes(int series, long from, long to, NodeSink sink) {
    OptionalLong first = ceiling(series, Math.max(from, border));
    if (first.isEmpty()) {
      return;
    }
    long last = last(series).getAsLong();
    long slot = first.getAsLong();
    while (slot < to && slot <= last) {
      int level = 0;
      while (level < SlotKey.MOST_LEVEL && isWithin(slot, level + 1, to, last)) {
        level++;
      }
      sink.take(level, SlotKey.nodeOf(slot, level));
      long next = slot + (1L << (3 * level));
      if (next < slot) {
        return;
      }
      slot = next;
    }
  }

  /** Returns whether a node begins with a slot, ends within a range, and has been written. */
  private static boolean isWithin(long slot, int level, long to, long last) {
    long size = 1L << (3 * level);
    return (slot & (size - 1)) == 0
        && slot <= Long.MAX_VALUE - size
        && slot + size <= to
        && slot + size <= last;
  }

  /** Reads the list of a node into a sink. Returns false if there is none. */
  private boolean read(int series, int level, long node, StackSink into) {
    int length = map.get(new SlotKey(series, level, node, 0).encode(), reader.chunk, 0);
    if (length < 0) {
      return false;
    }
    listsRead++;
    reader.begin(length, true);
    reader.read(into);
    for (int chunk = 1; reader.hasMore(); chunk++) {
      beginNext(new SlotKey(series, level, node, chunk));
      reader.read(into);
    }
    return true;
  }

  private void beginNext(SlotKey key) {
    int length = map.get(key.encode(), reader.chunk, 0);
    if (length < 0) {
      throw new CodecException(
          "profile list", key.encode(), "chunk " + key.chunk() + " of the list is missing");
    }
    reader.begin(length, false);
  }

  /** Returns the list of a node; empty if there is none. */
  public SlotList list(int series, int level, long node) {
    SlotList list = new SlotList(0);
    read(series, level, node, list);
    return list;
  }

  /** Returns the sum of the weights of a node, 0 if it has none. */
  public long total(int series, int level, long node) {
    int length = map.get(new SlotKey(series, level, node, 0).encode(), reader.chunk, 0);
    return length < 0 ? 0 : reader.begin(length, true);
  }

  /** Passes the slots of a series with samples to a sink, in order. */
  public void slots(int series, long from, long to, LongConsumer sink) {
    nodes(series, 0, Math.max(from, border), to, sink);
  }

  /** Passes the nodes of a level with a list to a sink, in order. */
  public void nodes(int series, int level, LongConsumer sink) {
    nodes(series, level, LEAST, Long.MAX_VALUE, sink);
  }

  private void nodes(int series, int level, long from, long to, LongConsumer sink) {
    BytesCursor cursor =
        map.cursor(
            new SlotKey(series, level, from, 0).encode(),
            new SlotKey(series, level, to, 0).encode());
    byte[] key = new byte[SlotKey.BYTES];
    while (cursor.next()) {
      cursor.key(key, 0);
      SlotKey slot = SlotKey.decode(key);
      if (slot.chunk() == 0) {
        sink.accept(slot.node());
      }
    }
  }

  /**
   * Deletes the slots of a series before another, and the sums that include one of them.
   *
   * @return the number of slots deleted
   */
  public long deleteBefore(int series, long slot) {
    long[] slots = {0};
    slots(series, LEAST, slot, deleted -> slots[0]++);
    for (int level = 0; level <= SlotKey.MOST_LEVEL; level++) {
      // The number of the first node that begins at the slot or after it.
      long kept =
          SlotKey.nodeOf(slot, level) + (SlotKey.nodeOf(slot, level) << (3 * level) < slot ? 1 : 0);
      map.removeRange(
          new SlotKey(series, level, LEAST, 0).encode(),
          new SlotKey(series, level, kept, 0).encode());
    }
    return slots[0];
  }
}
