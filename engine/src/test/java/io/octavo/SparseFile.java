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
    long at = position;
    while (target.hasRemaining() && at < length) {
      int offset = (int) (at % PAGE);
      int part = Math.min(PAGE - offset, target.remaining());
      target.put(page(at / PAGE), offset, part);
      at += part;
    }
    return target.position() - start;
  }

  @Override
  public synchronized void write(ByteBuffer source, long position) {
    long at = position;
    while (source.hasRemaining()) {
      int offset = (int) (at % PAGE);
      byte[] bytes = page(at / PAGE);
      int part = Math.min(PAGE - offset, source.remaining());
      source.get(bytes, offset, part);
      put(at / PAGE, bytes);
      at += part;
      length = Math.max(length, at);
    }
  }

  private byte[] page(long number) {
    byte[] bytes = new byte[PAGE];
    byte[][] page = pages.get(number);
    if (page != null) {
      System.arraycopy(page[0], 0, bytes, 0, page[0].length);
      System.arraycopy(page[1], 0, bytes, PAGE - page[1].length, page[1].length);
    }
    return bytes;
  }

  private void put(long number, byte[] bytes) {
    int head = PAGE / 2;
    while (head > PageHeader.LENGTH && bytes[head - 1] == 0) {
      head--;
    }
    int tail = PAGE / 2;
    while (tail < PAGE && bytes[tail] == 0) {
      tail++;
    }
    byte[][] page = {Arrays.copyOf(bytes, head), Arrays.copyOfRange(bytes, tail, PAGE)};
    pages.put(number, page);
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
