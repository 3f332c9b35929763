package io.octavo.bench;

import io.octavo.memory.Memory;
import io.octavo.packed.BlockEncoder;
import io.octavo.packed.PackedBlock;

/** Lists as packed blocks, each behind its length in two bytes. */
final class OctavoLists extends ByteCodec {
  private final BlockEncoder encoder = new BlockEncoder();

  OctavoLists(long[][] lists) {
    super("Octavo", lists);
  }

  @Override
  int write(long[] list) {
    int next = 0;
    for (int i = 0; i < list.length; i += PackedBlock.MAX_COUNT) {
      int count = Math.min(PackedBlock.MAX_COUNT, list.length - i);
      int length = encoder.encode(list, i, count, buffer, next + Short.BYTES);
      Memory.putChar(buffer, next, length);
      next += Short.BYTES + length;
    }
    return next;
  }

  @Override
  int read(byte[] from, int limit) {
    int count = 0;
    for (int next = 0; next < limit; ) {
      int start = next + Short.BYTES;
      next = start + Memory.getChar(from, next);
      count += PackedBlock.decode(from, start, next, ids, count);
    }
    return count;
  }
}
