package io.octavo.bench;

import io.octavo.memory.Memory;

/** A codec of longs to bytes. */
abstract class ByteCodec extends ListCodec {
  /** What is encoded; offsets are those of {@link Memory}. */
  final byte[] buffer;

  /** What is decoded. */
  final long[] ids;

  private final byte[][] kept;
  private int length;

  ByteCodec(String name, long[][] lists) {
    super(name, lists);
    // No codec here makes more of an id than ten bytes, or of a block of 128 than ten more.
    buffer = Memory.allocate(11 * mostIds + 8192);
    ids = new long[mostIds];
    kept = new byte[lists.length][];
  }

  /** Writes a list to the buffer; gives its bytes. */
  abstract int write(long[] list);

  /** Reads a list of so many bytes; gives its count. */
  abstract int read(byte[] from, int limit);

  @Override
  final int encode(int list) {
    length = write(lists[list]);
    return length;
  }

  @Override
  final void keep(int list) {
    kept[list] = Memory.allocate(length);
    Memory.copy(buffer, 0, kept[list], 0, length);
  }

  @Override
  final int decode(int list) {
    return read(kept[list], Memory.length(kept[list]));
  }

  @Override
  final long id(int index) {
    return ids[index];
  }
}
