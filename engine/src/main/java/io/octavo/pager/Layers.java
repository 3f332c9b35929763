package io.octavo.pager;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The open snapshots of a write transaction, the oldest first, and the pages of the transaction
 * that they keep. Each layer has the pages that were made after the snapshot before it, and the
 * pages that the transaction has let go before the snapshot after it. So when a snapshot is closed,
 * only its own two lists are looked at, as with the dead lists of ZFS: what was made and let go
 * around this snapshot alone is free, and the rest belongs to its neighbours.
 */
final class Layers {
  private final List<Layer> layers = new ArrayList<>();

  /** The layer to be looked at next. */
  private int next;

  private static final class Layer {
    final Snapshot snapshot;

    /** The pages that this snapshot reaches, and the snapshot before it does not. */
    PageSet made;

    /** Pages that this snapshot or earlier ones reach, and later ones do not. */
    final IntList left = new IntList();

    Layer(Snapshot snapshot, PageSet made) {
      this.snapshot = snapshot;
      this.made = made;
    }
  }

  boolean isEmpty() {
    return layers.isEmpty();
  }

  /**
   * Adds a snapshot.
   *
   * @param made the pages made since the last snapshot, or all pages if no snapshot is open
   */
  void add(Snapshot snapshot, PageSet made) {
    layers.add(new Layer(snapshot, made));
  }

  /** Notes a page that only snapshots still reach. */
  void leave(int page) {
    layers.get(layers.size() - 1).left.add(page);
  }

  /** Adds the pages that only snapshots still reach to a list. */
  void addLeft(IntList to) {
    for (Layer layer : layers) {
      for (int i = 0; i < layer.left.size(); i++) {
        to.add(layer.left.get(i));
      }
    }
  }

  /** Returns whether a snapshot is open. */
  boolean hasOpen() {
    for (Layer layer : layers) {
      if (!layer.snapshot.isReleased) {
        return true;
      }
    }
    return false;
  }

  /**
   * Looks at the newest snapshot and at one other, in turn.
   *
   * @return true if one of them was closed
   */
  boolean isAnyClosed() {
    int last = layers.size() - 1;
    if (last < 0) {
      return false;
    }
    next = next < last ? next + 1 : 0;
    return layers.get(last).snapshot.isReleased || layers.get(next).snapshot.isReleased;
  }

  /**
   * Removes the layers of closed snapshots.
   *
   * @param own the pages made since the last snapshot
   * @param all the pages of the transaction
   * @param release called for each page that no snapshot reaches any more
   * @return the pages that no open snapshot reaches: all, if none is open
   */
  PageSet release(PageSet own, PageSet all, IntConsumer release) {
    PageSet newest = own;
    for (int i = layers.size() - 1; i >= 0; i--) {
      Layer closed = layers.get(i);
      if (closed.snapshot.isReleased) {
        giveUp(closed, i == 0 ? null : layers.get(i - 1), release);
        if (i == layers.size() - 1) {
          newest = union(closed.made, newest);
        } else {
          Layer later = layers.get(i + 1);
          later.made = union(closed.made, later.made);
        }
        layers.remove(i);
      }
    }
    return layers.isEmpty() ? all : newest;
  }

  /** Releases the pages that no other snapshot reaches, and hands the others to the one before. */
  private static void giveUp(Layer closed, @Nullable Layer earlier, IntConsumer release) {
    for (int i = 0; i < closed.left.size(); i++) {
      int page = closed.left.get(i);
      if (earlier == null || closed.made.contains(page)) {
        closed.made.remove(page);
        release.accept(page);
      } else {
        earlier.left.add(page);
      }
    }
    closed.left.clear();
  }

  /** Adds the smaller set to the larger one. */
  private static PageSet union(PageSet one, PageSet other) {
    if (one == other) {
      return one;
    }
    boolean isLarger = one.size() > other.size();
    PageSet large = isLarger ? one : other;
    PageSet small = isLarger ? other : one;
    for (int page = small.next(0); page >= 0; page = small.next(page + 1)) {
      large.add(page);
    }
    return large;
  }
}
