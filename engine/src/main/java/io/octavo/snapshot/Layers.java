package io.octavo.snapshot;

import io.octavo.cache.IntList;
import io.octavo.cache.PageSet;
import io.octavo.file.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * States that snapshots read, the oldest first, and the pages that they keep: the snapshots of a
 * write transaction, with its pages ({@code WriteSet}), and the states of commits, with the pages
 * of commits ({@link Retained}). Each layer has the pages that were made after the state before it,
 * and the pages that were let go before the state after it. So when a state is no longer read, only
 * its own two lists are looked at, as with the dead lists of ZFS: what was made and let go around
 * this state alone is free, and the rest belongs to its neighbours.
 *
 * @param <L> what stands for a state; released when the state is no longer read
 */
public final class Layers<L extends Lease> {
  private final List<Layer<L>> layers = new ArrayList<>();

  /** The pages of all layers that have been let go. */
  private int leftCount;

  /** The layer to be looked at next. */
  private int next;

  private static final class Layer<L> {
    final L state;

    /** The pages that this state reaches, and the state before it does not. */
    PageSet made;

    /** Pages that this state or earlier ones reach, and later ones do not. */
    final IntList left = new IntList();

    Layer(L state, PageSet made) {
      this.state = state;
      this.made = made;
    }
  }

  public boolean isEmpty() {
    return layers.isEmpty();
  }

  /** Returns the newest state, null if there is none. */
  @Nullable L newest() {
    return layers.isEmpty() ? null : last().state;
  }

  private Layer<L> last() {
    return layers.get(layers.size() - 1);
  }

  /**
   * Adds a state, the newest.
   *
   * @param made the pages made since the newest state before it, or all pages if there is none
   */
  public void add(L state, PageSet made) {
    layers.add(new Layer<>(state, made));
  }

  /** Notes a page that only these states still reach. */
  public void leave(int page) {
    last().left.add(page);
    leftCount++;
  }

  /**
   * Adds to the pages that the newest state reaches, and the state before it does not. Pages that
   * were made after the newest state do no harm: they are found before these are asked for.
   */
  void addMade(PageSet pages) {
    last().made.addAll(pages);
  }

  /** Returns the number of states. */
  int size() {
    return layers.size();
  }

  /** Returns a state by its place, the oldest first. */
  L state(int index) {
    return layers.get(index).state;
  }

  /** Returns the number of pages that only these states still reach. */
  int countLeft() {
    return leftCount;
  }

  /** Adds the pages that only these states still reach to a list. */
  public void addLeft(IntList to) {
    for (Layer<L> layer : layers) {
      to.addAll(layer.left, 0);
    }
  }

  /** Returns whether a state is read. */
  public boolean isAnyRead() {
    for (Layer<L> layer : layers) {
      if (!layer.state.isReleased) {
        return true;
      }
    }
    return false;
  }

  /**
   * Looks at the newest state and at one other, in turn.
   *
   * @return true if one of them is no longer read
   */
  public boolean isNextReleased() {
    int last = layers.size() - 1;
    if (last < 0) {
      return false;
    }
    next = next < last ? next + 1 : 0;
    return layers.get(last).state.isReleased || layers.get(next).state.isReleased;
  }

  /**
   * Removes the layers of states that are no longer read. If this method throws, the layers must
   * not be used any more.
   *
   * @param own the pages made since the newest state
   * @param all the pages to return if no state is left
   * @param release called for each page that no state reaches any more
   * @return the pages that no state reaches
   */
  public PageSet release(PageSet own, PageSet all, IntConsumer release) {
    PageSet newest = own;
    for (int i = layers.size() - 1; i >= 0; i--) {
      Layer<L> closed = layers.get(i);
      if (closed.state.isReleased) {
        giveUp(closed, i == 0 ? null : layers.get(i - 1), release);
        if (i == layers.size() - 1) {
          newest = union(closed.made, newest);
        } else {
          Layer<L> later = layers.get(i + 1);
          later.made = union(closed.made, later.made);
        }
        layers.remove(i);
      }
    }
    return layers.isEmpty() ? all : newest;
  }

  /** Releases the pages that no other state reaches, and hands the others to the one before. */
  private void giveUp(Layer<?> closed, @Nullable Layer<?> earlier, IntConsumer release) {
    for (int i = 0; i < closed.left.size(); i++) {
      int page = closed.left.get(i);
      if (earlier == null || closed.made.contains(page)) {
        release.accept(page);
        leftCount--;
      } else {
        earlier.left.add(page);
      }
    }
  }

  /** Adds the smaller set to the larger one. */
  private static PageSet union(PageSet one, PageSet other) {
    if (one == other) {
      return one;
    }
    boolean isLarger = one.size() > other.size();
    PageSet large = isLarger ? one : other;
    large.addAll(isLarger ? other : one);
    return large;
  }
}
