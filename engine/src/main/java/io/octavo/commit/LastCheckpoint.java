package io.octavo.commit;

import io.octavo.cache.Frame;
import io.octavo.cache.IntList;
import io.octavo.cache.MetaPages;
import io.octavo.cache.PageLoader;
import io.octavo.cache.PageWriter;
import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.State;
import io.octavo.error.CorruptionException;
import io.octavo.file.StoreFile;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.check.Rule;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.space.Space;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The last checkpoint in the file, from which recovery, checks and tools read. */
public final class LastCheckpoint {
  private static final System.Logger LOG = System.getLogger(LastCheckpoint.class.getName());
  private final PageLoader loader;
  private final Meta meta;
  private final Catalogue catalogue;
  private final List<PageRef> bitmaps;
  private final IntList spaceBranches;

  private LastCheckpoint(
      PageLoader loader,
      Meta meta,
      Catalogue catalogue,
      List<PageRef> bitmaps,
      IntList spaceBranches) {
    this.loader = loader;
    this.meta = meta;
    this.catalogue = catalogue;
    this.bitmaps = bitmaps;
    this.spaceBranches = spaceBranches;
  }

  /** Returns the contents of the meta page. */
  public Meta meta() {
    return meta;
  }

  /** Returns the catalogue. */
  public Catalogue catalogue() {
    return catalogue;
  }

  /** Returns the pages of the bitmaps; none if the file is open for reading only. */
  List<PageRef> bitmaps() {
    return bitmaps;
  }

  /** Returns the pages above the bitmaps. */
  IntList spaceBranches() {
    return spaceBranches;
  }

  /** Returns the state of the checkpoint. */
  State state() {
    return new State(meta.sequence(), catalogue, meta.nextCollectionId(), meta.incompatible());
  }

  /**
   * Reads a page from the file, past the cache, and verifies the rules of its kind.
   *
   * @param ref its place and required properties
   * @param kind its kind; null for any kind of page of a collection
   * @param owner the collection, 0 for the store itself
   * @return its bytes
   * @throws io.octavo.error.CorruptionException if the file has another page there
   * @throws io.octavo.error.StoreException if the file cannot be read
   */
  public byte[] read(PageRef ref, @Nullable PageKind kind, int owner) {
    byte[] page = loader.read(ref.number(), ref.crc(), ref.level(), owner);
    if (kind != null) {
      loader.requireKind(page, ref.number(), kind.code());
    }
    return page;
  }

  /** Returns the same checkpoint with another meta page. */
  LastCheckpoint with(Meta changed) {
    return with(changed, catalogue, bitmaps, spaceBranches);
  }

  /** Returns the next checkpoint in the same file. */
  LastCheckpoint with(Meta next, Catalogue collections, List<PageRef> places, IntList branches) {
    return new LastCheckpoint(loader, next, collections, places, branches);
  }

  /**
   * Makes the same state durable in the other meta slot too, if a copy in that slot is not sound.
   * Such a copy may lack only its last bytes: a later torn write could complete it, and restore a
   * state whose pages have been reused.
   */
  private LastCheckpoint inOtherSlot(StoreFile file) throws IOException {
    Meta next = meta.withEpoch(meta.epoch() + 1);
    MetaPages.write(file, next);
    file.force();
    return with(next);
  }

  /** Writes an empty store into an empty file, and makes it durable. */
  static void create(StoreFile file, UUID storeId) throws IOException {
    int bitmap = MetaPage.COUNT;
    byte[] page = PageHeader.newPage();
    long[] words = new long[SpacePage.WORDS];
    words[0] = (1L << (bitmap + 1)) - 1;
    SpacePage.build(page, bitmap, 0, words);
    PageRef space = new PageRef(bitmap, PageHeader.seal(page, 1), 0);
    new PageWriter(file, null, null).write(new ArrayList<>(List.of(new Frame(bitmap, page, true))));
    file.force();
    // Both meta slots, so that each of the four pages identifies the file.
    for (long epoch = 1; epoch <= MetaPage.SLOTS; epoch++) {
      MetaPages.write(
          file,
          new Meta(storeId, 0, 0, 0, epoch, bitmap + 1, PageRef.NONE, space, 1, 0, Meta.Ring.NONE));
    }
    file.force();
  }

  /**
   * Reads the last checkpoint.
   *
   * @param space receives the bitmaps
   */
  static LastCheckpoint open(StoreFile file, PageLoader loader, Space space, boolean readOnly)
      throws IOException {
    MetaPages.Found found = MetaPages.read(file, loader, readOnly);
    Meta meta = found.meta();
    LastCheckpoint durable = read(loader, meta);
    durable =
        readOnly && meta.ring().pages() == 0
            ? durable.readSpaceIfSound(space)
            : durable.readSpace(space);
    if (!readOnly) {
      // After a failed force, the page cache of the system may return a meta page that is not on
      // the disk. Without this, another crash could restore an older state whose pages have been
      // reused.
      MetaPages.persist(file, found);
      if (!found.isOtherSlotSound()) {
        durable = durable.inOtherSlot(file);
      }
      long epoch = durable.meta().epoch();
      if (epoch > 1 && file.isPinned(1, epoch - 1)) {
        long pages = file.length() / PageHeader.PAGE_SIZE;
        space.holdAll((int) Math.min(Integer.MAX_VALUE, pages), epoch);
      }
    }
    return durable;
  }

  /** Reads the checkpoint of a meta page, without its bitmaps. */
  private static LastCheckpoint read(PageLoader loader, Meta meta) {
    return new LastCheckpoint(
        loader, meta, readCatalogue(loader, meta.catalogue()), List.of(), new IntList());
  }

  private static Catalogue readCatalogue(PageLoader loader, PageRef root) {
    if (root.isNone()) {
      return Catalogue.EMPTY;
    }
    List<Catalogue.Group> groups = new ArrayList<>();
    String[] last = {""};
    loader.visit(
        root,
        PageKind.CATALOGUE_BRANCH,
        PageKind.CATALOGUE,
        (ref, page) -> {
          if (ref.level() == 0) {
            Catalogue.Group group = new Catalogue.Group(ref, CataloguePage.records(page));
            if (CataloguePage.compareNames(last[0], group.firstName()) >= 0) {
              throw loader.corruption(
                  ref.number(),
                  Rule.R14,
                  PageHeader.LENGTH,
                  "a name not above those of the page before",
                  "ascending names");
            }
            last[0] = group.lastName();
            groups.add(group);
          }
        });
    return Catalogue.of(root, groups);
  }

  /**
   * Reads the bitmaps of a store that is open for reading only, for statistics. Damage does not
   * prevent the opening.
   */
  private LastCheckpoint readSpaceIfSound(Space space) {
    try {
      return readSpace(space);
    } catch (CorruptionException e) {
      LOG.log(System.Logger.Level.DEBUG, "free space is not counted", e);
      return this;
    }
  }

  /** Reads the bitmaps into the space. */
  private LastCheckpoint readSpace(Space space) {
    List<long[]> blocks = new ArrayList<>();
    List<PageRef> places = new ArrayList<>();
    IntList branches = new IntList();
    loader.visit(
        meta.space(),
        PageKind.SPACE_BRANCH,
        PageKind.SPACE,
        (ref, page) -> {
          if (ref.level() > 0) {
            branches.add(ref.number());
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
          places.add(ref);
        });
    if ((long) blocks.size() * SpacePage.PAGES < meta.pageCount()) {
      throw loader.corruption(
          meta.space().number(),
          Rule.R21,
          0,
          "bitmaps of " + blocks.size() * SpacePage.PAGES + " pages",
          "bitmaps of " + meta.pageCount() + " pages or more");
    }
    space.load(blocks, places);
    if (space.liveEnd() > meta.pageCount()) {
      throw loader.corruption(
          meta.space().number(),
          Rule.R25,
          0,
          "page " + (space.liveEnd() - 1) + " marked in use",
          "none behind the end, " + meta.pageCount() + " pages");
    }
    return with(meta, catalogue, places, branches);
  }
}
