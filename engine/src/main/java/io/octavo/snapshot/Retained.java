package io.octavo.snapshot;

import io.octavo.cache.IntList;
import io.octavo.cache.PageSet;
import io.octavo.file.Lease;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The pages that only snapshots still reach. Belongs to the holder of the writer slot.
 *
 * <p>A page that commit b made and commit f freed is reached by the states from b to f - 1. The
 * page is kept only while a snapshot of one of these states is open. So a snapshot costs the pages
 * of its state that have changed since, regardless of the number of commits. {@link Layers} decides
 * this without a number for each page: each state with snapshots has one layer.
 *
 * <p>A snapshot of a write transaction counts as one of the base state of the transaction. It also
 * keeps the pages of the transaction that {@code WriteSet} has sealed.
 */
public final class Retained {
  /** A state older than the published one; released when its last snapshot is closed. */
  private static final class ReadState extends Lease {
    final long sequence;

    ReadState(long sequence) {
      this.sequence = sequence;
    }
  }

  /**
   * A rolled back transaction.
   *
   * @param pages its pages that only its snapshots still reach
   * @param snapshots the snapshots
   */
  private record RolledBack(IntList pages, Layers<Snapshot> snapshots) {}

  private final IntConsumer giveUp;
  private final Layers<ReadState> layers = new Layers<>();

  /** The pages that commits have made since the state of the newest layer; empty without layers. */
  private PageSet made = new PageSet();

  /** The last commit whose freed pages have all been released or added to a layer. */
  private SealedCommit reclaimed = SealedCommit.NONE;

  /** The rolled back transactions with open snapshots. */
  private final List<RolledBack> rolledBack = new ArrayList<>();

  /** The pages of the layers and of rolled back transactions. */
  private volatile int count;

  /**
   * Retains no pages.
   *
   * @param giveUp called for each page that no state reaches any more
   */
  public Retained(IntConsumer giveUp) {
    this.giveUp = giveUp;
  }

  /** Sets the commit after which freed pages are reclaimed. */
  public void follow(SealedCommit last) {
    reclaimed = last;
  }

  /** Keeps pages of a rolled back transaction until all of its snapshots are closed. */
  public void keep(IntList pages, Layers<Snapshot> snapshots) {
    rolledBack.add(new RolledBack(pages, snapshots));
    count();
  }

  /** Releases the pages of a rolled back transaction, unless one of its snapshots is open. */
  private boolean isGivenUp(RolledBack transaction) {
    if (transaction.snapshots.isAnyRead()) {
      return false;
    }
    for (int i = 0; i < transaction.pages.size(); i++) {
      giveUp.accept(transaction.pages.get(i));
    }
    return true;
  }

  /**
   * Releases the pages that commits have freed and no snapshot reaches any more. If this method
   * throws, the store must not be written any more.
   *
   * @param read the states that are read or may be read, see {@link States#read}
   */
  public void reclaim(long[] read) {
    rolledBack.removeIf(this::isGivenUp);
    if (releaseStates(read)) {
      made = layers.release(made, new PageSet(), giveUp);
    }
    long published = read[read.length - 1];
    long before = reclaimed.sequence();
    SealedCommit next = reclaimed.next;
    while (next != null && next.sequence() <= published) {
      if (isRead(reclaimed.sequence(), read)) {
        addLayer(reclaimed.sequence());
      }
      reclaim(next);
      reclaimed = next;
      next = reclaimed.next;
    }
    assert reclaimed.sequence() <= published && isEachKept(read, before)
        : "I1: pages are free that a snapshot reads";
    count();
  }

  /**
   * Returns whether each state with readers from a number on, except the published one, has a
   * layer.
   */
  private boolean isEachKept(long[] read, long from) {
    Set<Long> kept = new HashSet<>();
    for (int i = 0; i < layers.size(); i++) {
      kept.add(layers.state(i).sequence);
    }
    return Arrays.stream(read, 0, read.length - 1)
        .allMatch(sequence -> sequence < from || kept.contains(sequence));
  }

  /** Releases the states that are no longer read. Returns whether there are any. */
  private boolean releaseStates(long[] read) {
    boolean isAnyReleased = false;
    int next = 0;
    for (int i = 0; i < layers.size(); i++) {
      ReadState state = layers.state(i);
      // The last one is greater than all of them.
      while (read[next] < state.sequence) {
        next++;
      }
      if (read[next] > state.sequence) {
        state.isReleased = true;
        isAnyReleased = true;
      }
    }
    return isAnyReleased;
  }

  private static boolean isRead(long sequence, long[] read) {
    return Arrays.binarySearch(read, sequence) >= 0;
  }

  private void addLayer(long sequence) {
    ReadState newest = layers.newest();
    if (newest == null || newest.sequence < sequence) {
      PageSet fresh = new PageSet();
      layers.add(new ReadState(sequence), made);
      made = fresh;
    }
  }

  /** Releases the pages that a commit has freed, or adds them to the newest layer. */
  private void reclaim(SealedCommit commit) {
    IntList freed = commit.freed();
    ReadState newest = layers.newest();
    // Snapshots of the transaction may be open, which count as those of the state before it.
    boolean isBaseRead = newest != null && newest.sequence == reclaimed.sequence();
    for (int i = 0; i < freed.size(); i++) {
      int page = freed.get(i);
      if (newest != null && (commit.isSealed(page) ? isBaseRead : !made.contains(page))) {
        layers.leave(page);
      } else {
        giveUp.accept(page);
      }
    }
    if (newest != null) {
      // Including released pages: only later commits can use their numbers.
      made.addAll(isBaseRead ? commit.own() : commit.made());
      if (isBaseRead) {
        layers.addMade(commit.made());
      }
    }
  }

  /** Returns whether an older state than the published one is read. */
  public boolean hasLayers() {
    return !layers.isEmpty();
  }

  /** Returns whether no page that commits up to a number have freed is retained. */
  public boolean isReclaimed(long sequence) {
    return reclaimed.sequence() >= sequence && layers.isEmpty();
  }

  /** Returns the pages that snapshots may still reach, by transaction. */
  public List<IntList> pages() {
    List<IntList> pages = new ArrayList<>();
    IntList ofLayers = new IntList();
    layers.addLeft(ofLayers);
    pages.add(ofLayers);
    for (SealedCommit commit = reclaimed.next; commit != null; commit = commit.next) {
      pages.add(commit.freed());
    }
    for (RolledBack each : rolledBack) {
      pages.add(each.pages);
    }
    return pages;
  }

  /** Returns the same pages as a set, for an assertion. */
  public BitSet set() {
    BitSet set = new BitSet();
    for (IntList pages : pages()) {
      for (int i = 0; i < pages.size(); i++) {
        set.set(pages.get(i));
      }
    }
    return set;
  }

  private void count() {
    int sum = layers.countLeft();
    for (RolledBack each : rolledBack) {
      sum += each.pages.size();
    }
    count = sum;
  }

  /**
   * Estimates the number of pages that only snapshots may still reach. Any thread.
   *
   * @param newest the newest commit
   */
  public long count(SealedCommit newest) {
    return newest.freedTotal() - reclaimed.freedTotal() + count;
  }

  /**
   * States that snapshots read, the oldest first, and the pages that they keep: the snapshots of a
   * write transaction, with its pages ({@code WriteSet}), and the states of commits, with the pages
   * of commits. Each layer has the pages made after the state before it, and the pages freed before
   * the state after it. So the release of a state looks at its own two lists only, like the dead
   * lists of ZFS: pages both made and freed around this state are released, the others pass to its
   * neighbours.
   *
   * @param <L> the lease of a state
   */
  public static final class Layers<L extends Lease> {
    private final List<Layer<L>> layers = new ArrayList<>();

    /** The number of freed pages of all layers. */
    private int leftCount;

    /** The layer to examine next. */
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

    /** Returns whether no state has a layer. */
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

    /** Adds a page that only these states still reach. */
    public void leave(int page) {
      last().left.add(page);
      leftCount++;
    }

    /**
     * Adds to the pages that the newest state reaches, and the state before it does not. Pages made
     * after the newest state do no harm: they are found first.
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

    /** Returns whether the newest state or one other, in turn, is no longer read. */
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
     * @param all the result if no state remains
     * @param release called for each page that no state reaches any more
     * @return the pages made since the newest remaining state
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

    /** Releases pages that no other state reaches, and passes others to the previous state. */
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
}
