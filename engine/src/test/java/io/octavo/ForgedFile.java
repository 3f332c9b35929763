package io.octavo;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.BytesRun;
import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.ring.RingRecord;
import io.octavo.page.tree.BranchPage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A small store that is made page by page, under right checksums: each page keeps the rules that
 * are seen in it alone, and what is wrong with them together no store would write.
 */
public final class ForgedFile {
  private static final UUID STORE_ID = new UUID(13, 37);

  private static final long EPOCH = 2;

  /** The pages behind the meta pages; the first is the bitmap, which is made last. */
  private final List<byte[]> pages = new ArrayList<>();

  private int nextCollection = 100;
  private Meta.Ring ring = Meta.Ring.NONE;

  /** Makes a store without collections. */
  public ForgedFile() {
    pages.add(PageHeader.newPage());
  }

  /** Returns the number of the next page. */
  public int next() {
    return MetaPage.COUNT + pages.size();
  }

  /** Adds a page that was formatted with the number of the next one. */
  public PageRef add(byte[] page) {
    pages.add(page);
    int crc = PageHeader.seal(page, EPOCH);
    return new PageRef(PageHeader.number(page), crc, PageHeader.level(page));
  }

  private static long child(PageRef ref) {
    return BranchPage.childOf(ref.number(), ref.crc());
  }

  /** Adds a page of children. */
  public PageRef children(PageKind kind, PageRef... below) {
    byte[] page = PageHeader.newPage();
    ChildrenPage.format(page, kind, below[0].level() + 1, next());
    for (PageRef each : below) {
      ChildrenPage.append(page, child(each));
    }
    return add(page);
  }

  /** Adds a leaf. */
  public PageRef leaf(int owner, long... keys) {
    EntryRun run = new EntryRun();
    for (long key : keys) {
      run.append(key, key);
    }
    byte[] page = PageHeader.newPage();
    LeafPage.format(page, next(), owner);
    LeafPage.build(run, 0, run.count(), page);
    return add(page);
  }

  /** Adds a branch of some children; the separators are a step apart. */
  public PageRef branch(int owner, long step, PageRef... below) {
    byte[] page = PageHeader.newPage();
    BranchPage.format(page, below[0].level() + 1, next(), owner);
    for (int i = 0; i < below.length; i++) {
      BranchPage.insert(page, i, i == 0 ? Long.MIN_VALUE : i * step, child(below[i]));
    }
    return add(page);
  }

  /** Adds a leaf of byte strings of four bytes each. */
  public PageRef bytesLeaf(int owner, int... keys) {
    BytesRun run = new BytesRun();
    for (int key : keys) {
      run.put(bytes(key), new byte[] {1}, false);
    }
    byte[] page = PageHeader.newPage();
    BytesPage.formatLeaf(page, next(), owner);
    run.build(0, run.count(), page);
    return add(page);
  }

  /** Adds a leaf of byte strings that has the empty key only. */
  public PageRef emptyKeyLeaf(int owner, byte[] value) {
    BytesRun run = new BytesRun();
    run.put(new byte[0], value, false);
    byte[] page = PageHeader.newPage();
    BytesPage.formatLeaf(page, next(), owner);
    run.build(0, run.count(), page);
    return add(page);
  }

  /** Adds a branch of byte strings of some children; the separators are a step apart. */
  public PageRef bytesBranch(int owner, int step, PageRef... below) {
    BytesRun run = new BytesRun();
    for (int i = 0; i < below.length; i++) {
      byte[] value = BranchPage.childValue(below[i].number(), below[i].crc());
      run.put(i == 0 ? new byte[0] : bytes(i * step), value, false);
    }
    byte[] page = PageHeader.newPage();
    BytesPage.formatBranch(page, below[0].level() + 1, next(), owner);
    run.build(0, run.count(), page);
    return add(page);
  }

  static byte[] bytes(int key) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(key).array();
  }

  /** Adds a page of the catalogue. */
  public PageRef catalogue(CatalogueRecord... records) {
    byte[] page = PageHeader.newPage();
    CataloguePage.build(page, next(), List.of(records));
    return add(page);
  }

  /** Adds a bitmap in which some of its pages are in use. */
  public PageRef bitmap(int index, int... bits) {
    long[] words = new long[SpacePage.WORDS];
    for (int bit : bits) {
      words[bit / Long.SIZE] |= 1L << bit;
    }
    byte[] page = PageHeader.newPage();
    SpacePage.build(page, next(), index, words);
    return add(page);
  }

  /** Adds a commit ring with one record of commits, of which the first is commit 2. */
  public ForgedFile withRing(byte[]... commits) {
    byte[] record = RingRecord.build(List.of(commits), 2, 1, 0, STORE_ID);
    int start = next();
    for (int at = 0; at < Memory.length(record); at += PageHeader.PAGE_SIZE) {
      byte[] page = PageHeader.newPage();
      Memory.copy(record, at, page, 0, Math.min(PageHeader.PAGE_SIZE, Memory.length(record) - at));
      pages.add(page);
    }
    ring = new Meta.Ring(start, next() - start, 0, 1);
    return this;
  }

  /** Has the meta pages name the identifier of the next collection. */
  public ForgedFile withNextCollection(int id) {
    nextCollection = id;
    return this;
  }

  /** Returns the file, with a catalogue and the bitmap that fits it. */
  public byte[] bytes(PageRef catalogue) {
    return bytes(catalogue, null, new int[0]);
  }

  /**
   * Returns the file.
   *
   * @param catalogue root of the catalogue
   * @param space root of the space, null for the bitmap that fits it
   * @param marked pages that the bitmap says to be in use besides
   */
  public byte[] bytes(PageRef catalogue, PageRef space, int... marked) {
    long[] words = new long[SpacePage.WORDS];
    for (int page = 0; page < next(); page++) {
      words[page / Long.SIZE] |= 1L << page;
    }
    for (int page : marked) {
      words[page / Long.SIZE] |= 1L << page;
    }
    byte[] bitmap = pages.get(0);
    SpacePage.build(bitmap, MetaPage.COUNT, 0, words);
    PageRef fitting = new PageRef(MetaPage.COUNT, PageHeader.seal(bitmap, EPOCH), 0);
    FileImage image = new FileImage(new byte[next() * PageHeader.PAGE_SIZE]);
    for (int i = 0; i < pages.size(); i++) {
      image.replace(MetaPage.COUNT + i, pages.get(i));
    }
    for (int number = 0; number < MetaPage.COUNT; number++) {
      long epoch = EPOCH + number % MetaPage.SLOTS;
      Meta meta =
          new Meta(
              STORE_ID,
              0,
              0,
              0,
              epoch,
              next(),
              catalogue,
              space == null ? fitting : space,
              nextCollection,
              1,
              ring);
      byte[] page = PageHeader.newPage();
      MetaPage.build(page, number, meta);
      image.replace(number, page);
    }
    return image.bytes();
  }
}
