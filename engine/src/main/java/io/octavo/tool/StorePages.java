package io.octavo.tool;

import io.octavo.error.StoreException;
import io.octavo.pager.OpenedFile;
import io.octavo.pager.Pager;
import io.octavo.pager.PagerOptions;
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
        file, new PagerOptions(CACHE_BYTES, false, 0, true, Long.MAX_VALUE, Runnable::run, null));
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

  /** Shows on a bar how many pages have been read from now on. */
  void show(Progress progress) {
    file.onRead(progress::to);
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
