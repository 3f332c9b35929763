package io.octavo.bench.series;

import io.octavo.file.StoreFile;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A file that counts the pages of series that are read, by their levels. For one thread. */
final class CountedFile implements StoreFile {
  private static final int MOST_LEVELS = 256;

  private final StoreFile below;
  private final int[] pages = new int[MOST_LEVELS];

  CountedFile(StoreFile below) {
    this.below = below;
  }

  /** Returns how many pages of each level were read since the last call. */
  int[] take() {
    int levels = MOST_LEVELS;
    while (levels > 0 && pages[levels - 1] == 0) {
      levels--;
    }
    int[] taken = Arrays.copyOf(pages, levels);
    Arrays.fill(pages, 0);
    return taken;
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    int start = target.position();
    int length = below.read(target, position);
    if (position % PageHeader.PAGE_SIZE == 0 && length == PageHeader.PAGE_SIZE) {
      int kind = Byte.toUnsignedInt(target.get(start + PageHeader.KIND));
      if (kind == PageKind.SUMMED_BRANCH.code() || kind == PageKind.PACKED_LEAF.code()) {
        pages[Byte.toUnsignedInt(target.get(start + PageHeader.LEVEL))]++;
      }
    }
    return length;
  }

  @Override
  public String name() {
    return below.name();
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    below.write(source, position);
  }

  @Override
  public void force() throws IOException {
    below.force();
  }

  @Override
  public long length() throws IOException {
    return below.length();
  }

  @Override
  public void truncate(long length) throws IOException {
    below.truncate(length);
  }

  @Override
  public void close() throws IOException {
    below.close();
  }
}
