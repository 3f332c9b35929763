package io.octavo.pager;

import io.octavo.error.StoreFullException;
import io.octavo.page.BranchPage;
import io.octavo.page.CataloguePage;
import io.octavo.page.CatalogueRecord;
import io.octavo.page.ChildrenPage;
import io.octavo.page.Meta;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.SpacePage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds the pages of one state in the form that is written, bottom-up, so that each parent holds
 * the checksums of its children. Nothing here touches the file but {@link #writePages}.
 */
final class Checkpoint {
  private final PageCache cache;
  private final PageLoader loader;
  private final Space space;
  private final WriteSet pages;
  private final long epoch;

  /** What is to be written; frames of trees, which the cache holds too, and pages of the store. */
  private final List<Frame> images = new ArrayList<>();

  private PageRef spaceRoot = PageRef.NONE;
  private List<PageRef> spacePlaces = List.of();
  private IntList spaceBranches = new IntList();

  /**
   * Begins a checkpoint.
   *
   * @param pages gives numbers to the new pages of catalogue and space, and takes the old ones
   */
  Checkpoint(PageCache cache, PageLoader loader, Space space, WriteSet pages, long epoch) {
    this.cache = cache;
    this.loader = loader;
    this.space = space;
    this.pages = pages;
    this.epoch = epoch;
  }

  /** Builds all changed trees and the catalogue; gives the catalogue with checksums and places. */
  Catalogue buildCatalogue(Catalogue changed, Catalogue durable) {
    if (changed == durable) {
      return durable;
    }
    List<Catalogue.Group> groups = new ArrayList<>();
    for (Catalogue.Group group : changed.groups()) {
      groups.add(group.isWritten() ? group : buildGroup(group));
    }
    PageRef root = PageRef.NONE;
    if (groups.size() == 1) {
      root = groups.get(0).page();
    } else if (groups.size() > ChildrenPage.MAX_COUNT) {
      throw new StoreFullException(
          "the catalogue has no room for more names; drop maps that are not needed", null);
    } else if (groups.size() > 1) {
      root = buildCatalogueBranch(groups);
    }
    Catalogue built = Catalogue.of(root, groups);
    Set<Integer> kept = placesOf(built);
    for (int place : placesOf(durable)) {
      if (!kept.contains(place)) {
        pages.free(place);
      }
    }
    return built;
  }

  private Catalogue.Group buildGroup(Catalogue.Group group) {
    List<CatalogueRecord> records = new ArrayList<>();
    for (CatalogueRecord record : group.records()) {
      PageRef root = record.root();
      records.add(
          root.isNone()
              ? record
              : record.with(
                  new PageRef(root.number(), tree(root.number(), root.crc()), root.level()),
                  record.entries()));
    }
    byte[] page = PageHeader.newPage();
    int number = pages.allocateForCheckpoint();
    CataloguePage.build(page, number, records);
    return new Catalogue.Group(sealed(page), records);
  }

  private PageRef buildCatalogueBranch(List<Catalogue.Group> groups) {
    byte[] page = PageHeader.newPage();
    ChildrenPage.format(page, PageKind.CATALOGUE_BRANCH, 1, pages.allocateForCheckpoint());
    for (Catalogue.Group group : groups) {
      PageRef child = group.page();
      ChildrenPage.append(page, BranchPage.childOf(child.number(), child.crc()));
    }
    return sealed(page);
  }

  private static Set<Integer> placesOf(Catalogue catalogue) {
    Set<Integer> places = new HashSet<>();
    catalogue.groups().forEach(group -> places.add(group.page().number()));
    places.add(catalogue.root().number());
    places.remove(PageRef.NONE.number());
    return places;
  }

  /** Builds the changed pages of a tree; gives the checksum of its root. */
  private int tree(int number, int knownCrc) {
    Frame frame = cache.get(number);
    if (frame == null || !frame.dirty) {
      return knownCrc != 0 ? knownCrc : writtenCrc(number, frame);
    }
    // What an earlier commit made, readers may look at.
    boolean published = !pages.owns(number);
    Frame image;
    if (frame.level == 0) {
      image = Images.leaf(frame, published);
    } else {
      image = Images.branch(frame, published);
      for (int i = 0; i < PageHeader.count(image.bytes); i++) {
        long child = BranchPage.child(image.bytes, i);
        int crc = tree(BranchPage.number(child), BranchPage.crc(child));
        BranchPage.setChild(image.bytes, i, BranchPage.childOf(BranchPage.number(child), crc));
      }
    }
    int crc = PageHeader.seal(image.bytes, epoch);
    if (image != frame) {
      cache.put(image);
    }
    images.add(image);
    return crc;
  }

  /** A page may have been written by a checkpoint that failed later: its own bytes know. */
  private int writtenCrc(int number, @Nullable Frame frame) {
    return PageHeader.crc(frame != null ? frame.bytes : loader.readRaw(number));
  }

  /**
   * Builds the changed bitmaps and the levels above them. Each gets a new place, which changes the
   * bitmaps again: repeated until no bitmap is left that has changed and keeps its place.
   */
  void buildSpace(List<PageRef> oldPlaces, IntList oldBranches) {
    for (int i = 0; i < oldBranches.size(); i++) {
      pages.free(oldBranches.get(i));
    }
    space.dropFreeBlocks();
    int kept = Math.min(space.blocks(), oldPlaces.size());
    for (PageRef unused : oldPlaces.subList(kept, oldPlaces.size())) {
      pages.free(unused.number());
    }
    IntList branches = new IntList();
    List<PageRef> places = new ArrayList<>(oldPlaces.subList(0, kept));
    Set<Integer> moved = new HashSet<>();
    boolean changed = true;
    while (changed) {
      changed = false;
      while (branches.size() < branchPages(space.blocks())) {
        branches.add(pages.allocateForCheckpoint());
      }
      for (int block = 0; block < space.blocks(); block++) {
        if (places.size() == block) {
          places.add(PageRef.NONE);
        }
        if (space.isChanged(block) && moved.add(block)) {
          if (!places.get(block).isNone()) {
            pages.free(places.get(block).number());
          }
          places.set(block, new PageRef(pages.allocateForCheckpoint(), 0, 0));
          changed = true;
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
  }

  /** Counts the pages of all levels above some bitmaps. */
  private static int branchPages(int blocks) {
    int pages = 0;
    for (int level = blocks; level > 1; ) {
      level = (level + ChildrenPage.MAX_COUNT - 1) / ChildrenPage.MAX_COUNT;
      pages += level;
    }
    return pages;
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

  /** Seals a page of the store itself, which the cache does not hold. */
  private PageRef sealed(byte[] page) {
    int crc = PageHeader.seal(page, epoch);
    images.add(new Frame(PageHeader.number(page), page, true));
    return new PageRef(PageHeader.number(page), crc, PageHeader.level(page));
  }

  /** Writes all that was built. */
  void writePages(PageWriter writer) {
    writer.write(images);
    images.forEach(cache::markClean);
  }

  /**
   * Makes an extent of zeros for the commit ring and lets the old one go; none where no length is
   * wanted or the limit leaves no room, for commits can do without.
   */
  Meta.Ring buildRing(Meta.Ring old, int newPages) {
    for (int i = 0; i < old.pages(); i++) {
      pages.free(old.start() + i);
    }
    int start = newPages == 0 ? 0 : pages.allocateRun(newPages);
    if (start == 0) {
      return new Meta.Ring(0, 0, 0, old.generation());
    }
    byte[] zeros = PageHeader.newPage();
    for (int i = 0; i < newPages; i++) {
      images.add(new Frame(start + i, zeros, true));
    }
    return new Meta.Ring(start, newPages, 0, old.generation());
  }

  PageRef spaceRoot() {
    return spaceRoot;
  }

  List<PageRef> spacePlaces() {
    return spacePlaces;
  }

  IntList spaceBranches() {
    return spaceBranches;
  }
}
