package io.octavo.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.error.StoreFullException;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.HeapFile;
import io.octavo.tree.TreeLimits;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Names of maps. */
class NameTest {
  private static final String LONE_SURROGATE = "a\uD800b";

  private final Store store = Store.inMemory();

  @AfterEach
  void closeStore() {
    store.close();
  }

  @Test
  void aNameHas1To255BytesOfUtf8() {
    String longest = "\u00E4".repeat(127) + "x";
    for (String name : List.of("a", "\0", longest, "\uD834\uDD1E".repeat(63))) {
      store.write(tx -> tx.longMap(name).put(1, name.length()));
      assertThat(store.readLong(tx -> tx.longMap(name).get(1, 0))).isEqualTo(name.length());
    }
    assertRefused("", " has 0 bytes of UTF-8; 1 to 255 fit");
    assertRefused("x".repeat(256), " has 256 bytes of UTF-8; 1 to 255 fit");
    assertRefused("\uD834\uDD1E".repeat(64), " has 256 bytes of UTF-8; 1 to 255 fit");
    assertRefused(LONE_SURROGATE, " has a lone surrogate, so no UTF-8 form");
  }

  private void assertRefused(String name, String why) {
    try (Transaction tx = store.beginWrite()) {
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(() -> tx.longMap(name), () -> tx.rename("a", name))) {
        assertThatThrownBy(call)
            .isExactlyInstanceOf(IllegalArgumentException.class)
            .hasMessage("name=" + name + why);
      }
      // A wrong argument is no failed change.
      tx.longMap("a").put(2, 2);
    }
    boolean done =
        store.read(
            tx -> {
              assertThatThrownBy(() -> tx.longMap(name))
                  .isExactlyInstanceOf(IllegalArgumentException.class);
              return !tx.exists(name);
            });
    assertThat(done).isTrue();
  }

  /** Java encodes a lone surrogate as a question mark, which is a name of its own. */
  @Test
  void aNameWithoutUtf8FormIsNotTakenForAnotherName() {
    store.write(tx -> tx.longMap("a?b").put(1, 1));
    store.write(
        tx -> {
          assertThat(tx.exists(LONE_SURROGATE)).isFalse();
          assertThat(tx.drop(LONE_SURROGATE)).isFalse();
          assertThat(tx.rename(LONE_SURROGATE, "c")).isFalse();
          assertThat(tx.names()).containsExactly("a?b");
        });
  }

  @Test
  void namesAreSortedByTheirBytes() {
    List<String> names = List.of("z", "\u00E4", "\uFFFD", "\uD834\uDD1E");
    store.write(
        tx -> {
          for (int i = names.size() - 1; i >= 0; i--) {
            tx.longMap(names.get(i)).put(1, 1);
          }
          assertThat(tx.names()).containsExactlyElementsOf(names);
        });
    assertThat(store.<List<String>>read(tx -> List.copyOf(tx.names()))).isEqualTo(names);
  }

  @Test
  void renameRefusesANameThatIsTaken() {
    store.write(
        tx -> {
          tx.longMap("a").put(1, 1);
          tx.longMap("b").put(2, 2);
        });
    try (Transaction tx = store.beginWrite()) {
      assertThatThrownBy(() -> tx.rename("a", "b"))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage("to=b is in use; drop that collection first");
      assertThat(tx.rename("a", "a")).isTrue();
      assertThat(tx.rename("none", "c")).isFalse();
      assertThat(tx.rename("none", "a")).isFalse();
      LongMap map = tx.longMap("a");
      assertThat(tx.drop("b")).isTrue();
      assertThat(tx.rename("a", "b")).isTrue();
      map.put(3, 3);
      assertThat(tx.longMap("b").get(3, -1)).isEqualTo(3);
      assertThat(tx.longMap("a").size()).isZero();
      tx.commit();
    }
    assertThat(store.readLong(tx -> tx.longMap("b").size())).isEqualTo(2);
    assertThat(store.readLong(tx -> tx.longMap("a").size())).isZero();
    assertThat(store.check().problems()).isEmpty();
  }

  @Test
  void namesAreACopy() {
    store.write(tx -> tx.longMap("a").put(1, 1));
    try (Transaction tx = store.beginWrite()) {
      tx.names().clear();
      assertThat(tx.names()).containsExactly("a");
    }
  }

  @ParameterizedTest
  @EnumSource
  void manyNamesTakeManyPages(Durability durability) {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    StoreOptions options = StoreOptions.defaults().durability(durability);
    try (Store many = EngineAccess.open(file, null, options, TreeLimits.PAGE)) {
      manyNames(many);
      int ring = new FileImage(file.content()).meta().ring().pages();
      assertThat(ring > 0).isEqualTo(durability != Durability.CHECKPOINT);
      assertThat(many.stats().liveBytes()).isLessThanOrEqualTo((5 + ring) * 8192L);
    }
    assertThat(file.length()).isLessThanOrEqualTo(60 * 8192L);
    try (Store none = EngineAccess.open(file, null, options, TreeLimits.PAGE)) {
      assertThat(none.<Integer>read(tx -> tx.names().size())).isZero();
      assertThat(none.stats().liveBytes()).isLessThanOrEqualTo(5 * 8192L);
    }
  }

  private static void manyNames(Store store) {
    for (int round = 0; round < 3; round++) {
      int from = round * 300;
      store.write(
          tx -> {
            for (int i = from; i < from + 300; i++) {
              tx.longMap("name " + "x".repeat(i % 200) + i).put(i, i);
            }
          });
      assertThat(store.check().problems()).isEmpty();
    }
    store.write(
        tx -> {
          for (String name : tx.names()) {
            assertThat(tx.longMap(name).size()).isEqualTo(1);
            if (!name.endsWith("7")) {
              assertThat(tx.drop(name)).isTrue();
            }
          }
        });
    assertThat(store.<Integer>read(tx -> tx.names().size())).isEqualTo(90);
    assertThat(store.check().problems()).isEmpty();
    store.write(tx -> List.copyOf(tx.names()).forEach(tx::drop));
    assertThat(store.check().problems()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aNameTooManyIsRefusedBeforeItIsCommitted(Durability durability) {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    StoreOptions options = StoreOptions.defaults().durability(durability);
    int[] names = {0};
    try (Store full = EngineAccess.open(file, null, options, TreeLimits.PAGE)) {
      boolean hasRoom = true;
      while (hasRoom) {
        hasRoom = full.writeResult(tx -> addNames(tx, names));
        assertThat(names[0]).isLessThan(40_000);
      }
      full.checkpoint();
      assertThat(full.check().problems()).isEmpty();
    }
    try (Store full = EngineAccess.open(file, null, options, TreeLimits.PAGE)) {
      assertThat(full.<Integer>read(tx -> tx.names().size())).isEqualTo(names[0]);
      full.write(
          tx -> {
            assertThat(tx.drop(tx.names().iterator().next())).isTrue();
          });
      full.write(NameTest::addPairs);
      assertThat(full.check().problems()).isEmpty();
    }
  }

  /** Adds tables with indexes, each with both of its names or neither. */
  private static void addPairs(Transaction tx) {
    int refused = 0;
    for (int length = 1; length <= 255; length++) {
      String name = "y".repeat(length);
      try {
        tx.pairs(name).intern(length);
      } catch (StoreFullException e) {
        assertThat(tx.exists(name)).isFalse();
        refused++;
      }
    }
    assertThat(refused).isBetween(1, 254);
  }

  /** Adds names until there are enough for a commit, or no room for one more. */
  private static boolean addNames(Transaction tx, int[] names) {
    for (int i = 0; i < 500; i++) {
      String name = String.format(Locale.ROOT, "%255d", names[0]);
      try {
        tx.longMap(name);
      } catch (StoreFullException e) {
        assertThat(tx.exists(name)).isFalse();
        return false;
      }
      names[0]++;
    }
    return true;
  }
}
