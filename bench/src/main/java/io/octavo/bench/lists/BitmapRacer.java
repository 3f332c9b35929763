package io.octavo.bench.lists;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.roaringbitmap.BatchIterator;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.buffer.ImmutableRoaringBitmap;

/**
 * Bitmaps of RoaringBitmap after {@code runOptimize}. The bytes are those of the serialized
 * bitmaps. The intersection is counted by {@code andCardinality}; the result of each other work on
 * two lists is a new bitmap on the heap, which is then read.
 */
abstract class BitmapRacer implements Racer {
  private final long bytes;
  private final int[] block = new int[1 << 10];

  private BitmapRacer(RoaringBitmap[] bitmaps) {
    bytes = Arrays.stream(bitmaps).mapToLong(RoaringBitmap::serializedSizeInBytes).sum();
  }

  static RoaringBitmap[] bitmaps(long[][] lists) {
    RoaringBitmap[] bitmaps = new RoaringBitmap[lists.length];
    for (int list = 0; list < lists.length; list++) {
      int[] ids = Arrays.stream(lists[list]).mapToInt(id -> (int) id).toArray();
      bitmaps[list] = RoaringBitmap.bitmapOf(ids);
      bitmaps[list].runOptimize();
    }
    return bitmaps;
  }

  abstract BatchIterator ids(Work work, int list);

  abstract int count(int list);

  @Override
  public final long bytes() {
    return bytes;
  }

  @Override
  public final Tally run(Work work, int[] lists) {
    long ids = 0;
    long sum = 0;
    for (int list : lists) {
      if (work == Work.COUNT) {
        ids += count(list);
      } else {
        BatchIterator iterator = ids(work, list);
        while (iterator.hasNext()) {
          int count = iterator.nextBatch(block);
          ids += count;
          for (int k = 0; k < count; k++) {
            sum += Integer.toUnsignedLong(block[k]);
          }
        }
      }
    }
    return new Tally(ids, sum);
  }

  /** Bitmaps on the heap. */
  static final class OnHeap extends BitmapRacer {
    private final RoaringBitmap[] bitmaps;

    OnHeap(RoaringBitmap[] bitmaps) {
      super(bitmaps);
      this.bitmaps = bitmaps;
    }

    @Override
    BatchIterator ids(Work work, int list) {
      RoaringBitmap bitmap = bitmaps[list];
      return switch (work) {
        case READ -> bitmap.getBatchIterator();
        case INTERSECT, COUNT -> RoaringBitmap.and(bitmap, bitmaps[list + 1]).getBatchIterator();
        case UNION -> RoaringBitmap.or(bitmap, bitmaps[list + 1]).getBatchIterator();
        case DIFFERENCE -> RoaringBitmap.andNot(bitmap, bitmaps[list + 1]).getBatchIterator();
      };
    }

    @Override
    int count(int list) {
      return RoaringBitmap.andCardinality(bitmaps[list], bitmaps[list + 1]);
    }
  }

  /** Bitmaps in one file, which is mapped. */
  static final class Mapped extends BitmapRacer {
    private final ImmutableRoaringBitmap[] bitmaps;

    Mapped(RoaringBitmap[] onHeap, Path file) throws IOException {
      super(onHeap);
      ByteBuffer serialized = ByteBuffer.allocate((int) bytes());
      for (RoaringBitmap bitmap : onHeap) {
        bitmap.serialize(serialized);
      }
      Files.write(file, serialized.array());
      bitmaps = new ImmutableRoaringBitmap[onHeap.length];
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        for (int list = 0; list < bitmaps.length; list++) {
          bitmaps[list] = new ImmutableRoaringBitmap(mapped);
          mapped.position(mapped.position() + bitmaps[list].serializedSizeInBytes());
        }
      }
    }

    @Override
    BatchIterator ids(Work work, int list) {
      ImmutableRoaringBitmap bitmap = bitmaps[list];
      return switch (work) {
        case READ -> bitmap.getBatchIterator();
        case INTERSECT, COUNT ->
            ImmutableRoaringBitmap.and(bitmap, bitmaps[list + 1]).getBatchIterator();
        case UNION -> ImmutableRoaringBitmap.or(bitmap, bitmaps[list + 1]).getBatchIterator();
        case DIFFERENCE ->
            ImmutableRoaringBitmap.andNot(bitmap, bitmaps[list + 1]).getBatchIterator();
      };
    }

    @Override
    int count(int list) {
      return ImmutableRoaringBitmap.andCardinality(bitmaps[list], bitmaps[list + 1]);
    }
  }
}
