package io.octavo.map;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.file.KeptFile;
import io.octavo.fixture.Effort;
import io.octavo.tree.TreeLimits;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Calls that change many entries, beside a model that is changed entry by entry. */
final class BatchTest {
  private static final int BATCHES = 30;

  private static Store open(KeptFile file, TreeLimits limits) {
    return EngineAccess.open(file, null, StoreOptions.defaults().cacheBytes(1 << 20), limits);
  }

  private static KeptFile newFile() {
    KeptFile file = new KeptFile();
    Pager.create(file, new UUID(1, 1));
    return file;
  }

  private static KeptFile copyOf(KeptFile file) {
    return new KeptFile(file.content());
  }

  private static TreeLimits limits(long seed) {
    return seed % 3 == 0 ? new TreeLimits(5, 5) : TreeLimits.PAGE;
  }

  /** Draws as many as a batch has: few, or more than memory holds at once. */
  private static int size(Random random) {
    return random.nextInt(4) == 0 ? 1 + random.nextInt(20_000) : random.nextInt(200);
  }

  @Test
  void aMapOfLongsIsAsAfterSingleCalls() {
    Effort.forEachSeed(
        BatchTest.class,
        8,
        seed -> {
          Random random = new Random(seed);
          // A few keys, which occur several times in a batch, or many.
          int range = 1 << (8 + random.nextInt(14));
          NavigableMap<Long, Long> model = new TreeMap<>();
          KeptFile file = newFile();
          try (Store store = open(file, limits(seed))) {
            for (int batch = 0; batch < BATCHES; batch++) {
              try (Transaction tx = store.beginWrite()) {
                changeLongs(tx.longMap("m"), model, random, range);
                assertThat(tx.longMap("m").size()).isEqualTo(model.size());
                tx.commit();
              }
            }
            verify(store, model);
            try (Store recovered = open(copyOf(file), limits(seed))) {
              verify(recovered, model);
            }
          }
        });
  }

  private static void changeLongs(
      LongMap map, NavigableMap<Long, Long> model, Random random, int range) {
    long[] keys = new long[size(random)];
    Arrays.setAll(keys, i -> (random.nextInt(range) - range / 2) * 1_000_003L);
    if (random.nextInt(3) == 0) {
      long before = model.size();
      Arrays.stream(keys).forEach(model::remove);
      assertThat(map.removeAll(keys)).isEqualTo(before - model.size());
      return;
    }
    long[] values = new long[keys.length + random.nextInt(2)];
    Arrays.setAll(values, i -> random.nextLong() >>> random.nextInt(64));
    for (int i = 0; i < keys.length; i++) {
      model.put(keys[i], values[i]);
    }
    map.putAll(keys, values);
  }

  private static void verify(Store store, NavigableMap<Long, Long> model) {
    TreeMap<Long, Long> found = new TreeMap<>();
    store.read(
        tx -> {
          tx.longMap("m").entries().forEach(entry -> found.put(entry.key(), entry.value()));
          return true;
        });
    assertThat(found).isEqualTo(model);
    assertThat(store.check().problems()).isEmpty();
  }

  @Test
  void aMapOfByteStringsIsAsAfterSingleCalls() {
    Effort.forEachSeed(
        BatchTest.class,
        8,
        seed -> {
          Random random = new Random(seed);
          IntFunction<byte[]> key = keys(random.nextInt(3));
          int range = 1 << (6 + random.nextInt(9));
          NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
          KeptFile file = newFile();
          try (Store store = open(file, limits(seed))) {
            for (int batch = 0; batch < BATCHES; batch++) {
              try (Transaction tx = store.beginWrite()) {
                changeStrings(
                    tx.bytesMap("m"), model, random, () -> key.apply(random.nextInt(range)));
                assertThat(tx.bytesMap("m").size()).isEqualTo(model.size());
                tx.commit();
              }
            }
            verifyStrings(store, model);
            try (Store recovered = open(copyOf(file), limits(seed))) {
              verifyStrings(recovered, model);
            }
          }
        });
  }

  /** Keys that begin with the same bytes, or end with zeros, or have no order. */
  private static IntFunction<byte[]> keys(int kind) {
    return switch (kind) {
      case 0 ->
          number -> ("https://example.org/user/" + number / 7 + "/" + number % 7).getBytes(UTF_8);
      case 1 -> number -> Arrays.copyOf(new byte[] {(byte) number}, 1 + number % 300);
      default -> number -> bytes(new Random(number), number % 40);
    };
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static void changeStrings(
      BytesMap map, NavigableMap<byte[], byte[]> model, Random random, Supplier<byte[]> key) {
    byte[][] keys =
        new byte[random.nextInt(4) == 0 ? random.nextInt(3_000) : random.nextInt(100)][];
    Arrays.setAll(keys, i -> key.get());
    if (random.nextInt(3) == 0) {
      long before = model.size();
      Arrays.stream(keys).forEach(model::remove);
      assertThat(map.removeAll(keys)).isEqualTo(before - model.size());
      return;
    }
    byte[][] values = new byte[keys.length + random.nextInt(2)][];
    for (int i = 0; i < keys.length; i++) {
      values[i] = bytes(random, random.nextInt(500) == 0 ? 9_000 : random.nextInt(120));
      model.put(keys[i], values[i]);
    }
    map.putAll(keys, values);
  }

  private static void verifyStrings(Store store, NavigableMap<byte[], byte[]> model) {
    TreeMap<byte[], byte[]> found = new TreeMap<>(Arrays::compareUnsigned);
    store.read(
        tx -> {
          for (BytesCursor cursor = tx.bytesMap("m").cursor(); cursor.next(); ) {
            found.put(cursor.key(), cursor.value());
          }
          return true;
        });
    assertThat(found.keySet()).containsExactlyElementsOf(model.keySet());
    found.forEach((key, value) -> assertThat(value).isEqualTo(model.get(key)));
    assertThat(store.check().problems()).isEmpty();
  }

  @Test
  void aBatchThatIsRefusedChangesNothing() {
    try (Store store = open(newFile(), TreeLimits.PAGE);
        Transaction tx = store.beginWrite()) {
      LongMap longs = tx.longMap("longs");
      assertThatThrownBy(() -> longs.putAll(new long[3], new long[2]))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage("values.length=2 is less than keys.length=3");
      BytesMap strings = tx.bytesMap("strings");
      byte[][] two = {{1}, {2}};
      assertThatThrownBy(() -> strings.putAll(two, new byte[1][0]))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage("values.length=1 is less than keys.length=2");
      byte[][] tooLong = {{1}, new byte[BytesMap.MAX_KEY + 1]};
      assertThatThrownBy(() -> strings.putAll(tooLong, two))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("" + BytesMap.MAX_KEY);
      assertThat(strings.removeAll(tooLong)).isZero();
      longs.putAll(new long[] {5, 5}, new long[] {1, 2});
      tx.commit();
      assertThat(store.readLong(read -> read.longMap("longs").get(5, 0))).isEqualTo(2);
      assertThat(store.readLong(read -> read.bytesMap("strings").size())).isZero();
    }
  }
}
