package io.octavo.cache;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Arrays for the heads of {@link Remains}, to be used again: most live for one transaction. The
 * caller has the lock of the cache.
 */
final class HeadPool {
  /** The lengths of all arrays are multiples of this, so that leaves of about one size share. */
  private static final int UNIT = 256;

  /** The arrays that wait, by their length in units. */
  private final List<Deque<byte[]>> free = new ArrayList<>();

  private int units;

  HeadPool() {
    for (int length = 0; length <= PageHeader.PAGE_SIZE; length += UNIT) {
      free.add(new ArrayDeque<>());
    }
  }

  /** Returns an array of at least a length, with any bytes. */
  byte[] take(int length) {
    int wanted = (length + UNIT - 1) / UNIT;
    byte[] head = free.get(wanted).poll();
    if (head == null) {
      return Memory.allocate(wanted * UNIT);
    }
    units -= wanted;
    return head;
  }

  /**
   * Keeps an array that nothing refers to any more. A reader may still read it through a data race,
   * and then finds that what it has read is of no use.
   *
   * @param mostFrames the memory that may wait, in frames; beyond that the array is left to the
   *     collector
   */
  void give(byte[] head, int mostFrames) {
    if (frames() < mostFrames) {
      int length = Memory.length(head) / UNIT;
      // First, because an Error in a push may come when the array is in.
      units += length;
      free.get(length).push(head);
    }
  }

  /** Returns the memory that waits, in frames. */
  int frames() {
    return units / (PageHeader.PAGE_SIZE / UNIT);
  }

  void clear() {
    free.forEach(Deque::clear);
    units = 0;
  }
}
