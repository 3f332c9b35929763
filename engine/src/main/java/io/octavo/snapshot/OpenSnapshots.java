package io.octavo.snapshot;

import io.octavo.catalogue.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The open snapshots of a store. Most are open for less than a microsecond, so a snapshot takes the
 * slot that its thread prefers, by one compare-and-set, and leaves the slot by being released. If
 * the slot and its neighbours are in use, the snapshot goes into a list, which it leaves by being
 * released too.
 *
 * <p>A thread that enters a snapshot while another looks for snapshots may be missed; see {@link
 * States#open()}.
 */
final class OpenSnapshots {
  /** The number of references in a cache line: no two slots share a line. */
  private static final int STRIDE = 16;

  /** The slots that a snapshot tries. */
  private static final int TRIES = 4;

  /** About twice as many slots as processors, within bounds: the writer looks at all slots. */
  private static final int LEAST_SLOTS = 8;

  private static final int MOST_SLOTS = 64;

  private static final int LEAST_FULL = 64;

  private final int mask;
  private final AtomicReferenceArray<@Nullable Snapshot> slots;

  /**
   * The snapshots that found no slot, about by age; those included that have been released since
   * the last look. Guarded by itself.
   */
  private final Collection<Snapshot> others = new ArrayList<>();

  /** The number of snapshots in the list at which those that have been released are removed. */
  private int fullAt = LEAST_FULL;

  /**
   * Whether a snapshot has ever found no slot. Until then the writer, which looks for snapshots
   * before each change of a leaf, need not look through the list. Volatile, so that a writer that
   * sees false precedes the snapshot, as with a slot.
   */
  private volatile boolean hadOthers;

  OpenSnapshots() {
    int processors = Math.min(Runtime.getRuntime().availableProcessors(), MOST_SLOTS / 2);
    mask = Math.max(LEAST_SLOTS, 2 * Integer.highestOneBit(processors)) - 1;
    // The length of the array, which each access reads, is in a line of its own.
    slots = new AtomicReferenceArray<>((mask + 2) * STRIDE);
  }

  void enter(Snapshot snapshot) {
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

  /**
   * Returns the numbers of the states before a state that have open snapshots, and the number of
   * the state itself. Counts the ages of the snapshots from now on.
   *
   * @param published the number of the state
   * @return distinct numbers, ascending
   */
  long[] read(long published) {
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
   * @param isOfState whether snapshots of the state are looked for, or those of all other states
   */
  boolean isAny(State state, boolean isOfState) {
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
  void forEach(Consumer<Snapshot> action) {
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
