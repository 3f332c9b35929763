package io.octavo.tool;

import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.memory.Memory;
import io.octavo.page.BranchPage;
import io.octavo.page.ChildrenPage;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.SpacePage;
import io.octavo.pager.OpenedFile;
import io.octavo.pager.Pager;
import io.octavo.pager.PagerOptions;
import io.octavo.pager.RingLimits;
import java.io.IOException;
import java.nio.file.Path;

/** The pages of a store, for looking at them; locked as every reader locks it. */
final class StorePages implements AutoCloseable {
  /** Pages are read past the cache. */
  private static final long CACHE_BYTES = 1 << 20;

  private final OpenedFile opened;
  private final CountedFile file;
  private final Pager pager;

  private StorePages(OpenedFile opened, CountedFile file, Pager pager) {
    this.opened = opened;
    this.file = file;
    this.pager = pager;
  }

  static StorePages open(Path path) {
    Stores.requireFile(path);
    try {
      OpenedFile opened = OpenedFile.of(path, true);
      CountedFile file = new CountedFile(opened.file());
      try {
        return new StorePages(opened, file, openPager(file));
      } catch (RuntimeException | Error e) {
        close(file, opened);
        throw e;
      }
    } catch (StoreException e) {
      throw Stores.cannotOpen(e);
    }
  }

  static Pager openPager(CountedFile file) {
    return Pager.open(
        file,
        new PagerOptions(
            CACHE_BYTES,
            false,
            0,
            true,
            Long.MAX_VALUE,
            Runnable::run,
            RingLimits.DEFAULT,
            null));
  }

  /** Tells whether the bitmaps say that a page is free; false where they cannot be read. */
  static boolean isFree(Pager pager, long number) {
    PageRef ref = pager.durable().space();
    long bitmap = number / SpacePage.PAGES;
    try {
      while (ref.level() > 0) {
        byte[] page = pager.readDurable(ref, PageKind.SPACE_BRANCH, 0);
        long below = Math.round(Math.pow(ChildrenPage.MAX_COUNT, ref.level() - 1));
        int index = (int) (bitmap / below % ChildrenPage.MAX_COUNT);
        if (index >= PageHeader.count(page)) {
          return true;
        }
        long child = ChildrenPage.child(page, index);
        ref = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
      }
      byte[] page = pager.readDurable(ref, PageKind.SPACE, 0);
      long bit = number - PageHeader.keyBase(page);
      return bit >= SpacePage.PAGES
          || bit < 0
          || (SpacePage.words(page)[(int) bit / Long.SIZE] >>> bit & 1) == 0;
    } catch (CorruptionException e) {
      return false;
    }
  }

  /** Lets a file go that was only read, so that nothing can be lost by an error. */
  static void close(AutoCloseable... resources) {
    for (AutoCloseable resource : resources) {
      try {
        resource.close();
      } catch (Exception e) {
        System.getLogger(StorePages.class.getName()).log(System.Logger.Level.DEBUG, "close", e);
      }
    }
  }

  Pager pager() {
    return pager;
  }

  CountedFile file() {
    return file;
  }

  /** Shows on a bar how many pages have been read from now on. */
  void show(Progress progress) {
    file.onRead(progress::to);
  }

  /** Reads a page as it stands, sound or not. */
  byte[] read(long number) {
    try {
      return read(file, number);
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot read page " + number + ": " + e, e);
    }
  }

  static byte[] read(CountedFile file, long number) throws IOException {
    byte[] page = PageHeader.newPage();
    file.read(Memory.buffer(page, 0, PageHeader.PAGE_SIZE), number * PageHeader.PAGE_SIZE);
    return page;
  }

  long fileLength() {
    try {
      return file.length();
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot tell the length of the file: " + e, e);
    }
  }

  @Override
  public void close() {
    close(pager, opened);
  }
}
