package io.octavo.cache;

import io.octavo.memory.Memory;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The frames of pages by number: an array of chunks. The fields of a lookup are in arrays of a few
 * bytes a page, which stay in the caches of the processor, and not in the frames: each frame would
 * be a cache miss.
 *
 * <p>Changes belong to {@link PageCache}'s lock; lookups take no lock.
 */
public final class PageTable {
  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int MASK = CHUNK - 1;

  /** The bits of an {@linkplain Chunk#extents extent}: count, heap bound, and whether used. */
  private static final int COUNT_SHIFT = 16;

  private static final int HEAP_BOUND_MASK = 0x7FFF;
  private static final int USED = 0x8000;

  private volatile @Nullable Chunk[] chunks = new Chunk[4];

  /** The entries of a range of page numbers, by {@link #indexOf}. */
  static final class Chunk {
    final @Nullable Frame[] frames = new Frame[CHUNK];

    /** The arrays of the frames that have the whole page. */
    final byte[] @Nullable [] pages = new byte[CHUNK][];

    /**
     * The number of entries and the heap bound when the frame was made, to estimate places in the
     * page, and whether the page was used since {@link #clearUsed}. Written without a lock: a lost
     * write only loses an estimate.
     */
    final int[] extents = new int[CHUNK];

    Chunk() {}
  }

  private @Nullable Chunk chunk(int number) {
    @Nullable Chunk[] present = chunks;
    int index = number >>> CHUNK_BITS;
    return index < present.length ? present[index] : null;
  }

  /** Returns a frame, null if there is none, and marks it as used. */
  @Nullable Frame frame(int number) {
    Chunk chunk = chunk(number);
    if (chunk == null) {
      return null;
    }
    Frame frame = chunk.frames[indexOf(number)];
    if (frame != null) {
      use(chunk.extents, indexOf(number));
    }
    return frame;
  }

  /** Begins to load a frame, if there is one: a change of the page needs its fields. */
  public void touch(int number) {
    Chunk chunk = chunk(number);
    Frame frame = chunk == null ? null : chunk.frames[indexOf(number)];
    if (frame != null) {
      Memory.use(frame.number ^ frame.clockIndex);
    }
  }

  /** Returns the array of a frame that has the whole page, null if there is none. */
  public byte @Nullable [] page(int number) {
    Chunk chunk = chunk(number);
    if (chunk == null) {
      return null;
    }
    use(chunk.extents, indexOf(number));
    return chunk.pages[indexOf(number)];
  }

  private static void use(int[] extents, int index) {
    int extent = extents[index];
    if ((extent & USED) == 0) {
      extents[index] = extent | USED;
    }
  }

  /**
   * Returns the approximate number of entries and the heap bound of a page, see {@link #countOf}
   * and {@link #heapBoundOf}.
   */
  public int extent(int number) {
    Chunk chunk = chunk(number);
    return chunk == null ? 0 : chunk.extents[indexOf(number)];
  }

  public static int countOf(int extent) {
    return extent >>> COUNT_SHIFT;
  }

  public static int heapBoundOf(int extent) {
    return extent & HEAP_BOUND_MASK;
  }

  /** Returns whether a page was used since the last {@link #clearUsed}. */
  public boolean isUsed(int number) {
    return (extent(number) & USED) != 0;
  }

  public void clearUsed(int number) {
    Chunk chunk = chunk(number);
    if (chunk != null) {
      chunk.extents[indexOf(number)] &= ~USED;
    }
  }

  /** Returns the index of a page in its {@link Chunk}. */
  static int indexOf(int number) {
    return number & MASK;
  }

  /** Returns the {@linkplain Chunk#extents extent} of a frame, which is used. */
  static int extentOf(Frame frame) {
    return frame.count << COUNT_SHIFT | USED | (frame.heapBound & HEAP_BOUND_MASK);
  }

  /**
   * Returns the chunk for a page. The caller sets the entry by assignments, which cannot fail,
   * without null in between: a reader that found neither page nor frame would read the page from
   * the file.
   */
  Chunk reserve(int number) {
    int index = number >>> CHUNK_BITS;
    @Nullable Chunk[] present = chunks;
    if (index >= present.length) {
      present = Arrays.copyOf(present, Math.max(index + 1, present.length * 2));
      chunks = present;
    }
    Chunk chunk = present[index];
    if (chunk == null) {
      chunk = new Chunk();
      Memory.releaseFence();
      present[index] = chunk;
    }
    return chunk;
  }

  /** Clears the entry of a frame, unless the entry has another frame. */
  void clear(Frame frame) {
    Chunk chunk = chunk(frame.number);
    int index = indexOf(frame.number);
    if (chunk != null && chunk.frames[index] == frame) {
      chunk.pages[index] = null;
      chunk.frames[index] = null;
    }
  }

  void forEach(Consumer<Frame> action) {
    for (Chunk chunk : chunks) {
      for (int i = 0; chunk != null && i < CHUNK; i++) {
        Frame frame = chunk.frames[i];
        if (frame != null) {
          action.accept(frame);
        }
      }
    }
  }
}
