package io.octavo;

import io.octavo.packed.PackedBlock;

/** Lists that are to be loaded, held to their order. */
final class SortedIds {
  private final PostingLists source;
  private final long[] read = new long[PackedBlock.MAX_COUNT];
  private int at;
  private int end;
  private boolean isFirst = true;
  private long key;
  private boolean isNew;
  private long last;

  SortedIds(PostingLists source) {
    this.source = source;
  }

  /** Goes to the next list; false where there is none. */
  boolean nextList() {
    at = 0;
    end = 0;
    isNew = true;
    if (!source.next()) {
      return false;
    }
    long before = key;
    key = source.key();
    if (!isFirst && key <= before) {
      throw new IllegalArgumentException("list " + key + " is not above the one before, " + before);
    }
    isFirst = false;
    return true;
  }

  long key() {
    return key;
  }

  /** Reads ids of the present list until an array is full; gives how many. */
  int read(long[] into, int from) {
    int to = from;
    while (to < into.length && (at < end || fill())) {
      int count = Math.min(end - at, into.length - to);
      for (int i = 0; i < count; i++) {
        long id = read[at++];
        if (!isNew && id <= last) {
          throw new IllegalArgumentException(
              "list " + key + ": id " + id + " is not above the one before, " + last);
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
    end = source.nextBlock(read);
    return end > 0;
  }
}
