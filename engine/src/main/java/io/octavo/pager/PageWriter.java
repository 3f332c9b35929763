package io.octavo.pager;

import io.octavo.error.StoreException;
import io.octavo.error.StoreFullException;
import io.octavo.file.StoreFile;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Writes pages in the order of their numbers, neighbours together; any number of threads. */
final class PageWriter {
  /** Pages in one write: long enough that the call costs less than the copy. */
  private static final int RUN = 32;

  /** The part of a file by which it grows at a time, up to a run. */
  private static final int GROWTH_SHARE = 16;

  /** What Linux and macOS, Windows, and a quota say; Java has no type for it. */
  private static final List<String> FULL =
      List.of("no space left", "not enough space", "quota exceeded");

  private static final System.Logger LOG = System.getLogger(PageWriter.class.getName());

  private final StoreFile file;
  private final @Nullable Ownership ownership;
  private final @Nullable String refusal;
  private final LongAdder written = new LongAdder();
  private final LongAdder cut = new LongAdder();

  /** How many pages the file has; all of them have been written. */
  private volatile int pages;

  /**
   * Makes a writer.
   *
   * @param ownership asked before anything is written, null if nobody else knows the file
   * @param refusal why nothing must be written, null if it may be
   */
  PageWriter(StoreFile file, @Nullable Ownership ownership, @Nullable String refusal)
      throws IOException {
    this.file = file;
    this.pages = pagesOf(file);
    this.ownership = ownership;
    this.refusal = refusal;
  }

  /** Returns how many pages the file has: to write those needs no room on the disk; any thread. */
  int pages() {
    return pages;
  }

  private static int pagesOf(StoreFile file) throws IOException {
    return (int) Math.min(Integer.MAX_VALUE, file.length() / PageHeader.PAGE_SIZE);
  }

  private void requireAllowed() {
    if (refusal != null) {
      throw new StoreException(refusal);
    }
    if (ownership != null) {
      ownership.require();
    }
  }

  /**
   * Makes the file longer by zeros, where it is shorter than so many pages.
   *
   * @return false if that could not be done; a part of it may have been
   */
  boolean tryGrow(long wanted) {
    try {
      grow(wanted);
      return true;
    } catch (StoreException e) {
      LOG.log(System.Logger.Level.DEBUG, file.name() + ": cannot make the file longer", e);
      return false;
    }
  }

  /**
   * Makes the file longer by zeros, where it is shorter than so many pages.
   *
   * @throws StoreFullException if the disk has no room for them
   */
  void grow(long wanted) {
    if (wanted > pages) {
      requireAllowed();
      try {
        growTo(wanted, pages / GROWTH_SHARE);
      } catch (IOException e) {
        throw failure(e, "make the file longer than " + pages + " pages");
      }
    }
  }

  /**
   * Writes zeros behind the end, a run at a time, and never over what has been written.
   *
   * @param least pages that the file should become longer by at least, up to a run
   */
  private synchronized void growTo(long wanted, int least) throws IOException {
    try {
      while (pages < wanted) {
        int count = (int) Math.min(RUN, Math.max(least, wanted - pages));
        ByteBuffer zeros = ByteBuffer.allocate(count * PageHeader.PAGE_SIZE);
        file.write(zeros, (long) pages * PageHeader.PAGE_SIZE);
        pages += count;
      }
    } catch (IOException e) {
      measure();
      if (pages < wanted) {
        throw e;
      }
    }
  }

  /** Finds out how long the file is, of which a part of a write may have made more. */
  private void measure() {
    try {
      pages = pagesOf(file);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, file.name() + ": cannot tell how long the file is", e);
    }
  }

  /** Writes frames to their places; the list is sorted by number. */
  void write(List<Frame> frames) {
    requireAllowed();
    frames.sort(Comparator.comparingInt(frame -> frame.number));
    int first = 0;
    while (first < frames.size()) {
      int last = first + 1;
      while (last < frames.size()
          && last - first < RUN
          && frames.get(last).number == frames.get(last - 1).number + 1) {
        last++;
      }
      write(frames.subList(first, last), frames.get(first).number);
      first = last;
    }
    written.add(frames.size());
  }

  private void write(List<Frame> neighbours, int number) {
    try {
      if (number + neighbours.size() <= pages) {
        file.write(join(neighbours), (long) number * PageHeader.PAGE_SIZE);
      } else {
        writeBehind(neighbours, number);
      }
    } catch (IOException e) {
      throw failure(e, "write page " + number);
    }
  }

  /** Writes pages that the file does not have yet, and those before them: no hole is left. */
  private synchronized void writeBehind(List<Frame> neighbours, int number) throws IOException {
    growTo(number, 0);
    try {
      file.write(join(neighbours), (long) number * PageHeader.PAGE_SIZE);
      pages = Math.max(pages, number + neighbours.size());
    } catch (IOException e) {
      measure();
      throw e;
    }
  }

  private static ByteBuffer join(List<Frame> neighbours) {
    if (neighbours.size() == 1) {
      return Memory.buffer(neighbours.get(0).bytes, 0, PageHeader.PAGE_SIZE);
    }
    ByteBuffer run = ByteBuffer.allocate(neighbours.size() * PageHeader.PAGE_SIZE);
    for (Frame frame : neighbours) {
      run.put(Memory.buffer(frame.bytes, 0, PageHeader.PAGE_SIZE));
    }
    return run.flip();
  }

  private StoreException failure(IOException e, String what) {
    String reason = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    if (FULL.stream().anyMatch(reason::contains)) {
      return new StoreFullException(
          file.name()
              + ": the disk is full, cannot "
              + what
              + "; what was committed is kept: make room on the disk, or remove entries, and try"
              + " again",
          e);
    }
    return new StoreException(file.name() + ": cannot " + what + ": " + e, e);
  }

  /**
   * Cuts the free tail of the file off where it is long enough.
   *
   * @param kept how many pages the file must keep
   * @param least bytes that are worth it; if more than one, also a tenth of the file
   */
  synchronized void truncate(long kept, long least) {
    long end = kept * PageHeader.PAGE_SIZE;
    try {
      long length = file.length();
      if (length - end >= Math.max(least, least > 1 ? length / 10 : 0)) {
        file.truncate(end);
        pages = (int) kept;
        cut.add((length - end) / PageHeader.PAGE_SIZE);
      }
    } catch (IOException e) {
      measure();
      // The state is durable; the tail can be cut off another time.
      LOG.log(System.Logger.Level.DEBUG, file.name() + ": cannot cut off the free tail", e);
    }
  }

  /** Counts the pages that were cut off so far. */
  long cut() {
    return cut.sum();
  }

  /** Counts the pages written so far. */
  long written() {
    return written.sum();
  }
}
