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

  private static final System.Logger LOG = System.getLogger(PageWriter.class.getName());

  private final StoreFile file;
  private final @Nullable Ownership ownership;
  private final @Nullable String refusal;
  private final LongAdder written = new LongAdder();
  private final LongAdder cut = new LongAdder();

  /**
   * Makes a writer.
   *
   * @param ownership asked before anything is written, null where nobody else knows the file
   * @param refusal why nothing must be written, null where it may be
   */
  PageWriter(StoreFile file, @Nullable Ownership ownership, @Nullable String refusal) {
    this.file = file;
    this.ownership = ownership;
    this.refusal = refusal;
  }

  /** Writes frames to their places; the list is sorted by number. */
  void write(List<Frame> frames) {
    if (refusal != null) {
      throw new StoreException(refusal);
    }
    if (ownership != null) {
      ownership.require();
    }
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
      file.write(join(neighbours), (long) number * PageHeader.PAGE_SIZE);
    } catch (IOException e) {
      throw failure(e, "page " + number);
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
    String reason = String.valueOf(e.getMessage());
    if (reason.toLowerCase(Locale.ROOT).contains("no space left")) {
      return new StoreFullException(
          file.name()
              + ": the disk is full, cannot write "
              + what
              + "; what was committed is kept, make room on the disk and try again",
          e);
    }
    return new StoreException(file.name() + ": cannot write " + what + ": " + e, e);
  }

  /**
   * Cuts the free tail of the file off where it is long enough.
   *
   * @param pages how many pages the file must keep
   * @param least bytes that are worth it; if more than one, also a tenth of the file
   */
  void truncate(int pages, long least) {
    long end = (long) pages * PageHeader.PAGE_SIZE;
    try {
      long length = file.length();
      if (length - end >= Math.max(least, least > 1 ? length / 10 : 0)) {
        file.truncate(end);
        cut.add((length - end) / PageHeader.PAGE_SIZE);
      }
    } catch (IOException e) {
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
