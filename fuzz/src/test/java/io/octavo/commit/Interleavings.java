package io.octavo.commit;

import io.octavo.cache.Frame;
import io.octavo.cache.PageCache;
import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.State;
import io.octavo.page.PageHeader;
import io.octavo.snapshot.Snapshot;
import io.octavo.snapshot.States;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.Lincheck;

/**
 * Lets Lincheck run the few steps that readers and the writer share without a lock in ever other
 * orders. A program of its own: Lincheck needs the Unsafe that Octavo does without.
 */
public final class Interleavings {
  /** Made beforehand: Lincheck does not know the accesses to bytes with which a frame is made. */
  private static final Frame[] FRAMES = {newFrame(7), newFrame(7), newFrame(5 * 4096)};

  private Interleavings() {}

  /**
   * Runs all; throws what Lincheck finds, with the order of the steps.
   *
   * @param arguments how many orders of each
   */
  public static void main(String[] arguments) {
    int orders = Integer.parseInt(arguments[0]);
    Lincheck.runConcurrentTest(orders, Interleavings::aStateThatIsReadIsNotReused);
    Lincheck.runConcurrentTest(orders, Interleavings::readersOfOneStateEndOneByOne);
    Lincheck.runConcurrentTest(orders, Interleavings::aPageOfAClosedSnapshotIsNotKept);
    Lincheck.runConcurrentTest(orders, Interleavings::aFrameIsReplacedInOneStep);
    Lincheck.runConcurrentTest(orders, Interleavings::whoLoadsAPageTwiceGetsOneFrame);
    System.out.println("no violation");
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  /** Does two things at once; both must end well. */
  private static void both(Runnable first, Runnable second) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                first.run();
              } catch (RuntimeException | Error e) {
                failure.set(e);
              }
            });
    thread.start();
    second.run();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new AssertionError(thrown);
    }
  }

  private static State state(long sequence) {
    return new State(sequence, Catalogue.EMPTY, 1, 0);
  }

  /** The registry of readers against the writer that gives out what nobody reads. */
  private static void aStateThatIsReadIsNotReused() {
    States states = new States();
    State first = state(1);
    states.publish(first);
    boolean[] isReused = new boolean[1];
    both(
        () -> {
          states.publish(state(2));
          isReused[0] = states.read()[0] > 1;
        },
        () -> {
          try (Snapshot snapshot = states.open()) {
            boolean isFirst = snapshot.state == first;
            require(!isFirst || !isReused[0], "pages of a state that is read were reused");
          }
        });
    require(states.read()[0] == 2, "a state that nobody reads was held");
  }

  private static void readersOfOneStateEndOneByOne() {
    States states = new States();
    states.publish(state(1));
    Snapshot early = states.open();
    both(
        () -> {
          early.close();
          states.open().close();
        },
        () -> {
          try (Snapshot late = states.open()) {
            states.publish(state(2));
            require(states.read()[0] == 1, "a state that is read was let go");
            require(!late.isReleased, "closed by another");
          }
        });
    require(states.read()[0] == 2 && states.snapshots() == 0, "a reader was left behind");
  }

  private static Frame newFrame(int number) {
    return new Frame(number, PageHeader.newPage(), false);
  }

  /** Returns a frame, as new. */
  private static Frame frame(int index, boolean dirty) {
    Frame frame = FRAMES[index];
    frame.clockIndex = -1;
    frame.dirty = dirty;
    return frame;
  }

  /** A reader that loads a page while its snapshot ends and the number gets another meaning. */
  private static void aPageOfAClosedSnapshotIsNotKept() {
    States states = new States();
    states.publish(state(1));
    Snapshot snapshot = states.open();
    PageCache cache = new PageCache(16);
    Frame loaded = frame(0, false);
    both(
        () -> cache.putIfAbsent(loaded, () -> snapshot.isReleased),
        () -> {
          snapshot.close();
          cache.remove(7);
        });
    require(cache.get(7) == null, "a page of a snapshot that has ended was kept");
    require(cache.resident() == 0, "a frame that is not in the table is counted");
  }

  private static void aFrameIsReplacedInOneStep() {
    PageCache cache = new PageCache(16);
    cache.put(frame(0, true));
    Frame next = frame(1, true);
    Frame far = frame(2, false);
    both(
        () -> {
          require(cache.get(7) != null, "a page that is only in memory was not found");
          require(cache.get(7) != null, "a page that is only in memory was not found again");
        },
        () -> {
          cache.put(next);
          // Its number makes the table longer.
          cache.put(far);
        });
    require(cache.dirty() == 1 && cache.resident() == 2, "frames were not counted right");
  }

  private static void whoLoadsAPageTwiceGetsOneFrame() {
    PageCache cache = new PageCache(16);
    Frame one = frame(0, false);
    Frame other = frame(1, false);
    Frame[] given = new Frame[2];
    both(
        () -> given[0] = cache.putIfAbsent(one, () -> false),
        () -> given[1] = cache.putIfAbsent(other, () -> false));
    require(given[0] == given[1] && cache.get(7) == given[0], "two frames for one page");
    require(cache.resident() == 1, "frames were not counted right");
  }
}
