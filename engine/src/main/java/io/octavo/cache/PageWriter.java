package io.octavo.cache;

import io.octavo.error.StoreException;
import io.octavo.error.StoreFullException;
import io.octavo.file.FileLostException;
import io.octavo.file.NoSpaceException;
import io.octavo.file.StoreFile;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Writes pages in the order of their numbers, adjacent pages by one write. Thread-safe. */
public final class PageWriter {
  /** The greatest number of pages in one write: the call then costs less than the copy. */
  private static final int RUN = 32;

  /** The fraction of the file by which it grows at a time, at most a run. */
  private static final int GROWTH_SHARE = 16;

  private static final System.Logger LOG = System.getLogger(PageWriter.class.getName());

  private final StoreFile file;
  private final @Nullable Ownership ownership;
  private final @Nullable String refusal;
  private final LongAdder written = new LongAdder();
  private final LongAdder cut = new LongAdder();

  /**
   * A buffer for adjacent pages, null while a thread uses the buffer. Direct, because the JDK would
   * copy the bytes of any other to a direct one.
   */
  private final AtomicReference<@Nullable ByteBuffer> spare = new AtomicReference<>();

  /** A page of zeros, by which the file is extended. */
  private final Frame zeros = new Frame(0, PageHeader.newPage(), true);

  /** The length of the file in pages, all of which have been written. */
  private volatile int pages;

  /** The number of pages of the last query for ample room, and its result. */
  private long asked;

  private boolean isAmple;

  /** The number of truncations, each counted after {@link #pages} and before the truncation. */
  private volatile int truncations;

  /**
   * Makes a writer.
   *
   * @param ownership checked before each write; null if no other process knows the file
   * @param refusal the reason why nothing may be written; null if writes are allowed
   */
  public PageWriter(StoreFile file, @Nullable Ownership ownership, @Nullable String refusal)
      throws IOException {
    this.file = file;
    this.pages = pagesOf(file);
    this.ownership = ownership;
    this.refusal = refusal;
  }

  /** Returns the length of the file in pages, which are allocated on the disk. Any thread. */
  public int pages() {
    return pages;
  }

  /** Throws if something else has truncated the file, even while this store writes. Any thread. */
  void requireWhole() throws IOException {
    int before = truncations;
    long expected = (long) pages * PageHeader.PAGE_SIZE;
    long length = file.length();
    if (length < expected && truncations == before) {
      throw new FileLostException(
          file.name()
              + " was cut off while the store was open: it has "
              + length
              + " bytes, and had "
              + expected);
    }
  }

  /** Returns whether nothing may be written. */
  public boolean isReadOnly() {
    return refusal != null;
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

  /** Checks the lock too: another owner may have written to the place of the zeros. */
  private void requireLock() {
    requireAllowed();
    if (ownership != null) {
      ownership.requireNow();
    }
  }

  /**
   * Extends the file by zeros to a number of pages.
   *
   * @return false if that failed; the file may have grown in part
   */
  public boolean tryGrow(long wanted) {
    try {
      grow(wanted);
      return true;
    } catch (StoreException e) {
      LOG.log(System.Logger.Level.DEBUG, file.name() + ": cannot make the file longer", e);
      return false;
    }
  }

  /**
   * Extends the file by zeros to a number of pages.
   *
   * @throws StoreFullException if the disk has no room for them
   */
  public void grow(long wanted) {
    if (wanted > pages) {
      requireLock();
      try {
        growTo(wanted, pages / GROWTH_SHARE);
      } catch (IOException e) {
        throw failure(e, "make the file longer than " + pages + " pages");
      }
    }
  }

  /**
   * Writes zeros after the end, a run at a time. Never overwrites a page that was written.
   *
   * @param least the least number of pages to add, at most a run
   */
  private synchronized void growTo(long wanted, int least) throws IOException {
    try {
      while (pages < wanted) {
        int count = (int) Math.min(RUN, Math.max(least, wanted - pages));
        writeJoined(Collections.nCopies(count, zeros), pages);
        pages += count;
      }
    } catch (IOException e) {
      measure();
      if (pages < wanted) {
        throw e;
      }
    }
  }

  /**
   * Returns whether the file system reports much more room than the file needs to hold a number of
   * pages. Queries again when the number has doubled. For the holder of the writer slot.
   */
  public boolean hasAmpleRoom(long wanted) {
    if (wanted > asked) {
      asked = 2 * wanted;
      isAmple = file.hasAmpleRoom(asked * PageHeader.PAGE_SIZE);
    }
    return isAmple;
  }

  /** Reads the length of the file, which a failed write may have extended in part. */
  private void measure() {
    try {
      pages = Math.max(pages, pagesOf(file));
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, file.name() + ": cannot tell how long the file is", e);
    }
  }

  /** Sorts frames by number, and writes them to their places. */
  public void write(List<Frame> frames) {
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
        writeJoined(neighbours, number);
      } else {
        writeBehind(neighbours, number);
      }
    } catch (IOException e) {
      throw failure(e, "write page " + number);
    }
  }

  /**
   * Writes pages after the end of the file. Fills any gap before them with zeros, so that the file
   * has no holes.
   */
  private synchronized void writeBehind(List<Frame> neighbours, int number) throws IOException {
    growTo(number, 0);
    try {
      writeJoined(neighbours, number);
      pages = Math.max(pages, number + neighbours.size());
    } catch (IOException e) {
      measure();
      throw e;
    }
  }

  /** Writes adjacent pages by one write. */
  private void writeJoined(List<Frame> neighbours, int number) throws IOException {
    long position = (long) number * PageHeader.PAGE_SIZE;
    if (neighbours.size() == 1) {
      file.write(Memory.buffer(neighbours.get(0).bytes, 0, PageHeader.PAGE_SIZE), position);
      return;
    }
    int bytes = neighbours.size() * PageHeader.PAGE_SIZE;
    ByteBuffer run = spare.getAndSet(null);
    if (run == null || run.capacity() < bytes) {
      run = ByteBuffer.allocateDirect(bytes);
    }
    run.clear();
    for (Frame frame : neighbours) {
      run.put(Memory.buffer(frame.bytes, 0, PageHeader.PAGE_SIZE));
    }
    file.write(run.flip(), position);
    spare.set(run);
  }

  private StoreException failure(IOException e, String what) {
    boolean isFull = e instanceof NoSpaceException;
    return NoSpaceException.ofStore(
        file.name()
            + ": "
            + (isFull
                ? e.getMessage()
                    + ", cannot "
                    + what
                    + "; what was committed is kept: make room on the disk, or remove entries, and"
                    + " try again"
                : "cannot " + what + ": " + e),
        e);
  }

  /**
   * Cuts off the free tail of the file if it is long enough.
   *
   * @param kept the number of pages to keep
   * @param least the least number of bytes to cut off; if it is above 1, the tail must also be a
   *     tenth of the file
   */
  public synchronized void truncate(long kept, long least) {
    long end = kept * PageHeader.PAGE_SIZE;
    try {
      long length = file.length();
      if (length - end >= Math.max(least, least > 1 ? length / 10 : 0)) {
        pages = (int) kept;
        truncations++;
        file.truncate(end);
        cut.add((length - end) / PageHeader.PAGE_SIZE);
      }
    } catch (IOException e) {
      measure();
      // The state is durable. A later checkpoint cuts the tail off.
      LOG.log(System.Logger.Level.DEBUG, file.name() + ": cannot cut off the free tail", e);
    }
  }

  /** Returns the number of pages that were cut off. */
  public long cut() {
    return cut.sum();
  }

  /** Returns the number of pages that were written. */
  public long written() {
    return written.sum();
  }
}
