package io.octavo.command.survey;

import io.octavo.StoreOptions;
import io.octavo.check.StoreCheck;
import io.octavo.collection.Recovery;
import io.octavo.collection.Types;
import io.octavo.command.cli.CountedFile;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Stores;
import io.octavo.commit.OpenedFile;
import io.octavo.commit.Pager;
import io.octavo.commit.PagerOptions;
import io.octavo.commit.PinnedFile;
import io.octavo.commit.RingLimits;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.tree.BranchPage;
import io.octavo.transaction.TreeType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a store as of its last checkpoint, for inspection, locked like any reader. If the
 * store was not closed, the commits of the ring are missing; {@link #recover} replays them.
 */
public final class StorePages implements AutoCloseable {
  /** Pages are read without using the cache. */
  private static final long CACHE_BYTES = 1 << 20;

  private final AutoCloseable opened;
  private final CountedFile file;
  private final Pager pager;
  private final int commitsAfterCheckpoint;

  private StorePages(AutoCloseable opened, CountedFile file, Pager pager, int commits) {
    this.opened = opened;
    this.file = file;
    this.pager = pager;
    this.commitsAfterCheckpoint = commits;
  }

  public static StorePages open(Path path) {
    Stores.requireFile(path);
    try {
      OpenedFile opened = Stores.openPages(path);
      try {
        return PinnedFile.onNewest(opened.file(), pinned -> of(opened, new CountedFile(pinned)));
      } catch (RuntimeException | Error e) {
        Stores.close(opened);
        throw e;
      }
    } catch (StoreException e) {
      throw Stores.cannotOpen(e);
    }
  }

  private static StorePages of(OpenedFile opened, CountedFile file) {
    Pager pager = openPager(file);
    return new StorePages(opened, file, pager, pager.replay().count());
  }

  public static Pager openPager(CountedFile file) {
    return Pager.open(file, options(CACHE_BYTES, true));
  }

  private static PagerOptions options(long cacheBytes, boolean readOnly) {
    return new PagerOptions(
        cacheBytes, false, readOnly, Long.MAX_VALUE, Runnable::run, RingLimits.DEFAULT, null);
  }

  /** Returns the number of commits in the ring, which the pages do not contain. */
  int commitsAfterCheckpoint() {
    return commitsAfterCheckpoint;
  }

  /**
   * Recovers the store without a change of its file. Returns the pages that an open for writing
   * would find. Must be closed before this object.
   *
   * @throws CorruptionException if the recovery fails
   */
  StorePages recover() {
    file.onRead(reads -> {});
    long cacheBytes = StoreOptions.defaults().cacheBytes();
    Pager recovered = Recovery.beside(file, options(cacheBytes, false));
    return new StorePages(() -> {}, file, recovered, 0);
  }

  /**
   * Checks the recovered store against all rules.
   *
   * @param known the problems of the last checkpoint
   * @param check returns the problems of the recovered store
   * @return the further problems
   */
  List<String> checkRing(List<String> known, Function<StorePages, List<String>> check) {
    if (commitsAfterCheckpoint == 0) {
      return List.of();
    }
    try (StorePages recovered = recover()) {
      return check.apply(recovered).stream()
          .filter(problem -> !known.contains(problem))
          .map(problem -> "after replay of the commit ring: " + problem)
          .toList();
    } catch (CorruptionException e) {
      return List.of("the commit ring cannot be replayed: " + StoreCheck.text(e));
    }
  }

  /** Returns whether the bitmaps mark a page as free; false if they cannot be read. */
  public static boolean isFree(Pager pager, long number) {
    PageRef ref = pager.durable().meta().space();
    long bitmap = number / SpacePage.PAGES;
    try {
      while (ref.level() > 0) {
        byte[] page = pager.durable().read(ref, PageKind.SPACE_BRANCH, 0);
        long below = Math.round(Math.pow(ChildrenPage.MAX_COUNT, ref.level() - 1));
        int index = (int) (bitmap / below % ChildrenPage.MAX_COUNT);
        if (index >= PageHeader.count(page)) {
          return true;
        }
        long child = ChildrenPage.child(page, index);
        ref = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
      }
      byte[] page = pager.durable().read(ref, PageKind.SPACE, 0);
      long bit = number - PageHeader.keyBase(page);
      return bit >= SpacePage.PAGES
          || bit < 0
          || (SpacePage.words(page)[(int) bit / Long.SIZE] >>> bit & 1) == 0;
    } catch (CorruptionException e) {
      return false;
    }
  }

  /** Reads the copies of the meta pages, sound or not. */
  MetaCopies metas() {
    try {
      return MetaCopies.read(file);
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot read the meta pages: " + e, e);
    }
  }

  /**
   * Returns the number of entries, or of posting lists; of a map with a front those of the main
   * tree.
   *
   * @return the number, null if it is below a damaged page
   */
  @Nullable Long entries(CatalogueRecord record) {
    try {
      return Types.of(record).count(pager.durable(), record);
    } catch (CorruptionException e) {
      return null;
    }
  }

  /**
   * Returns how many changes wait in the front of a map: whether they add keys is not known without
   * a look at the main tree.
   *
   * @return the number, 0 if the map has no front
   */
  long waiting(CatalogueRecord record) {
    return inFront(CatalogueRecord.frontOf(record.id()))
        + inFront(CatalogueRecord.deletedOf(record.id()));
  }

  /**
   * Returns about how many entries there are: exactly if no change waits, else as if all keys that
   * were put were new, and all that were deleted were there.
   *
   * @return the number, at least 0; null if it is below a damaged page
   */
  @Nullable Long estimate(CatalogueRecord record) {
    Long count = entries(record);
    if (count == null || waiting(record) == 0) {
      return count;
    }
    long put = inFront(CatalogueRecord.frontOf(record.id()));
    return Math.max(0, count + put - inFront(CatalogueRecord.deletedOf(record.id())));
  }

  private long inFront(String name) {
    CatalogueRecord front = TreeType.frontOf(pager.durable().catalogue(), name);
    return front == null ? 0 : front.entries();
  }

  /** Returns the collections that users know. */
  List<CatalogueRecord> maps() {
    return pager.durable().catalogue().records().stream()
        .filter(record -> !record.isOwn())
        .toList();
  }

  public Pager pager() {
    return pager;
  }

  public CountedFile file() {
    return file;
  }

  /** Shows the number of pages read from now on in a progress bar. */
  public void show(Progress progress) {
    file.onRead(progress::to);
  }

  /** Reads a page, sound or not. */
  byte[] read(long number) {
    try {
      return read(file, number);
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot read page " + number + ": " + e, e);
    }
  }

  public static byte[] read(CountedFile file, long number) throws IOException {
    byte[] page = PageHeader.newPage();
    file.read(Memory.buffer(page, 0, PageHeader.PAGE_SIZE), number * PageHeader.PAGE_SIZE);
    return page;
  }

  long fileLength() {
    try {
      return file.length();
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot determine the length of the file: " + e, e);
    }
  }

  @Override
  public void close() {
    Stores.close(pager, opened);
  }
}
