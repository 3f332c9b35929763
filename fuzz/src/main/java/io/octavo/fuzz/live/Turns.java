package io.octavo.fuzz.live;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Runs actors, each in a thread of its own, one at a time: at each step the seed decides who goes
 * on. So a run is a function of its seed.
 */
final class Turns {
  /** One in so many steps gives another actor the turn. */
  private static final int SWITCH = 3;

  private final SplittableRandom random;
  private final List<Actor> running = new ArrayList<>();
  private Actor present = new Actor("", () -> {});
  private @Nullable Throwable failure;

  /** What runs, and its permit to do so. */
  private record Actor(String name, Runnable work, Semaphore permit) {
    Actor(String name, Runnable work) {
      this(name, work, new Semaphore(0));
    }
  }

  Turns(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Adds an actor, before the run. */
  void add(String name, Runnable work) {
    running.add(new Actor(name, work));
  }

  /** Runs all actors to their ends. Throws what the first one that failed has thrown. */
  void run() {
    List<Thread> threads = new ArrayList<>();
    for (Actor actor : running) {
      Thread thread = new Thread(() -> act(actor), actor.name());
      thread.start();
      threads.add(thread);
    }
    pass();
    for (Thread thread : threads) {
      join(thread);
    }
    Throwable found = failure;
    if (found != null) {
      throw new AssertionError(found.getMessage(), found);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void act(Actor actor) {
    actor.permit().acquireUninterruptibly();
    try {
      if (failure == null) {
        actor.work().run();
      }
    } catch (RuntimeException | Error e) {
      if (failure == null) {
        failure = new AssertionError(actor.name() + ": " + e, e);
      }
    } finally {
      running.remove(actor);
      pass();
    }
  }

  /** Gives some actor the turn. */
  private void pass() {
    if (!running.isEmpty()) {
      present = running.get(random.nextInt(running.size()));
      present.permit().release();
    }
  }

  /** Lets the seed decide who goes on; returns when that is the caller again. */
  void step() {
    if (failure != null) {
      throw new Stopped();
    }
    if (running.size() < 2 || random.nextInt(SWITCH) != 0) {
      return;
    }
    Actor self = present;
    pass();
    self.permit().acquireUninterruptibly();
    if (failure != null) {
      throw new Stopped();
    }
  }

  /** Ends an actor after another one has failed. */
  @SuppressWarnings("serial")
  static final class Stopped extends Error {
    Stopped() {
      super("another actor has failed", null, false, false);
    }
  }
}
