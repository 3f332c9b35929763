package io.octavo.fuzz.crash;

import io.octavo.Durability;
import io.octavo.LongMap;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.commit.RingLimits;
import io.octavo.error.StoreFailedException;
import io.octavo.fuzz.fail.Actor;
import io.octavo.fuzz.fail.Plan;
import io.octavo.fuzz.fail.Turns;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Two threads that commit, one that writes checkpoints and one that reads, of which one fails. A
 * seed decides whose turn it is, so that the count of its points finds the same moment again.
 */
final class RoleRun {
  /** Who does what. */
  enum Role {
    FIRST_WRITER,
    SECOND_WRITER,
    CHECKPOINTS,
    READER
  }

  private static final int COMMITS = 12;
  private static final int KEYS = 8;
  private static final String[] MAPS = {"first", "second"};

  private final long seed;
  private final TreeLimits limits = new TreeLimits(3, 4, new RingLimits(1, 2, 2));
  private final StoreOptions options;
  private final Turns turns;
  private final List<Actor> actors;
  private final Actor failing;
  private final FaultFile file = FaultFile.empty();
  private final Queue<Runnable> begun = new ConcurrentLinkedQueue<>();
  private final AtomicInteger working = new AtomicInteger(2);

  /** The last commit that returned, of each writer. */
  private final long[] acknowledged = new long[2];

  /** The last one that was attempted and not seen to be undone. */
  private final long[] attempted = new long[2];

  private final Store store;
  private volatile @Nullable Throwable wrong;
  private volatile boolean failed;

  /** Opens an empty store. */
  RoleRun(long seed, Role role, Plan plan, boolean isFree) {
    this.seed = seed;
    List<Durability> levels = List.of(Durability.SYNC, Durability.SYNC, Durability.CHECKPOINT);
    Durability durability =
        seed % 4 == 3
            ? Durability.ASYNC
            : levels.get((int) Long.remainderUnsigned(Hashes.mix(seed), levels.size()));
    options = StoreOptions.defaults().cacheBytes(1 << 20).durability(durability);
    turns = new Turns(seed, isFree);
    TestStores.create(file, new UUID(seed, 13));
    store =
        TestStores.open(
            isFree ? new OneAtATime(file) : file,
            options,
            limits,
            begun::add,
            (task, nanos) -> begun.add(task));
    Map<Role, Actor> byRole = new EnumMap<>(Role.class);
    for (Role each : Role.values()) {
      Plan own = each == role ? plan : Plan.NONE;
      byRole.put(each, new Actor(each.name(), turns, own, () -> perform(each)));
    }
    actors = List.copyOf(byRole.values());
    failing = Objects.requireNonNull(byRole.get(role));
  }

  Actor failing() {
    return failing;
  }

  boolean hasFailed() {
    return failed;
  }

  @Nullable Throwable wrong() {
    return wrong;
  }

  Turns turns() {
    return turns;
  }

  /** Runs all threads, then looks at what they left. */
  void run(long millis) throws InterruptedException {
    actors.forEach(Thread::start);
    long end = System.nanoTime() + millis * 1_000_000;
    for (Actor actor : actors) {
      actor.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      if (actor.isAlive()) {
        turns.kill("hangs");
        return;
      }
    }
    if (wrong == null && turns.death() == null) {
      Thread judge = new Thread(this::judge, "judge");
      judge.setDaemon(true);
      judge.start();
      judge.join(millis);
      if (judge.isAlive()) {
        turns.kill("the judge hangs: " + List.of(judge.getStackTrace()));
      }
    }
  }

  private void perform(Role role) {
    try {
      switch (role) {
        case FIRST_WRITER -> write(0);
        case SECOND_WRITER -> write(1);
        case CHECKPOINTS -> checkpoint();
        case READER -> read();
      }
    } catch (Turns.DeadException e) {
      // The run is over for all.
    } catch (Throwable e) {
      note(e);
    }
  }

  private void note(Throwable e) {
    if (wrong == null) {
      wrong = e;
    }
  }

  /** Calls the store; tells whether the call returned. */
  private boolean attempt(Runnable call) {
    Actor actor = Actor.present();
    actor.counting(true);
    try {
      call.run();
      return true;
    } catch (Turns.DeadException | AssertionError e) {
      throw e;
    } catch (Throwable e) {
      requireExplained(e);
      if (e instanceof StoreFailedException) {
        failed = true;
      }
      return false;
    } finally {
      actor.counting(false);
      actor.endCall();
    }
  }

  private void requireExplained(Throwable thrown) {
    Explanation.require(
        thrown,
        e -> failing.thrown().contains(e) || (e instanceof IOException && file.strikes() > 0));
  }

  private void write(int writer) {
    try {
      for (int i = 1; i <= COMMITS && !failed; i++) {
        long number = acknowledged[writer] + 1;
        attempted[writer] = number;
        if (commit(writer, number)) {
          acknowledged[writer] = number;
        }
        // What threw has not happened: the same number is tried again.
      }
    } finally {
      working.decrementAndGet();
    }
  }

  private boolean commit(int writer, long number) {
    if (number % 3 != 0) {
      return attempt(() -> store.write(transaction -> put(transaction, writer, number)));
    }
    // It is what it is once the commit has returned, whatever the close does then.
    AtomicBoolean isCommitted = new AtomicBoolean();
    attempt(
        store::beginWrite,
        transaction -> {
          put(transaction, writer, number);
          transaction.commit();
          isCommitted.set(true);
        });
    return isCommitted.get();
  }

  /** Does something in a transaction; where its close could not even begin it is closed again. */
  private boolean attempt(Supplier<Transaction> begin, Consumer<Transaction> work) {
    AtomicReference<Transaction> begun = new AtomicReference<>();
    boolean isDone =
        attempt(
            () -> {
              Transaction transaction = begin.get();
              begun.set(transaction);
              try (transaction) {
                work.accept(transaction);
              }
            });
    Transaction transaction = begun.get();
    if (transaction != null) {
      transaction.close();
    }
    return isDone;
  }

  /** The map of commit n holds n, and the last number of each key. */
  private static void put(Transaction transaction, int writer, long number) {
    LongMap map = transaction.longMap(MAPS[writer]);
    map.put(-1, number);
    map.put(number % KEYS, number);
  }

  private void checkpoint() {
    Actor actor = Actor.present();
    int own = 0;
    while (working.get() > 0 || !begun.isEmpty()) {
      Runnable next = begun.poll();
      if (next != null) {
        attempt(next);
      } else if (own < 3 && acknowledged[0] > 3L * own) {
        own++;
        attempt(store::checkpoint);
      } else {
        actor.turns().yieldTo(actor);
      }
    }
  }

  private void read() {
    Actor actor = Actor.present();
    for (int i = 0; i < 6 && working.get() > 0; i++) {
      attempt(
          store::beginRead,
          transaction -> {
            for (int writer = 0; writer < MAPS.length; writer++) {
              requireWhole(transaction, writer, 0, attempted[writer]);
            }
          });
      actor.turns().pass(actor);
    }
  }

  /** Requires the content of exactly one commit. */
  private static void requireWhole(Transaction transaction, int writer, long least, long most) {
    LongMap map = transaction.longMap(MAPS[writer]);
    long number = map.get(-1, 0);
    if (number < least || number > most) {
      throw new AssertionError(
          "writer " + writer + ": commit " + number + " is not in " + least + " to " + most);
    }
    for (long key = 0; key < KEYS; key++) {
      long expected = number - Math.floorMod(number - key, KEYS);
      long found = map.get(key, 0);
      if (found != Math.max(0, expected)) {
        throw new AssertionError(
            "writer " + writer + ", commit " + number + ", key " + key + ": found " + found);
      }
    }
  }

  private void judge() {
    try {
      while (!begun.isEmpty()) {
        begun.remove().run();
      }
      if (!failed) {
        look();
      }
      requireLeft(FaultFile.of(file.live(), file.durable(), file.pending()), false);
      requireLeft(FaultFile.of(file.durable().copy()), !TestStores.isAwaited(options.durability()));
      try {
        store.close();
      } catch (StoreFailedException e) {
        requireExplained(e);
        failed = true;
      }
      if (!file.isClosed()) {
        throw new AssertionError("a close did not let the file go");
      }
      file.reopen();
      requireLeft(file, failed && !TestStores.isAwaited(options.durability()));
    } catch (Throwable e) {
      note(e);
    }
  }

  private void look() {
    try {
      var transaction = store.tryBeginWrite(Duration.ZERO);
      if (transaction.isEmpty()) {
        throw new AssertionError("the writer slot was not given back");
      }
      transaction.get().close();
    } catch (StoreFailedException e) {
      requireExplained(e);
      failed = true;
      return;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    store.read(
        transaction -> {
          for (int writer = 0; writer < MAPS.length; writer++) {
            requireWhole(transaction, writer, acknowledged[writer], acknowledged[writer]);
          }
          return true;
        });
    if (store.stats().openReaders() != 0) {
      throw new AssertionError("readers are open");
    }
    ScenarioRun.requireSound(store);
    for (int i = 0; i < 5; i++) {
      long number = ++acknowledged[0];
      attempted[0] = number;
      store.write(transaction -> put(transaction, 0, number));
    }
    store.checkpoint();
  }

  /** Opens what is left, which holds all that was acknowledged, and what was in doubt or not. */
  private void requireLeft(FaultFile left, boolean mayHaveLost) {
    Store again = TestStores.open(left, StoreOptions.defaults().cacheBytes(1 << 20), limits);
    again.read(
        transaction -> {
          for (int writer = 0; writer < MAPS.length; writer++) {
            boolean isDurable =
                !mayHaveLost && (TestStores.isAwaited(options.durability()) || !failed);
            requireWhole(
                transaction,
                writer,
                isDurable ? acknowledged[writer] : 0,
                failed ? attempted[writer] : acknowledged[writer]);
          }
          return true;
        });
    ScenarioRun.requireSound(again);
  }

  @Override
  public String toString() {
    return "seed " + seed + ", " + options.durability();
  }
}
