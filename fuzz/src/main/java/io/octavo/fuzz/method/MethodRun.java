package io.octavo.fuzz.method;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.fail.Actor;
import io.octavo.fuzz.fail.Plan;
import io.octavo.fuzz.fail.Turns;
import io.octavo.fuzz.workload.Content;
import io.octavo.fuzz.workload.CrashScenario;
import io.octavo.fuzz.workload.Family;
import io.octavo.fuzz.workload.History;
import io.octavo.fuzz.workload.Judge;
import io.octavo.fuzz.workload.ScenarioRun;
import io.octavo.fuzz.workload.Step;
import io.octavo.page.PageHeader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Does a scenario to a store of which one method fails, and to its model. A call that returned has
 * happened; one that threw has not, or the store has failed. After the failure the run goes on as a
 * program would that catches everything.
 */
final class MethodRun extends FailingRun {
  private static final int FURTHER = 20;

  /** The same for most runs. */
  private static final int FEW_FURTHER = 3;

  private final CrashScenario scenario;
  private final Plan plan;
  private final FaultFile file = FaultFile.empty();
  private final Turns turns;
  private final Actor actor;
  private final Deque<Held> snapshots = new ArrayDeque<>();
  private final Deque<Runnable> begun = new ArrayDeque<>();
  private History history = new History();
  private Content committed = new Content();
  private Content working = committed;
  private @Nullable Store store;
  private @Nullable Transaction writing;
  private boolean isJudged;
  private int step = -1;

  private record Held(Transaction transaction, long hash) {}

  MethodRun(long seed, Plan plan) {
    this.plan = plan;
    scenario = MethodScenario.of(seed);
    turns = new Turns(seed);
    actor = new Actor("failing", turns, plan, () -> judge(this::performSteps));
  }

  @Override
  void perform() {
    actor.start();
    join(actor, turns);
  }

  @Override
  Actor actor() {
    return actor;
  }

  @Override
  boolean isMeant(Throwable thrown) {
    return thrown == actor.thrown();
  }

  @Override
  boolean hasStruck() {
    return actor.thrown() != null;
  }

  @Override
  String place() {
    return step < 0
        ? "creation"
        : step < scenario.steps().size()
            ? "step " + step + " (" + scenario.steps().get(step) + ")"
            : "the end";
  }

  private void performSteps() {
    if (!create()) {
      return;
    }
    for (step = 0; step < scenario.steps().size() && !hasFailed(); step++) {
      perform(scenario.steps().get(step));
      look();
    }
    endTransaction();
    look();
    if (hasFailed()) {
      requireContent();
      requireFailed(store(), file);
      openAgain();
    } else {
      goOn();
    }
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
      openAgain();
      return false;
    }
    history.acknowledge();
    open();
    return true;
  }

  private void open() {
    begun.clear();
    StoreOptions options = scenario.options();
    if (attempt(() -> store = open(options))) {
      return;
    }
    if (!file.isClosed() && !hasNotTaken()) {
      throw new AssertionError("an open that failed did not let the file go", actor.thrown());
    }
    file.reopen();
    store = open(options);
  }

  /** Opens a store that wants what is due later done with the checkpoints. */
  private Store open(StoreOptions options) {
    return TestStores.open(
        file, options, scenario.limits(), begun::add, (task, nanos) -> begun.add(task));
  }

  /** Returns whether an open failed before it had the file. {@link FileRun} has the whole call. */
  private boolean hasNotTaken() {
    String struck = String.valueOf(actor.struck());
    return struck.startsWith("Store.")
        || struck.startsWith("StoreOpening.<init>")
        || struck.startsWith("StoreOpening.open:");
  }

  private void perform(Step next) {
    switch (next.kind()) {
      case COMMIT -> commit();
      case ROLL_BACK -> endTransaction();
      case OPEN_SNAPSHOT ->
          attempt(() -> snapshots.add(new Held(store().beginRead(), committed.hash())));
      case CLOSE_SNAPSHOT -> closeSnapshot();
      case CHECKPOINT -> {
        endTransaction();
        if (attempt(() -> store().checkpoint())) {
          history.acknowledge();
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
        attempt(() -> ScenarioRun.requireSound(store()));
      }
      case REOPEN -> reopen();
      default -> change(next);
    }
  }

  /** Looks at the store once, when something has failed. */
  private void look() {
    if (isJudged || !hasStruck() || store == null) {
      return;
    }
    isJudged = true;
    endTransaction();
    requireTurn(store());
    requireContent();
    if (!hasFailed()) {
      openAgain();
      ScenarioRun.requireSound(store());
      for (Held held : snapshots) {
        requireSame(held);
      }
    }
  }

  private void requireContent() {
    long found = ScenarioRun.hash(store());
    if (found != committed.hash() && !(hasFailed() && history.find(found) >= 0)) {
      throw new AssertionError(
          found == working.hash() ? "a commit that threw has happened" : "content is lost",
          actor.thrown());
    }
  }

  private @Nullable Transaction writing() {
    if (writing == null && attempt(() -> writing = store().beginWrite())) {
      working = committed.successor();
    }
    return writing;
  }

  private void change(Step next) {
    Transaction transaction = writing();
    if (transaction == null) {
      return;
    }
    String name = CrashScenario.NAMES.get(next.map());
    boolean isDone = attempt(() -> next.applyTo(transaction, working, scenario.keys()));
    if (isDone && next.takesSnapshot()) {
      if (snapshots.size() > ScenarioRun.MOST_SNAPSHOTS) {
        closeSnapshot();
      }
      long hash = working.hash();
      isDone = attempt(() -> snapshots.add(new Held(transaction.snapshot(), hash)));
    }
    if (!isDone) {
      // A change of these is several calls.
      boolean isWhole = Family.of(name) != Family.LISTS && !Family.of(name).isInterned();
      if (isWhole && plan.point() % 3 == 0) {
        commitAnyway(transaction);
      }
      endTransaction();
      requireTurn(store());
      if (hasFailed()) {
        throw new AssertionError("a failed change has failed the store", actor.thrown());
      }
    }
  }

  /** Commits as a careless program does that goes on: either all but the failed change, or none. */
  private void commitAnyway(Transaction transaction) {
    history.attempt(working);
    try {
      transaction.commit();
    } catch (Throwable e) {
      if (e.getClass() != IllegalStateException.class) {
        Explanation.require(e, this::isMeant);
      }
      history.withdraw();
      return;
    }
    committed();
  }

  private void commit() {
    Transaction transaction = writing();
    if (transaction == null) {
      return;
    }
    history.attempt(working);
    if (attempt(transaction::commit)) {
      committed();
    }
    endTransaction();
    if (committed != working) {
      requireTurn(store());
      if (!hasFailed()) {
        requireContent();
        history.withdraw();
      }
    }
  }

  private void committed() {
    committed = working;
    if (TestStores.isAwaited(scenario.durability())) {
      history.acknowledge();
    }
  }

  private void endTransaction() {
    Transaction open = writing;
    writing = null;
    if (open != null) {
      end(open);
    }
  }

  private void closeSnapshot() {
    Held held = snapshots.poll();
    if (held != null) {
      if (!attempt(() -> requireSame(held))) {
        requireSame(held);
      }
      end(held.transaction());
    }
  }

  private static void requireSame(Held held) {
    long found = Content.hash(held.transaction(), ScenarioRun.MOST_ENTRIES);
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
      if (hasFailed()) {
        return;
      }
      requireSame("open snapshots", store().stats().openReaders() == 0, true);
    }
    snapshots.clear();
    writing = null;
    Store old = store();
    store = null;
    boolean isLate = hasStruck();
    if (end(old)) {
      history.acknowledge();
    }
    requireClosed(old);
    if (hasStruck() && !isLate) {
      committed = openAgain();
      history = new History(committed);
      renew();
    }
    file.reopen();
    open();
    requireSame("reopened", ScenarioRun.hash(store()) == committed.hash(), true);
  }

  private void requireClosed(Store old) {
    if (!file.isClosed()) {
      throw new AssertionError("a close did not let the file go", actor.thrown());
    }
    try {
      old.beginRead().close();
    } catch (IllegalStateException expected) {
      return;
    }
    throw new AssertionError("a store whose close failed is not closed");
  }

  /** Opens what is on the disk, then what the system has; both must hold what may be left. */
  private Content openAgain() {
    Judge judge = new Judge(scenario.limits(), CrashScenario.names(scenario.seed()));
    recover(judge, FaultFile.of(file.durable().copy()));
    Judge.Recovered killed =
        recover(judge, FaultFile.of(file.live(), file.durable(), file.pending()));
    return killed == null ? new Content() : killed.content();
  }

  private Judge.@Nullable Recovered recover(Judge judge, FaultFile left) {
    Judge.Recovered recovered = judge.recover(left, history);
    if (recovered != null) {
      recovered.check();
    }
    return recovered;
  }

  /** Goes on with the store for twenty transactions, closes it and opens it again. */
  private void goOn() {
    int count = actor.count() % 4 == 0 ? FURTHER : FEW_FURTHER;
    History further = new History(committed);
    new Judge(scenario.limits(), CrashScenario.names(scenario.seed()))
        .goOn(store(), file, further, scenario.seed(), count, further::acknowledge);
  }
}
