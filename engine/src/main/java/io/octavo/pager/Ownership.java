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
  private volatile @Nullable Meta newest;
  private volatile long askedNanos = System.nanoTime();

  Ownership(StoreFile file, PageLoader loader, Health health) {
    this.file = file;
    this.loader = loader;
    this.health = health;
  }

  /** Notes the checkpoint that is the newest in the file. */
  void wrote(Meta meta) {
    newest = meta;
  }

  /**
   * Asks before each record and each run of pages: looks where another owner would have written its
   * first checkpoint, and once a second at everything.
   *
   * @throws StoreFailedException where there is another owner
   * @throws io.octavo.error.StoreException where a meta page cannot be read
   */
  void require() {
    if (System.nanoTime() - askedNanos > INTERVAL_NANOS) {
      requireNow();
      return;
    }
    Meta expected = newest;
    try {
      if (expected != null && Metas.isLater(file, expected.epoch())) {
        Metas.requireNewest(loader, expected);
      }
    } catch (IOException e) {
      throw health.failed(e);
    }
  }

  /**
   * Looks at everything.
   *
   * @throws StoreFailedException where there is another owner, or that cannot be told
   * @throws io.octavo.error.StoreException as {@link #require}
   */
  void requireNow() {
    Meta expected = newest;
    try {
      file.requireOwned();
      if (expected != null) {
        Metas.requireNewest(loader, expected);
      }
    } catch (IOException e) {
      throw health.failed(e);
    }
    askedNanos = System.nanoTime();
  }
}
