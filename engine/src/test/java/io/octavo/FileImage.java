package io.octavo;

import io.octavo.commit.Pager;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.check.PageCheck;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** The bytes of a store file, to be damaged with knowledge of the format. */
final class FileImage {
  static final TreeLimits TINY = new TreeLimits(4, 4);

  private byte[] bytes;

  FileImage(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  /** Makes a store of two maps, {@code m} with keys 0 to 99 and their squares, and {@code n}. */
  static FileImage sample() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(3, 4));
    try (Store store = Store.open(file, null, StoreOptions.defaults(), TINY)) {
      store.write(
          tx -> {
            for (long key = 0; key < 100; key++) {
              tx.longMap("m").put(key, key * key);
            }
          });
      store.write(tx -> tx.longMap("n").put(1, 2));
    }
    return new FileImage(file.content());
  }

  /** Makes a store whose catalogue takes many pages, and so has a branch. */
  static FileImage manyMaps() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(3, 5));
    try (Store store = Store.open(file, null, StoreOptions.defaults(), TINY)) {
      store.write(
          tx -> {
            for (int i = 0; i < 200; i++) {
              tx.longMap("m" + "x".repeat(200) + i).put(i, i);
            }
          });
    }
    return new FileImage(file.content());
  }

  /** Makes a store of a map of byte strings, {@code b}, in which some values are large. */
  static FileImage strings(Map<byte[], byte[]> entries) {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(3, 6));
    try (Store store = Store.open(file, null, StoreOptions.defaults(), TINY)) {
      store.write(tx -> entries.forEach(tx.bytesMap("b")::put));
    }
    return new FileImage(file.content());
  }

  /** Changes the record of a collection; the checksums above it are to be made right again. */
  FileImage changeRecord(String name, UnaryOperator<CatalogueRecord> change) {
    for (int number : live(PageKind.CATALOGUE)) {
      byte[] page = page(number);
      long epoch = PageHeader.epoch(page);
      List<CatalogueRecord> records = new ArrayList<>();
      for (CatalogueRecord record : CataloguePage.records(page)) {
        records.add(record.name().equals(name) ? change.apply(record) : record);
      }
      CataloguePage.build(page, number, records);
      Memory.putLong(page, PageHeader.EPOCH, epoch);
      replace(number, page);
    }
    return this;
  }

  /** Finds the record of a collection. */
  CatalogueRecord record(String name) {
    return live(PageKind.CATALOGUE).stream()
        .flatMap(number -> CataloguePage.records(page(number)).stream())
        .filter(record -> record.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  byte[] bytes() {
    return bytes.clone();
  }

  int pages() {
    return bytes.length / PageHeader.PAGE_SIZE;
  }

  FileImage copy() {
    return new FileImage(bytes);
  }

  FileImage truncate(int length) {
    bytes = Arrays.copyOf(bytes, length);
    return this;
  }

  /** Copies a page out, guards around it. */
  byte[] page(int number) {
    byte[] page = PageHeader.newPage();
    Memory.buffer(page, 0, PageHeader.PAGE_SIZE)
        .put(bytes, number * PageHeader.PAGE_SIZE, PageHeader.PAGE_SIZE);
    return page;
  }

  FileImage replace(int number, byte[] page) {
    Memory.buffer(page, 0, PageHeader.PAGE_SIZE)
        .get(bytes, number * PageHeader.PAGE_SIZE, PageHeader.PAGE_SIZE);
    return this;
  }

  /** Flips a bit in the middle of a page. */
  FileImage damage(int number) {
    bytes[number * PageHeader.PAGE_SIZE + PageHeader.PAGE_SIZE / 2] ^= 4;
    return this;
  }

  /** Returns the newest state. */
  Meta meta() {
    Meta newest = MetaPage.read(page(0));
    for (int number = 1; number < MetaPage.COUNT; number++) {
      Meta meta = MetaPage.read(page(number));
      newest = meta.epoch() > newest.epoch() ? meta : newest;
    }
    return newest;
  }

  /** Changes what all meta pages say. */
  FileImage changeMetas(UnaryOperator<Meta> change) {
    for (int number = 0; number < MetaPage.COUNT; number++) {
      byte[] page = page(number);
      MetaPage.build(page, number, change.apply(MetaPage.read(page(number))));
      replace(number, page);
    }
    return this;
  }

  /** Returns a meta page another format version, under a right checksum. */
  FileImage changeVersion(int number, int version) {
    byte[] page = page(number);
    Memory.putInt(page, MetaPage.FORMAT, version);
    byte[] salt = new byte[2 * Long.BYTES];
    Memory.buffer(page, MetaPage.STORE_ID, MetaPage.STORE_ID + salt.length).get(salt);
    Memory.putInt(page, PageHeader.CRC, PageHeader.computeCrc(page, salt));
    return replace(number, page);
  }

  /** Makes all checksums right again, from the leaves to the newest meta pages. */
  FileImage sealAgain() {
    Meta meta = meta();
    PageRef catalogue = sealAgain(meta.catalogue());
    PageRef space = sealAgain(meta.space());
    return changeMetas(
        old ->
            old.epoch() != meta.epoch()
                ? old
                : new Meta(
                    meta.storeId(),
                    meta.compatible(),
                    meta.readOnlyCompatible(),
                    meta.incompatible(),
                    meta.epoch(),
                    meta.pageCount(),
                    catalogue,
                    space,
                    meta.nextCollectionId(),
                    meta.sequence(),
                    meta.ring()));
  }

  private PageRef sealAgain(PageRef ref) {
    if (ref.number() < MetaPage.COUNT || ref.number() >= pages()) {
      return ref;
    }
    byte[] page = page(ref.number());
    PageKind kind = PageKind.of(PageHeader.kindCode(page));
    if (PageHeader.level(page) == ref.level() && PageCheck.check(page) == null) {
      if (kind == PageKind.CATALOGUE) {
        List<CatalogueRecord> records = new ArrayList<>();
        for (CatalogueRecord record : CataloguePage.records(page)) {
          records.add(record.with(sealAgain(record.root()), record.entries()));
        }
        long epoch = PageHeader.epoch(page);
        CataloguePage.build(page, ref.number(), records);
        Memory.putLong(page, PageHeader.EPOCH, epoch);
      } else if (ref.level() > 0) {
        boolean ofTree = kind == PageKind.BRANCH || kind == PageKind.BYTES_BRANCH;
        for (int i = 0; i < PageHeader.count(page); i++) {
          int place = PageHeader.LENGTH + i * Long.BYTES;
          long child = ofTree ? TreePage.child(page, i) : Memory.getLong(page, place);
          PageRef below =
              sealAgain(
                  new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1));
          long sealed = BranchPage.childOf(below.number(), below.crc());
          if (ofTree) {
            TreePage.setChild(page, i, sealed);
          } else {
            Memory.putLong(page, place, sealed);
          }
        }
      }
    }
    int crc = PageHeader.computeCrc(page, new byte[0]);
    Memory.putInt(page, PageHeader.CRC, crc);
    replace(ref.number(), page);
    return new PageRef(ref.number(), crc, ref.level());
  }

  /** Lists the pages of a kind that the newest state uses. */
  List<Integer> live(PageKind kind) {
    List<Integer> live = new ArrayList<>();
    byte[] bitmap = page(meta().space().number());
    for (int number = MetaPage.COUNT; number < pages(); number++) {
      long word = Memory.getLong(bitmap, PageHeader.LENGTH + number / Long.SIZE * Long.BYTES);
      if ((word >>> number & 1) != 0 && PageHeader.kindCode(page(number)) == kind.code()) {
        live.add(number);
      }
    }
    return live;
  }

  Store open(StoreOptions options) {
    return Store.open(new HeapFile(bytes), null, options, TINY);
  }

  Store open() {
    return open(StoreOptions.defaults());
  }
}
