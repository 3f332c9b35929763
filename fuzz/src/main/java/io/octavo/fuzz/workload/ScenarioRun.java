package io.octavo.fuzz.workload;

import io.octavo.CheckReport;
import io.octavo.CommitTicket;
import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.fuzz.disk.Fault;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.page.PageHeader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Does a scenario to a store and to its model, and keeps account of what must be durable. Where the
 * file may fail, it goes on behind each failure as a careful user would, and holds the store to
 * what it promises then.
 */
public final class ScenarioRun {
  /** More entries than any scenario makes: a walk that passes them leads in a circle. */
  public static final int MOST_ENTRIES = 1 << 16;

  /** Snapshots that stay open when a transaction takes another one. */
  public static final int MOST_SNAPSHOTS = 1;

  /** The most that a step moves the clock on. */
  private static final long MOST_STEP = 100_000_000;

  private final CrashScenario scenario;
  private final FaultFile file;
  private final boolean mayFail;
  private final Runnable onAcknowledged;
  private final Deque<Held> snapshots = new ArrayDeque<>();
  private final Deque<Runnable> begun = new ArrayDeque<>();

  /** What the store wants to have done later, by a clock that each step moves on. */
  private final List<Due> due = new ArrayList<>();

  /** Commits that have returned and may not be durable yet, oldest first. */
  private final Deque<Returned> returned = new ArrayDeque<>();

  private final SplittableRandom chance;
  private long now;

  private History history = new History();

  /** What a commit has made that readers may see, although its record could not be written. */
  private @Nullable Content doubtful;

  private Content committed = new Content();
  private Content working = committed;
  private @Nullable Path trace;
  private @Nullable Store store;
  private @Nullable Transaction writing;
  private boolean failed;
  private int step = -1;

  private record Held(Transaction transaction, long hash) {}

  private record Due(long nanos, Runnable task) {}

  private record Returned(int number, long nanos, @Nullable CommitTicket ticket) {}

  /**
   * Begins with an empty file.
   *
   * @param mayFail whether the file fails; if not, every exception is a violation
   * @param onAcknowledged told whenever more has become durable for certain
   */
  public ScenarioRun(
      CrashScenario scenario, FaultFile file, boolean mayFail, Runnable onAcknowledged) {
    this.scenario = scenario;
    this.file = file;
    this.mayFail = mayFail;
    this.onAcknowledged = onAcknowledged;
    this.chance = new SplittableRandom(Hashes.mix(scenario.seed(), 2));
  }

  /** Has what is done recorded. */
  public ScenarioRun recordTo(Path file) {
    trace = file;
    return this;
  }

  private StoreOptions options() {
    return scenario.options().recordTo(trace);
  }

  /** Returns what a crash may go back to. */
  public History history() {
    return history;
  }

  /** Returns how far the run has come. */
  public String place() {
    return step < 0
        ? "creation"
        : step < scenario.steps().size()
            ? "step " + step + " (" + scenario.steps().get(step) + ")"
            : "the end";
  }

  /** Does all steps and closes the store. */
  public void run() {
    if (!create()) {
      return;
    }
    for (step = 0; step < scenario.steps().size() && !failed; step++) {
      attempt(() -> perform(scenario.steps().get(step)));
    }
    if (!failed) {
      attempt(this::finish);
    }
    Store open = store;
    if (mayFail && !failed && open != null) {
      look(open);
    }
    if (failed) {
      abandon();
    }
    close();
  }

  private boolean create() {
    int before = file.strikes();
    try {
      TestStores.create(file, new UUID(0xC4A5, scenario.seed()));
    } catch (StoreException e) {
      requireAllowed(e, before);
      return false;
    }
    acknowledge();
    try {
      store = open(options());
    } catch (StoreException e) {
      requireAllowed(e, before);
      // The fault may have been one that passes.
      file.plan(null);
      file.reopen();
      store = open(options());
    }
    return true;
  }

  private Store open(StoreOptions options) {
    begun.clear();
    due.clear();
    return TestStores.open(file, options, scenario.limits(), begun::add, this::later);
  }

  /** Threads are late now and then, less than what is left of the time. */
  private void later(Runnable task, long nanos) {
    long late = chance.nextLong(CrashScenario.DURABLE_WITHIN.toNanos() / 2 - MOST_STEP);
    due.add(new Due(now + nanos + late, task));
  }

  /** Lets the clock go on: does what is due, and holds the store to its time. */
  private void passTime() {
    if (scenario.durability() == Durability.CHECKPOINT && writing != null) {
      // A checkpoint would wait for the open transaction.
      return;
    }
    now += chance.nextLong(MOST_STEP);
    List<Due> reached = due.stream().filter(task -> task.nanos() <= now).toList();
    due.removeAll(reached);
    reached.forEach(task -> task.task().run());
    int durable = -1;
    // A disk that fails may take longer.
    long limit = isTimed() ? now - CrashScenario.DURABLE_WITHIN.toNanos() : Long.MIN_VALUE;
    while (!returned.isEmpty() && isDurable(returned.element(), limit)) {
      durable = returned.remove().number();
    }
    if (durable >= 0 && history.acknowledge(durable)) {
      onAcknowledged.run();
    }
  }

  private boolean isTimed() {
    return !mayFail && scenario.options().durableWithin() != null;
  }

  private static boolean isDurable(Returned commit, long limit) {
    try {
      return commit.nanos() <= limit || (commit.ticket() != null && commit.ticket().isDurable());
    } catch (StoreFailedException e) {
      // The next call of the store says so too.
      return false;
    }
  }

  /** Returns what readers see: with tickets only what is durable. */
  private Content visible() {
    if (!scenario.hasTickets() || returned.isEmpty()) {
      return committed;
    }
    for (Returned commit : List.copyOf(returned)) {
      if (!isDurable(commit, Long.MIN_VALUE)) {
        break;
      }
      history.acknowledge(commit.number());
      returned.remove();
    }
    return returned.isEmpty() ? committed : history.durable();
  }

  private Store store() {
    Store open = store;
    if (open == null) {
      throw new IllegalStateException("the store is not open");
    }
    return open;
  }

  /** Does something that may fail where the file does, and looks at the store afterwards. */
  private void attempt(Runnable action) {
    int before = file.strikes();
    try {
      action.run();
    } catch (StoreException e) {
      requireAllowed(e, before);
      endTransaction();
      if (e instanceof StoreFailedException) {
        failed = true;
      } else {
        survive();
      }
    }
  }

  private void requireAllowed(StoreException e, int strikesBefore) {
    if (!mayFail || file.strikes() == strikesBefore) {
      throw new AssertionError("an exception without a fault: " + e, e);
    }
    if (e instanceof CorruptionException && !isReadingAtFault()) {
      throw new AssertionError("damage without a read that failed: " + e, e);
    }
  }

  private boolean isReadingAtFault() {
    Fault fault = file.fault();
    return fault != null && fault.kind().isOfReading();
  }

  /** After a failure that was none of the store: all that was committed is there, all is sound. */
  private void survive() {
    Store open = store;
    if (open == null) {
      // The failure was in a close or an open; what it left is found by opening again.
      file.plan(null);
      file.reopen();
      open = open(options());
      store = open;
      rebase(open);
    }
    look(open);
  }

  /** Looks at the store as far as the fault lets it, which may strike now, or again. */
  private void look(Store open) {
    int before = file.strikes();
    try {
      same("content after a failure", hash(open), visible().hash());
      CheckReport report = open.check();
      boolean mayLack = file.strikes() > before && isReadingAtFault();
      if (!report.ok() && !mayLack) {
        throw new AssertionError("check: " + report.problems());
      }
    } catch (StoreFailedException e) {
      requireAllowed(e, before);
      failed = true;
    } catch (StoreException e) {
      requireAllowed(e, before);
    }
  }

  /** Takes what an open found after a close that failed. */
  private void rebase(Store open) {
    long found = hash(open);
    int index = history.find(found);
    if (index < 0) {
      throw new AssertionError("after a failed close: " + history.explain(found));
    }
    committed = history.content(index);
    history = new History(committed);
    returned.clear();
  }

  /** After a failed force: no writing, readers of the last state go on, nothing is written. */
  private void abandon() {
    int changes = file.changes();
    Store open = store;
    if (open == null) {
      return;
    }
    try {
      open.beginWrite().close();
      throw new AssertionError("a store whose force failed began to write");
    } catch (StoreFailedException expected) {
      // As it must be.
    }
    try {
      open.checkpoint();
      throw new AssertionError("a store whose force failed made a checkpoint");
    } catch (StoreFailedException expected) {
      // As it must be.
    }
    int before = file.strikes();
    try {
      long found = hash(open);
      if (doubtful == null || found != doubtful.hash()) {
        same("content after a failed force", found, visible().hash());
      }
      closeSnapshots();
    } catch (StoreException e) {
      requireAllowed(e, before);
    }
    closeStore();
    if (file.changes() != changes) {
      throw new AssertionError("a store whose force failed wrote when it was closed");
    }
  }

  private void perform(Step next) {
    int before = file.strikes();
    passTime();
    if (file.strikes() != before) {
      // Nobody waited: whether the store has failed shows at the next call.
      endTransaction();
      store().beginWrite().close();
    }
    switch (next.kind()) {
      case COMMIT -> commit();
      case ROLL_BACK -> endTransaction();
      case OPEN_SNAPSHOT -> snapshots.add(new Held(store().beginRead(), visible().hash()));
      case CLOSE_SNAPSHOT -> closeSnapshot();
      case CHECKPOINT -> {
        endTransaction();
        store().checkpoint();
        acknowledge();
      }
      case BEGIN_CHECKPOINT -> {
        endTransaction();
        TestStores.beginCheckpoint(store());
      }
      case RUN_CHECKPOINT -> runCheckpoint();
      case COMPACT -> {
        endTransaction();
        store().compact(next.a() * PageHeader.PAGE_SIZE);
        acknowledge();
      }
      case REOPEN -> reopen();
      default -> change(next);
    }
  }

  /** Lets a checkpoint that was begun earlier go its way, beside the open transaction. */
  private void runCheckpoint() {
    int before = file.strikes();
    while (!begun.isEmpty()) {
      begun.remove().run();
    }
    if (file.strikes() != before) {
      // Nobody waited for it: whether the store has failed shows at the next call.
      endTransaction();
      store().beginWrite().close();
    }
  }

  private Transaction transaction() {
    Transaction open = writing;
    if (open == null) {
      open = store().beginWrite();
      writing = open;
      working = committed.successor();
    }
    return open;
  }

  private void change(Step next) {
    Transaction transaction = transaction();
    next.applyTo(transaction, working, scenario.keys());
    if (next.takesSnapshot()) {
      if (snapshots.size() > MOST_SNAPSHOTS) {
        closeSnapshot();
      }
      snapshots.add(new Held(transaction.snapshot(), working.hash()));
    }
  }

  private void commit() {
    Transaction transaction = transaction();
    writing = null;
    history.attempt(working);
    CommitTicket ticket = null;
    try {
      if (scenario.hasTickets()) {
        ticket = transaction.commitLater();
      } else {
        transaction.commit();
      }
    } catch (StoreFailedException e) {
      doubtful = scenario.durability() == Durability.ASYNC ? working : null;
      throw e;
    } catch (StoreException e) {
      history.withdraw();
      throw e;
    }
    committed = working;
    returned.add(new Returned(history.last(), now, ticket));
    if (scenario.durability() == Durability.ASYNC) {
      history.handOver();
    }
    if (ticket == null && TestStores.isAwaited(scenario.durability())) {
      acknowledge();
    } else if (ticket != null && chance.nextInt(4) == 0) {
      ticket.await();
      acknowledge();
    }
  }

  private void acknowledge() {
    returned.clear();
    history.acknowledge();
    onAcknowledged.run();
  }

  private void endTransaction() {
    Transaction open = writing;
    writing = null;
    if (open != null) {
      open.close();
    }
  }

  private void closeSnapshot() {
    Held held = snapshots.poll();
    if (held != null) {
      try (Transaction transaction = held.transaction()) {
        same("content of a snapshot", Content.hash(transaction, MOST_ENTRIES), held.hash());
      }
    }
  }

  private void closeSnapshots() {
    while (!snapshots.isEmpty()) {
      closeSnapshot();
    }
  }

  private void reopen() {
    finish();
    Store old = store();
    // A store that has become small may keep what it had as its reserve.
    long reserve = old.stats().reserveBytes();
    store = null;
    try {
      old.close();
    } finally {
      file.reopen();
    }
    acknowledge();
    Store open = open(options());
    store = open;
    same("content after reopening", hash(open), committed.hash());
    if (file.strikes() == 0) {
      StoreStats stats = open.stats();
      long most = stats.fileBytes() + Math.max(reserve, stats.reserveBytes());
      if (file.present() > most) {
        throw new AssertionError("closed file: " + file.present() + " bytes instead of " + most);
      }
    }
  }

  private void finish() {
    endTransaction();
    closeSnapshots();
  }

  private void close() {
    if (store != null && closeStore()) {
      acknowledge();
    }
  }

  /** Closes the store, which lets the file go whatever happens. */
  private boolean closeStore() {
    Store open = store();
    store = null;
    int before = file.strikes();
    try {
      open.close();
      return !failed;
    } catch (StoreException e) {
      boolean isOfLostCommits = failed && e instanceof StoreFailedException && !returned.isEmpty();
      if (!isOfLostCommits) {
        requireAllowed(e, before);
      }
      return false;
    } finally {
      file.reopen();
    }
  }

  /** Hashes what a store holds. */
  public static long hash(Store store) {
    return store.read(transaction -> Content.hash(transaction, MOST_ENTRIES));
  }

  /** Requires that a check of a store finds nothing wrong. */
  public static void requireSound(Store store) {
    CheckReport report = store.check();
    if (!report.ok()) {
      throw new AssertionError("check: " + report.problems());
    }
  }

  private static void same(String what, long found, long expected) {
    if (found != expected) {
      throw new AssertionError(
          what + ": found " + Long.toHexString(found) + ", expected " + Long.toHexString(expected));
    }
  }
}
