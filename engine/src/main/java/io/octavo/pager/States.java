package io.octavo.pager;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state that readers see, and those before it that some still hold. */
final class States {
  /** The newest durable state, or the newest at all where commits need not be durable. */
  private volatile @Nullable State current;

  private final Deque<State> held = new ArrayDeque<>();

  State current() {
    State state = current;
    if (state == null) {
      throw new IllegalStateException("no state has been published");
    }
    return state;
  }

  /** Shows a state to readers; one thread at a time. */
  void publish(State next) {
    synchronized (held) {
      held.add(next);
    }
    current = next;
  }

  /** Takes hold of the current state, without waiting for anybody. */
  Snapshot open() {
    while (true) {
      State state = current();
      state.enter();
      // A writer that published after the first look may have found the old state unread.
      if (state == current) {
        return state.open();
      }
      state.leave();
    }
  }

  /** Tells the number of the oldest state that is read or may be. */
  long oldestRead() {
    synchronized (held) {
      State oldest = held.getFirst();
      while (oldest != current && !oldest.hasReaders()) {
        held.removeFirst();
        oldest = held.getFirst();
      }
      return oldest.sequence();
    }
  }

  int snapshots() {
    synchronized (held) {
      return held.stream().mapToInt(state -> state.snapshots().size()).sum();
    }
  }

  /** Tells the age of the oldest snapshot, 0 where there is none. */
  long oldestNanos() {
    synchronized (held) {
      return held.stream()
          .flatMap(state -> state.snapshots().stream())
          .mapToLong(Snapshot::ageNanos)
          .max()
          .orElse(0);
    }
  }

  void closeAll() {
    synchronized (held) {
      held.forEach(state -> List.copyOf(state.snapshots()).forEach(Snapshot::close));
    }
  }
}
