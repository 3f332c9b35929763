package io.octavo.fuzz.method;

import io.octavo.Durability;
import io.octavo.Transaction;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.fuzz.fail.Actor;
import io.octavo.fuzz.fail.Plan;
import io.octavo.fuzz.fail.Turns;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Two threads that commit, one that writes checkpoints and one that reads, of which the seed lets
 * one fail. It also decides whose turn it is, so that a count of points finds the same moment
 * again.
 */
final class FailingThreads extends NumberedRun {
  /** Most commits are awaited. */
  private static final List<Durability> LEVELS =
      List.of(Durability.SYNC, Durability.ASYNC, Durability.CHECKPOINT);

  private static final int COMMITS = 12;
  private static final int CHECKPOINTS = 3;
  private static final int READS = 6;

  private final Durability durability;
  private final List<NumberedCommits> commits;
  private final Queue<Runnable> begun;
  private final Turns turns;
  private final List<Actor> actors = new ArrayList<>();
  private final Actor failing;
  private final AtomicInteger working = new AtomicInteger(2);

  FailingThreads(long seed, Plan plan) {
    this(
        seed,
        plan,
        LEVELS.get((int) Math.max(0, (Hashes.mix(seed) & 7) - 5)),
        List.of(new NumberedCommits("first"), new NumberedCommits("second")),
        new ConcurrentLinkedQueue<>());
  }

  private FailingThreads(
      long seed,
      Plan plan,
      Durability durability,
      List<NumberedCommits> commits,
      Queue<Runnable> begun) {
    super(seed, durability, commits, (task, nanos) -> begun.add(task));
    this.durability = durability;
    this.commits = commits;
    this.begun = begun;
    turns = new Turns(seed);
    List<Runnable> roles =
        List.of(
            () -> write(commits.get(0)), () -> write(commits.get(1)), this::checkpoint, this::read);
    List<String> names = List.of("first writer", "second writer", "checkpoints", "reader");
    int number = (int) (seed % roles.size());
    for (int i = 0; i < roles.size(); i++) {
      Runnable role = roles.get(i);
      Plan own = i == number ? plan : Plan.NONE;
      actors.add(new Actor(names.get(i), turns, own, () -> judge(role)));
    }
    failing = actors.get(number);
  }

  @Override
  Actor actor() {
    return failing;
  }

  @Override
  boolean isMeant(Throwable thrown) {
    return thrown == failing.thrown();
  }

  @Override
  boolean hasStruck() {
    return failing.thrown() != null;
  }

  @Override
  String place() {
    return failing.getName() + ", " + durability;
  }

  @Override
  void perform() {
    actors.forEach(Thread::start);
    actors.forEach(actor -> join(actor, turns));
    if (isRight()) {
      begun.forEach(this::calmly);
    }
    lookAfterwards();
  }

  private void write(NumberedCommits own) {
    try {
      for (int i = 0; i < COMMITS && !hasFailed(); i++) {
        long number = own.begin();
        if (number % 3 > 0) {
          if (attempt(() -> store().write(transaction -> own.put(transaction, number)))) {
            own.acknowledge();
          }
        } else {
          attempt(
              store()::beginWrite,
              transaction -> {
                own.put(transaction, number);
                transaction.commit();
                // It is what it is, whatever the close does then.
                own.acknowledge();
              });
        }
      }
    } finally {
      working.decrementAndGet();
    }
  }

  /** Does something in a transaction, which ends whatever happens. */
  private void attempt(Supplier<Transaction> begin, Consumer<Transaction> work) {
    List<Transaction> open = new ArrayList<>();
    if (attempt(() -> open.add(begin.get()))) {
      attempt(() -> work.accept(open.get(0)));
      end(open.get(0));
    }
  }

  private void checkpoint() {
    int own = 0;
    while (working.get() > 0 || !begun.isEmpty()) {
      Runnable next = begun.poll();
      if (next != null) {
        attempt(next);
      } else if (own < CHECKPOINTS && commits.get(0).acknowledged() > 3L * own) {
        own++;
        attempt(store()::checkpoint);
      } else {
        turns.yieldTo(Actor.present());
      }
    }
  }

  private void read() {
    for (int i = 0; i < READS && working.get() > 0; i++) {
      attempt(
          store()::beginRead,
          transaction -> commits.forEach(each -> each.require(transaction, 0, each.attempted())));
      turns.pass(Actor.present());
    }
  }
}
