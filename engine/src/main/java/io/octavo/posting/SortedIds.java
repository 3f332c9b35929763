package io.octavo.posting;

import io.octavo.packed.PackedBlock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/** Lists that are to be loaded, held to their order. */
final class SortedIds {
  private final BooleanSupplier nextList;
  private final LongSupplier listKey;
  private final ToIntFunction<long[]> nextBlock;
  private final long[] read = new long[PackedBlock.MAX_COUNT];
  private int at;
  private int end;
  private boolean isFirst = true;
  private long key;
  private boolean isNew;
  private long last;

  /**
   * Begins before the first list.
   *
   * @param nextList goes to the next list, and tells whether there is one
   * @param listKey returns the key of that list
   * @param nextBlock puts the next ids of that list into an array, and returns how many, 0 if there
   *     are no more
   */
  public SortedIds(
      BooleanSupplier nextList, LongSupplier listKey, ToIntFunction<long[]> nextBlock) {
    this.nextList = nextList;
    this.listKey = listKey;
    this.nextBlock = nextBlock;
  }

  /** Moves to the next list. Returns false if there is none. */
  boolean nextList() {
    at = 0;
    end = 0;
    isNew = true;
    if (!nextList.getAsBoolean()) {
      return false;
    }
    long before = key;
    key = listKey.getAsLong();
    if (!isFirst && key <= before) {
      throw new IllegalArgumentException(
          "list " + key + " is not above its predecessor, " + before);
    }
    isFirst = false;
    return true;
  }

  long key() {
    return key;
  }

  /** Reads ids of the current list until an array is full. Returns their number. */
  int read(long[] into, int from) {
    int to = from;
    while (to < into.length && (at < end || fill())) {
      int count = Math.min(end - at, into.length - to);
      for (int i = 0; i < count; i++) {
        long id = read[at++];
        if (!isNew && id <= last) {
          throw new IllegalArgumentException(
              "list " + key + ": id " + id + " is not above its predecessor, " + last);
        }
        isNew = false;
        last = id;
        into[to++] = id;
      }
    }
    return to - from;
  }

  private boolean fill() {
    at = 0;
    end = nextBlock.applyAsInt(read);
    return end > 0;
  }
}
