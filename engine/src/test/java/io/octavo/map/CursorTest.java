package io.octavo.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.fixture.HeapFile;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a cursor stands, and where it goes from there. */
class CursorTest {
  private static final long MIN = Long.MIN_VALUE;
  private static final long MAX = Long.MAX_VALUE;

  private final HeapFile file = new HeapFile();
  private Store store;
  private Transaction tx;
  private LongMap map;

  @BeforeEach
  void openMap() {
    Pager.create(file, new UUID(7, 8));
    store = EngineAccess.open(file, null, StoreOptions.defaults(), new TreeLimits(2, 4));
    tx = store.beginWrite();
    map = tx.longMap("m");
    tx.handOver();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  private void fill(long... keys) {
    for (long key : keys) {
      map.put(key, -key);
    }
  }

  private static void assertOn(LongCursor cursor, long key) {
    assertThat(cursor.key()).isEqualTo(key);
    assertThat(cursor.value()).isEqualTo(-key);
  }

  private static void assertOff(LongCursor cursor) {
    for (Runnable call : List.<Runnable>of(cursor::key, cursor::value)) {
      assertThatThrownBy(call::run)
          .isExactlyInstanceOf(IllegalStateException.class)
          .hasMessage("the cursor is not on an entry; call next() or seek() first");
    }
  }

  /** Brings a cursor over 15 to 45 of 10, 20, 30, 40, 50 to a place. */
  private LongCursor cursorAt(String place) {
    LongCursor cursor = map.cursor(15, 45);
    switch (place) {
      case "new" -> {}
      case "before" -> assertThat(cursor.next() && !cursor.previous()).isTrue();
      case "after" -> assertThat(cursor.seekLast() && !cursor.next()).isTrue();
      default -> assertThat(cursor.seek(Long.parseLong(place))).isTrue();
    }
    return cursor;
  }

  /** The whole table: a result is a key, or the place that a failed move leaves the cursor at. */
  @ParameterizedTest
  @CsvSource({
    "new,    20,    40",
    "before, 20,    before",
    "20,     30,    before",
    "30,     40,    20",
    "40,     after, 30",
    "after,  after, 40",
  })
  void nextAndPreviousGoFromEveryPlaceAsTheContractSays(
      String place, String afterNext, String afterPrevious) {
    fill(10, 20, 30, 40, 50);
    LongCursor forward = cursorAt(place);
    assertMoved(forward, forward.next(), afterNext);
    LongCursor backward = cursorAt(place);
    assertMoved(backward, backward.previous(), afterPrevious);
  }

  private static void assertMoved(LongCursor cursor, boolean moved, String expected) {
    if (expected.equals("before") || expected.equals("after")) {
      assertThat(moved).isFalse();
      assertOff(cursor);
      boolean isAfter = expected.equals("after");
      // The same call fails again, the opposite one enters again.
      assertThat(isAfter ? cursor.next() : cursor.previous()).isFalse();
      assertThat(isAfter ? cursor.previous() : cursor.next()).isTrue();
      assertOn(cursor, isAfter ? 40 : 20);
    } else {
      assertThat(moved).isTrue();
      assertOn(cursor, Long.parseLong(expected));
    }
  }

  @ParameterizedTest
  @CsvSource({"new", "before", "20", "30", "40", "after"})
  void seekAndSeekLastGoToTheSameEntryFromEveryPlace(String place) {
    fill(10, 20, 30, 40, 50);
    for (long[] pair :
        new long[][] {
          {MIN, 20}, {10, 20}, {15, 20}, {20, 20}, {21, 30}, {30, 30}, {31, 40}, {40, 40}
        }) {
      LongCursor cursor = cursorAt(place);
      assertThat(cursor.seek(pair[0])).isTrue();
      assertOn(cursor, pair[1]);
    }
    for (long key : new long[] {41, 45, 46, 50, MAX}) {
      LongCursor cursor = cursorAt(place);
      assertMoved(cursor, cursor.seek(key), "after");
    }
    LongCursor cursor = cursorAt(place);
    assertThat(cursor.seekLast()).isTrue();
    assertOn(cursor, 40);
    assertThat(cursor.seekLast()).isTrue();
    assertOn(cursor, 40);
  }

  @Test
  void aCursorOverNothingIsAfterTheLastOrBeforeTheFirst() {
    fill(10, 20, 30);
    for (LongCursor cursor :
        List.of(
            map.cursor(11, 19),
            map.cursor(20, 19),
            map.cursor(MAX, MIN),
            map.cursor(31, MAX),
            map.cursor(MIN, 9),
            tx.longMap("empty").cursor())) {
      assertThat(cursor.next()).isFalse();
      assertOff(cursor);
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.previous()).isFalse();
      assertThat(cursor.previous()).isFalse();
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.seek(15)).isFalse();
      assertThat(cursor.seek(MIN)).isFalse();
      assertThat(cursor.seek(MAX)).isFalse();
      assertThat(cursor.seekLast()).isFalse();
      assertThat(cursor.next()).isFalse();
      assertOff(cursor);
    }
  }

  @Test
  void theEndsOfTheRangeAreKeysLikeOthers() {
    for (long key : new long[] {MIN, MIN + 1, -1, 0, 1, MAX - 1, MAX}) {
      map.put(key, -key);
    }
    assertThat(forward(map.cursor())).containsExactly(MIN, MIN + 1, -1L, 0L, 1L, MAX - 1, MAX);
    assertThat(forward(map.cursor(MIN, MIN))).containsExactly(MIN);
    assertThat(forward(map.cursor(MAX, MAX))).containsExactly(MAX);
    assertThat(forward(map.cursor(MIN + 1, MAX - 1)))
        .containsExactly(MIN + 1, -1L, 0L, 1L, MAX - 1);
    assertThat(backward(map.cursor())).containsExactly(MAX, MAX - 1, 1L, 0L, -1L, MIN + 1, MIN);
    assertThat(backward(map.cursor(MIN, MIN))).containsExactly(MIN);
    assertThat(backward(map.cursor(MAX, MAX))).containsExactly(MAX);
    // A cursor on an end does not wrap around when the tree changed under it.
    LongCursor last = map.cursor();
    assertThat(last.seek(MAX)).isTrue();
    LongCursor first = map.cursor();
    assertThat(first.seek(MIN)).isTrue();
    map.put(5, -5);
    assertThat(last.next()).isFalse();
    assertThat(first.previous()).isFalse();
  }

  private static List<Long> forward(LongCursor cursor) {
    List<Long> keys = new ArrayList<>();
    while (cursor.next()) {
      keys.add(cursor.key());
    }
    return keys;
  }

  private static List<Long> backward(LongCursor cursor) {
    List<Long> keys = new ArrayList<>();
    while (cursor.previous()) {
      keys.add(cursor.key());
    }
    return keys;
  }

  @Test
  void removingTheEntryStoodOnKeepsThePlace() {
    fill(10, 20, 30);
    LongCursor cursor = map.cursor();
    assertThat(cursor.seek(20)).isTrue();
    assertThat(map.remove(20)).isTrue();
    assertThat(cursor.key()).isEqualTo(20);
    assertThatThrownBy(cursor::value)
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage("the entry with key=20 was removed; call next() or seek() first");
    assertThat(cursor.next()).isTrue();
    assertOn(cursor, 30);

    assertThat(cursor.seek(30)).isTrue();
    map.remove(30);
    assertThat(cursor.previous()).isTrue();
    assertOn(cursor, 10);

    map.remove(10);
    assertThat(cursor.next()).isFalse();
    assertOff(cursor);
    assertThat(cursor.previous()).isFalse();
    assertOff(cursor);
  }

  @Test
  void puttingTheEntryStoodOnAgainGivesItsNewValue() {
    fill(10, 20, 30);
    LongCursor cursor = map.cursor();
    assertThat(cursor.seek(20)).isTrue();
    map.put(20, 1);
    assertThat(cursor.value()).isEqualTo(1);
    map.remove(20);
    map.put(20, MIN);
    assertThat(cursor.value()).isEqualTo(MIN);
    assertThat(cursor.next()).isTrue();
    assertOn(cursor, 30);
  }

  @Test
  void entriesThatArriveOnEitherSideAreMet() {
    fill(10, 20, 30);
    LongCursor cursor = map.cursor();
    assertThat(cursor.seek(20)).isTrue();
    fill(19, 21);
    assertThat(cursor.next()).isTrue();
    assertOn(cursor, 21);
    assertThat(cursor.previous()).isTrue();
    assertOn(cursor, 20);
    assertThat(cursor.previous()).isTrue();
    assertOn(cursor, 19);
    // Behind the last, and before the first.
    assertThat(cursor.seek(30)).isTrue();
    fill(31);
    assertThat(cursor.next()).isTrue();
    assertOn(cursor, 31);
    assertThat(cursor.next()).isFalse();
    fill(32);
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.previous()).isTrue();
    assertOn(cursor, 32);
  }

  @Test
  void whatWasReadAheadIsReadAgainAfterAChange() {
    try (Store wide = Store.inMemory();
        Transaction change = wide.beginWrite()) {
      LongMap many = change.longMap("m");
      for (long key = 0; key < 100; key++) {
        many.put(2 * key, key);
      }
      LongCursor cursor = many.cursor(0, 150);
      assertThat(cursor.seek(2) && cursor.next()).isTrue();
      many.put(4, 77);
      assertThat(cursor.value()).isEqualTo(77);
      many.put(5, 78);
      many.remove(6);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key()).isEqualTo(5);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key()).isEqualTo(8);
      assertThat(cursor.previous()).isTrue();
      assertThat(cursor.key()).isEqualTo(5);
      assertThat(cursor.seek(149)).isTrue();
      assertThat(cursor.key()).isEqualTo(150);
      assertThat(cursor.next()).isFalse();
      assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(cursor::value).isInstanceOf(IllegalStateException.class);
      assertThat(cursor.previous()).isTrue();
      assertThat(cursor.value()).isEqualTo(75);
    }
  }

  @Test
  void aRangeThatEndsAmongTheEntriesReadAheadEndsThere() {
    try (Store wide = Store.inMemory();
        Transaction change = wide.beginWrite()) {
      LongMap many = change.longMap("m");
      for (long key = 0; key < 1000; key++) {
        many.put(key, -key);
      }
      for (long to : new long[] {10, 11, 63, 64, 65, 74, 75, 76, 138, 139, 140, 998, 999, 1000}) {
        LongCursor cursor = many.cursor(10, to);
        for (long key = 10; key <= Math.min(to, 999); key++) {
          assertThat(cursor.next()).isTrue();
          assertOn(cursor, key);
        }
        assertThat(cursor.next()).isFalse();
        assertThatThrownBy(cursor::value).isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @Test
  void aCursorEndsWithItsTransactionAlsoAmongEntriesReadAhead() {
    try (Store wide = Store.inMemory()) {
      wide.write(
          change -> {
            for (long key = 0; key < 10; key++) {
              change.longMap("m").put(key, -key);
            }
          });
      Transaction read = wide.beginRead();
      LongCursor cursor = read.longMap("m").cursor();
      assertThat(cursor.seek(0) && cursor.next()).isTrue();
      read.close();
      assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(cursor::value).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void splitsUnderACursorLoseNothing() {
    fill(0, 1_000_000);
    LongCursor up = map.cursor();
    assertThat(up.next()).isTrue();
    for (long key = 1; key <= 500; key++) {
      // Each put lands right before or right behind the cursor, in the leaf it stands in.
      fill(up.key() + 1, 1_000_000 - key);
      assertThat(up.next()).isTrue();
      assertOn(up, key);
    }
    LongCursor down = map.cursor();
    assertThat(down.previous()).isTrue();
    long expected = 1_000_000;
    for (int i = 0; i < 500; i++) {
      assertOn(down, expected);
      assertThat(down.previous()).isTrue();
      expected--;
    }
  }

  @Test
  void mergesUnderACursorLoseNothing() {
    for (long key = 0; key < 1_000; key++) {
      fill(key);
    }
    LongCursor cursor = map.cursor();
    assertThat(cursor.next()).isTrue();
    for (long key = 0; key < 999; key++) {
      assertThat(cursor.key()).isEqualTo(key);
      assertThat(map.remove(key)).isTrue();
      assertThat(cursor.next()).isTrue();
    }
    assertOn(cursor, 999);
    assertThat(cursor.previous()).isFalse();
    assertThat(map.size()).isEqualTo(1);
  }

  @Test
  void clearingUnderACursorLeavesItOnARemovedEntry() {
    fill(10, 20, 30);
    LongCursor forward = map.cursor();
    LongCursor backward = map.cursor();
    assertThat(forward.seek(20)).isTrue();
    assertThat(backward.seek(20)).isTrue();
    map.clear();
    assertThat(forward.key()).isEqualTo(20);
    assertThatThrownBy(forward::value).isExactlyInstanceOf(IllegalStateException.class);
    assertThat(forward.next()).isFalse();
    assertThat(backward.previous()).isFalse();
    fill(15);
    assertThat(forward.previous()).isTrue();
    assertOn(forward, 15);
    assertThat(backward.next()).isTrue();
    assertOn(backward, 15);
  }

  @Test
  void removingTheRangeAroundACursorLeavesTheRest() {
    for (long key = 0; key < 300; key++) {
      fill(key);
    }
    LongCursor cursor = map.cursor(50, 250);
    assertThat(cursor.seek(150)).isTrue();
    assertThat(map.removeRange(100, 200)).isEqualTo(101);
    assertThat(cursor.next()).isTrue();
    assertOn(cursor, 201);
    assertThat(cursor.previous()).isTrue();
    assertOn(cursor, 99);
    assertThat(map.removeRange(60, 250)).isEqualTo(90);
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.previous()).isTrue();
    assertOn(cursor, 59);
  }

  @Test
  void aCursorSurvivesTheRenamingOfItsMapButNotItsDrop() {
    fill(10, 20);
    LongCursor cursor = map.cursor();
    assertThat(cursor.next()).isTrue();
    assertThat(tx.rename("m", "n")).isTrue();
    assertThat(cursor.next()).isTrue();
    assertOn(cursor, 20);
    assertThat(tx.drop("n")).isTrue();
    assertThatThrownBy(cursor::next)
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage("name=n was dropped in this transaction");
  }

  @Test
  void aCursorServesAsASourceForTheSameMap() {
    fill(10, 20, 30, 40, 50);
    map.load(map.cursor(20, 40));
    assertThat(forward(map.cursor())).containsExactly(10L, 20L, 30L, 40L, 50L);
  }

  @Test
  void aCursorOfAReadTransactionSeesNoLaterWrite() {
    fill(10, 20, 30);
    tx.commit();
    try (Transaction reading = store.beginRead()) {
      LongCursor cursor = reading.longMap("m").cursor();
      assertThat(cursor.next()).isTrue();
      store.write(other -> other.longMap("m").removeRange(15, 35));
      store.write(other -> other.longMap("m").put(16, 1));
      assertThat(cursor.next()).isTrue();
      assertOn(cursor, 20);
      assertThat(cursor.next()).isTrue();
      assertOn(cursor, 30);
    }
  }
}
