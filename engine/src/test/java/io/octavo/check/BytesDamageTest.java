package io.octavo.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.error.CorruptionException;
import io.octavo.fixture.FileImage;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.meta.CatalogueRecord;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Damaged maps of byte strings: what is refused, what is answered, and what {@code check} says. */
class BytesDamageTest {
  private static final String PIECES = CatalogueRecord.piecesOf(1);
  private static final byte[] LARGE = bytes("large");

  private final NavigableMap<byte[], byte[]> entries = entries();
  private final FileImage sample = FileImage.strings(entries);

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static NavigableMap<byte[], byte[]> entries() {
    Random random = new Random(1);
    NavigableMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < 60; i++) {
      byte[] value = new byte[i % 10 == 9 ? 10_000 : random.nextInt(30)];
      random.nextBytes(value);
      entries.put(bytes((i % 2 == 0 ? "short/" : "l" + "o".repeat(300) + "ng/") + i), value);
    }
    byte[] large = new byte[3 * OverflowPage.CAPACITY - 1];
    random.nextBytes(large);
    entries.put(LARGE, large);
    return entries;
  }

  /** Returns whether the store has all entries; a wrong one is an error. */
  private boolean isWhole(Store store) {
    try (Transaction tx = store.beginRead()) {
      BytesMap map = tx.bytesMap("b");
      for (Map.Entry<byte[], byte[]> entry : entries.entrySet()) {
        assertThat(map.get(entry.getKey())).isEqualTo(entry.getValue());
      }
      BytesCursor cursor = map.cursor();
      for (byte[] key : entries.keySet()) {
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.key()).isEqualTo(key);
      }
      return !cursor.next() && map.size() == entries.size();
    }
  }

  @Test
  void aChangedByteIsFoundOrHarmless() {
    byte[] bytes = sample.bytes();
    int refused = 0;
    for (int at = 0; at < bytes.length; at += 1_009) {
      bytes[at] ^= 0x10;
      try (Store store = new FileImage(bytes).open()) {
        boolean isSound = store.check().ok();
        assertThat(isWhole(store)).as("byte %d", at).isTrue();
        // A meta page is written anew when the store is opened; a free page has no meaning.
        assertThat(isSound).as("byte %d", at).isTrue();
      } catch (CorruptionException e) {
        refused++;
      }
      bytes[at] ^= 0x10;
    }
    assertThat(refused).isGreaterThan(bytes.length / 1_009 / 2);
  }

  @Test
  void everyDamagedPageOfAMapIsReported() {
    for (PageKind kind :
        new PageKind[] {
          PageKind.BYTES_LEAF, PageKind.BYTES_BRANCH, PageKind.OVERFLOW, PageKind.BRANCH
        }) {
      assertThat(sample.live(kind)).as("%s", kind).isNotEmpty();
      for (int page : sample.live(kind)) {
        try (Store store = sample.copy().damage(page).open()) {
          assertThat(store.check().problems()).isNotEmpty().first().asString().contains("R1");
          assertThatThrownBy(() -> isWhole(store))
              .isExactlyInstanceOf(CorruptionException.class)
              .hasFieldOrPropertyWithValue("page", (long) page);
        }
      }
    }
  }

  /** Changes the page that holds the large value's reference, under right checksums. */
  private FileImage withReference(long piece, long length) {
    FileImage image = sample.copy();
    for (int number : image.live(PageKind.BYTES_LEAF)) {
      byte[] page = image.page(number);
      int index = BytesPage.find(page, LARGE);
      if (index >= 0) {
        int at = BytesPage.valueOffset(page, index);
        Memory.putLong(page, at, piece);
        Memory.putLong(page, at + Long.BYTES, length);
        image.replace(number, page);
      }
    }
    return image.sealAgain();
  }

  private long piece() {
    for (int number : sample.live(PageKind.BYTES_LEAF)) {
      byte[] page = sample.page(number);
      int index = BytesPage.find(page, LARGE);
      if (index >= 0) {
        return BytesPage.referencePiece(page, index);
      }
    }
    throw new AssertionError("no large value");
  }

  private static void refuses(Store store, UnaryOperator<BytesMap> read) {
    try (Transaction tx = store.beginWrite()) {
      assertThatThrownBy(() -> read.apply(tx.bytesMap("b")))
          .isExactlyInstanceOf(CorruptionException.class)
          .hasMessageContaining("R29");
    }
  }

  @Test
  void aForgedLengthAsksForNoMoreMemoryThanTheFileHas() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (long length : new long[] {BytesPage.MAX_VALUE, 3 * OverflowPage.CAPACITY + 1}) {
      FileImage forged = withReference(piece(), length);
      try (Store store = forged.open()) {
        long before = threads.getCurrentThreadAllocatedBytes();
        refuses(
            store,
            map -> {
              map.get(LARGE);
              return map;
            });
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16 << 20);
        assertThat(store.check().problems()).anyMatch(problem -> problem.contains("R29"));
      }
      // The catalogue may say so too.
      forged.changeRecord(PIECES, record -> record.with(record.root(), 1 << 20)).sealAgain();
      try (Store store = forged.open()) {
        long before = threads.getCurrentThreadAllocatedBytes();
        refuses(
            store,
            map -> {
              map.get(LARGE);
              return map;
            });
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16 << 20);
      }
    }
  }

  @Test
  void aValueOfMorePiecesThanThereAreIsNotRemoved() {
    FileImage forged = withReference(0, BytesPage.MAX_VALUE);
    for (long counted : new long[] {10, 1 << 20}) {
      forged.changeRecord(PIECES, record -> record.with(record.root(), counted)).sealAgain();
      try (Store store = forged.open()) {
        refuses(
            store,
            map -> {
              // A removed key of a map with a front waits there.
              map.removeRange(LARGE, Arrays.copyOf(LARGE, LARGE.length + 1));
              return map;
            });
        assertThat(store.check().problems()).isNotEmpty();
      }
    }
  }

  @Test
  void piecesThatAreOthersAreRefused() {
    for (long piece : new long[] {piece() + 1, piece() + 1_000, Long.MAX_VALUE - 10}) {
      try (Store store = withReference(piece, 2 * OverflowPage.CAPACITY).open()) {
        refuses(
            store,
            map -> {
              map.get(LARGE);
              return map;
            });
        assertThat(store.check().problems()).anyMatch(problem -> problem.contains("R29"));
      }
    }
  }

  @Test
  void aPieceOfAnotherLengthIsRefused() {
    FileImage image = sample.copy();
    for (int number : image.live(PageKind.OVERFLOW)) {
      byte[] page = image.page(number);
      if (OverflowPage.piece(page) == piece() + 1) {
        Memory.putChar(page, PageHeader.COUNT, 100);
        Memory.zero(page, PageHeader.LENGTH + 100, PageHeader.PAGE_SIZE);
        image.replace(number, page);
      }
    }
    try (Store store = image.sealAgain().open()) {
      refuses(
          store,
          map -> {
            map.get(LARGE);
            return map;
          });
      assertThat(store.check().problems()).anyMatch(problem -> problem.contains("another length"));
    }
  }
}
