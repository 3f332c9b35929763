package io.octavo.space;

import io.octavo.cache.Frame;
import io.octavo.cache.Images;
import io.octavo.cache.IntList;
import io.octavo.cache.PageCache;
import io.octavo.cache.PageLoader;
import io.octavo.cache.PageSet;
import io.octavo.cache.PageWriter;
import io.octavo.cache.Storage;
import io.octavo.catalogue.CatalogueEdit;
import io.octavo.catalogue.TreeRoot;
import io.octavo.error.StoreException;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import io.octavo.snapshot.Retained;
import io.octavo.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one write transaction: those that it made, which it may change in place unless a
 * snapshot of the transaction reaches them, and those of earlier states that it freed. One thread
 * at a time; but another thread that closes the store ends the transaction at any time, so numbers
 * are allocated and freed under a lock, and none after the end.
 *
 * <p>A page is recorded here before it is marked in the space, so that a roll back undoes
 * incomplete steps.
 */
public final class WriteSet {
  private static final System.Logger LOG = System.getLogger(WriteSet.class.getName());

  private final PageCache cache;
  private final Space space;
  private final PageLoader loader;
  private final PageWriter writer;

  /** The pages allocated and not discarded, including those that only snapshots still reach. */
  private final PageSet made = new PageSet();

  private final IntList freed = new IntList();

  /** The pages made since the last snapshot: all pages made, if no snapshot is open. */
  private PageSet own = made;

  private final Retained.Layers<Snapshot> layers = new Retained.Layers<>();
  private final TakeOver takeOver;
  private final CatalogueEdit catalogue;
  private final long nextEpoch;
  private final boolean isLimited;
  private boolean ended;

  /** Whether a leaf was spilled without its checksum in its parents. */
  private boolean hasUnnamedSpills;

  /** The frames above the usual limit that a spill cannot free: branches, and leaves in use. */
  private int unspillable;

  private long spills;

  /** Pages that only snapshots of the transaction still reach. Written by one thread at a time. */
  private volatile int retained;

  private long spilled;

  /**
   * Begins a transaction.
   *
   * @param catalogue the edit of the catalogue, with the roots of the trees in use
   * @param isLimited whether the limit of the file's length applies; false for a replay
   * @param isBaseUnread returns whether the base state has no reader; null if an earlier state has
   *     one
   */
  public WriteSet(
      Storage storage,
      Space space,
      CatalogueEdit catalogue,
      long nextEpoch,
      boolean isLimited,
      @Nullable BooleanSupplier isBaseUnread) {
    this.cache = storage.cache();
    this.loader = storage.loader();
    this.writer = storage.writer();
    this.takeOver = new TakeOver(cache, loader, space, isBaseUnread);
    this.catalogue = catalogue;
    this.isLimited = isLimited;
    this.space = space;
    this.nextEpoch = nextEpoch;
  }

  /**
   * Returns whether the transaction may change a page in place.
   *
   * @return true if the transaction made it, and no snapshot of the transaction reaches it
   */
  public boolean owns(int number) {
    return own.contains(number);
  }

  /**
   * Opens a snapshot of the transaction, between changes. From then on the transaction copies pages
   * that it has made, like those of earlier states, before it changes them. The originals are freed
   * after the snapshot is closed, by {@link #makeRoom}.
   */
  public synchronized Snapshot snapshot(Supplier<Snapshot> open) {
    requireOpen();
    releaseClosed();
    PageSet fresh = new PageSet();
    Snapshot snapshot = open.get();
    try {
      layers.add(snapshot, own);
    } catch (RuntimeException | Error e) {
      snapshot.isReleased = true;
      throw e;
    }
    // Nothing below can fail.
    own = fresh;
    // The paths of trees have pages that must be copied now.
    spills++;
    return snapshot;
  }

  /**
   * Returns a number for a new page, the lowest free one.
   *
   * @throws io.octavo.error.StoreFullException if the store has reached its limit
   */
  public synchronized int allocate() {
    requireOpen();
    int number = isLimited ? space.findFree() : space.findFreeForCheckpoint();
    made.add(number);
    own.add(number);
    space.take(number);
    return number;
  }

  /**
   * Adds a new page, formatted with a number from {@link #allocate}.
   *
   * @param page its bytes
   */
  public void add(byte[] page) {
    add(page, null);
  }

  private synchronized void add(byte[] page, @Nullable Frame lender) {
    requireOpen();
    assert owns(PageHeader.number(page))
        : "I3: page " + PageHeader.number(page) + " was made by an earlier transaction";
    Frame frame = new Frame(PageHeader.number(page), page, true);
    if (lender != null) {
      takeOver.note(frame.number, lender);
    }
    cache.put(frame);
  }

  /**
   * Returns the page to change in place of one that was read: itself if the transaction made it,
   * otherwise a copy under a new number; the old page is freed.
   */
  public byte[] writable(byte[] page) {
    byte[] changed = writableLeaf(page, false);
    if (PageHeader.level(changed) == 0) {
      detach(changed);
    }
    return changed;
  }

  /**
   * Returns the page to change in place of a leaf that was read, as {@link #writable} does. Bytes
   * of present entries may be changed after {@link #detach} only.
   *
   * @param keepsEntries whether entries will probably only be added and removed: then the array may
   *     be the one that was read
   */
  public byte[] writableLeaf(byte[] leaf, boolean keepsEntries) {
    int number = PageHeader.number(leaf);
    if (owns(number)) {
      if (!cache.isDirty(number, leaf)) {
        // The frame may have been evicted since it was found; its bytes are still those of the
        // file.
        add(leaf);
      }
      return leaf;
    }
    if (keepsEntries && own == made && isTakenOver(number, leaf)) {
      return leaf;
    }
    byte[] copy = cache.copyOf(leaf);
    PageHeader.setNumber(copy, allocate());
    add(copy);
    free(number);
    return copy;
  }

  /** Takes over the array of a leaf under a new number, if nothing else needs it. */
  private synchronized boolean isTakenOver(int number, byte[] leaf) {
    requireOpen();
    Frame lender = takeOver.hide(number, leaf);
    if (lender == null) {
      return false;
    }
    PageHeader.setNumber(leaf, allocate());
    add(leaf, lender);
    free(number);
    return true;
  }

  /**
   * Makes the array of a leaf its own, because bytes of inherited entries are about to change.
   *
   * @param leaf a page that may be changed
   */
  public void detach(byte[] leaf) {
    if (takeOver.isUsed()) {
      synchronized (this) {
        requireOpen();
        takeOver.giveBack(PageHeader.number(leaf));
      }
    }
  }

  /**
   * Returns whether the newest state has a page in use, this transaction's changes included.
   *
   * @param number the page; any number
   * @return false if it is free: a reference to it is damage
   */
  public synchronized boolean isInUse(int number) {
    return space.isLive(number);
  }

  /** Frees a page. */
  public synchronized void free(int number) {
    requireOpen();
    if (owns(number)) {
      space.discard(number);
      own.remove(number);
      made.remove(number);
    } else if (isSealed(number)) {
      layers.leave(number);
      countRetained(1);
      space.unlink(number);
    } else {
      freed.add(number);
      space.unlink(number);
    }
  }

  /** Returns whether a snapshot of the transaction reaches a page that the transaction has made. */
  private boolean isSealed(int number) {
    return own != made && !own.contains(number) && made.contains(number);
  }

  /** Frees the pages that only closed snapshots reached. */
  private synchronized void releaseClosed() {
    // If the transaction has ended, its page numbers may belong to other pages.
    requireOpen();
    own = layers.release(own, made, this::release);
  }

  private void release(int number) {
    space.discard(number);
    made.remove(number);
    countRetained(-1);
  }

  private void countRetained(int change) {
    int count = retained;
    retained = count + change;
  }

  /**
   * Estimates the number of pages that only snapshots of the transaction still reach. Any thread.
   */
  public int retained() {
    return retained;
  }

  private void requireOpen() {
    if (ended) {
      throw new IllegalStateException("the transaction has ended");
    }
  }

  /**
   * Returns whether readers will find a page. A page of the transaction is in the cache, unless it
   * is a leaf that was spilled: then its reference has the checksum.
   */
  public boolean isInTable(PageRef page) {
    return page.isNone()
        || (space.isLive(page.number())
            && (!owns(page.number())
                || page.crc() != 0
                || hasUnnamedSpills
                || cache.get(page.number()) != null));
  }

  /** Returns whether the transaction has changed no tree. It may have changed names. */
  public boolean isEmpty() {
    return made.isEmpty() && freed.size() == 0;
  }

  /** Returns the pages that the transaction has made and not discarded. */
  public PageSet made() {
    return made;
  }

  /** Returns those of these pages that no snapshot of the transaction reaches. */
  public PageSet own() {
    return own;
  }

  /**
   * Returns the pages that a commit frees: those of earlier states, and those that only snapshots
   * of the transaction still reach.
   */
  public IntList freed() {
    if (layers.isEmpty()) {
      return freed;
    }
    IntList all = new IntList();
    all.addAll(freed, 0);
    layers.addLeft(all);
    return all;
  }

  /**
   * Returns a digest of the numbers and bytes of the pages that the transaction made and that are
   * in memory, to compare it with an equal one.
   *
   * @param before the digest to continue
   */
  public long digest(long before) {
    return cache.digest(made, before);
  }

  /** Refuses further pages, because the transaction has ended. */
  public synchronized void end() {
    assert takeOver.isIntact() : "I11: a page has been changed that only its remains are left of";
    takeOver.end();
    ended = true;
  }

  /** Returns whether the transaction has ended, so that its page numbers may mean other pages. */
  boolean isEnded() {
    return ended;
  }

  /**
   * Undoes all changes, but keeps the pages that open snapshots of the transaction reach, until
   * these are closed.
   */
  public synchronized void rollBack() {
    ended = true;
    IntList kept = new IntList();
    boolean isRead = layers.isAnyRead();
    for (int number = made.next(0); number >= 0; number = made.next(number + 1)) {
      if (isRead && isSealed(number) && space.isTaken(number)) {
        kept.add(number);
        space.unlink(number);
        continue;
      }
      space.discard(number);
    }
    for (int i = 0; i < freed.size(); i++) {
      space.relink(freed.get(i));
    }
    if (kept.size() > 0) {
      space.retained().keep(kept, layers);
    }
    retained = 0;
    made.clear();
    freed.clear();
    takeOver.stop();
  }

  /**
   * Makes room in memory before a change, if less than an eighth of the budget is free of changed
   * pages: writes changed leaves that were not used for long to their places, so that they can be
   * evicted. To be called between changes only, because a change uses pages that must not be
   * written yet.
   *
   * <p>The last durable state does not reach these places, so a roll back or a crash has nothing to
   * undo. Branches, one page in some hundred, stay in memory and receive the checksums.
   *
   * @throws io.octavo.error.StoreException if the leaves cannot be written; the transaction can
   *     only be rolled back then
   */
  public void makeRoom() {
    // The source of a long change may have ended the transaction.
    requireOpen();
    if (own != made && layers.isNextReleased()) {
      releaseClosed();
    }
    if (cache.filled() <= cache.budget() - cache.budget() / 8 + unspillable) {
      return;
    }
    spill();
  }

  private synchronized void spill() {
    // If the transaction has ended, its page numbers may belong to other pages.
    requireOpen();
    takeOver.stop();
    int batch = cache.budget() / 8;
    List<SpilledLeaf> leaves = SpilledLeaf.collect(cache, catalogue.roots(), made, own);
    int count = spill(SpilledLeaf.longUnused(cache.table(), leaves, batch));
    // Raised, so that pages that cannot be spilled do not cause a try at every change.
    unspillable = count < batch ? Math.max(0, cache.filled() + 2 * batch - cache.budget()) : 0;
  }

  /** Returns whether nothing can be spilled, because commits are replayed in a read-only store. */
  public boolean isInMemory() {
    return writer.isReadOnly();
  }

  /**
   * Writes the changed leaves of a tree to their places, as {@link #makeRoom} does, if they are not
   * about to change again. If they cannot be written, they stay in memory for the checkpoint.
   *
   * @return the number of leaves written, 0 if {@link #isInMemory}
   */
  public synchronized int spill(TreeRoot root) {
    requireOpen();
    if (isInMemory()) {
      return 0;
    }
    List<SpilledLeaf> leaves = SpilledLeaf.collect(cache, List.of(root), own, own);
    leaves.forEach(leaf -> takeOver.giveBack(leaf.frame().number));
    try {
      return spill(leaves);
    } catch (StoreException e) {
      LOG.log(System.Logger.Level.DEBUG, "swept leaves cannot be written", e);
      return 0;
    }
  }

  private int spill(List<SpilledLeaf> leaves) {
    // Before the writes, so that a reader in another thread notices.
    spills++;
    List<Frame> frames = new ArrayList<>();
    List<Frame> copies = new ArrayList<>();
    for (SpilledLeaf leaf : leaves) {
      Frame parent = leaf.parent();
      Frame image = Images.of(leaf.frame(), parent == null);
      int crc = PageHeader.seal(image.bytes, nextEpoch);
      if (parent == null) {
        copies.add(image);
        continue;
      }
      TreePage.setChild(parent.bytes, leaf.index(), BranchPage.childOf(image.number, crc));
      if (image != leaf.frame()) {
        cache.put(image);
      }
      cache.table().clearUsed(image.number);
      frames.add(image);
    }
    hasUnnamedSpills |= !copies.isEmpty();
    writer.write(frames);
    frames.forEach(cache::markClean);
    writer.write(copies);
    copies.forEach(cache::settle);
    spilled += leaves.size();
    return leaves.size();
  }

  /** Returns the number of spills. A page found before the last spill must be looked up again. */
  public long spills() {
    return spills;
  }

  /** Returns the number of spilled pages. */
  public long spilled() {
    return spilled;
  }
}
