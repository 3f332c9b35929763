package io.octavo.fuzz.method;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.commit.RingLimits;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.workload.ScenarioRun;
import io.octavo.tree.TreeLimits;
import java.util.List;
import java.util.UUID;
import java.util.function.ObjLongConsumer;

/** A run of numbered commits, whose numbers show whether the store kept its promises. */
abstract class NumberedRun extends FailingRun {
  private static final StoreOptions OPTIONS = StoreOptions.defaults().cacheBytes(1 << 20);
  private static final TreeLimits LIMITS = new TreeLimits(3, 4, new RingLimits(1, 2, 2));
  private static final int FURTHER = 5;

  private final FaultFile file = FaultFile.empty();
  private final Durability durability;
  private final List<NumberedCommits> commits;
  private final Store store;

  /**
   * Opens an empty store.
   *
   * @param later takes the tasks of the background
   */
  NumberedRun(
      long seed,
      Durability durability,
      List<NumberedCommits> commits,
      ObjLongConsumer<Runnable> later) {
    this.durability = durability;
    this.commits = commits;
    TestStores.create(file, new UUID(seed, 13));
    store =
        TestStores.open(
            file, OPTIONS.durability(durability), LIMITS, task -> later.accept(task, 0), later);
  }

  final Store store() {
    return store;
  }

  /** Looks at the store when its threads have ended, on a thread that is none of them. */
  final void lookAfterwards() {
    if (isRight()) {
      Thread judge = new Thread(() -> judge(this::look), "judge");
      judge.setDaemon(true);
      judge.start();
      join(judge, null);
    }
  }

  private void look() {
    requireTurn(store);
    if (hasFailed()) {
      requireFailed(store, file);
    } else {
      goOn();
    }
    boolean isAwaited = TestStores.isAwaited(durability);
    requireLeft(FaultFile.of(file.durable().copy()), isAwaited || !hasFailed());
    requireLeft(FaultFile.of(file.live(), file.durable(), file.pending()), !hasFailed());
  }

  private void goOn() {
    require(store, true);
    if (store.stats().openReaders() != 0) {
      throw new AssertionError("readers are open");
    }
    ScenarioRun.requireSound(store);
    for (int i = 0; i < FURTHER; i++) {
      commits.get(0).commit(store);
    }
    requireLeft(FaultFile.of(file.durable().copy()), TestStores.isAwaited(durability));
    store.checkpoint();
    store.close();
    if (!file.isClosed()) {
      throw new AssertionError("a close did not let the file go");
    }
  }

  /** Opens what is left: all that is durable, and of the rest what was committed first. */
  private void requireLeft(FaultFile left, boolean isDurable) {
    try (Store again = TestStores.open(left, OPTIONS, LIMITS)) {
      require(again, isDurable);
      ScenarioRun.requireSound(again);
    }
  }

  private void require(Store in, boolean isDurable) {
    in.read(
        transaction -> {
          for (NumberedCommits each : commits) {
            each.require(
                transaction,
                isDurable ? each.acknowledged() : 0,
                hasFailed() ? each.attempted() : each.acknowledged());
          }
          return true;
        });
  }
}
