package io.octavo.pager;

import io.octavo.error.StoreFailedException;
import io.octavo.file.StoreFile;
import io.octavo.page.Meta;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the file is still this store's: whether it is the one that its name says, the locks are
 * held, and nobody else has made a checkpoint in it. A store that finds another owner has failed.
 */
final class Ownership {
  private static final long INTERVAL_NANOS = 1_000_000_000;

  private final StoreFile file;
  private final PageLoader loader;
  private final Health health;
  private volatile @Nullable Expected expected;
  private volatile long askedNanos = System.nanoTime();

  /**
   * What this store has written.
   *
   * @param newest the last checkpoint
   * @param coming the one whose meta page is being written, null if none is
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

  Ownership(StoreFile file, PageLoader loader, Health health) {
    this.file = file;
    this.loader = loader;
    this.health = health;
  }

  /** What a store that has lost its file fails by. */
  Health health() {
    return health;
  }

  /** Notes the checkpoint that is the newest in the file. */
  void wrote(Meta meta) {
    expected = new Expected(meta, null);
  }

  /** Notes a checkpoint whose meta page is about to be written, while others may ask. */
  void willWrite(Meta last, Meta next) {
    expected = new Expected(last, next);
  }

  /**
   * Asks before each record and each run of pages: looks where another owner would have written its
   * first checkpoint, and once a second at everything.
   *
   * @throws StoreFailedException if there is another owner
   * @throws io.octavo.error.StoreException if a meta page cannot be read
   */
  void require() {
    if (System.nanoTime() - askedNanos > INTERVAL_NANOS) {
      requireNow();
      return;
    }
    Expected present = expected;
    if (present != null && MetaPages.isLaterFound(loader, present.epoch())) {
      requireNow();
    }
  }

  /**
   * Looks at everything.
   *
   * @throws StoreFailedException if there is another owner, or that cannot be told
   * @throws io.octavo.error.StoreException as {@link #require}
   */
  void requireNow() {
    try {
      file.requireOwned();
      requireNewest();
    } catch (IOException e) {
      health.cause = e;
      throw health.exception();
    }
    askedNanos = System.nanoTime();
  }

  private void requireNewest() throws IOException {
    Expected present = expected;
    while (present != null && !present.allows(MetaPages.newest(loader))) {
      Expected before = present;
      present = expected;
      if (before.equals(present)) {
        throw new IOException(
            "the file was written by something else: checkpoint "
                + before.newest().epoch()
                + " is no longer the newest in it");
      }
    }
  }
}
