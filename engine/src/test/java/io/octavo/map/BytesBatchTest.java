package io.octavo.map;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.error.CorruptionException;
import io.octavo.fixture.FileImage;
import io.octavo.page.PageKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries that a cursor copies many at a time. */
class BytesBatchTest {
  private static final String MAP = "strings";
  private static final byte[] LEAST = {};

  private final NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
  private final BytesBatch batch = BytesBatch.create();
  private Store store;
  private Transaction tx;
  private BytesMap map;

  @BeforeEach
  void openMap() {
    store = Store.inMemory();
    tx = store.beginWrite();
    map = tx.bytesMap(MAP);
    tx.handOver();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private void put(byte[] key, byte[] value) {
    map.put(key, value);
    model.put(key, value);
  }

  private void fill(int count) {
    for (int i = 0; i < count; i++) {
      put(bytes(String.format("key %04d", i)), bytes("value " + i));
    }
  }

  private static byte[] key(BytesBatch batch, int index) {
    int from = batch.keyOffset(index);
    return Arrays.copyOfRange(batch.keys(), from, from + batch.keyLength(index));
  }

  private static byte[] value(BytesBatch batch, int index) {
    int from = batch.valueOffset(index);
    return Arrays.copyOfRange(batch.values(), from, from + batch.valueLength(index));
  }

  /** Commits, and goes on in a read transaction if that is wanted. */
  private void goOn(boolean isSnapshot) {
    if (isSnapshot) {
      tx.commit();
      tx.close();
      tx = store.beginRead();
      map = tx.bytesMap(MAP);
    }
  }

  /** Compares the entries that a cursor has before it. Returns the number of batches. */
  private int verify(BytesCursor cursor, NavigableMap<byte[], byte[]> expected) {
    List<byte[]> keys = new ArrayList<>(expected.keySet());
    int at = 0;
    int batches = 0;
    while (cursor.next(batch)) {
      assertThat(batch.size()).isPositive();
      for (int i = 0; i < batch.size(); i++) {
        assertThat(key(batch, i)).isEqualTo(keys.get(at));
        assertThat(value(batch, i)).isEqualTo(expected.get(keys.get(at)));
        at++;
      }
      // The cursor is on the last one.
      assertThat(cursor.key()).isEqualTo(keys.get(at - 1));
      assertThat(cursor.value()).isEqualTo(expected.get(keys.get(at - 1)));
      batches++;
    }
    assertThat(at).isEqualTo(keys.size());
    assertThat(batch.size()).isZero();
    return batches;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void batchesHaveAllEntriesOfARangeInOrder(boolean isSnapshot) {
    Random random = new Random(1);
    for (int i = 0; i < 3_000; i++) {
      put(drawnKey(random), new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(60)]);
    }
    for (int i = 0; i < 40; i++) {
      byte[] value = new byte[random.nextBoolean() ? 30_000 : 4_000];
      random.nextBytes(value);
      put(drawnKey(random), value);
    }
    goOn(isSnapshot);
    verify(map.cursor(), model);
    for (int i = 0; i < 200; i++) {
      byte[] from = drawnKey(random);
      byte[] to = drawnKey(random);
      NavigableMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
      if (Arrays.compareUnsigned(from, to) < 0) {
        expected.putAll(model.subMap(from, true, to, false));
      }
      verify(map.cursor(from, to), expected);
    }
  }

  private static byte[] drawnKey(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> bytes("long" + "y".repeat(random.nextInt(1_990)) + random.nextInt(30));
      case 1 -> new byte[random.nextInt(8)];
      case 2 -> bytes("x".repeat(random.nextInt(BytesMap.MAX_KEY + 1)));
      case 3, 4, 5 -> bytes(Integer.toString(random.nextInt(1_000_000), 36));
      default -> bytes("user/" + random.nextInt(100_000) + "/name");
    };
  }

  @Test
  void longKeysWithoutValuesFillSeveralBatchesOfAPage() {
    for (int i = 0; i < 200; i++) {
      put(bytes("k".repeat(BytesMap.MAX_KEY - 3) + (100 + i)), LEAST);
    }
    goOn(true);
    // The bytes that the keys have in common take a page once, and a batch once for each key.
    assertThat(verify(map.cursor(), model)).isBetween(20, 40);
  }

  @Test
  void shortKeysWithoutValuesFillSeveralBatchesOfAPage() {
    for (int i = 0; i < 1_000; i++) {
      put(new byte[] {(byte) (i >> 8), (byte) i}, LEAST);
    }
    goOn(true);
    assertThat(verify(map.cursor(), model)).isBetween(4, 10);
  }

  @Test
  void aCursorGoesOnFromTheLastEntryOfABatch() {
    fill(500);
    goOn(true);
    BytesCursor cursor = map.cursor();
    assertThat(cursor.next(batch)).isTrue();
    byte[] last = key(batch, batch.size() - 1);
    assertThat(cursor.previous()).isTrue();
    assertThat(cursor.key()).isEqualTo(model.lowerKey(last));
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.key()).isEqualTo(last);
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.key()).isEqualTo(model.higherKey(last));
    assertThat(cursor.seek(bytes("key 0200"))).isTrue();
    assertThat(cursor.next(batch)).isTrue();
    assertThat(key(batch, 0)).isEqualTo(bytes("key 0201"));
    assertThat(cursor.seekLast()).isTrue();
    assertThat(cursor.next(batch)).isFalse();
    assertThat(cursor.next(batch)).isFalse();
    assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
    assertThat(cursor.previous()).isTrue();
    assertThat(cursor.key()).isEqualTo(model.lastKey());
    while (cursor.previous()) {
      assertThat(cursor.key()).isNotNull();
    }
    assertThat(cursor.next(batch)).isTrue();
    assertThat(key(batch, 0)).isEqualTo(model.firstKey());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 31, 32, 100, Integer.MAX_VALUE})
  void aBatchHasNoMoreEntriesThanWanted(int most) {
    fill(700);
    goOn(true);
    byte[] from = bytes("key 0100");
    BytesCursor cursor = map.cursor(from, bytes("key 0650"));
    byte[] expected = from;
    while (cursor.next(batch, most)) {
      assertThat(batch.size()).isBetween(1, most);
      for (int i = 0; i < batch.size(); i++) {
        assertThat(key(batch, i)).isEqualTo(expected);
        assertThat(value(batch, i)).isEqualTo(model.get(expected));
        expected = model.higherKey(expected);
      }
    }
    assertThat(expected).isEqualTo(bytes("key 0650"));
    assertThatThrownBy(() -> cursor.next(batch, 0))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("most=0 is less than 1");
  }

  @Test
  void anEmptyMapHasNoBatch() {
    assertThat(map.cursor().next(batch)).isFalse();
    assertThat(batch.size()).isZero();
    put(LEAST, LEAST);
    assertThat(verify(map.cursor(), model)).isEqualTo(1);
    assertThat(map.prefix(bytes("a")).next(batch)).isFalse();
  }

  @Test
  void aBatchDoesNotChangeWithTheMapNorTheMapWithABatch() {
    fill(20);
    BytesCursor cursor = map.cursor();
    assertThat(cursor.next(batch)).isTrue();
    map.put(bytes("key 0003"), bytes("other"));
    map.remove(bytes("key 0004"));
    assertThat(value(batch, 3)).isEqualTo(bytes("value 3"));
    assertThat(key(batch, 4)).isEqualTo(bytes("key 0004"));
    Arrays.fill(batch.keys(), (byte) 1);
    Arrays.fill(batch.values(), (byte) 1);
    assertThat(map.get(bytes("key 0003"))).isEqualTo(bytes("other"));
    assertThat(map.first()).isEqualTo(new BytesEntry(bytes("key 0000"), bytes("value 0")));
    tx.close();
    assertThat(batch.size()).isEqualTo(20);
    assertThat(batch.keyLength(19)).isEqualTo(8);
  }

  @Test
  void aBatchAfterChangesBeginsBehindTheLastKey() {
    for (int seed = 1; seed <= 30; seed++) {
      Random random = new Random(seed);
      map.clear();
      model.clear();
      fill(300 + random.nextInt(100));
      BytesCursor cursor = map.cursor();
      byte[] after = null;
      while (cursor.next(batch)) {
        byte[] expected = after == null ? model.firstKey() : model.higherKey(after);
        for (int i = 0; i < batch.size(); i++) {
          assertThat(key(batch, i)).as("seed %d", seed).isEqualTo(expected);
          assertThat(value(batch, i)).as("seed %d", seed).isEqualTo(model.get(expected));
          after = expected;
          expected = model.higherKey(expected);
        }
        for (int i = random.nextInt(6); i > 0; i--) {
          byte[] key = bytes(String.format("key %04d", random.nextInt(400)));
          if (random.nextBoolean()) {
            put(random.nextBoolean() ? after : key, new byte[random.nextInt(500)]);
          } else {
            byte[] gone = random.nextBoolean() ? after : key;
            map.remove(gone);
            model.remove(gone);
          }
        }
      }
      assertThat(after == null ? null : model.higherKey(after)).as("seed %d", seed).isNull();
    }
  }

  @Test
  void entriesThatABatchDoesNotHaveAreRefused() {
    fill(10);
    for (int size : new int[] {0, 10}) {
      assertThat(batch.size()).isEqualTo(size);
      for (int index : new int[] {-1, size, 100, Integer.MAX_VALUE}) {
        for (Consumer<Integer> method :
            List.<Consumer<Integer>>of(
                batch::keyOffset, batch::keyLength, batch::valueOffset, batch::valueLength)) {
          assertThatThrownBy(() -> method.accept(index))
              .isInstanceOf(IndexOutOfBoundsException.class);
        }
      }
      map.cursor().next(batch);
    }
  }

  @Test
  void aBatchIsEmptyAfterAMoveThatWasRefused() {
    fill(500);
    goOn(true);
    BytesCursor cursor = map.cursor();
    assertThat(cursor.next(batch)).isTrue();
    tx.close();
    assertThatThrownBy(() -> cursor.next(batch))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has ended");
    assertThat(batch.size()).isZero();
    tx = store.beginWrite();
    BytesCursor dropped = tx.bytesMap(MAP).cursor();
    assertThat(dropped.next(batch)).isTrue();
    tx.drop(MAP);
    assertThatThrownBy(() -> dropped.next(batch))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessageContaining("was dropped");
    assertThat(batch.size()).isZero();
  }

  @Test
  void aDamagedPageEndsTheScan() {
    fill(300);
    byte[] large = new byte[30_000];
    put(bytes("large"), large);
    FileImage sample = FileImage.strings(model);
    for (PageKind kind :
        new PageKind[] {PageKind.BYTES_LEAF, PageKind.BYTES_BRANCH, PageKind.OVERFLOW}) {
      for (int page : sample.live(kind)) {
        try (Store damaged = sample.copy().damage(page).open();
            Transaction reading = damaged.beginRead()) {
          BytesCursor cursor = reading.bytesMap("b").cursor();
          assertThatThrownBy(
                  () -> {
                    while (cursor.next(batch)) {
                      assertThat(model.get(key(batch, 0))).isEqualTo(value(batch, 0));
                    }
                  })
              .isExactlyInstanceOf(CorruptionException.class)
              .hasFieldOrPropertyWithValue("page", (long) page);
          assertThat(batch.size()).isZero();
          assertThatThrownBy(() -> cursor.next(batch))
              .isExactlyInstanceOf(IllegalStateException.class)
              .hasMessageContaining("an earlier move of the cursor failed");
        }
      }
    }
  }
}
