package io.octavo.commit;

import io.octavo.cache.Frame;
import io.octavo.cache.Images;
import io.octavo.cache.IntList;
import io.octavo.cache.PageCache;
import io.octavo.cache.PageLoader;
import io.octavo.cache.PageWriter;
import io.octavo.cache.Storage;
import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.State;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import io.octavo.space.Space;
import io.octavo.space.WriteSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint in progress, with the images of the pages of one state.
 *
 * <p>The steps that use the free space come first and are short: they allocate places for the pages
 * of catalogue, bitmaps and ring, the last checkpoint also for changed pages of trees, and build
 * the bitmaps that mark these places. These steps belong to the holder of the writer slot, as does
 * the end, {@link #done} or {@link #undo}. Between the two, {@link #write} builds the trees
 * bottom-up, so that each parent has the checksums of its children, and the catalogue above them.
 * Any thread may do that while later transactions continue. {@link Checkpointer} orders the steps.
 *
 * <p>A place is recorded here before it is marked in the space, so that any incomplete step can be
 * undone.
 */
public final class Checkpoint {
  private final PageCache cache;
  private final PageLoader loader;
  private final PageWriter writer;
  private final Space space;
  private final State state;
  private final @Nullable WriteTransaction own;
  private final @Nullable WriteSet ownPages;
  private final LastCheckpoint last;
  private final Space.Pins pins;
  private final long epoch;

  /** Writes the checkpoint once. */
  final FutureTask<Void> task;

  /**
   * The images to be written: of pages of trees, which are also in the cache, and of pages of the
   * store.
   */
  private final List<Frame> images = new ArrayList<>();

  /** Places allocated for pages, and the former places of these pages. */
  private final IntList made = new IntList();

  private final IntList left = new IntList();

  private final Catalogue changed;

  /** The new ring, null if the ring does not change. */
  private Meta.@Nullable Ring ring;

  /** The least length of the file in pages, for a commit that may not use the reserve. */
  long filePages;

  /** Whether the steps that belong to the holder of the writer slot are done. */
  boolean isPlaced;

  /** Whether other threads than the one that began the checkpoint may write it. */
  boolean isShared;

  /** The same state with checksums and places; null before the checkpoint is durable. */
  volatile @Nullable State written;

  /** Why the checkpoint was not written; null if it was, or is not yet. */
  volatile @Nullable Throwable failure;

  private final IntList cataloguePlaces = new IntList();
  private boolean isCatalogueChanged;
  private PageRef spaceRoot = PageRef.NONE;
  private List<PageRef> spacePlaces = List.of();
  private IntList spaceBranches = new IntList();
  private int pageCount;

  /**
   * New numbers of the changed pages, in the order of their images; empty if pages keep their
   * numbers.
   */
  private IntList numbers = new IntList();

  private int numbered;

  /**
   * Begins a checkpoint. Allocates no pages yet.
   *
   * @param all writes the checkpoint
   * @param state the newest state
   * @param own the transaction that made the state, if no reader can see its pages yet
   */
  Checkpoint(
      Checkpointer all, Storage storage, Space space, State state, @Nullable WriteTransaction own) {
    this.cache = storage.cache();
    this.loader = storage.loader();
    this.writer = storage.writer();
    this.space = space;
    this.state = state;
    this.own = own;
    this.ownPages = own == null ? null : own.writeSet();
    this.changed = state.catalogue();
    this.last = all.durable();
    this.pins = all::isPinned;
    this.epoch = last.meta().epoch() + 1;
    this.task = new FutureTask<>(() -> all.write(this), null);
  }

  /** Returns the state when the checkpoint began. */
  State state() {
    return state;
  }

  /** Returns the transaction that waits for this checkpoint, null if none does. */
  @Nullable WriteTransaction own() {
    return own;
  }

  /** Returns the meta page of the previous checkpoint. */
  Meta before() {
    return last.meta();
  }

  /**
   * Waits until the checkpoint is durable, or writes it if no thread has begun to. The caller need
   * not hold the writer slot. An interrupt does not end the wait; the interrupt status is
   * preserved.
   *
   * @throws io.octavo.error.StoreException if the checkpoint could not be written; the store stays
   *     usable
   * @throws io.octavo.error.StoreFailedException if it is unknown whether the checkpoint is durable
   */
  public void await() {
    task.run();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          task.get();
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw unchecked(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException unchecked(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException failure
        ? failure
        : new IllegalStateException("a checkpoint threw a checked exception", cause);
  }

  /** Returns whether no thread writes the checkpoint or will. For the holder of the writer slot. */
  boolean isEnded() {
    if (!isShared) {
      // The thread that began it writes it at once; if it has failed before, no thread writes it.
      task.cancel(false);
    }
    return !isPlaced || task.isDone();
  }

  /**
   * Allocates places for the changed pages of the catalogue, and frees the places of the old ones.
   */
  void placeCatalogue() {
    Catalogue durable = last.catalogue();
    if (changed == durable) {
      return;
    }
    isCatalogueChanged = true;
    Set<Integer> kept = new HashSet<>();
    for (Catalogue.Group group : changed.groups()) {
      if (group.isWritten()) {
        kept.add(group.page().number());
      } else {
        cataloguePlaces.add(take());
      }
    }
    if (changed.groups().size() > 1) {
      cataloguePlaces.add(take());
    }
    for (int place : placesOf(durable)) {
      if (!kept.contains(place)) {
        leave(place);
      }
    }
  }

  private static Set<Integer> placesOf(Catalogue catalogue) {
    Set<Integer> places = new HashSet<>();
    catalogue.groups().forEach(group -> places.add(group.page().number()));
    places.add(catalogue.root().number());
    places.remove(PageRef.NONE.number());
    return places;
  }

  private int take() {
    int number = space.findFreeForCheckpoint();
    made.add(number);
    space.take(number);
    return number;
  }

  private void leave(int number) {
    left.add(number);
    space.unlink(number);
  }

  /**
   * Renumbers all changed pages of the trees: the lowest available numbers, in key order. Requires
   * that no reader reads the state from memory any more.
   */
  void placeTrees() {
    IntList present = new IntList();
    for (CatalogueRecord record : changed.records()) {
      collectDirty(record.root().number(), present);
    }
    numbers = space.lowest(present, made, left);
  }

  private void collectDirty(int number, IntList found) {
    Frame frame = cache.get(number);
    if (frame == null || !frame.dirty) {
      return;
    }
    for (int i = 0; frame.level > 0 && i < PageHeader.count(frame.bytes); i++) {
      collectDirty(BranchPage.number(TreePage.child(frame.bytes, i)), found);
    }
    found.add(number);
  }

  /**
   * Allocates an extent of zeros for the commit ring and frees the old one. No effect if the file
   * has no room for the new ring, or if it is as long as the old one and its place is not lower.
   *
   * @param newPages the length of the new ring in pages; 0 for none
   */
  void placeRing(int newPages, Reserve reserve) {
    Meta.Ring old = last.meta().ring();
    int start = newPages == 0 ? 0 : space.findRun(newPages);
    boolean isLower = newPages != old.pages() || start < old.start();
    boolean hasRoom =
        start > 0 && isLower && reserve.hasForRing(changed, start + newPages, newPages);
    if (!hasRoom && newPages > 0) {
      return;
    }
    byte[] zeros = PageHeader.newPage();
    for (int i = 0; i < newPages; i++) {
      made.add(start + i);
      space.take(start + i);
      images.add(new Frame(start + i, zeros, true));
    }
    for (int i = 0; i < old.pages(); i++) {
      leave(old.start() + i);
    }
    ring = new Meta.Ring(start, newPages, 0, old.generation());
  }

  /**
   * Builds the changed bitmaps and the levels above them. Each changed bitmap gets a new place,
   * which changes bitmaps in turn; this is repeated until every changed bitmap has a new place.
   * Then the space is frozen: later allocations belong to the next checkpoint.
   */
  void placeSpace() {
    List<PageRef> oldPlaces = last.bitmaps();
    IntList oldBranches = last.spaceBranches();
    for (int i = 0; i < oldBranches.size(); i++) {
      leave(oldBranches.get(i));
    }
    space.dropFreeBlocks();
    int kept = Math.min(space.blocks(), oldPlaces.size());
    for (PageRef unused : oldPlaces.subList(kept, oldPlaces.size())) {
      leave(unused.number());
    }
    IntList branches = new IntList();
    List<PageRef> places = new ArrayList<>(oldPlaces.subList(0, kept));
    Set<Integer> moved = new HashSet<>();
    boolean isChanged = true;
    while (isChanged) {
      isChanged = false;
      while (branches.size() < space.bitmapBranches()) {
        branches.add(take());
      }
      for (int block = 0; block < space.blocks(); block++) {
        if (places.size() == block) {
          places.add(PageRef.NONE);
        }
        if (space.isChanged(block) && moved.add(block)) {
          if (!places.get(block).isNone()) {
            leave(places.get(block).number());
          }
          places.set(block, new PageRef(take(), 0, 0));
          isChanged = true;
        }
      }
    }
    for (int block : moved) {
      byte[] page = PageHeader.newPage();
      SpacePage.build(page, places.get(block).number(), block, space.liveBlock(block));
      places.set(block, sealed(page));
    }
    spacePlaces = places;
    spaceBranches = branches;
    spaceRoot = buildSpaceBranches(places, branches);
    assert places.stream().allMatch(place -> space.isLive(place.number()))
        : "I8: a bitmap lacks the page of a bitmap";
    pageCount = space.liveEnd();
    space.freeze();
  }

  private PageRef buildSpaceBranches(List<PageRef> bitmaps, IntList numbers) {
    List<PageRef> below = bitmaps;
    int used = 0;
    for (int level = 1; below.size() > 1; level++) {
      List<PageRef> above = new ArrayList<>();
      for (int from = 0; from < below.size(); from += ChildrenPage.MAX_COUNT) {
        byte[] page = PageHeader.newPage();
        ChildrenPage.format(page, PageKind.SPACE_BRANCH, level, numbers.get(used++));
        int to = Math.min(from + ChildrenPage.MAX_COUNT, below.size());
        for (PageRef child : below.subList(from, to)) {
          ChildrenPage.append(page, BranchPage.childOf(child.number(), child.crc()));
        }
        above.add(sealed(page));
      }
      below = above;
    }
    return below.get(0);
  }

  /** Seals a page of the store, which is not in the cache. */
  private PageRef sealed(byte[] page) {
    int crc = PageHeader.seal(page, epoch);
    images.add(new Frame(PageHeader.number(page), page, true));
    return new PageRef(PageHeader.number(page), crc, PageHeader.level(page));
  }

  /**
   * Builds all changed trees and the catalogue, and writes all images.
   *
   * @return the catalogue with checksums and places
   */
  Catalogue write() {
    Catalogue built = isCatalogueChanged ? buildCatalogue() : changed;
    writer.write(new ArrayList<>(images));
    // Not in the order of the file: if this fails midway, no clean page may have a changed child,
    // because the next checkpoint would miss the child.
    images.forEach(cache::markClean);
    // From here on the cache may evict them, while a slow disk makes them durable.
    images.clear();
    return built;
  }

  private Catalogue buildCatalogue() {
    int placed = 0;
    List<Catalogue.Group> groups = new ArrayList<>();
    for (Catalogue.Group group : changed.groups()) {
      groups.add(
          group.isWritten() ? group : buildGroup(group.records(), cataloguePlaces.get(placed++)));
    }
    PageRef root =
        switch (groups.size()) {
          case 0 -> PageRef.NONE;
          case 1 -> groups.get(0).page();
          default -> buildCatalogueBranch(groups, cataloguePlaces.get(placed));
        };
    return Catalogue.of(root, groups);
  }

  private Catalogue.Group buildGroup(List<CatalogueRecord> changedRecords, int number) {
    List<CatalogueRecord> records = new ArrayList<>();
    for (CatalogueRecord record : changedRecords) {
      PageRef root = record.root();
      records.add(
          root.isNone()
              ? record
              : record.with(
                  refOf(tree(root.number(), root.crc(), root.level(), record.id()), root.level()),
                  record.entries()));
    }
    byte[] page = PageHeader.newPage();
    CataloguePage.build(page, number, records);
    return new Catalogue.Group(sealed(page), records);
  }

  private PageRef buildCatalogueBranch(List<Catalogue.Group> groups, int number) {
    byte[] page = PageHeader.newPage();
    ChildrenPage.format(page, PageKind.CATALOGUE_BRANCH, 1, number);
    for (Catalogue.Group group : groups) {
      PageRef child = group.page();
      ChildrenPage.append(page, BranchPage.childOf(child.number(), child.crc()));
    }
    return sealed(page);
  }

  private static PageRef refOf(long child, int level) {
    return new PageRef(BranchPage.number(child), BranchPage.crc(child), level);
  }

  /** Builds the changed pages of a tree. Returns number and checksum of its root. */
  private long tree(int number, int knownCrc, int level, int owner) {
    Frame frame = cache.get(number);
    if (frame != null && frame.dirty) {
      // After a roll back that an Error ended, only remains may exist.
      frame = loader.whole(frame);
    }
    if (frame == null || !frame.dirty) {
      assert !hasChangedChild(frame) : "I7: page " + number + " is older than its child";
      return BranchPage.childOf(
          number, knownCrc != 0 ? knownCrc : writtenCrc(number, level, owner));
    }
    // Readers may see a page that an earlier commit has made.
    boolean isRenumbered = numbers.size() > 0;
    boolean published = !isRenumbered && (ownPages == null || !ownPages.owns(number));
    Frame image = Images.of(frame, published, cache::array);
    assert frame.level == 0 || PageHeader.count(image.bytes) > 1
        : "I5: branch " + number + " has one child";
    for (int i = 0; frame.level > 0 && i < PageHeader.count(image.bytes); i++) {
      long child = TreePage.child(image.bytes, i);
      TreePage.setChild(
          image.bytes, i, tree(BranchPage.number(child), BranchPage.crc(child), level - 1, owner));
    }
    if (isRenumbered) {
      cache.remove(number);
      PageHeader.setNumber(image.bytes, numbers.get(numbered++));
      image = new Frame(PageHeader.number(image.bytes), image.bytes, true);
    }
    assert hasAllChecksums(image.bytes) : "I7: branch " + number + " lacks a checksum";
    int crc = PageHeader.seal(image.bytes, epoch);
    if (!isRenumbered && image != frame) {
      // Arrays of a transaction that may still be rolled back are not kept.
      cache.put(image, published);
    }
    images.add(image);
    return BranchPage.childOf(image.number, crc);
  }

  private boolean hasChangedChild(@Nullable Frame frame) {
    boolean hasChanged = false;
    for (int i = 0; frame != null && frame.level > 0 && i < PageHeader.count(frame.bytes); i++) {
      Frame child = cache.get(BranchPage.number(TreePage.child(frame.bytes, i)));
      hasChanged |= child != null && child.dirty;
    }
    return hasChanged;
  }

  private static boolean hasAllChecksums(byte[] page) {
    boolean hasAll = true;
    for (int i = 0; PageHeader.level(page) > 0 && i < PageHeader.count(page); i++) {
      hasAll &= BranchPage.crc(TreePage.child(page, i)) != 0;
    }
    return hasAll;
  }

  /**
   * Reads the checksum of a page from its own bytes. Its parent lacks the checksum if the page was
   * written after the parent was copied, or by a checkpoint that failed.
   */
  private int writtenCrc(int number, int level, int owner) {
    Frame frame = cache.get(number);
    while (frame != null) {
      int crc = frame.crc();
      // If the array was taken over meanwhile, the checksum may be that of another page.
      Memory.fence();
      Frame present = cache.get(number);
      if (present == frame) {
        return crc;
      }
      frame = present;
    }
    return PageHeader.crc(loader.read(number, 0, level, owner));
  }

  /** Ends a checkpoint that is durable. */
  void done() {
    space.checkpointed(spacePlaces, left, last.meta().epoch(), pins);
  }

  /** Undoes all changes of the space. The pages of durable states were not touched. */
  void undo() {
    while (made.size() > 0) {
      space.discard(made.last());
      made.removeLast();
    }
    while (left.size() > 0) {
      space.relink(left.last());
      left.removeLast();
    }
    space.thaw();
  }

  /**
   * Returns the contents of the durable checkpoint.
   *
   * @param built the catalogue with checksums and places
   * @param old the present ring, for a checkpoint that does not change it
   */
  LastCheckpoint durable(Catalogue built, Meta.Ring old) {
    Meta before = last.meta();
    Meta meta =
        new Meta(
            before.storeId(),
            before.compatible(),
            before.readOnlyCompatible(),
            state.features(),
            epoch,
            pageCount,
            built.root(),
            spaceRoot,
            state.nextCollectionId(),
            state.sequence(),
            ring != null ? ring : old);
    return last.with(meta, built, spacePlaces, spaceBranches);
  }
}
