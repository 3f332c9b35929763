package io.octavo.fuzz.fail;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A thread whose calls into the engine fail where a plan says. It counts the points that it comes
 * to while it is told to; those in the initialisation of classes never count, because a class that
 * failed in it is lost to the JVM.
 */
public final class Actor extends Thread {
  /** Points after which a run is taken for one that never ends. */
  private static final long ENDLESS = 50_000_000;

  /** Points of a look at what it waits for, at most. */
  private static final int LOOK = 200;

  private final Turns turns;
  private final int number;
  private final Plan plan;
  private volatile @Nullable Throwable thrown;
  private @Nullable Point struck;
  private long count;
  private long rested;
  private boolean counting;
  private int initialising;
  private int monitors;
  private boolean permit;
  private int @Nullable [] passed;

  /**
   * Makes a thread.
   *
   * @param name its role
   * @param turns whose turn it is
   * @param plan where it fails
   * @param body what it does
   */
  public Actor(String name, Turns turns, Plan plan, Runnable body) {
    super(null, body, name, 0);
    this.turns = turns;
    this.plan = plan;
    setDaemon(true);
    number = turns.add(this);
  }

  /**
   * Returns the number among the threads of the run, so that a run that is repeated is the same.
   */
  @Override
  public long getId() {
    return number;
  }

  @Override
  public void run() {
    turns.begin(this);
    try {
      super.run();
    } finally {
      turns.end(this);
    }
  }

  /**
   * Returns the thread that runs.
   *
   * @return the actor
   */
  public static Actor present() {
    if (Thread.currentThread() instanceof Actor actor) {
      return actor;
    }
    throw new IllegalStateException("not on the thread of an actor");
  }

  /**
   * Has the points counted from now on, or not.
   *
   * @param isOn whether they count
   */
  public void counting(boolean isOn) {
    counting = isOn;
    Strike.isOn = !turns.isOfOne() || (isOn && thrown == null);
  }

  /** Remembers each point that it comes to, for {@link #passed}. */
  public void remember() {
    passed = new int[1 << 16];
  }

  /**
   * Returns the points that were counted, in order.
   *
   * @return their numbers
   */
  public int[] passed() {
    int[] all = passed;
    return all == null ? new int[0] : Arrays.copyOf(all, (int) Math.min(count, all.length));
  }

  /**
   * Counts.
   *
   * @return points that it came to while counting
   */
  public long count() {
    return count;
  }

  /**
   * Returns what was thrown.
   *
   * @return null if nothing has failed yet
   */
  public @Nullable Throwable thrown() {
    return thrown;
  }

  /**
   * Returns where it was thrown.
   *
   * @return null if nothing has failed yet
   */
  public @Nullable Point struck() {
    return struck;
  }

  /**
   * Returns whose turn it is.
   *
   * @return shared by all threads of a run
   */
  public Turns turns() {
    return turns;
  }

  /** Begins to count its work anew. */
  void rests() {
    rested = count;
  }

  /** Returns whether it has done more than look whether it must still wait. */
  boolean hasWorked() {
    return count - rested > LOOK;
  }

  void initialising(int by) {
    initialising += by;
  }

  void monitors(int by) {
    monitors += by;
  }

  void permit() {
    permit = true;
  }

  boolean takePermit() {
    boolean had = permit;
    permit = false;
    return had;
  }

  /** Comes to a point; throws where the plan says so. */
  void step(int point) {
    if (initialising > 0) {
      return;
    }
    turns.requireAlive();
    if (!counting) {
      return;
    }
    count++;
    int[] all = passed;
    if (all != null) {
      if (count > all.length) {
        all = Arrays.copyOf(all, 2 * all.length);
        passed = all;
      }
      all[(int) count - 1] = point;
    }
    if (count > ENDLESS) {
      turns.die("an endless run: " + count + " points");
    }
    if (count == plan.point()) {
      strike(point);
    }
    if (monitors == 0) {
      turns.pass(this);
    }
  }

  private void strike(int point) {
    Points.struck(point);
    struck = Points.get(point);
    Throwable failure = plan.kind().make("at " + count + ", " + struck);
    thrown = failure;
    Strike.raise(failure);
  }
}
