package io.octavo.profile.stored;

import java.nio.ByteBuffer;

/**
 * The key of a chunk: series, level, number of the node in its level and number of the chunk, all
 * in the order of unsigned bytes. Node n of level k has the sum of the slots from n 8^k to n 8^k +
 * 8^k - 1; level 0 are the slots themselves.
 *
 * @param series the id of the labels, from 0
 * @param level the level, 0 to {@value #MOST_LEVEL}
 * @param node the number of the node
 * @param chunk the number of the chunk, from 0
 */
public record SlotKey(int series, int level, long node, int chunk) {
  public static final int BYTES = 2 * Integer.BYTES + 1 + Long.BYTES;

  /** Its nodes have 2^60 slots: those of all longs are in 16 nodes. */
  public static final int MOST_LEVEL = 20;

  private static final int LEVEL = Integer.BYTES;
  private static final int NODE = LEVEL + 1;
  private static final int CHUNK = NODE + Long.BYTES;

  public byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .putInt(series)
        .put((byte) level)
        .putLong(node ^ Long.MIN_VALUE)
        .putInt(chunk)
        .array();
  }

  /** Returns the key of the next chunk of the same list. */
  public SlotKey next() {
    return new SlotKey(series, level, node, chunk + 1);
  }

  @Override
  public String toString() {
    return "series " + series + ", level " + level + ", node " + node + ", chunk " + chunk;
  }

  /** Reads a key of {@link #BYTES} bytes. */
  public static SlotKey decode(byte[] key) {
    ByteBuffer from = ByteBuffer.wrap(key);
    return new SlotKey(
        from.getInt(0),
        from.get(LEVEL) & 0xFF,
        from.getLong(NODE) ^ Long.MIN_VALUE,
        from.getInt(CHUNK));
  }

  /** Returns the node of a level that contains a slot. */
  public static long nodeOf(long slot, int level) {
    return slot >> (3 * level);
  }
}
