package io.octavo.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.error.CodecException;
import io.octavo.fixture.Effort;
import io.octavo.fixture.HeapFile;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.tree.LongTreeWriter;
import io.octavo.tree.TreeLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tables of strings beside a model, and what they promise of their ids. */
final class StringTableTest {
  private static final String NAME = "strings";

  /** Kinds of strings, each of which makes other blocks. */
  private static final List<BiFunction<Random, Integer, String>> FAMILIES =
      List.of(
          (random, i) -> "" + i,
          (random, i) -> "/usr/lib/jvm/java/" + i / 20 + "/classes/" + i % 20 + ".class",
          (random, i) -> "x".repeat(i % 4_000) + i / 4_000,
          (random, i) ->
              new StringBuilder().append(i * 0x9E37_79B9).reverse() + "\u00E9\uD83D\uDE00",
          (random, i) -> (i % 50 == 0 ? "y".repeat(3_990) : "y") + i);

  private HeapFile file = new HeapFile();
  private final List<String> model = new ArrayList<>();
  private final Map<String, Integer> ids = new HashMap<>();

  private Store open(TreeLimits limits) {
    return EngineAccess.open(file, null, StoreOptions.defaults().cacheBytes(1 << 20), limits);
  }

  private void create() {
    file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    reset(List.of());
  }

  private void reset(List<String> strings) {
    model.clear();
    ids.clear();
    strings.forEach(this::add);
  }

  private int add(String string) {
    Integer known = ids.putIfAbsent(string, model.size());
    if (known == null) {
      model.add(string);
      return model.size() - 1;
    }
    return known;
  }

  @Test
  void tablesDoWhatListsDo() {
    Effort.forEachSeed(
        StringTableTest.class,
        30,
        seed -> compare(new Random(seed), seed % 3 == 0 ? new TreeLimits(3, 4) : TreeLimits.PAGE));
  }

  private void compare(Random random, TreeLimits limits) {
    create();
    BiFunction<Random, Integer, String> family = FAMILIES.get(random.nextInt(FAMILIES.size()));
    for (int round = 0; round < 3; round++) {
      try (Store store = open(limits)) {
        for (int commit = 0; commit < 6; commit++) {
          List<String> before = List.copyOf(model);
          try (Transaction reader = store.beginRead();
              Transaction tx = store.beginWrite()) {
            change(tx, random, family);
            verify(tx.strings(NAME), random);
            if (random.nextInt(4) == 0) {
              reset(before);
            } else {
              tx.commit();
            }
            List<String> after = List.copyOf(model);
            reset(before);
            verify(reader.strings(NAME), random);
            reset(after);
          }
        }
        try (Transaction tx = store.beginRead()) {
          verify(tx.strings(NAME), random);
        }
        if (random.nextBoolean()) {
          store.checkpoint();
          assertThat(store.check().problems()).isEmpty();
        }
      }
    }
  }

  private void change(Transaction tx, Random random, BiFunction<Random, Integer, String> family) {
    if (random.nextInt(12) == 0 && tx.drop(NAME)) {
      reset(List.of());
    }
    StringTable table = tx.strings(NAME);
    if (random.nextInt(10) == 0) {
      table.clear();
      reset(List.of());
    }
    for (int i = random.nextInt(random.nextInt(800) + 1); i >= 0; i--) {
      String string = family.apply(random, random.nextInt(2_000));
      assertThat(table.find(string)).isEqualTo(ids.getOrDefault(string, -1));
      assertThat(table.intern(string)).isEqualTo(add(string));
    }
  }

  private void verify(StringTable table, Random random) {
    assertThat(table.size()).isEqualTo(model.size());
    byte[][] strings = new byte[random.nextInt(100) + 1][];
    int from = random.nextInt(model.size() + 1);
    int read = table.read(from, strings);
    assertThat(read).isEqualTo(Math.min(strings.length, model.size() - from));
    for (int i = 0; i < read; i++) {
      assertThat(strings[i]).isEqualTo(model.get(from + i).getBytes(StandardCharsets.UTF_8));
    }
    for (int i = 0; i < 20 && !model.isEmpty(); i++) {
      int id = random.nextInt(model.size());
      assertThat(table.text(id)).isEqualTo(model.get(id));
      assertThat(table.find(model.get(id))).isEqualTo(id);
    }
    for (int id : new int[] {-1, model.size(), Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> table.get(id)).isInstanceOf(IndexOutOfBoundsException.class);
    }
    List<String> all = new ArrayList<>();
    table.forEach((id, string) -> all.add(new String(string, StandardCharsets.UTF_8)));
    assertThat(all).isEqualTo(model);
  }

  @Test
  void wrongStringsChangeNothing() {
    create();
    try (Store store = open(TreeLimits.PAGE);
        Transaction tx = store.beginWrite()) {
      StringTable table = tx.strings(NAME);
      assertThat(table.intern("")).isZero();
      assertThatThrownBy(() -> table.intern("a\uD800b"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("surrogate");
      assertThatThrownBy(() -> table.find("\uDC00")).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> table.intern(new byte[4_001]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("table " + NAME + ": string.length=4001 is more than 4000 bytes");
      assertThat(table.find(new byte[4_001])).isEqualTo(StringTable.ABSENT);
      assertThat(table.intern(new byte[4_000])).isEqualTo(1);
      assertThat(table.intern(new byte[] {(byte) 0xFF})).isEqualTo(2);
      assertThatThrownBy(() -> table.text(2)).isInstanceOf(CodecException.class);
      tx.commit();
    }
  }

  @Test
  void whatIsGivenAndTakenIsACopy() {
    create();
    try (Store store = open(TreeLimits.PAGE);
        Transaction tx = store.beginWrite()) {
      StringTable table = tx.strings(NAME);
      byte[] string = {1, 2, 3};
      table.intern(string);
      string[0] = 9;
      table.get(0)[1] = 9;
      byte[][] read = new byte[1][];
      table.read(0, read);
      read[0][2] = 9;
      assertThat(table.get(0)).containsExactly(1, 2, 3);
    }
  }

  /** Strings that someone has made who knows the identity of the store. */
  @Test
  void stringsWithOneHomeAreToldApart() {
    UUID id = new UUID(1, 1);
    create();
    byte[][] strings = HomesOfStrings.pairs(id, 1);
    assertThat(strings.length).isGreaterThanOrEqualTo(4);
    for (int i = 0; i < strings.length; i += 2) {
      long home = HomesOfStrings.home(id, 1, strings[i]);
      assertThat(HomesOfStrings.home(id, 1, strings[i + 1])).isEqualTo(home);
    }
    try (Store store = open(TreeLimits.PAGE)) {
      store.write(
          tx -> {
            StringTable table = tx.strings(NAME);
            for (int i = 0; i < strings.length; i += 2) {
              assertThat(table.intern(strings[i])).isEqualTo(i);
              assertThat(table.find(strings[i + 1])).isEqualTo(StringTable.ABSENT);
              assertThat(table.intern(strings[i + 1])).isEqualTo(i + 1);
            }
          });
      try (Transaction tx = store.beginWrite()) {
        tx.strings(NAME).clear();
        assertThat(tx.strings(NAME).intern(strings[1])).isZero();
        assertThat(tx.strings(NAME).find(strings[0])).isEqualTo(StringTable.ABSENT);
      }
      store.read(
          tx -> {
            for (int i = 0; i < strings.length; i++) {
              assertThat(tx.strings(NAME).find(strings[i])).isEqualTo(i);
              assertThat(tx.strings(NAME).get(i)).isEqualTo(strings[i]);
            }
            return true;
          });
      assertThat(store.check().problems()).isEmpty();
    }
    // The index as a program with a mistake would leave it: the second is looked for at the first.
    long home = HomesOfStrings.home(id, 1, strings[0]);
    damageIndex(index -> index.put(home, 1, true));
    damageIndex(index -> index.put(home + 1, 0, true));
    damageIndex(index -> index.remove(home + 1));
    damageIndex(index -> index.put(home + 2, 0, true));
  }

  private void damageIndex(Consumer<LongTreeWriter> damage) {
    HeapFile copy = new HeapFile(file.content());
    StoreOptions options = StoreOptions.defaults();
    try (Store store = EngineAccess.open(copy, null, options, TreeLimits.PAGE)) {
      store.write(
          tx -> {
            CatalogueRecord index =
                EngineAccess.changes(tx).catalogue().find(CatalogueRecord.indexOf(1));
            damage.accept(EngineAccess.changes(tx).longTree(Objects.requireNonNull(index)));
          });
      assertThat(store.check().problems()).anyMatch(problem -> problem.contains("R33"));
    }
  }
}
