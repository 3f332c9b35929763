package io.octavo.pager;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The open snapshots of a store. Most are open for less than a microsecond, so a snapshot takes the
 * slot that its thread prefers, by one compare-and-set, and leaves the slot by being released. If
 * the slot and its neighbours are in use, the snapshot is in a set.
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

  private final int mask;
  private final AtomicReferenceArray<@Nullable Snapshot> slots;

  /** The snapshots that found no slot. */
  private final Set<Snapshot> others = ConcurrentHashMap.newKeySet();

  /** Counts the changes of the set, each after it was made. */
  private final AtomicInteger changes = new AtomicInteger();

  /** The snapshots of the set as {@link #read} has found them, and the numbers of their states. */
  private Snapshot[] known = {};

  private long[] knownStates = {};
  private int knownChanges;

  /**
   * Whether a snapshot has ever found no slot. Until then the writer, which looks for snapshots
   * before each change of a leaf, need not iterate over the set. Volatile, so that a writer that
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
    snapshot.isInSet = true;
    hadOthers = true;
    others.add(snapshot);
    changes.incrementAndGet();
  }

  /** Removes a snapshot that has been released. Does nothing if it was removed before. */
  void leave(Snapshot snapshot) {
    if (snapshot.isInSet) {
      others.remove(snapshot);
      changes.incrementAndGet();
    }
  }

  /**
   * Returns the numbers of the states before a state that have open snapshots, and the number of
   * the state itself. Counts the ages of the snapshots from now on.
   *
   * @param published the number of the state
   * @return distinct numbers, ascending
   */
  synchronized long[] read(long published) {
    findOthers();
    long[] found = Arrays.copyOf(knownStates, knownStates.length + mask + 2);
    int size = knownStates.length;
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

  /** Looks through the set, unless it is what it was at the last look. */
  private void findOthers() {
    int present = changes.get();
    boolean isChanged = present != knownChanges;
    for (int i = 0; i < known.length && !isChanged; i++) {
      isChanged = known[i].isReleased;
    }
    if (isChanged) {
      others.removeIf(snapshot -> snapshot.isReleased);
      Snapshot[] found = others.toArray(new Snapshot[0]);
      for (Snapshot snapshot : found) {
        snapshot.countAge();
      }
      knownStates = Arrays.stream(found).mapToLong(Snapshot::sequence).sorted().toArray();
      known = found;
      knownChanges = present;
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
    // Not by its size: a full stack may keep a map of the JDK from updating it.
    for (Snapshot other : others) {
      if (!other.isReleased && (other.state == state) == isOfState) {
        return true;
      }
    }
    return false;
  }

  /** Calls an action with each open snapshot, and forgets those that have been released. */
  void forEach(Consumer<Snapshot> action) {
    others.removeIf(snapshot -> snapshot.isReleased);
    for (int slot = STRIDE; slot < slots.length(); slot += STRIDE) {
      Snapshot present = openIn(slot);
      if (present != null) {
        action.accept(present);
      }
    }
    others.forEach(action);
  }
}
