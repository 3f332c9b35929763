package io.octavo.snapshot;

import io.octavo.catalogue.State;
import io.octavo.memory.Memory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state that new readers see, and the open snapshots of this, earlier and unpublished states.
 *
 * <p>Most snapshots are open for less than a microsecond, so a snapshot occupies the slot that its
 * thread prefers, by one compare-and-set, until its release. If the slot and its neighbours are in
 * use, the snapshot is added to a list instead. A thread that enters a snapshot while the writer
 * looks for snapshots may be missed, see {@link #open()}.
 */
public final class States {
  /** The number of references in a cache line: no two slots share a line. */
  private static final int STRIDE = 16;

  /** The slots that a snapshot tries. */
  private static final int TRIES = 4;

  /** The bounds of the slots, about two for each processor: the writer examines all. */
  private static final int LEAST_SLOTS = 8;

  private static final int MOST_SLOTS = 64;

  private static final int LEAST_FULL = 64;

  /**
   * The published state: the newest durable state, or the newest state if commits need not be
   * durable first.
   */
  private volatile @Nullable State current;

  private final int mask;
  private final AtomicReferenceArray<@Nullable Snapshot> slots;

  /**
   * The snapshots without a slot, about by age, including some that have been released. Guarded by
   * itself.
   */
  private final Collection<Snapshot> others = new ArrayList<>();

  /** The size of the list at which released snapshots are removed. */
  private int fullAt = LEAST_FULL;

  /**
   * Whether a snapshot was ever added to the list. Until then the writer, which looks for snapshots
   * before each change of a leaf, skips the list. Volatile, so that a writer that sees false
   * precedes the snapshot, as with a slot.
   */
  private volatile boolean hadOthers;

  /** Begins without a state and without snapshots. */
  public States() {
    int processors = Math.min(Runtime.getRuntime().availableProcessors(), MOST_SLOTS / 2);
    mask = Math.max(LEAST_SLOTS, 2 * Integer.highestOneBit(processors)) - 1;
    // The length of the array, which each access reads, is in a line of its own.
    slots = new AtomicReferenceArray<>((mask + 2) * STRIDE);
  }

  /** Returns the published state. */
  public State current() {
    State state = current;
    if (state == null) {
      throw new IllegalStateException("no state has been published");
    }
    return state;
  }

  /** Publishes a state, unless a later one is published already. */
  public synchronized void publish(State next) {
    State before = current;
    if (before == null || before.sequence() <= next.sequence()) {
      current = next;
    }
  }

  /** Opens a snapshot of the current state. Waits for no commit. */
  public Snapshot open() {
    while (true) {
      State state = current();
      Snapshot snapshot = open(state);
      // A writer that published after the first read may have found the old state unread.
      if (state == current) {
        return snapshot;
      }
      snapshot.close();
    }
  }

  /**
   * Opens a snapshot of a state that an open write transaction makes, and that builds on the newest
   * commit; or of a published state that may have been replaced.
   */
  public Snapshot open(State state) {
    Snapshot snapshot = new Snapshot(state);
    try {
      enter(snapshot);
      // Before the first lookup of a page: a writer that takes over an array looks for readers
      // after it has hidden the page.
      Memory.fence();
    } catch (RuntimeException | Error e) {
      // After a stack overflow the snapshot may be in a slot, although no caller has it.
      snapshot.isReleased = true;
      throw e;
    }
    return snapshot;
  }

  /** Returns whether a state is the current one, and no snapshot of another is open. */
  public boolean isNoOtherRead(State state) {
    return state == current && !isAny(state, false);
  }

  /** Returns whether no snapshot of a state is open. */
  public boolean isUnread(State state) {
    return !isAny(state, true);
  }

  /**
   * Returns the numbers of the states that are read or may be read: earlier states with a snapshot,
   * and the published state. A reader that has not noticed yet that its state was replaced, and
   * will not read it, may add a state that an earlier call did not return.
   *
   * @return distinct sequence numbers, ascending; the last one is that of the published state
   */
  public long[] read() {
    // Before the search for snapshots: a missed one is of this state or a later one.
    long published = current().sequence();
    long[] found = others();
    int size = found.length;
    found = Arrays.copyOf(found, size + mask + 2);
    for (int slot = STRIDE; slot < slots.length(); slot += STRIDE) {
      Snapshot present = openIn(slot);
      if (present != null) {
        present.countAge();
        found[size++] = present.sequence();
      }
    }
    found[size++] = published;
    Arrays.sort(found, 0, size);
    int distinct = 0;
    for (int i = 0; found[i] < published; i++) {
      if (i == 0 || found[i] != found[i - 1]) {
        found[distinct++] = found[i];
      }
    }
    found[distinct++] = published;
    return Arrays.copyOf(found, distinct);
  }

  /** Returns the number of open snapshots. */
  public int snapshots() {
    int[] count = new int[1];
    forEach(snapshot -> count[0]++);
    return count[0];
  }

  /** Returns the age of the oldest snapshot, 0 if there is none. */
  public long oldestNanos() {
    long[] age = new long[1];
    forEach(snapshot -> age[0] = Math.max(age[0], snapshot.ageNanos()));
    return age[0];
  }

  /** Closes all snapshots. */
  public void closeAll() {
    forEach(Snapshot::close);
  }

  private void enter(Snapshot snapshot) {
    int preferred = (int) Thread.currentThread().getId();
    for (int i = 0; i < TRIES; i++) {
      int slot = (1 + ((preferred + i) & mask)) * STRIDE;
      Snapshot present = slots.get(slot);
      if ((present == null || present.isReleased) && slots.compareAndSet(slot, present, snapshot)) {
        return;
      }
    }
    hadOthers = true;
    synchronized (others) {
      if (others.size() >= fullAt) {
        removeReleased();
      }
      others.add(snapshot);
    }
  }

  private void removeReleased() {
    others.removeIf(snapshot -> snapshot.isReleased);
    fullAt = Math.max(LEAST_FULL, 2 * others.size());
  }

  /** Returns the numbers of the states of the snapshots in the list. */
  private long[] others() {
    if (!hadOthers) {
      return new long[0];
    }
    synchronized (others) {
      removeReleased();
      long[] found = new long[others.size()];
      int count = 0;
      for (Snapshot other : others) {
        other.countAge();
        found[count++] = other.sequence();
      }
      return found;
    }
  }

  /** Returns the open snapshot in a slot, or null. Forgets one that has been released. */
  private @Nullable Snapshot openIn(int slot) {
    Snapshot present = slots.get(slot);
    if (present != null && present.isReleased) {
      // Its state need not stay in memory.
      slots.compareAndSet(slot, present, null);
      return null;
    }
    return present;
  }

  /**
   * Returns whether a snapshot is open.
   *
   * @param isOfState whether to look for snapshots of the state, or of all other states
   */
  private boolean isAny(State state, boolean isOfState) {
    for (int slot = STRIDE; slot < slots.length(); slot += STRIDE) {
      Snapshot present = slots.get(slot);
      if (present != null && !present.isReleased && (present.state == state) == isOfState) {
        return true;
      }
    }
    if (!hadOthers) {
      return false;
    }
    synchronized (others) {
      for (Snapshot other : others) {
        if (!other.isReleased && (other.state == state) == isOfState) {
          return true;
        }
      }
      return false;
    }
  }

  /** Calls an action with each open snapshot, and forgets those that have been released. */
  private void forEach(Consumer<Snapshot> action) {
    for (int slot = STRIDE; slot < slots.length(); slot += STRIDE) {
      Snapshot present = openIn(slot);
      if (present != null) {
        action.accept(present);
      }
    }
    List<Snapshot> open;
    synchronized (others) {
      removeReleased();
      open = List.copyOf(others);
    }
    open.forEach(action);
  }
}
