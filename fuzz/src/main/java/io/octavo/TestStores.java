package io.octavo;

import io.octavo.commit.Background;
import io.octavo.commit.Pager;
import io.octavo.file.StoreFile;
import io.octavo.tree.TreeLimits;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.ObjLongConsumer;

/**
 * Stores over any file, with pages as small as a test likes. It shares the package of {@link Store}
 * to reach what users do not, and so lies on the class path only.
 */
public final class TestStores {
  private TestStores() {}

  /**
   * Fills an empty file with an empty store.
   *
   * @param file the file
   * @param storeId identity of the store
   */
  public static void create(StoreFile file, UUID storeId) {
    Pager.create(file, storeId);
  }

  /**
   * Opens the store in a file.
   *
   * @param file the file; closed with the store
   * @param options how to work
   * @param limits how many entries and children a page may have
   * @return the open store
   */
  public static Store open(StoreFile file, StoreOptions options, TreeLimits limits) {
    return open(file, options, limits, Runnable::run);
  }

  /**
   * Opens the store in a file.
   *
   * @param file the file; closed with the store
   * @param options how to work
   * @param limits how many entries and children a page may have
   * @param checkpoints runs the checkpoints that nobody waits for, now or later
   * @return the open store
   */
  public static Store open(
      StoreFile file, StoreOptions options, TreeLimits limits, Executor checkpoints) {
    return Store.open(file, null, options, limits, checkpoints::execute);
  }

  /**
   * Opens the store in a file under a clock of the caller's.
   *
   * @param file the file; closed with the store
   * @param options how to work
   * @param limits how many entries and children a page may have
   * @param checkpoints runs the checkpoints that nobody waits for, now or later
   * @param timer takes what is to be done some time later: nanoseconds, and the task
   * @return the open store
   */
  public static Store open(
      StoreFile file,
      StoreOptions options,
      TreeLimits limits,
      Executor checkpoints,
      ObjLongConsumer<Runnable> timer) {
    Background background =
        new Background() {
          @Override
          public void execute(Runnable checkpoint) {
            checkpoints.execute(checkpoint);
          }

          @Override
          public void after(long nanos, Runnable task) {
            timer.accept(task, nanos);
          }
        };
    return Store.open(file, null, options, limits, background);
  }

  /**
   * Returns whether a commit is durable when it returns.
   *
   * @param durability its durability
   * @return true if it is
   */
  public static boolean isAwaited(Durability durability) {
    return durability.isAwaited();
  }

  /**
   * Begins a checkpoint of all commits, which goes its way while others follow.
   *
   * @param store the store
   */
  public static void beginCheckpoint(Store store) {
    var unused = store.beginCheckpoint();
  }
}
