package io.octavo.cache;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A pool of arrays for the heads of {@link Remains}, most of which live for one transaction. The
 * caller has the lock of the cache.
 */
final class HeadPool {
  /** The lengths of all arrays are multiples of this, so that leaves of similar sizes share. */
  private static final int UNIT = 256;

  /** The free arrays, by their length in units. */
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
   * and then discards the result.
   *
   * @param mostFrames the greatest size of the pool in frames; beyond that the array becomes
   *     garbage
   */
  void give(byte[] head, int mostFrames) {
    if (frames() < mostFrames) {
      int length = Memory.length(head) / UNIT;
      // First, because an Error in a push may occur after the array was added.
      units += length;
      free.get(length).push(head);
    }
  }

  /** Returns the size of the pool in frames. */
  int frames() {
    return units / (PageHeader.PAGE_SIZE / UNIT);
  }

  void clear() {
    free.forEach(Deque::clear);
    units = 0;
  }
}
