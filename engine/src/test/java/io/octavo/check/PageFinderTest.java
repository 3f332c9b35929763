package io.octavo.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.collection.Types;
import io.octavo.commit.LastCheckpoint;
import io.octavo.commit.Pager;
import io.octavo.commit.PagerOptions;
import io.octavo.commit.RingLimits;
import io.octavo.commit.WriteTransaction;
import io.octavo.file.KeptFile;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.transaction.Changes;
import io.octavo.transaction.StoreMemory;
import io.octavo.tree.BytesTreeWriter;
import io.octavo.tree.LongTreeWriter;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A page is found by the branches above it, and told by its map and its keys. */
class PageFinderTest {
  private static final TreeLimits SMALL = new TreeLimits(4, 4);

  private final KeptFile file = new KeptFile();
  private Pager pager;

  @BeforeEach
  void fill() {
    Pager.create(file, new UUID(1, 2));
    pager =
        Pager.open(
            file,
            new PagerOptions(
                1 << 20, true, false, Long.MAX_VALUE, Runnable::run, RingLimits.DEFAULT, null));
    WriteTransaction transaction = pager.begin(WriteTransaction.Purpose.USER);
    Changes changes =
        new Changes(transaction, SMALL, Types.ALL, new StoreMemory("", Long.MAX_VALUE));
    LongTreeWriter longs = changes.longTree(changes.create("longs", CatalogueRecord.LONG_MAP));
    BytesTreeWriter bytes = changes.bytesTree(changes.create("bytes", CatalogueRecord.BYTES_MAP));
    for (int i = 0; i < 100; i++) {
      longs.put(i, i, true);
      byte[] key = String.format(Locale.ROOT, "k%02d", i).getBytes(StandardCharsets.UTF_8);
      bytes.put(key, new byte[i == 50 ? 20_000 : 10], BytesTreeWriter.Put.ALWAYS);
    }
    transaction.commit(true);
    transaction.end();
    pager.checkpoint();
  }

  @AfterEach
  void close() {
    pager.close();
  }

  private static CatalogueRecord record(LastCheckpoint pages, String name) {
    return Objects.requireNonNull(pages.catalogue().find(name));
  }

  /** Goes down the first children, or the last, to the level above the leaves. */
  private static PageRef edge(LastCheckpoint pages, CatalogueRecord record, boolean last) {
    PageRef ref = record.root();
    for (int level = ref.level(); level > 0; level--) {
      byte[] page = pages.read(ref, Types.of(record).kinds().kind(level), record.id());
      int index = last ? PageHeader.count(page) - 1 : 0;
      long child =
          record.isOf(CatalogueRecord.BYTES_MAP)
              ? BytesPage.child(page, index)
              : BranchPage.child(page, index);
      ref = new PageRef(BranchPage.number(child), BranchPage.crc(child), level - 1);
    }
    return ref;
  }

  @Test
  void pagesOfMapsAreToldByTheirKeys() {
    LastCheckpoint pages = pager.durable();
    CatalogueRecord longs = record(pages, "longs");
    CatalogueRecord bytes = record(pages, "bytes");
    assertThat(longs.root().level()).isGreaterThan(1);

    assertThat(PageFinder.find(pages, longs.root().number())).isEqualTo("map longs, all keys");
    assertThat(PageFinder.find(pages, edge(pages, longs, false).number()))
        .matches("map longs, keys up to \\d");
    assertThat(PageFinder.find(pages, edge(pages, longs, true).number()))
        .matches("map longs, keys from 9\\d");
    assertThat(PageFinder.find(pages, bytes.root().number())).isEqualTo("map bytes, all keys");
    assertThat(PageFinder.find(pages, edge(pages, bytes, false).number()))
        .matches("map bytes, keys below \"k0\\d\"");
    assertThat(PageFinder.find(pages, edge(pages, bytes, true).number()))
        .matches("map bytes, keys from \"k9\\d?\"");
  }

  @Test
  void pagesOfLargeValuesAreToldByTheMap() {
    LastCheckpoint pages = pager.durable();
    CatalogueRecord bytes = record(pages, "bytes");
    CatalogueRecord pieces = record(pages, CatalogueRecord.piecesOf(bytes.id()));
    assertThat(PageFinder.find(pages, edge(pages, pieces, true).number()))
        .isEqualTo("map bytes, large values");
  }

  @Test
  void pagesOfNoMapAreNotFound() {
    LastCheckpoint pages = pager.durable();
    assertThat(PageFinder.find(pages, 0)).isNull();
    assertThat(PageFinder.find(pages, 1 << 20)).isNull();
  }

  /** Branches that cannot be read end the search below them, not that of other maps. */
  @Test
  void whatIsBelowADamagedBranchIsNotFound() throws IOException {
    LastCheckpoint pages = pager.durable();
    CatalogueRecord longs = record(pages, "longs");
    PageRef leaf = edge(pages, longs, false);
    file.write(
        ByteBuffer.allocate(PageHeader.PAGE_SIZE),
        longs.root().number() * (long) PageHeader.PAGE_SIZE);
    assertThat(PageFinder.find(pages, longs.root().number())).isEqualTo("map longs, all keys");
    assertThat(PageFinder.find(pages, leaf.number())).isNull();
    assertThat(PageFinder.find(pages, record(pages, "bytes").root().number())).isNotNull();
  }
}
