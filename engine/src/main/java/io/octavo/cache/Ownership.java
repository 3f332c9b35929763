package io.octavo.cache;

import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.file.FileLostException;
import io.octavo.file.StoreFile;
import io.octavo.page.meta.Meta;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the file still belongs to this store: the path names it, the locks are held, nothing
 * else has truncated it, and no other owner has made a checkpoint in it. A store that has lost its
 * file has failed.
 */
public final class Ownership {
  private static final long INTERVAL_NANOS = 1_000_000_000;

  /** The unforced records of which one is preceded by a check. */
  private static final int RECORDS = 16;

  private final StoreFile file;
  private final PageLoader loader;
  private final Health health;
  private volatile @Nullable Expected expected;
  private @Nullable PageWriter writer;
  private volatile long askedNanos = System.nanoTime();
  private int records;

  /**
   * The checkpoints of this store that the file may hold.
   *
   * @param newest the last checkpoint
   * @param coming the checkpoint whose meta page is being written, or null
   */
  private record Expected(Meta newest, @Nullable Meta coming) {
    long epoch() {
      return coming != null ? coming.epoch() : newest.epoch();
    }

    boolean allows(@Nullable Meta found) {
      return isSame(newest, found) || (coming != null && isSame(coming, found));
    }

    private static boolean isSame(Meta own, @Nullable Meta found) {
      return found != null
          && found.epoch() == own.epoch()
          && found.sequence() == own.sequence()
          && found.storeId().equals(own.storeId());
    }
  }

  public Ownership(StoreFile file, PageLoader loader, Health health) {
    this.file = file;
    this.loader = loader;
    this.health = health;
  }

  /** Makes every check compare the length of the file with that of a writer. */
  public void compareLength(PageWriter newWriter) {
    writer = newWriter;
  }

  /** Returns the health of the store, which fails if the file is lost. */
  public Health health() {
    return health;
  }

  /** Sets the newest checkpoint in the file. */
  public void wrote(Meta meta) {
    expected = new Expected(meta, null);
  }

  /** Sets a checkpoint whose meta page is about to be written, while other threads may check. */
  public void willWrite(Meta last, Meta next) {
    expected = new Expected(last, next);
  }

  /**
   * Checks before the write of an unforced record, as {@link #require} does, once a second and
   * before one of sixteen: the two system calls would take longer than the write. One thread at a
   * time.
   *
   * @throws StoreFailedException as {@link #require}
   * @throws StoreException as {@link #require}
   */
  public void requireNowAndThen() {
    if (records++ % RECORDS == 0 || System.nanoTime() - askedNanos > INTERVAL_NANOS) {
      require();
    }
  }

  /**
   * Checks before each write of a durable record or of pages: compares the length of the file,
   * because such a write could restore it, reads the epoch at the place of a first checkpoint of
   * another owner, and once a second checks everything.
   *
   * @throws StoreFailedException if there is another owner, or the file was truncated
   * @throws StoreException if the check fails; nothing has been written, and it can be repeated
   */
  public void require() {
    if (System.nanoTime() - askedNanos > INTERVAL_NANOS) {
      requireNow();
      return;
    }
    check(this::requireWhole);
    Expected present = expected;
    if (present != null && MetaPages.isLaterFound(loader, present.epoch())) {
      requireNow();
    }
  }

  private void requireWhole() throws IOException {
    if (writer != null) {
      writer.requireWhole();
    }
  }

  /**
   * Checks everything.
   *
   * @throws StoreFailedException as {@link #require}
   * @throws StoreException as {@link #require}
   */
  public void requireNow() {
    check(file::requireOwned);
    check(this::requireWhole);
    check(this::requireNewest);
    askedNanos = System.nanoTime();
  }

  /** Part of a check. */
  private interface Part {
    void run() throws IOException;
  }

  private void check(Part part) {
    try {
      part.run();
    } catch (FileLostException e) {
      health.cause = e;
      throw health.exception();
    } catch (IOException e) {
      throw new StoreException(
          file.name() + ": cannot check that the file is still the store's, try again: " + e, e);
    }
  }

  private void requireNewest() throws FileLostException {
    Expected present = expected;
    while (present != null && !present.allows(MetaPages.newest(loader))) {
      Expected before = present;
      present = expected;
      if (before.equals(present)) {
        throw new FileLostException(
            "the file was written by something else: checkpoint "
                + before.newest().epoch()
                + " is no longer the newest in it");
      }
    }
  }
}
