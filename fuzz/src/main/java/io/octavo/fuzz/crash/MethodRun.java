package io.octavo.fuzz.crash;

import io.octavo.CheckReport;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.fuzz.fail.Actor;
import io.octavo.fuzz.fail.Point;
import io.octavo.fuzz.fail.Points;
import io.octavo.fuzz.fail.Turns;
import io.octavo.page.PageHeader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Does a scenario to a store whose methods fail, and to its model. A call that returned has
 * happened; one that threw has not, or the store has failed and says so. After a failure the run
 * goes on as a program would that catches everything; then the store has to be as it should be.
 */
final class MethodRun {
  private static final int FURTHER = 20;

  /** The same for most runs. */
  private static final int FEW_FURTHER = 3;

  private final CrashScenario scenario;
  private final FaultFile file;
  private final Actor actor;

  /** Whether the file is to fail by a read. */
  private final boolean isReadingAtFault;

  /** Goes on in the transaction after a change that failed, as a careless program does. */
  private final boolean isStubborn;

  private final Deque<Held> snapshots = new ArrayDeque<>();
  private final Deque<Runnable> begun = new ArrayDeque<>();
  private History history = new History();
  private Content committed = new Content();
  private Content working = committed;
  private @Nullable Store store;
  private @Nullable Transaction writing;
  private @Nullable Throwable last;
  private boolean isPartial;
  private boolean failed;
  private int seen;
  private int step = -1;

  private record Held(Transaction transaction, long hash) {}

  MethodRun(CrashScenario scenario, FaultFile file, Actor actor, boolean isStubborn) {
    this.scenario = scenario;
    this.file = file;
    this.actor = actor;
    this.isStubborn = isStubborn;
    Fault fault = file.fault();
    this.isReadingAtFault = fault != null && fault.kind().isOfReading();
    file.onStrike(actor::failedOutside);
  }

  /** Returns whether the store refused to write in the end. */
  boolean hasFailed() {
    return failed;
  }

  String place() {
    return step < 0
        ? "creation"
        : step < scenario.steps().size()
            ? "step " + step + " (" + scenario.steps().get(step) + ")"
            : "the end";
  }

  /** Does all steps, closes the store, and opens what is left. */
  void run() {
    if (!create()) {
      return;
    }
    for (step = 0; step < scenario.steps().size() && !failed; step++) {
      perform(scenario.steps().get(step));
      look();
    }
    endTransaction();
    file.plan(null);
    look();
    if (failed) {
      abandon();
    } else {
      goOn();
    }
  }

  /** Calls the store with faults; tells whether the call returned. */
  private boolean attempt(Runnable call) {
    int strikes = file.strikes();
    actor.counting(true);
    try {
      call.run();
      return true;
    } catch (Turns.DeadException | AssertionError e) {
      throw e;
    } catch (Throwable e) {
      actor.counting(false);
      // A read that gave too little looks like damage, and has no cause.
      boolean isRead = e instanceof StoreException && file.strikes() > strikes;
      if (!isRead && !isRefusal(e)) {
        requireExplained(e);
      }
      last = e;
      return false;
    } finally {
      actor.counting(false);
      actor.endCall();
    }
  }

  /** Returns whether a transaction in which a call has failed refuses another one. */
  private boolean isRefusal(Throwable e) {
    return isStubborn
        && writing != null
        && failures() > 0
        && e.getClass() == IllegalStateException.class;
  }

  /** Calls the store after a failure: nothing fails any more. */
  private void calmly(String what, Runnable call) {
    try {
      call.run();
    } catch (StoreFailedException e) {
      requireExplained(e);
      failed = true;
    } catch (Turns.DeadException | AssertionError e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(what + " after a failure: " + e, e);
    }
  }

  private void requireExplained(Throwable thrown) {
    Explanation.require(
        thrown,
        e ->
            actor.thrown().contains(e)
                || (e instanceof IOException && file.strikes() > 0)
                // A read that gave too little looks like damage; a second failure may keep it.
                || (e instanceof CorruptionException && isReadingAtFault && file.strikes() > 0));
  }

  private int failures() {
    return actor.thrown().size() + file.strikes();
  }

  private Store store() {
    Store open = store;
    if (open == null) {
      throw new IllegalStateException("the store is not open");
    }
    return open;
  }

  private boolean create() {
    if (!attempt(() -> TestStores.create(file, new UUID(0xC4A5, scenario.seed())))) {
      calm();
      openAgain(new History());
      return false;
    }
    acknowledge();
    open();
    return true;
  }

  private void open() {
    begun.clear();
    StoreOptions options = scenario.options();
    if (attempt(() -> store = open(options))) {
      return;
    }
    // A call that has not begun does not have the file. FileRun has the call that opens it.
    if (!file.isClosed() && !hasNotBegun()) {
      throw new AssertionError("an open that failed did not let the file go: " + last, last);
    }
    calm();
    store = open(options);
  }

  /** Opens a store that wants what is due later done with the checkpoints. */
  private Store open(StoreOptions options) {
    return TestStores.open(
        file, options, scenario.limits(), this::begin, (task, nanos) -> begin(task));
  }

  private boolean hasNotBegun() {
    Point point = Points.get(actor.struck().get(0));
    return point.className().equals("Store")
        || point.toString().startsWith("StoreOpening.<init>")
        || point.toString().startsWith("StoreOpening.open:");
  }

  private void begin(Runnable checkpoint) {
    begun.add(checkpoint);
  }

  private void calm() {
    file.plan(null);
    file.reopen();
  }

  private void perform(Step next) {
    switch (next.kind()) {
      case COMMIT -> commit();
      case ROLL_BACK -> endTransaction();
      case OPEN_SNAPSHOT -> openSnapshot();
      case CLOSE_SNAPSHOT -> closeSnapshot();
      case CHECKPOINT -> {
        endTransaction();
        look();
        if (!failed && attempt(() -> store().checkpoint())) {
          acknowledge();
        }
      }
      case BEGIN_CHECKPOINT -> {
        endTransaction();
        attempt(() -> TestStores.beginCheckpoint(store()));
      }
      case RUN_CHECKPOINT -> {
        // A flush that needs the slot of this thread's transaction asks for another one.
        for (int i = begun.size(); i > 0; i--) {
          attempt(begun.remove());
        }
      }
      case COMPACT -> {
        endTransaction();
        attempt(() -> store().compact(next.a() * PageHeader.PAGE_SIZE));
        attempt(this::check);
      }
      case REOPEN -> reopen();
      default -> change(next);
    }
  }

  /** Checks the store; a page that the file does not give is no defect of it. */
  private void check() {
    int strikes = file.strikes();
    CheckReport report = store().check();
    if (!report.ok() && file.strikes() == strikes) {
      throw new AssertionError("check: " + report.problems());
    }
  }

  /** Looks at the store where something has failed since the last look. */
  private void look() {
    Store open = store;
    if (seen == failures() || open == null || (isStubborn && writing != null && !failed)) {
      return;
    }
    seen = failures();
    file.plan(null);
    Transaction transaction = writing;
    writing = null;
    if (transaction != null) {
      calmly("closing the transaction", transaction::close);
    }
    calmly("a turn to write", () -> requireTurn(open));
    requireContent(open);
    if (!failed) {
      openAgain(history);
    }
    if (!failed) {
      calmly("a check", () -> ScenarioRun.requireSound(open));
      requireContent(open);
    }
  }

  private void requireTurn(Store open) {
    Optional<Transaction> transaction;
    try {
      transaction = open.tryBeginWrite(Duration.ZERO);
    } catch (IllegalStateException e) {
      // The slot knows that this thread has it.
      throw new AssertionError("the writer slot was not given back: " + last, e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    if (transaction.isEmpty()) {
      throw new AssertionError("the writer slot was not given back: " + last);
    }
    transaction.get().close();
  }

  private void requireContent(Store open) {
    long found = ScenarioRun.hash(open);
    if (found == committed.hash()) {
      return;
    }
    if (failed && history.find(found) >= 0) {
      return;
    }
    throw new AssertionError(
        (found == working.hash() ? "a commit that threw has happened" : "content is lost")
            + ": "
            + last);
  }

  private void change(Step next) {
    if (writing == null && !begin()) {
      return;
    }
    Transaction transaction = writing;
    if (transaction == null) {
      return;
    }
    String name = CrashScenario.NAMES.get(next.map());
    boolean isDone =
        attempt(
            () -> {
              switch (next.kind()) {
                case DROP -> {
                  requireSame("drop", transaction.drop(name), working.exists(name));
                  working.drop(name);
                }
                case RENAME -> {
                  String to = CrashScenario.NAMES.get((int) next.a());
                  if (!working.exists(to)) {
                    transaction.rename(name, to);
                    working.rename(name, to);
                  }
                }
                default -> {
                  Target map = Target.of(transaction, name);
                  next.applyTo(new Target.Compared(map, Target.of(working, name)), scenario.keys());
                }
              }
            });
    if (isDone && next.takesSnapshot()) {
      if (snapshots.size() > ScenarioRun.MOST_SNAPSHOTS) {
        closeSnapshot();
      }
      long hash = working.hash();
      isDone = attempt(() -> snapshots.add(new Held(transaction.snapshot(), hash)));
    }
    if (!isDone) {
      // A second failure may keep the transaction from learning of the first before it commits.
      isPartial |= Lists.isName(name) || Interned.isName(name) || failures() > 1;
      if (!isStubborn || isPartial) {
        writing = null;
        calmly("closing the transaction", transaction::close);
      }
    }
  }

  private boolean begin() {
    isPartial = false;
    if (!attempt(() -> writing = store().beginWrite())) {
      if (last instanceof StoreFailedException) {
        failed = true;
      }
      return false;
    }
    working = committed.successor();
    return true;
  }

  private void commit() {
    if (writing == null && !begin()) {
      return;
    }
    Transaction transaction = writing;
    if (transaction == null) {
      return;
    }
    history.attempt(working);
    if (attempt(transaction::commit)) {
      writing = null;
      committed = working;
      if (TestStores.isAwaited(scenario.durability())) {
        acknowledge();
      }
      return;
    }
    writing = null;
    calmly("closing the transaction", transaction::close);
    calmly("a turn to write", () -> requireTurn(store()));
    if (!failed) {
      if (read(() -> ScenarioRun.hash(store())) != committed.hash()) {
        throw new AssertionError("a commit that threw has happened: " + last, last);
      }
      history.withdraw();
    }
  }

  private void acknowledge() {
    history.acknowledge();
  }

  private void endTransaction() {
    Transaction open = writing;
    writing = null;
    if (open != null && !attempt(open::close) && isRefused("Transaction.close")) {
      calmly("closing the transaction", open::close);
    }
  }

  /** Returns whether the last failure was that of a call which has not begun at all. */
  private boolean isRefused(String call) {
    List<Integer> struck = actor.struck();
    if (struck.isEmpty()) {
      return false;
    }
    Point point = Points.get(struck.get(struck.size() - 1));
    // What asks for room on the stack comes before all.
    return point.className().equals("StackProbe")
        || (point.what().equals("entry") && call.equals(point.className() + "." + point.method()));
  }

  private void openSnapshot() {
    attempt(() -> snapshots.add(new Held(store().beginRead(), committed.hash())));
  }

  private void closeSnapshot() {
    Held held = snapshots.poll();
    if (held == null) {
      return;
    }
    attempt(() -> requireSame(held, hash(held)));
    requireSame(held, read(() -> hash(held)));
    if (!attempt(held.transaction()::close) && isRefused("Transaction.close")) {
      calmly("closing a snapshot", held.transaction()::close);
    }
  }

  private static long hash(Held held) {
    return Content.hash(held.transaction(), ScenarioRun.MOST_ENTRIES);
  }

  private static void requireSame(Held held, long found) {
    requireSame("content of a snapshot", found == held.hash(), true);
  }

  private static void requireSame(String what, boolean found, boolean expected) {
    if (found != expected) {
      throw new AssertionError(what + ": found " + found + ", expected " + expected);
    }
  }

  /** Closes the store, every second one with transactions open, and opens it again. */
  private void reopen() {
    if (scenario.seed() % 2 == 0) {
      endTransaction();
      while (!snapshots.isEmpty()) {
        closeSnapshot();
      }
      look();
      if (failed) {
        return;
      }
      requireSame("open snapshots", store().stats().openReaders() == 0, true);
    }
    snapshots.clear();
    writing = null;
    Store old = store();
    store = null;
    int before = failures();
    boolean isClosed = attempt(old::close);
    if (!isClosed && (isRefused("Store.close") || (!file.isClosed() && failures() > before + 1))) {
      // The first call tries twice; behind two failures the file is let go by the next one.
      isClosed = attempt(old::close);
    }
    if (!file.isClosed()) {
      throw new AssertionError("a close did not let the file go: " + last, last);
    }
    requireClosed(old);
    if (isClosed) {
      acknowledge();
    }
    if (failures() > before) {
      calm();
      committed = openAgain(history);
      history = new History(committed);
      seen = failures();
    } else {
      file.reopen();
    }
    open();
    requireSame("reopened", read(() -> ScenarioRun.hash(store())) == committed.hash(), true);
  }

  /** Reads contents, and reads them again without the fault of the file if that fault strikes. */
  private long read(LongSupplier contents) {
    int strikes = file.strikes();
    try {
      return contents.getAsLong();
    } catch (StoreException e) {
      if (file.strikes() == strikes) {
        throw e;
      }
      file.plan(null);
      return contents.getAsLong();
    }
  }

  private static void requireClosed(Store old) {
    try {
      old.beginRead().close();
      throw new AssertionError("a store whose close failed is not closed");
    } catch (IllegalStateException expected) {
      // As it must be.
    }
    old.close();
  }

  /** Opens what is on the disk, then what the system has; both must hold what may be left. */
  private Content openAgain(History mayBe) {
    Judge judge = new Judge(scenario.limits(), CrashScenario.names(scenario.seed()));
    recover(judge, FaultFile.of(file.durable().copy()), mayBe);
    Judge.Recovered killed =
        recover(judge, FaultFile.of(file.live(), file.durable(), file.pending()), mayBe);
    return killed == null ? new Content() : killed.content();
  }

  private static Judge.@Nullable Recovered recover(Judge judge, FaultFile left, History mayBe) {
    Judge.Recovered recovered = judge.recover(left, mayBe);
    if (recovered != null) {
      recovered.check();
    }
    return recovered;
  }

  /** A store that has failed writes nothing more, and lets the file go. */
  private void abandon() {
    Store open = store();
    int changes = file.changes();
    requireFailed("begins to write", () -> open.beginWrite().close());
    requireFailed("makes a checkpoint", open::checkpoint);
    if (history.find(ScenarioRun.hash(open)) < 0) {
      throw new AssertionError("content of a store that has failed: " + last);
    }
    store = null;
    try {
      open.close();
    } catch (StoreFailedException e) {
      requireExplained(e);
    }
    if (!file.isClosed()) {
      throw new AssertionError("a store that has failed did not let the file go");
    }
    if (file.changes() != changes) {
      throw new AssertionError("a store that has failed wrote when it was closed");
    }
    calm();
    openAgain(history);
  }

  private static void requireFailed(String what, Runnable call) {
    try {
      call.run();
    } catch (StoreFailedException expected) {
      return;
    }
    throw new AssertionError("a store that has failed " + what);
  }

  /** Goes on with the store for twenty transactions, closes it and opens it again. */
  private void goOn() {
    Store open = store();
    int count = actor.count() % 4 == 0 ? FURTHER : FEW_FURTHER;
    History further = new History(committed);
    new Judge(scenario.limits(), CrashScenario.names(scenario.seed()))
        .goOn(open, file, further, scenario.seed(), count, further::acknowledge);
  }
}
