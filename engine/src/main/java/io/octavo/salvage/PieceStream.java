package io.octavo.salvage;

import io.octavo.page.bytes.OverflowPage;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/** A large value of a damaged store, read page by page, because it may not fit the heap. */
final class PieceStream extends InputStream {
  private final SalvageRun salvage;
  private final List<Integer> pages;
  private byte[] page = {};
  private int next;
  private int at;
  private int length;

  PieceStream(SalvageRun salvage, List<Integer> pages) {
    this.salvage = salvage;
    this.pages = pages;
  }

  @Override
  public int read() {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int most) {
    Objects.checkFromIndexSize(offset, most, into.length);
    if (at == length) {
      if (next == pages.size()) {
        return -1;
      }
      page = salvage.page(pages.get(next++));
      at = 0;
      length = OverflowPage.length(page);
    }
    int count = Math.min(most, length - at);
    OverflowPage.copy(page, at, into, offset, count);
    at += count;
    return count;
  }
}
