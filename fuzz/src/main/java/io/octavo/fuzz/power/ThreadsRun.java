package io.octavo.fuzz.power;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.commit.RingLimits;
import io.octavo.fuzz.disk.Block;
import io.octavo.fuzz.disk.Change;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.fuzz.disk.SharedDisk;
import io.octavo.fuzz.workload.Content;
import io.octavo.fuzz.workload.CrashScenario;
import io.octavo.fuzz.workload.Patience;
import io.octavo.fuzz.workload.ScenarioRun;
import io.octavo.fuzz.workload.Step;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.MetaPage;
import io.octavo.tree.TreeLimits;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * A store that several threads use at once: they commit, read and hold snapshots, make checkpoints,
 * compact, check, and write backups. Meanwhile the moments of losses of power are kept.
 */
final class ThreadsRun {
  private static final int META_BLOCKS = MetaPage.COUNT * PageHeader.PAGE_SIZE / Block.SIZE;

  /** Moments at the disk between two that are kept, at most. */
  private static final int GAP = 100;

  private static final int MOST_LOSSES = 64;

  private final Counts counts;
  private final SplittableRandom random;
  private final Durability durability;
  private final TreeLimits limits;
  private final int keys;
  private final int committers;
  private final int transactions;
  private final boolean closesEarly;
  private final Journal journal;
  private final boolean isInterning;
  private final boolean isTimed;
  private final LossJudge judge;
  private final SharedDisk disk;
  private final Patience threads = new Patience();
  private final List<Loss> losses = new ArrayList<>();
  private final Store store;
  private int untilNext;
  private volatile boolean isEnding;

  /** What was done in all runs. */
  static final class Counts {
    final LongAdder commits = new LongAdder();
    final LongAdder checkpoints = new LongAdder();
    final LongAdder compactions = new LongAdder();
    final LongAdder backups = new LongAdder();
    final LongAdder reads = new LongAdder();
  }

  ThreadsRun(long seed, Counts counts) {
    this.counts = counts;
    random = new SplittableRandom(Hashes.mix(seed));
    durability = random.nextInt(8) == 0 ? Durability.CHECKPOINT : Durability.SYNC;
    RingLimits[] rings = {new RingLimits(1, 2, 2), new RingLimits(2, 8, 8), RingLimits.DEFAULT};
    limits =
        new TreeLimits(
            2 + random.nextInt(7), 4 + random.nextInt(5), rings[random.nextInt(rings.length)]);
    keys = 32 << random.nextInt(5);
    committers = 2 + random.nextInt(3);
    transactions = 15 + random.nextInt(60);
    closesEarly = random.nextInt(4) == 0;
    journal = new Journal(keys);
    isInterning = CrashScenario.isInterning(seed);
    isTimed = CrashScenario.isTimed(seed);
    judge = new LossJudge(limits, CrashScenario.names(seed));
    disk = new SharedDisk(random.nextLong());
    TestStores.create(disk, new UUID(0x9044, seed));
    store = TestStores.open(disk, options(), limits, this::checkpoint);
  }

  private StoreOptions options() {
    return StoreOptions.defaults().cacheBytes(1 << 20).durability(durability);
  }

  Journal journal() {
    return journal;
  }

  LossJudge judge() {
    return judge;
  }

  @Override
  public String toString() {
    return durability
        + ", "
        + limits
        + ", "
        + committers
        + " threads of "
        + transactions
        + " transactions, "
        + keys
        + " keys"
        + (closesEarly ? ", closed before they have ended" : "");
  }

  /**
   * Runs until all threads have ended.
   *
   * @return the losses of power that were kept, in order
   */
  List<Loss> run() {
    disk.watch(this::moment);
    List<Future<?>> working = new ArrayList<>();
    List<Future<?>> beside = new ArrayList<>();
    for (int i = 0; i < committers; i++) {
      int own = i;
      SplittableRandom drawn = random.split();
      working.add(threads.begin(() -> commit(own, drawn)));
    }
    SplittableRandom ofReader = random.split();
    SplittableRandom ofKeeper = random.split();
    beside.add(threads.begin(() -> read(ofReader)));
    beside.add(threads.begin(() -> maintain(ofKeeper)));
    if (closesEarly) {
      Patience.await(working.get(0));
      close();
    }
    working.forEach(Patience::await);
    isEnding = true;
    beside.forEach(Patience::await);
    close();
    threads.end();
    return losses;
  }

  private void close() {
    isEnding = true;
    long last = journal.committed();
    Patience.await(threads.begin(store::close));
    journal.acknowledge(last);
    disk.show(this::moment);
  }

  /** After a close all calls fail, and say why. */
  private void requireClosed(IllegalStateException e) {
    String message = String.valueOf(e.getMessage());
    if (!isEnding || !(message.contains("closed") || message.contains("ended"))) {
      throw e;
    }
  }

  /** Keeps some moments, more of them while a meta page is on its way to the disk. */
  private void moment(SharedDisk changed) {
    List<Change> pending = changed.pending();
    boolean isMetaPending =
        pending.stream().anyMatch(change -> !change.isCut() && change.block() < META_BLOCKS);
    boolean isNext = --untilNext <= 0;
    if (isNext) {
      untilNext = 1 + random.nextInt(GAP);
    }
    keep(changed, isNext || (isMetaPending && random.nextInt(8) == 0));
  }

  private void keep(SharedDisk changed, boolean isWanted) {
    if (isWanted && losses.size() < MOST_LOSSES) {
      // What is acknowledged by now was durable before; what is there by now was begun before.
      losses.add(
          new Loss(
              changed.durable().copy(),
              changed.pending(),
              changed.liveLength(),
              journal.acknowledged(),
              journal.begun()));
    }
  }

  /** Runs a checkpoint on a thread of its own, at once or a little later. */
  private void checkpoint(Runnable checkpoint) {
    counts.checkpoints.increment();
    var unused = threads.begin(checkpoint);
  }

  private void commit(int own, SplittableRandom drawn) {
    for (int i = 0; i < transactions && !isEnding; i++) {
      try {
        commitOne(own, drawn);
      } catch (IllegalStateException e) {
        requireClosed(e);
      }
    }
  }

  private void commitOne(int own, SplittableRandom drawn) {
    try (Transaction transaction = store.beginWrite()) {
      long last = Journal.last(transaction);
      if (drawn.nextInt(16) == 0) {
        // Nothing is changed, but what was read must be durable.
        transaction.commit();
        returned(last);
        return;
      }
      List<Step> steps = steps(own, drawn);
      journal.apply(transaction, steps);
      Journal.counter(transaction).put(0, last + 1);
      if (drawn.nextInt(12) > 0) {
        journal.begin(last + 1, steps);
        transaction.commit();
        counts.commits.increment();
        returned(last + 1);
      }
    }
  }

  private void returned(long number) {
    journal.committed(number);
    if (TestStores.isAwaited(durability)) {
      journal.acknowledge(number);
      disk.show(this::moment);
    }
  }

  /** Draws what a commit does, mostly to maps that no other thread changes. */
  private List<Step> steps(int own, SplittableRandom drawn) {
    List<Step> steps = new ArrayList<>();
    int count = drawn.nextInt(4) == 0 ? 1 + drawn.nextInt(6) : 1;
    for (int i = 0; i < count; i++) {
      int map = drawn.nextInt(4) == 0 ? CrashScenario.OF_TYPE - 1 : own;
      Step step = CrashScenario.change(drawn, map, keys);
      int plain = drawn.nextInt(3) * CrashScenario.OF_TYPE;
      int by = plain + (isInterning && own > 0 ? CrashScenario.PLAIN : 0);
      steps.add(CrashScenario.moved(step, isTimed && own > 0 ? CrashScenario.TIMED_NAMES : by));
    }
    return steps;
  }

  private record Held(Transaction transaction, LossJudge.Found found) {}

  /** Reads, and reads again in the snapshots that were held, until all commits are made. */
  private void read(SplittableRandom drawn) {
    Deque<Held> held = new ArrayDeque<>();
    try {
      while (!isEnding) {
        long least = journal.committed();
        Transaction transaction = store.beginRead();
        LossJudge.Found found = found(transaction);
        held.add(new Held(transaction, found));
        LossJudge.requireWithin("snapshot", found, least, journal.begun());
        long hash = journal.content(found.last()).hash();
        LossJudge.requireSame("snapshot", found, new LossJudge.Found(found.last(), hash));
        while (held.size() > drawn.nextInt(6)) {
          Held oldest = held.remove();
          try (Transaction again = oldest.transaction()) {
            LossJudge.requireSame("held snapshot", found(again), oldest.found());
          }
        }
        for (int i = drawn.nextInt(16); i > 0 && !isEnding; i--) {
          glance(drawn);
        }
        counts.reads.increment();
      }
    } catch (IllegalStateException e) {
      requireClosed(e);
    } finally {
      held.forEach(each -> each.transaction().close());
    }
  }

  /** Reads what the last commit is, and has power fail now and then: what was seen must stay. */
  private void glance(SplittableRandom drawn) {
    long last = store.read(Journal::last);
    if (TestStores.isAwaited(durability)) {
      journal.acknowledge(last);
    }
    if (drawn.nextInt(4) == 0) {
      disk.show(changed -> keep(changed, !changed.pending().isEmpty()));
    }
    LockSupport.parkNanos(drawn.nextInt(100_000));
  }

  private static LossJudge.Found found(Transaction transaction) {
    return new LossJudge.Found(
        Journal.last(transaction), Content.hash(transaction, ScenarioRun.MOST_ENTRIES));
  }

  /** Does what stores need now and then, until all commits are made. */
  private void maintain(SplittableRandom drawn) {
    try {
      while (!isEnding) {
        long last = journal.committed();
        switch (drawn.nextInt(8)) {
          case 0, 1, 2 -> {
            store.checkpoint();
            journal.acknowledge(last);
          }
          case 3, 4 -> {
            store.compact((long) PageHeader.PAGE_SIZE << drawn.nextInt(8));
            journal.acknowledge(last);
            counts.compactions.increment();
          }
          case 5 -> {
            ByteArrayOutputStream backup = new ByteArrayOutputStream();
            store.backupTo(backup);
            judge.judgeBackup(backup.toByteArray(), last, journal);
            counts.backups.increment();
          }
          case 6 -> ScenarioRun.requireSound(store);
          default -> pause(drawn);
        }
        disk.show(this::moment);
        pause(drawn);
      }
    } catch (IllegalStateException e) {
      requireClosed(e);
    }
  }

  /** Lets others go on for a while; nothing depends on how long that is. */
  private static void pause(SplittableRandom drawn) {
    LockSupport.parkNanos(drawn.nextInt(2_000_000));
  }
}
