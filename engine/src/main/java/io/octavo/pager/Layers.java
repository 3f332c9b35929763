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

  /** Whether an Error has ended {@link #release}. */
  private boolean isReleasing;

  /** The result of {@link #release} so far, if the newest layer has been removed. */
  private @Nullable PageSet newest;

  private static final class Layer {
    final Snapshot snapshot;

    /** The pages that this snapshot reaches, and the snapshot before it does not. */
    PageSet made;

    /** Pages that this snapshot or earlier ones reach, and later ones do not. */
    final IntList left = new IntList();

    /** How many of these, from the first on, have been released or handed to the layer before. */
    int givenUp;

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
      to.addAll(layer.left, layer.givenUp);
    }
  }

  /** Returns whether {@link #release} must be repeated. */
  boolean isReleasing() {
    return isReleasing;
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
   * Removes the layers of closed snapshots. If an Error ends the call, it must be repeated before
   * the transaction takes or frees pages: a page may have been released whose release is not noted
   * yet, and is then released again.
   *
   * @param own the pages made since the last snapshot
   * @param all the pages of the transaction
   * @param release called for each page that no snapshot reaches any more
   * @return the pages that no open snapshot reaches: all, if none is open
   */
  PageSet release(PageSet own, PageSet all, IntConsumer release) {
    isReleasing = true;
    for (int i = layers.size() - 1; i >= 0; i--) {
      Layer closed = layers.get(i);
      if (closed.snapshot.isReleased) {
        giveUp(closed, i == 0 ? null : layers.get(i - 1), release);
        if (i == layers.size() - 1) {
          newest = union(closed.made, newest == null ? own : newest);
        } else {
          Layer later = layers.get(i + 1);
          later.made = union(closed.made, later.made);
        }
        layers.remove(i);
      }
    }
    PageSet open = newest == null ? own : newest;
    PageSet unsealed = layers.isEmpty() ? all : open;
    newest = null;
    isReleasing = false;
    return unsealed;
  }

  /** Releases the pages that no other snapshot reaches, and hands the others to the one before. */
  private static void giveUp(Layer closed, @Nullable Layer earlier, IntConsumer release) {
    while (closed.givenUp < closed.left.size()) {
      int page = closed.left.get(closed.givenUp);
      if (earlier == null || closed.made.contains(page)) {
        release.accept(page);
        // Last, because it decides between the two if this page is repeated.
        closed.made.remove(page);
      } else {
        earlier.left.add(page);
      }
      closed.givenUp++;
    }
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
