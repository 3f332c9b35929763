package io.octavo.pager;

import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.file.StoreFile;
import io.octavo.page.CataloguePage;
import io.octavo.page.Meta;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.Rule;
import io.octavo.page.SpacePage;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Turns a file into a sequence of committed states. One write set at a time, held by whoever holds
 * the writer slot of the store; any number of snapshots, which never wait.
 *
 * <p>A commit gives the pages of its write set to a new state. Where commits are durable, the state
 * is checkpointed before anybody sees it; otherwise it is seen at once and checkpointed when the
 * changed pages fill half of the memory budget, on request, or when the pager is closed.
 */
public final class Pager implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Pager.class.getName());

  /** A free tail of the file is cut off when it is this long and a tenth of the file. */
  private static final long MIN_TRUNCATION = 8L << 20;

  private static final int MIN_CACHED_PAGES = 64;

  private final StoreFile file;
  private final PagerOptions options;
  private final PageCache cache;
  private final PageLoader loader;
  private final PageWriter writer;
  private final Space space;
  private final Deque<State> states = new ArrayDeque<>();

  private Meta meta;
  private Catalogue durableCatalogue;
  private IntList spaceBranches = new IntList();
  private List<PageRef> spacePlaces = new ArrayList<>();
  private volatile State current;
  private volatile @Nullable Throwable failure;
  private long checkpoints;
  private long spilled;

  private Pager(StoreFile file, PagerOptions options) throws IOException {
    this.file = file;
    this.options = options;
    this.cache =
        new PageCache(
            (int)
                Math.min(
                    Integer.MAX_VALUE,
                    Math.max(MIN_CACHED_PAGES, options.cacheBytes() / Frame.BYTES)));
    this.loader = new PageLoader(file, cache);
    this.writer = new PageWriter(file);
    long maxPages = Math.min(Integer.MAX_VALUE, options.maxBytes() / PageHeader.PAGE_SIZE);
    this.space = new Space(maxPages, cache::remove);
    Metas.Found found = Metas.read(file, loader, options.readOnly());
    this.meta = found.meta();
    this.durableCatalogue = readCatalogue(meta.catalogue());
    this.current = new State(meta.sequence(), durableCatalogue, meta.nextCollectionId());
    states.add(current);
    if (!options.readOnly()) {
      readSpace();
      // After a force that failed, the system's cache may have shown a meta page that the disk does
      // not hold; building on it could end, after another crash, in an older state whose pages have
      // been given out anew.
      Metas.persist(file, found);
      if (!found.isOtherSlotSound()) {
        clearOtherSlot();
      }
    } else {
      readSpaceIfSound();
    }
  }

  /**
   * Opens a file that holds a store.
   *
   * @param file the file; it is closed with the pager, or by the caller where this fails
   * @param options how to work
   * @return the pager of its newest state
   * @throws StoreException where the file is none of Octavo's, damaged, or cannot be read
   */
  public static Pager open(StoreFile file, PagerOptions options) {
    try {
      return new Pager(file, options);
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot open the store: " + e, e);
    }
  }

  /**
   * Fills an empty file with a store of no collections and makes it durable.
   *
   * @param file an empty file
   * @param storeId identity of the new store
   * @throws StoreException where the file cannot be written
   */
  public static void create(StoreFile file, UUID storeId) {
    try {
      int bitmap = 4;
      byte[] page = PageHeader.newPage();
      long[] words = new long[SpacePage.WORDS];
      words[0] = (1L << (bitmap + 1)) - 1;
      SpacePage.build(page, bitmap, 0, words);
      int crc = PageHeader.seal(page, 1);
      new PageWriter(file).write(new ArrayList<>(List.of(new Frame(bitmap, page, true))));
      file.force();
      // Both slots from the beginning, so that any of the four pages tells what the file is.
      for (long epoch = 1; epoch <= 2; epoch++) {
        Metas.write(
            file,
            new Meta(
                storeId,
                0,
                0,
                0,
                epoch,
                bitmap + 1,
                PageRef.NONE,
                new PageRef(bitmap, crc, 0),
                1,
                0,
                Meta.Ring.NONE));
      }
      file.force();
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot create the store: " + e, e);
    }
  }

  private Catalogue readCatalogue(PageRef root) {
    if (root.isNone()) {
      return Catalogue.EMPTY;
    }
    List<Catalogue.Group> groups = new ArrayList<>();
    loader.visit(
        root,
        PageKind.CATALOGUE_BRANCH,
        PageKind.CATALOGUE,
        (ref, page) -> {
          if (ref.level() == 0) {
            groups.add(new Catalogue.Group(ref, CataloguePage.records(page)));
          }
        });
    return Catalogue.of(root, groups);
  }

  /**
   * A store that is only read needs its bitmaps for counting only: damage there does not end it.
   */
  private void readSpaceIfSound() {
    try {
      readSpace();
    } catch (CorruptionException e) {
      LOG.log(System.Logger.Level.DEBUG, file.name() + ": free space is not counted", e);
    }
  }

  private void readSpace() {
    List<long[]> blocks = new ArrayList<>();
    loader.visit(
        meta.space(),
        PageKind.SPACE_BRANCH,
        PageKind.SPACE,
        (ref, page) -> {
          if (ref.level() > 0) {
            spaceBranches.add(ref.number());
            return;
          }
          long first = SpacePage.firstPage(blocks.size());
          if (PageHeader.keyBase(page) != first) {
            throw loader.corruption(
                ref.number(),
                Rule.R21,
                PageHeader.KEY_BASE,
                "first page " + PageHeader.keyBase(page),
                "first page " + first);
          }
          blocks.add(SpacePage.words(page));
          spacePlaces.add(ref);
        });
    space.load(blocks, spacePlaces);
  }

  /**
   * Makes the same state durable in the other slot too, where a copy was cut off. Such a copy may
   * lack no more than its last bytes: the next write there could make it whole if it was cut off as
   * well, and bring back a state whose pages have been given out anew.
   */
  private void clearOtherSlot() throws IOException {
    Meta next = meta.withEpoch(meta.epoch() + 1);
    Metas.write(file, next);
    file.force();
    meta = next;
  }

  /**
   * Takes hold of the current state.
   *
   * @return a snapshot, to be closed
   */
  public Snapshot openSnapshot() {
    while (true) {
      State state = current;
      state.enter();
      // A writer that published after the first look may have found the old state unread.
      if (state == current) {
        return state.open();
      }
      state.leave();
    }
  }

  /**
   * Gives the pages of a collection to a reader.
   *
   * @param snapshot what it holds
   * @param owner the collection
   * @return its pages
   */
  public Pages pages(Snapshot snapshot, int owner) {
    return new Pages(loader, cache, owner, snapshot);
  }

  /**
   * Gives the pages of a collection to the writer.
   *
   * @param owner the collection
   * @return its pages, those of the write set included
   */
  public Pages pages(int owner) {
    return new Pages(loader, cache, owner, null);
  }

  /**
   * Gives the collections of the newest state.
   *
   * @return its catalogue
   */
  public Catalogue catalogue() {
    return current.catalogue();
  }

  /**
   * Tells the identifier of the next collection.
   *
   * @return from 1
   */
  public int nextCollectionId() {
    return current.nextCollectionId();
  }

  /**
   * Tells the number of the newest state.
   *
   * @return ascending from 0
   */
  public long sequence() {
    return current.sequence();
  }

  /**
   * Begins a transaction; for the holder of the writer slot.
   *
   * @return an empty write set
   * @throws StoreFailedException where an earlier failure keeps the store from writing
   */
  public WriteSet beginWrite() {
    requireWritable();
    if (!options.durableCommits() && cache.dirty() > cache.budget() / 2) {
      checkpoint();
      reclaim();
      spillRetained();
    } else {
      reclaim();
    }
    return newWriteSet();
  }

  /**
   * Writes changed leaves that only snapshots still reach, so that they can be evicted: no
   * checkpoint will write them. Their numbers are theirs until the last of these snapshots is
   * closed. Nothing durable refers to them, and their parents never learn the checksums.
   */
  private void spillRetained() {
    List<Frame> images = new ArrayList<>();
    for (IntList pages : space.retained()) {
      for (int i = 0; i < pages.size(); i++) {
        Frame frame = cache.get(pages.get(i));
        if (frame != null && frame.dirty && frame.level == 0) {
          Frame image = Images.leaf(frame, true);
          PageHeader.seal(image.bytes, meta.epoch() + 1);
          cache.put(image);
          images.add(image);
        }
      }
    }
    writer.write(images);
    images.forEach(cache::markClean);
    cache.shrink(cache.budget());
    spilled += images.size();
  }

  private WriteSet newWriteSet() {
    return new WriteSet(cache, space, writer, meta.epoch() + 1);
  }

  /**
   * Makes the write set the newest state. Where this throws, it has been rolled back.
   *
   * @param pages the write set
   * @param catalogue the collections with the roots that the write set left
   * @param nextCollectionId identifier of the next collection
   * @throws StoreException where the state could not be written; the store goes on
   * @throws StoreFailedException where it is unknown whether it is durable; the store refuses to
   *     write from then on, and reopening it tells
   */
  public void commit(WriteSet pages, Catalogue catalogue, int nextCollectionId) {
    spilled += pages.spilled();
    if (pages.isEmpty() && catalogue == current.catalogue()) {
      return;
    }
    State next = new State(current.sequence() + 1, catalogue, nextCollectionId);
    if (options.durableCommits()) {
      next = checkpoint(next, pages, false);
    }
    space.freed(next.sequence(), pages.freed());
    publish(next);
  }

  /**
   * Undoes a write set.
   *
   * @param pages the write set
   */
  public void rollBack(WriteSet pages) {
    spilled += pages.spilled();
    pages.rollBack();
  }

  /**
   * Makes the newest state durable; for the holder of the writer slot, without a write set.
   *
   * @throws StoreException as {@link #commit}
   */
  public void checkpoint() {
    requireWritable();
    if (current.catalogue() == durableCatalogue) {
      return;
    }
    WriteSet pages = newWriteSet();
    State next = checkpoint(current, pages, true);
    space.freed(next.sequence(), pages.freed());
    publish(next);
  }

  private void publish(State next) {
    synchronized (states) {
      states.add(next);
    }
    current = next;
    reclaim();
  }

  private void reclaim() {
    space.reclaim(oldestRead());
  }

  private long oldestRead() {
    synchronized (states) {
      State oldest = states.getFirst();
      while (oldest != current && !oldest.hasReaders()) {
        states.removeFirst();
        oldest = states.getFirst();
      }
      return oldest.sequence();
    }
  }

  private State checkpoint(State state, WriteSet pages, boolean published) {
    long epoch = meta.epoch() + 1;
    Checkpoint checkpoint = new Checkpoint(cache, loader, space, pages, epoch, published);
    Catalogue built;
    try {
      built = checkpoint.buildCatalogue(state.catalogue(), durableCatalogue);
      checkpoint.buildSpace(spacePlaces, spaceBranches);
      checkpoint.writePages(writer);
    } catch (StoreException e) {
      // Nothing that a durable state reaches has been touched.
      pages.rollBack();
      throw e;
    } catch (RuntimeException | Error e) {
      pages.rollBack();
      throw fail(e);
    }
    Meta last = meta;
    Meta next =
        new Meta(
            last.storeId(),
            last.compatible(),
            last.readOnlyCompatible(),
            last.incompatible(),
            epoch,
            space.livePages(),
            built.root(),
            checkpoint.spaceRoot(),
            state.nextCollectionId(),
            state.sequence(),
            Meta.Ring.NONE);
    try {
      file.force();
      Metas.write(file, next);
      file.force();
    } catch (IOException | RuntimeException | Error e) {
      pages.rollBack();
      throw fail(e);
    }
    meta = next;
    durableCatalogue = built;
    spacePlaces = checkpoint.spacePlaces();
    spaceBranches = checkpoint.spaceBranches();
    space.checkpointed(spacePlaces);
    checkpoints++;
    truncate(last, MIN_TRUNCATION);
    return new State(state.sequence(), built, state.nextCollectionId());
  }

  /**
   * Cuts the free tail off where it is long enough; never a page that one of the two last
   * checkpoints or a snapshot reaches.
   */
  private void truncate(Meta last, long least) {
    long pages = Math.max(space.takenPages(), Math.max(meta.pageCount(), last.pageCount()));
    long end = pages * PageHeader.PAGE_SIZE;
    try {
      long length = file.length();
      if (length - end >= Math.max(least, least > 1 ? length / 10 : 0)) {
        file.truncate(end);
      }
    } catch (IOException e) {
      // The state is durable; the tail can be cut off another time.
      LOG.log(System.Logger.Level.DEBUG, file.name() + ": cannot cut off the free tail", e);
    }
  }

  private StoreFailedException fail(Throwable cause) {
    failure = cause;
    return failed(cause);
  }

  private StoreFailedException failed(Throwable cause) {
    return new StoreFailedException(
        file.name()
            + ": an earlier write failed and left open what the disk holds ("
            + cause
            + "); close the store and open it again",
        cause);
  }

  /**
   * Tells whether the store may be written.
   *
   * @return false where it was opened for reading only, or an earlier write failed
   */
  public boolean isWritable() {
    return !options.readOnly() && failure == null;
  }

  /**
   * Throws where the store must not be written.
   *
   * @throws IllegalStateException where it was opened for reading only
   * @throws StoreFailedException where an earlier write failed
   */
  public void requireWritable() {
    if (options.readOnly()) {
      throw new IllegalStateException(
          file.name() + ": the store is open for reading only; open it without readOnly");
    }
    Throwable cause = failure;
    if (cause != null) {
      throw failed(cause);
    }
  }

  /**
   * Tells what the last durable checkpoint says; for the holder of the writer slot.
   *
   * @return its meta page
   */
  public Meta durable() {
    return meta;
  }

  /**
   * Gives the collections that the last checkpoint made durable; for the holder of the writer slot.
   *
   * @return their catalogue
   */
  public Catalogue durableCatalogue() {
    return durableCatalogue;
  }

  /**
   * Reads a page from the file, past the cache, held to the rules of its kind.
   *
   * @param ref where it is and what it must be
   * @param owner the collection, 0 for the store itself
   * @return its bytes
   */
  public byte[] readDurable(PageRef ref, int owner) {
    return loader.read(ref.number(), ref.crc(), ref.level(), owner);
  }

  /**
   * Counts.
   *
   * @return counters as they are about now
   */
  public PagerStats stats() {
    int snapshots = 0;
    long oldest = 0;
    synchronized (states) {
      for (State state : states) {
        for (Snapshot snapshot : state.snapshots()) {
          snapshots++;
          oldest = Math.max(oldest, snapshot.ageNanos());
        }
      }
    }
    Meta last = meta;
    return new PagerStats(
        last.epoch(),
        current.sequence(),
        last.pageCount(),
        space.countLive(),
        space.countTaken(),
        cache.resident(),
        cache.dirty(),
        cache.budget(),
        loader.loaded(),
        cache.evicted(),
        writer.written(),
        spilled,
        checkpoints,
        snapshots,
        oldest);
  }

  /**
   * Ends all snapshots, makes the newest state durable, and closes the file; for the holder of the
   * writer slot. After a failure nothing is written.
   */
  @Override
  public void close() {
    try {
      if (!options.readOnly() && failure == null) {
        checkpoint();
        endSnapshots();
        reclaim();
        truncate(meta, 1);
      }
      endSnapshots();
    } finally {
      try {
        file.close();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.WARNING, file.name() + ": cannot close the file", e);
      }
    }
  }

  private void endSnapshots() {
    synchronized (states) {
      states.forEach(state -> List.copyOf(state.snapshots()).forEach(Snapshot::close));
    }
  }
}
