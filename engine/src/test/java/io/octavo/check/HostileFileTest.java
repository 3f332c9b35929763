package io.octavo.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreFullException;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.ForgedFile;
import io.octavo.fixture.HeapFile;
import io.octavo.map.BytesBatch;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.tree.BranchPage;
import io.octavo.posting.PostingListCursor;
import io.octavo.tree.TreeLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files whose pages are sound and whose references are not: twelve levels of branches, each of
 * which has one page as all of its children, make more leaves than anybody can read. The limit of
 * time is there to end a test that hangs.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileFileTest {
  private static final StoreOptions READ_ONLY = StoreOptions.defaults().readOnly(true);
  private static final int OWNER = 5;

  private final ForgedFile file = new ForgedFile();

  private static Store open(byte[] bytes, StoreOptions options) {
    return EngineAccess.open(new HeapFile(bytes), null, options, TreeLimits.PAGE);
  }

  private static Store open(byte[] bytes) {
    return open(bytes, StoreOptions.defaults());
  }

  private CatalogueRecord record(String name, int type, PageRef root) {
    return CatalogueRecord.empty(name, OWNER, type, 1).with(root, 1000);
  }

  private PageRef repeatedChildren(PageKind kind, PageRef bottom) {
    PageRef root = bottom;
    while (root.level() < BranchPage.MAX_LEVEL) {
      PageRef[] below = new PageRef[ChildrenPage.MAX_COUNT];
      Arrays.fill(below, root);
      root = file.children(kind, below);
    }
    return root;
  }

  private byte[] repeatedTree(PageRef leaf) {
    PageRef root = leaf;
    while (root.level() < BranchPage.MAX_LEVEL) {
      PageRef[] below = new PageRef[BranchPage.MAX_COUNT];
      Arrays.fill(below, root);
      root = file.branch(OWNER, 1, below);
    }
    return file.bytes(file.catalogue(record("m", CatalogueRecord.LONG_MAP, root)));
  }

  private byte[] repeatedBytesTree(int type) {
    PageRef root = file.bytesLeaf(OWNER, 1, 2, 3);
    while (root.level() < BranchPage.MAX_LEVEL) {
      PageRef[] below = new PageRef[300];
      Arrays.fill(below, root);
      root = file.bytesBranch(OWNER, 1, below);
    }
    return file.bytes(file.catalogue(record("b", type, root)));
  }

  @Test
  void aCatalogueThatRepeatsAPageIsRefused() {
    PageRef names = file.catalogue(record("m", CatalogueRecord.LONG_MAP, file.leaf(OWNER, 1)));
    byte[] bytes = file.bytes(repeatedChildren(PageKind.CATALOGUE_BRANCH, names));
    for (StoreOptions options : List.of(StoreOptions.defaults(), READ_ONLY)) {
      assertThatThrownBy(() -> open(bytes, options))
          .isExactlyInstanceOf(CorruptionException.class)
          .hasMessageContaining("page " + names.number() + " breaks rule R25 (pages in use)")
          .hasMessageContaining("restore a backup, or save what can be read by octavo salvage");
    }
  }

  @Test
  void aSpaceTreeThatRepeatsABitmapIsRefusedForWritingAndReportedByTheCheck() {
    PageRef space = repeatedChildren(PageKind.SPACE_BRANCH, file.bitmap(0));
    byte[] bytes = file.bytes(PageRef.NONE, space);
    assertThatThrownBy(() -> open(bytes))
        .isExactlyInstanceOf(CorruptionException.class)
        .hasMessageContaining("R25 (pages in use)");
    try (Store store = open(bytes, READ_ONLY)) {
      assertThat(store.check().problems())
          .anyMatch(problem -> problem.contains("is referred to twice"));
    }
  }

  @Test
  void aScanOfATreeThatRepeatsALeafEndsInBothDirections() {
    try (Store store = open(repeatedTree(file.leaf(OWNER, 1, 2, 3)))) {
      assertRefused(store, tx -> count(tx.longMap("m").cursor(), true));
      assertRefused(store, tx -> count(tx.longMap("m").cursor(), false));
      assertRefused(store, tx -> tx.longMap("m").keys().sum());
    }
  }

  @Test
  void aScanOfATreeWhoseLeavesAreEmptyEndsInBothDirections() {
    try (Store store = open(repeatedTree(file.leaf(OWNER)))) {
      assertRefused(store, tx -> count(tx.longMap("m").cursor(), true));
      assertRefused(store, tx -> count(tx.longMap("m").cursor(), false));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {CatalogueRecord.BYTES_MAP, CatalogueRecord.POSTINGS})
  void aScanOfATreeOfByteStringsThatRepeatsALeafEnds(int type) {
    try (Store store = open(repeatedBytesTree(type))) {
      if (type == CatalogueRecord.POSTINGS) {
        assertRefused(store, tx -> countLists(tx.postings("b").lists()));
        return;
      }
      assertRefused(store, tx -> count(tx.bytesMap("b").cursor(), true));
      assertRefused(store, tx -> count(tx.bytesMap("b").cursor(), false));
      assertRefused(store, tx -> countBatches(tx.bytesMap("b").cursor()));
    }
  }

  private static void assertRefused(Store store, ToLongFunction<Transaction> query) {
    assertThatThrownBy(() -> store.readLong(query))
        .isExactlyInstanceOf(CorruptionException.class)
        .hasMessageContaining("breaks rule R");
    assertThatThrownBy(
            () -> {
              try (Transaction tx = store.beginWrite()) {
                query.applyAsLong(tx);
              }
            })
        .isExactlyInstanceOf(CorruptionException.class);
  }

  private static long count(LongCursor cursor, boolean forward) {
    long count = 0;
    while (forward ? cursor.next() : cursor.previous()) {
      count++;
    }
    return count;
  }

  private static long count(BytesCursor cursor, boolean forward) {
    long count = 0;
    while (forward ? cursor.next() : cursor.previous()) {
      count++;
    }
    return count;
  }

  private static long countBatches(BytesCursor cursor) {
    long count = 0;
    for (BytesBatch batch = BytesBatch.create(); cursor.next(batch); ) {
      count += batch.size();
    }
    return count;
  }

  private static long countLists(PostingListCursor lists) {
    long count = 0;
    while (lists.next()) {
      count++;
    }
    return count;
  }

  /** A cursor goes on from its key after each change: it would go round in a circle. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCursorIsNotSentBackByALeafThatIsOutOfBounds(boolean forward) {
    PageRef low = forward ? file.leaf(OWNER, 10, 20) : file.leaf(OWNER, 10, 150);
    PageRef high = forward ? file.leaf(OWNER, 5, 200) : file.leaf(OWNER, 120, 200);
    PageRef root = file.branch(OWNER, 100, low, high);
    byte[] bytes = file.bytes(file.catalogue(record("m", CatalogueRecord.LONG_MAP, root)));
    try (Store store = open(bytes);
        Transaction tx = store.beginWrite()) {
      LongMap map = tx.longMap("m");
      LongCursor cursor = map.cursor();
      assertOutOfBounds(
          () -> {
            while (forward ? cursor.next() : cursor.previous()) {
              map.put(forward ? 10 : 200, cursor.key());
            }
          });
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCursorIsNotSentBackByALeafOfByteStringsThatIsOutOfBounds(boolean forward) {
    PageRef low = forward ? file.bytesLeaf(OWNER, 10, 20) : file.bytesLeaf(OWNER, 10, 150);
    PageRef high = forward ? file.bytesLeaf(OWNER, 5, 200) : file.bytesLeaf(OWNER, 120, 200);
    PageRef root = file.bytesBranch(OWNER, 100, low, high);
    byte[] bytes = file.bytes(file.catalogue(record("b", CatalogueRecord.BYTES_MAP, root)));
    try (Store store = open(bytes);
        Transaction tx = store.beginWrite()) {
      BytesMap map = tx.bytesMap("b");
      BytesCursor cursor = map.cursor();
      assertOutOfBounds(
          () -> {
            while (forward ? cursor.next() : cursor.previous()) {
              map.put(ForgedFile.bytes(forward ? 10 : 200), cursor.key());
            }
          });
    }
  }

  private static void assertOutOfBounds(ThrowingCallable cursor) {
    assertThatThrownBy(cursor)
        .isExactlyInstanceOf(CorruptionException.class)
        .hasMessageContaining("R23 (bounds)");
  }

  @Test
  void clearingDroppingAndCompactingATreeThatRepeatsAPageEnds() {
    byte[] longs = repeatedTree(file.leaf(OWNER, 1, 2, 3));
    assertWriteRefused(longs, tx -> tx.longMap("m").clear());
    assertWriteRefused(longs, tx -> tx.drop("m"));
    assertWriteRefused(longs, tx -> tx.longMap("m").removeRange(2, 100));
    try (Store store = open(longs)) {
      assertThatThrownBy(() -> store.compact(1 << 30))
          .isExactlyInstanceOf(CorruptionException.class);
    }
  }

  @Test
  void clearingDroppingAndCompactingATreeOfByteStringsThatRepeatsAPageEnds() {
    byte[] strings = repeatedBytesTree(CatalogueRecord.BYTES_MAP);
    assertWriteRefused(strings, tx -> tx.bytesMap("b").clear());
    assertWriteRefused(strings, tx -> tx.drop("b"));
    assertWriteRefused(
        strings, tx -> tx.bytesMap("b").removeRange(ForgedFile.bytes(2), ForgedFile.bytes(100)));
    try (Store store = open(strings)) {
      assertThatThrownBy(() -> store.compact(1 << 30))
          .isExactlyInstanceOf(CorruptionException.class);
    }
  }

  @Test
  void aBitmapThatMarksAPageBehindTheEndIsRefusedForWriting() {
    byte[] bytes = file.bytes(PageRef.NONE, null, 60_000);
    assertThatThrownBy(() -> open(bytes))
        .isExactlyInstanceOf(CorruptionException.class)
        .hasMessageContaining("R25 (pages in use)")
        .hasMessageContaining("page 60000 marked in use");
    try (Store store = open(bytes, READ_ONLY)) {
      assertThat(store.check().problems()).anyMatch(problem -> problem.contains("page 60000"));
    }
  }

  @Test
  void aMapOfAnotherVersionOfItsTypeIsListedAndLeftAlone() {
    CatalogueRecord record =
        new CatalogueRecord(
            "m", OWNER, CatalogueRecord.LONG_MAP, 2, 0, 0, file.leaf(OWNER, 1), 1, 1, new byte[0]);
    try (Store store = open(file.bytes(file.catalogue(record)))) {
      String expected = "name=m is a map of longs of version 2, not a map of longs";
      assertThatThrownBy(() -> store.read(tx -> tx.longMap("m")))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(expected);
      assertThatThrownBy(() -> store.write(tx -> tx.longMap("m").put(1, 1)))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(expected);
      assertThatThrownBy(() -> store.read(tx -> tx.type("m")))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "name=m is a map of longs of version 2, which this version of Octavo does not know");
      assertThatThrownBy(() -> store.write(tx -> tx.drop("m")))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("only a newer version");
      assertThat(store.<Object>read(Transaction::names)).isEqualTo(Set.of("m"));
      store.write(tx -> tx.longMap("n").put(1, 1));
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void theLastIdentifierIsNotFollowedByAnother() {
    byte[] bytes = file.withNextCollection(CatalogueRecord.MAX_ID).bytes(PageRef.NONE);
    HeapFile heap = new HeapFile(bytes);
    try (Store store = EngineAccess.open(heap, null, StoreOptions.defaults(), TreeLimits.PAGE)) {
      store.write(tx -> tx.longMap("last").put(1, 1));
      assertThatThrownBy(() -> store.write(tx -> tx.longMap("none").put(1, 1)))
          .isExactlyInstanceOf(StoreFullException.class)
          .hasMessageContaining("identifiers");
      store.write(tx -> tx.longMap("last").put(2, 2));
    }
    try (Store store = EngineAccess.open(heap, null, StoreOptions.defaults(), TreeLimits.PAGE)) {
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void aListWhoseIndexGetsNoIdentifierLeavesNoTraceInTheFile() {
    byte[] bytes = file.withNextCollection(CatalogueRecord.MAX_ID).bytes(PageRef.NONE);
    HeapFile heap = new HeapFile(bytes);
    try (Store store = EngineAccess.open(heap, null, StoreOptions.defaults(), TreeLimits.PAGE)) {
      store.write(
          tx -> {
            assertThatThrownBy(() -> tx.strings("d"))
                .isExactlyInstanceOf(StoreFullException.class)
                .hasMessageContaining("identifiers");
            assertThat(tx.names()).isEmpty();
            tx.longMap("last").put(1, 1);
          });
    }
    assertThat(new FileImage(heap.content()).meta().incompatible()).isZero();
    try (Store store = EngineAccess.open(heap, null, StoreOptions.defaults(), TreeLimits.PAGE)) {
      assertThat(store.check().problems()).isEmpty();
    }
  }

  private static void assertWriteRefused(byte[] bytes, Consumer<Transaction> work) {
    try (Store store = open(bytes)) {
      assertThatThrownBy(() -> store.write(work))
          .isExactlyInstanceOf(CorruptionException.class)
          .hasMessageContaining("breaks rule R");
      // The transaction is rolled back, and the store is none the worse.
      store.write(tx -> tx.longMap("other").put(1, 1));
    }
  }
}
