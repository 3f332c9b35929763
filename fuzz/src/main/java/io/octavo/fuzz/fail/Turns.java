package io.octavo.fuzz.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Decides which of several threads goes on: one at a time, by a seed, so that a run can be
 * repeated. A thread that would wait for a lock, a permit or a task lets the others go on; where
 * all wait, nobody ever goes on, and every thread is told so.
 */
public final class Turns {
  /** Waits of each thread, one after the other, after which nobody ever goes on. */
  private static final int PATIENCE = 50;

  private final List<Actor> actors = new ArrayList<>();
  private final SplittableRandom random;
  private final int rarity;
  private @Nullable Actor present;
  private int added;
  private int waits;
  private long nanos;
  private volatile @Nullable String death;

  /**
   * Makes turns.
   *
   * @param seed decides them
   */
  public Turns(long seed) {
    random = new SplittableRandom(seed);
    rarity = 16 << random.nextInt(6);
  }

  /** Adds a thread. Returns its number among all that were added. */
  synchronized int add(Actor actor) {
    actors.add(actor);
    if (present == null) {
      present = actor;
    }
    return added++;
  }

  boolean isOfOne() {
    return actors.size() == 1;
  }

  /** Waits for the first turn of a thread. */
  void begin(Actor actor) {
    await(actor);
  }

  /** Hands over for good. */
  synchronized void end(Actor actor) {
    int index = actors.indexOf(actor);
    actors.remove(actor);
    waits = 0;
    present = actors.isEmpty() ? null : actors.get(index % actors.size());
    notifyAll();
  }

  /**
   * Goes on, or lets another thread do so.
   *
   * @param actor the thread that runs
   */
  public void pass(Actor actor) {
    if (actor.hasWorked()) {
      waits = 0;
    }
    if (actors.size() > 1 && random.nextInt(rarity) == 0) {
      hand(actors.get(random.nextInt(actors.size())));
      await(actor);
    }
  }

  /**
   * Lets the others go on, because this one cannot.
   *
   * @param actor the thread that runs
   */
  public void yieldTo(Actor actor) {
    requireAlive();
    actor.rests();
    if (++waits > PATIENCE * actors.size()) {
      die("all threads wait for ever");
    }
    hand(actors.get((actors.indexOf(actor) + 1) % actors.size()));
    await(actor);
  }

  /** Lets another thread go on, but does not depend on it. */
  void rest(Actor actor) {
    waits = 0;
    if (actors.size() > 1) {
      hand(actors.get(random.nextInt(actors.size())));
      await(actor);
    }
  }

  /** Lets the others go on for a time; another look at what it waits for is no work. */
  void poll(Actor actor, long time) {
    nanos += Math.max(0, time);
    yieldTo(actor);
  }

  private synchronized void hand(Actor next) {
    present = next;
    notifyAll();
  }

  private synchronized void await(Actor actor) {
    boolean interrupted = false;
    while (present != actor && death == null) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    requireAlive();
  }

  /** A clock that goes on by a microsecond each time. */
  long nanoTime() {
    nanos += 1_000;
    return nanos;
  }

  /** Ends the run of all threads, and what this one does. */
  void die(String why) {
    kill(why);
    requireAlive();
  }

  /**
   * Ends the run of all threads.
   *
   * @param why what is wrong
   */
  public void kill(String why) {
    StringBuilder stacks = new StringBuilder(why);
    synchronized (this) {
      for (Actor actor : actors) {
        stacks.append("\n  ").append(actor.getName());
        for (StackTraceElement frame : actor.getStackTrace()) {
          stacks.append("\n    at ").append(frame);
        }
      }
      death = stacks.toString();
      notifyAll();
    }
  }

  /**
   * Tells why no thread goes on any more.
   *
   * @return why, with all stacks; null if they do
   */
  public @Nullable String death() {
    return death;
  }

  void requireAlive() {
    String why = death;
    if (why != null) {
      throw new DeadException(why);
    }
  }

  /** Ends what a thread of a run that is over still does. */
  public static final class DeadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DeadException(String message) {
      super(message, null, false, false);
    }
  }
}
