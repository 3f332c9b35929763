package io.octavo.salvage;

import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.memory.Memory;
import io.octavo.packed.OrderedLong;
import io.octavo.packed.PackedBlock;
import io.octavo.posting.PostingMap;

/** Rebuilds posting lists from the entries that were found, which may be inconsistent. */
final class PostingSalvage {
  private PostingSalvage() {}

  /**
   * Adds the ids of all blocks. Returns the number of entries that are no block, no head and no
   * count.
   */
  static long move(BytesMap entries, PostingMap lists) {
    long lost = 0;
    byte[] block = Memory.allocate(PackedBlock.MAX_LENGTH);
    long[] ids = new long[PackedBlock.MAX_COUNT];
    for (BytesCursor cursor = entries.cursor(); cursor.next(); ) {
      byte[] key = cursor.key();
      int end = OrderedLong.end(key, 0, key.length);
      if (key.length == 0 || end == key.length) {
        // Counts are computed again.
        continue;
      }
      int length = cursor.value(block, Memory.GUARD);
      int count = PackedBlock.DAMAGED;
      if (end > 0
          && OrderedLong.end(key, end, key.length) == key.length
          && length <= PackedBlock.MAX_LENGTH) {
        count = PackedBlock.decodeRest(block, 0, length, OrderedLong.get(key, end), ids, 0);
      }
      if (count == PackedBlock.DAMAGED) {
        lost++;
      } else {
        lists.addAll(OrderedLong.get(key, 0), ids, 0, count);
      }
    }
    return lost;
  }
}
