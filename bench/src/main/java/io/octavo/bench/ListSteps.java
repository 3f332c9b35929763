package io.octavo.bench;

import io.octavo.memory.Memory;
import io.octavo.packed.BitPacking;
import io.octavo.packed.Varint;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** The steps of the article series, each in its plain form. */
final class ListSteps {
  private static final int BLOCK = 128;

  private ListSteps() {}

  static List<ListCodec> all(long[][] lists) {
    return List.of(
        new Raw("raw", lists),
        new Deltas("delta + varint", lists),
        new Zipped("gzip", new Raw("raw", lists)),
        new Zipped("delta + varint + gzip", new Deltas("deltas", lists)),
        new Frames("FOR, blocks of 128", lists),
        new Patched("PFor, blocks of 128", lists));
  }

  /** Eight bytes an id. */
  private static final class Raw extends ByteCodec {
    Raw(String name, long[][] lists) {
      super(name, lists);
    }

    @Override
    int write(long[] list) {
      for (int i = 0; i < list.length; i++) {
        Memory.putLong(buffer, i * Long.BYTES, list[i]);
      }
      return list.length * Long.BYTES;
    }

    @Override
    int read(byte[] from, int limit) {
      for (int i = 0; i < limit / Long.BYTES; i++) {
        ids[i] = Memory.getLong(from, i * Long.BYTES);
      }
      return limit / Long.BYTES;
    }
  }

  /** Differences as varints. */
  private static final class Deltas extends ByteCodec {
    Deltas(String name, long[][] lists) {
      super(name, lists);
    }

    @Override
    int write(long[] list) {
      int next = Memory.GUARD;
      long previous = 0;
      for (long id : list) {
        next = Varint.put(buffer, next, id - previous);
        previous = id;
      }
      return next - Memory.GUARD;
    }

    @Override
    int read(byte[] from, int limit) {
      int count = 0;
      long id = 0;
      for (int next = Memory.GUARD; next < limit + Memory.GUARD; ) {
        int end = Varint.end(from, next, limit + Memory.GUARD);
        id += Varint.get(from, next);
        ids[count++] = id;
        next = end;
      }
      return count;
    }
  }

  /** Another codec's bytes through the algorithm of gzip, without its header of 18 bytes. */
  private static final class Zipped extends ByteCodec {
    private final ByteCodec inner;
    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final Inflater inflater = new Inflater(true);

    Zipped(String name, ByteCodec inner) {
      super(name, inner.lists);
      this.inner = inner;
    }

    @Override
    int write(long[] list) {
      int length = inner.write(list);
      deflater.reset();
      deflater.setInput(inner.buffer, Memory.GUARD, length);
      deflater.finish();
      return deflater.deflate(buffer, Memory.GUARD, Memory.length(buffer));
    }

    @Override
    int read(byte[] from, int limit) {
      inflater.reset();
      inflater.setInput(from, Memory.GUARD, limit);
      try {
        int length = inflater.inflate(inner.buffer, Memory.GUARD, Memory.length(inner.buffer));
        int count = inner.read(inner.buffer, length);
        System.arraycopy(inner.ids, 0, ids, 0, count);
        return count;
      } catch (DataFormatException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Blocks of differences: a byte of count, one of width, and the packed differences. */
  private static class Frames extends ByteCodec {
    final long[] deltas = new long[BLOCK];

    Frames(String name, long[][] lists) {
      super(name, lists);
    }

    @Override
    final int write(long[] list) {
      int next = 0;
      long previous = 0;
      for (int from = 0; from < list.length; from += BLOCK) {
        int count = Math.min(BLOCK, list.length - from);
        for (int i = 0; i < count; i++) {
          deltas[i] = list[from + i] - previous;
          previous = list[from + i];
        }
        int width = width(count);
        Memory.putByte(buffer, next, count);
        Memory.putByte(buffer, next + 1, width);
        BitPacking.pack(deltas, 0, count, width, buffer, next + 2);
        next = writePatches(count, width, next + 2 + BitPacking.length(count, width));
      }
      return next;
    }

    /** Chooses the width of the block. */
    int width(int count) {
      long all = 0;
      for (int i = 0; i < count; i++) {
        all |= deltas[i];
      }
      return BitPacking.width(all);
    }

    /** Writes what does not fit the width; gives the end. */
    int writePatches(int count, int width, int offset) {
      return offset;
    }

    @Override
    final int read(byte[] from, int limit) {
      int decoded = 0;
      long last = 0;
      for (int next = 0; next < limit; ) {
        int count = Memory.getByte(from, next);
        int width = Memory.getByte(from, next + 1);
        int packed = next + 2;
        Arrays.fill(ids, decoded, decoded + count, 0);
        next = readPatches(from, width, packed + BitPacking.length(count, width), decoded);
        BitPacking.addAndSum(from, packed, count, width, last, ids, decoded);
        decoded += count;
        last = ids[decoded - 1];
      }
      return decoded;
    }

    /** Adds what did not fit the width; gives the end. */
    int readPatches(byte[] from, int width, int offset, int at) {
      return offset;
    }
  }

  /** Frames with a common small width; what others have above it follows as place and varint. */
  private static final class Patched extends Frames {
    Patched(String name, long[][] lists) {
      super(name, lists);
    }

    @Override
    int width(int count) {
      int best = BitPacking.MAX_WIDTH;
      int least = Integer.MAX_VALUE;
      for (int width = super.width(count); width >= 0; width--) {
        int length = BitPacking.length(count, width);
        for (int i = 0; i < count; i++) {
          length += isException(i, width) ? 1 + Varint.length(deltas[i] >>> width) : 0;
        }
        if (length < least) {
          least = length;
          best = width;
        }
      }
      return best;
    }

    private boolean isException(int index, int width) {
      return BitPacking.width(deltas[index]) > width;
    }

    @Override
    int writePatches(int count, int width, int offset) {
      int next = offset + 1;
      int exceptions = 0;
      for (int i = 0; i < count; i++) {
        if (isException(i, width)) {
          Memory.putByte(buffer, next, i);
          int high = next + 1 + Memory.GUARD;
          next = Varint.put(buffer, high, deltas[i] >>> width) - Memory.GUARD;
          exceptions++;
        }
      }
      Memory.putByte(buffer, offset, exceptions);
      return next;
    }

    @Override
    int readPatches(byte[] from, int width, int offset, int at) {
      int next = offset + 1;
      for (int left = Memory.getByte(from, offset); left > 0; left--) {
        int place = Memory.getByte(from, next);
        int high = next + 1 + Memory.GUARD;
        ids[at + place] += Varint.get(from, high) << width;
        next = Varint.end(from, high, from.length) - Memory.GUARD;
      }
      return next;
    }
  }
}
