package io.octavo.packed;

import io.octavo.memory.Memory;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Sets of ids to encode, and what encodes them. */
final class IdSets {
  private IdSets() {}

  /** Draws a set of some count: gaps of one width, with exceptions, of a step, or anything. */
  static long[] drawn(SplittableRandom random, int count) {
    if (random.nextInt(8) == 0) {
      return anything(random, count);
    }
    // All gaps together stay below 2^63, so that no id passes the greatest.
    int most = 62 - BitPacking.width(count);
    int width = random.nextInt(most);
    int exceptionWidth = random.nextInt(most + 1);
    int rarity = 1 + random.nextInt(40);
    long base = random.nextBoolean() ? 0 : random.nextLong(1L << random.nextInt(most));
    long[] ids = new long[count];
    long id = random.nextLong() >> random.nextInt(1, 64);
    // A start in the upper half would leave too little room above.
    id = Math.min(id, 0);
    for (int i = 0; i < count; i++) {
      ids[i] = id;
      int bits = random.nextInt(rarity) == 0 ? exceptionWidth : width;
      id += 1 + base / 4 + random.nextLong(1L << bits) / 2;
    }
    return ids;
  }

  /** Draws from all longs, so that gaps may pass 2^63; sometimes with both ends of the range. */
  static long[] anything(SplittableRandom random, int count) {
    int shift = random.nextInt(32);
    long[] ids = random.longs().map(id -> id >> shift).distinct().limit(count).sorted().toArray();
    if (random.nextBoolean()) {
      ids[0] = Long.MIN_VALUE;
    }
    if (count > 1 && random.nextBoolean()) {
      ids[count - 1] = Long.MAX_VALUE;
    }
    return ids;
  }

  /** Makes ids of gaps, from the least long up. */
  static long[] ofGaps(long[] gaps) {
    long[] ids = new long[gaps.length + 1];
    ids[0] = Long.MIN_VALUE;
    for (int i = 0; i < gaps.length; i++) {
      ids[i + 1] = ids[i] + gaps[i];
    }
    return ids;
  }

  /** Encodes into memory of exactly the length of the block. */
  static byte[] block(long... ids) {
    byte[] whole = Memory.allocate(PackedBlock.MAX_LENGTH);
    int length = new BlockEncoder().encode(ids, 0, ids.length, whole, 0);
    byte[] block = Memory.allocate(length);
    Memory.copy(whole, 0, block, 0, length);
    return block;
  }

  /** Decodes memory that is one block; null if it is damaged. */
  static long @org.jspecify.annotations.Nullable [] ids(byte[] block) {
    long[] ids = new long[PackedBlock.MAX_COUNT];
    int count = PackedBlock.decode(block, 0, Memory.length(block), ids, 0);
    return count == PackedBlock.DAMAGED ? null : Arrays.copyOf(ids, count);
  }
}
