package io.octavo;

import io.octavo.file.StoreFile;
import io.octavo.page.PageHeader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A file on the heap that keeps of each page what stands before and behind its longest half of
 * zeros: large files of nearly empty pages take little memory.
 */
final class SparseFile implements StoreFile {
  private static final int PAGE = PageHeader.PAGE_SIZE;

  /** Head and tail of each page, by its number. */
  private final Map<Long, byte[][]> pages = new HashMap<>();

  private long length;

  long pageCount() {
    return length / PAGE;
  }

  /** Flips a bit of a page, or flips it back. */
  synchronized void flip(int number) {
    pages.get((long) number)[0][PageHeader.EPOCH] ^= 1;
  }

  @Override
  public String name() {
    return "sparse";
  }

  @Override
  public synchronized int read(ByteBuffer target, long position) {
    int start = target.position();
    for (long at = position; target.hasRemaining() && at < length; at += PAGE) {
      byte[] bytes = new byte[PAGE];
      byte[][] page = pages.get(at / PAGE);
      if (page != null) {
        System.arraycopy(page[0], 0, bytes, 0, page[0].length);
        System.arraycopy(page[1], 0, bytes, PAGE - page[1].length, page[1].length);
      }
      target.put(bytes);
    }
    return target.position() - start;
  }

  @Override
  public synchronized void write(ByteBuffer source, long position) {
    for (long at = position; source.hasRemaining(); at += PAGE) {
      byte[] bytes = new byte[PAGE];
      source.get(bytes);
      int head = PAGE / 2;
      while (head > PageHeader.LENGTH && bytes[head - 1] == 0) {
        head--;
      }
      int tail = PAGE / 2;
      while (tail < PAGE && bytes[tail] == 0) {
        tail++;
      }
      byte[][] page = {Arrays.copyOf(bytes, head), Arrays.copyOfRange(bytes, tail, PAGE)};
      pages.put(at / PAGE, page);
      length = Math.max(length, at + PAGE);
    }
  }

  @Override
  public void force() {}

  @Override
  public synchronized long length() {
    return length;
  }

  @Override
  public synchronized void truncate(long newLength) {
    length = newLength;
    pages.keySet().removeIf(number -> number * PAGE >= newLength);
  }

  @Override
  public void close() {}
}
