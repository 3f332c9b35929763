package io.octavo.commit;

import io.octavo.space.Space;

/**
 * One step of a compaction in place: pages from a limit on are copied to free places below it,
 * those of trees by whoever runs the step, those of the store itself by its checkpoint. For the
 * holder of the writer slot.
 *
 * <p>The limit is the number of pages in use and a few more: those that a change of one entry
 * copies before it may give back what it replaces. So a step that may move anything finds room for
 * a whole path, and no copy ends up above the limit: each step leaves fewer pages there.
 */
public final class Compaction {
  /**
   * Pages of the store that a checkpoint may add: one above the catalogue and one above the
   * bitmaps.
   */
  private static final int EXTRA = 2;

  private final WriteTransaction transaction;
  private final Space space;
  private final Checkpointer checkpoints;
  private final int limit;
  private final int room;
  private final int maxPages;

  Compaction(WriteTransaction transaction, Space space, Checkpointer checkpoints, long maxPages) {
    this.transaction = transaction;
    this.space = space;
    this.checkpoints = checkpoints;
    this.maxPages = (int) maxPages;
    DurableCheckpoint durable = checkpoints.durable();
    int height =
        durable.catalogue().records().stream()
            .mapToInt(record -> record.root().level() + 1)
            .max()
            .orElse(0);
    int own =
        durable.catalogue().groups().size()
            + durable.bitmaps().size()
            + durable.spaceBranches().size()
            + EXTRA;
    this.limit = (int) Math.min(Integer.MAX_VALUE, (long) space.countLive() + height + own);
    this.room = space.countFreeBelow(limit) - own;
  }

  /**
   * Returns the transaction that gets the copies.
   *
   * @return the transaction
   */
  public WriteTransaction transaction() {
    return transaction;
  }

  /**
   * Returns which pages of trees the step should move.
   *
   * @return the limits
   */
  public MoveLimits limits() {
    return new MoveLimits(limit, room, maxPages);
  }

  /**
   * Has the pages of the store itself moved too, makes the step durable if there is anything to
   * write, and cuts the free tail of the file off.
   *
   * @throws io.octavo.error.StoreException if it could not be written; it is rolled back
   */
  public void commit() {
    space.moveBitmaps(limit);
    if (!transaction.writeSet().isEmpty() || space.livePages() > limit) {
      transaction.catalogue().move(limit);
      transaction.commit(true);
    }
    checkpoints.truncateAll();
  }

  /**
   * Counts the pages that are still to be moved.
   *
   * @return the pages in use from the limit on
   */
  public int remaining() {
    return space.countLiveFrom(limit);
  }
}
