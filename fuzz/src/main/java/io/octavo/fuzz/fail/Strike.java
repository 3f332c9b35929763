package io.octavo.fuzz.fail;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented classes call: at each point, and in place of all by which a thread waits. On a
 * thread that is no {@link Actor}, nothing fails and all waits are the JDK's.
 */
public final class Strike {
  /** Whether an actor counts; most of what a run does is looking at what a failure has left. */
  static boolean isOn;

  /** A thread of the store's own that fails at each point that it comes to. */
  private static volatile @Nullable String doomed;

  private Strike() {}

  /**
   * Lets a thread that is no actor fail wherever it comes from now on, in its cleanup too.
   *
   * @param thread its name, null for none
   */
  public static void doom(@Nullable String thread) {
    doomed = thread;
  }

  /**
   * Comes to a point.
   *
   * @param point its number
   */
  public static void step(int point) {
    String name = doomed;
    if (name != null && name.equals(Thread.currentThread().getName())) {
      raise(new OutOfMemoryError("at " + Points.get(point)));
    }
    if (isOn && Thread.currentThread() instanceof Actor actor) {
      actor.step(point);
    }
  }

  /** Begins to initialise a class. */
  public static void beginClass() {
    if (Thread.currentThread() instanceof Actor actor) {
      actor.initialising(1);
    }
  }

  /** Has initialised a class. */
  public static void endClass() {
    if (Thread.currentThread() instanceof Actor actor) {
      actor.initialising(-1);
    }
  }

  /** Holds a monitor from here on. */
  public static void enter() {
    if (Thread.currentThread() instanceof Actor actor) {
      actor.monitors(1);
    }
  }

  /** Lets a monitor go. */
  public static void exit() {
    if (Thread.currentThread() instanceof Actor actor) {
      actor.monitors(-1);
    }
  }

  /**
   * Takes a lock.
   *
   * @param lock the lock
   */
  public static void lock(ReentrantLock lock) {
    Actor actor = present();
    if (actor != null) {
      while (!lock.tryLock()) {
        actor.turns().yieldTo(actor);
      }
    } else {
      lock.lock();
    }
  }

  /**
   * Takes a permit.
   *
   * @param semaphore what has permits
   */
  public static void acquire(Semaphore semaphore) {
    Actor actor = present();
    if (actor != null) {
      while (!semaphore.tryAcquire()) {
        actor.turns().yieldTo(actor);
      }
    } else {
      semaphore.acquireUninterruptibly();
    }
  }

  /**
   * Takes a permit if there is one in time.
   *
   * @param semaphore what has permits
   * @param time how long to wait
   * @param unit of the time
   * @return whether it was taken
   * @throws InterruptedException if the thread was interrupted
   */
  public static boolean tryAcquire(Semaphore semaphore, long time, TimeUnit unit)
      throws InterruptedException {
    Actor actor = present();
    if (actor != null) {
      for (int i = 0; i < 1_000 && time > 0; i++) {
        if (semaphore.tryAcquire()) {
          return true;
        }
        actor.turns().rest(actor);
      }
      return semaphore.tryAcquire();
    }
    return semaphore.tryAcquire(time, unit);
  }

  /**
   * Waits to be {@linkplain #unpark called}.
   *
   * @param blocker what for
   */
  public static void park(Object blocker) {
    Actor actor = present();
    if (actor != null) {
      while (!actor.takePermit()) {
        actor.turns().yieldTo(actor);
      }
    } else {
      LockSupport.park(blocker);
    }
  }

  /**
   * Waits for some time.
   *
   * @param nanos how long
   */
  public static void parkNanos(long nanos) {
    Actor actor = present();
    if (actor != null) {
      actor.turns().rest(actor);
    } else {
      LockSupport.parkNanos(nanos);
    }
  }

  /**
   * Waits to be {@linkplain #unpark called}, or for some time.
   *
   * @param blocker what for
   * @param nanos how long
   */
  public static void parkNanos(Object blocker, long nanos) {
    Actor actor = present();
    if (actor != null) {
      if (!actor.takePermit()) {
        actor.turns().poll(actor, nanos);
      }
    } else {
      LockSupport.parkNanos(blocker, nanos);
    }
  }

  /**
   * Ends the wait of a thread.
   *
   * @param thread the thread
   */
  public static void unpark(Thread thread) {
    if (thread instanceof Actor actor) {
      actor.permit();
    } else {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Waits for a task.
   *
   * @param task the task
   * @return its result
   * @throws InterruptedException if the thread was interrupted
   * @throws ExecutionException if the task failed
   */
  public static Object get(FutureTask<?> task) throws InterruptedException, ExecutionException {
    Actor actor = present();
    if (actor != null) {
      while (!task.isDone()) {
        actor.turns().yieldTo(actor);
      }
    }
    return task.get();
  }

  /**
   * Returns the time.
   *
   * @return nanoseconds
   */
  public static long nanoTime() {
    Actor actor = present();
    return actor != null ? actor.turns().nanoTime() : System.nanoTime();
  }

  /** Returns the thread, where it waits for turns. */
  private static @Nullable Actor present() {
    return Thread.currentThread() instanceof Actor actor ? actor : null;
  }

  /** Throws anything. */
  static void raise(Throwable failure) {
    Strike.<RuntimeException>raiseAs(failure);
  }

  @SuppressWarnings("unchecked") // The type is a fiction for the compiler.
  private static <X extends Throwable> void raiseAs(Throwable failure) throws X {
    throw (X) failure;
  }
}
