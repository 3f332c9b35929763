package io.octavo.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.fixture.Effort;
import io.octavo.fixture.HeapFile;
import io.octavo.tree.TreeLimits;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Sorted loads into maps of byte strings, beside puts of the same entries. */
class BytesLoadTest {
  private static final String MAP = "strings";
  private static final TreeLimits FULL = new TreeLimits(2036, 472);

  /** What the entries of a load are like. */
  enum Kind {
    RANDOM {
      @Override
      byte[] key(Random random) {
        return bytes(random, 16 + random.nextInt(17));
      }
    },
    /** Prefixes of each other, with zeros that look like the padding of a head. */
    ZEROS {
      @Override
      byte[] key(Random random) {
        byte[] key = new byte[random.nextInt(400)];
        for (int i = 0; i < 3 && key.length > 0; i++) {
          key[random.nextInt(key.length)] = (byte) (random.nextInt(4) - 1);
        }
        return key;
      }
    },
    LONG_PREFIX {
      @Override
      byte[] key(Random random) {
        byte[] key = new byte[BytesMap.MAX_KEY];
        Arrays.fill(key, (byte) (random.nextInt(50) == 0 ? random.nextInt() : 'k'));
        int tail = random.nextInt(1, 5);
        System.arraycopy(bytes(random, tail), 0, key, key.length - tail, tail);
        return key;
      }
    },
    LONG_RANDOM {
      @Override
      byte[] key(Random random) {
        return bytes(random, random.nextInt(BytesMap.MAX_KEY + 1));
      }
    },
    TINY {
      @Override
      byte[] key(Random random) {
        return bytes(random, random.nextInt(4));
      }
    };

    abstract byte[] key(Random random);

    static byte[] bytes(Random random, int length) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      return bytes;
    }

    byte[] value(Random random, byte[] key) {
      int atLimit = 4032 - key.length;
      int length =
          switch (random.nextInt(60)) {
            case 0 -> atLimit - 1 + random.nextInt(3);
            case 1 -> random.nextInt(4) == 0 ? 70_000 : 5_000;
            case 2, 3, 4 -> 0;
            default -> 100 - (random.nextInt(20) == 0 ? random.nextInt(100) : 0);
          };
      return bytes(random, Math.max(0, length));
    }
  }

  private static Store open(TreeLimits limits) {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    return EngineAccess.open(file, null, StoreOptions.defaults().cacheBytes(1 << 20), limits);
  }

  private static NavigableMap<byte[], byte[]> newModel() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  /** A source of entries that calls the program before each. */
  private static final class Source implements BytesPairs {
    private final Iterator<Map.Entry<byte[], byte[]>> entries;
    private final Runnable before;
    private Map.@Nullable Entry<byte[], byte[]> entry;

    Source(Map<byte[], byte[]> entries, Runnable before) {
      this.entries = entries.entrySet().iterator();
      this.before = before;
    }

    @Override
    public boolean next() {
      before.run();
      entry = entries.hasNext() ? entries.next() : null;
      return entry != null;
    }

    private Map.Entry<byte[], byte[]> current() {
      if (entry == null) {
        throw new IllegalStateException("no entry");
      }
      return entry;
    }

    @Override
    public byte[] key() {
      return current().getKey();
    }

    @Override
    public byte[] value() {
      return current().getValue();
    }
  }

  private static void verify(BytesMap map, NavigableMap<byte[], byte[]> model, String context) {
    assertThat(map.size()).as(context).isEqualTo(model.size());
    BytesCursor cursor = map.cursor();
    for (Map.Entry<byte[], byte[]> entry : model.entrySet()) {
      assertThat(cursor.next()).as(context).isTrue();
      if (!Arrays.equals(cursor.key(), entry.getKey())
          || !Arrays.equals(cursor.value(), entry.getValue())
          || !Arrays.equals(map.get(entry.getKey()), entry.getValue())) {
        throw new AssertionError(
            context + ": other than the entry of a key of " + entry.getKey().length + " bytes");
      }
    }
    assertThat(cursor.next()).as(context).isFalse();
  }

  private static NavigableMap<byte[], byte[]> entries(Kind kind, Random random, int count) {
    NavigableMap<byte[], byte[]> entries = newModel();
    for (int i = 0; i < count; i++) {
      byte[] key = kind.key(random);
      entries.put(key, kind.value(random, key));
    }
    return entries;
  }

  @ParameterizedTest
  @EnumSource
  void aMapHasWhatWasPutAndLoadedInAnyOrder(Kind kind) {
    Effort.forEachSeed(BytesLoadTest.class, 16, seed -> putAndLoad(kind, seed));
  }

  private static void putAndLoad(Kind kind, long seed) {
    Random random = new Random(seed);
    TreeLimits limits = seed % 3 == 0 ? new TreeLimits(5, 5) : FULL;
    NavigableMap<byte[], byte[]> model = newModel();
    try (Store store = open(limits)) {
      for (int step = 0; step < 8; step++) {
        String context = kind + ", seed " + seed + ", step " + step;
        NavigableMap<byte[], byte[]> added = entries(kind, random, random.nextInt(400));
        if (random.nextBoolean() && !model.isEmpty()) {
          // Entries behind all others, beside those that belong between them.
          added = added.tailMap(model.lastKey(), random.nextBoolean());
        }
        NavigableMap<byte[], byte[]> loaded = added;
        boolean isLoad = random.nextInt(3) > 0;
        store.write(
            tx -> {
              BytesMap map = tx.bytesMap(MAP);
              if (isLoad) {
                map.load(new Source(loaded, () -> {}));
              } else {
                loaded.forEach(map::put);
              }
              model.putAll(loaded);
              verify(map, model, context);
            });
        if (random.nextInt(3) == 0) {
          store.checkpoint();
          assertThat(store.check().problems()).as(context).isEmpty();
        }
      }
      store.checkpoint();
      assertThat(store.check().problems()).as("%s, seed %d", kind, seed).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLoadMakesNoMorePagesThanPuts(Kind kind) {
    Random random = new Random(7);
    NavigableMap<byte[], byte[]> model = entries(kind, random, 2_500);
    long[] pages = new long[2];
    for (int way = 0; way < 2; way++) {
      boolean isLoad = way == 0;
      try (Store store = open(FULL)) {
        store.write(
            tx -> {
              if (isLoad) {
                tx.bytesMap(MAP).load(new Source(model, () -> {}));
              } else {
                model.forEach(tx.bytesMap(MAP)::put);
              }
            });
        store.checkpoint();
        pages[way] = store.stats().liveBytes() / 8192;
      }
    }
    assertThat(pages[0]).isBetween(pages[1] * 97 / 100, pages[1] + 1);
  }

  /** The source sees and changes what has been loaded so far, as if each pair were put at once. */
  @ParameterizedTest
  @CsvSource({"4,4", "2036,472"})
  void aSourceReadsAndChangesTheMapThatItLoads(int leaf, int branch) {
    Effort.forEachSeed(
        BytesLoadTest.class, 40, seed -> loadAndMeddle(new TreeLimits(leaf, branch), seed));
  }

  private static void loadAndMeddle(TreeLimits limits, long seed) {
    String context = "seed " + seed;
    Random random = new Random(seed);
    NavigableMap<byte[], byte[]> loaded = entries(Kind.RANDOM, random, 900);
    NavigableMap<byte[], byte[]> model = newModel();
    try (Store store = open(limits)) {
      store.write(
          tx -> {
            BytesMap map = tx.bytesMap(MAP);
            BytesCursor cursor = map.cursor();
            Iterator<Map.Entry<byte[], byte[]>> put = loaded.entrySet().iterator();
            map.load(
                new Source(
                    loaded,
                    () -> {
                      meddle(map, cursor, model, random, context);
                      if (put.hasNext()) {
                        Map.Entry<byte[], byte[]> next = put.next();
                        model.put(next.getKey(), next.getValue());
                      }
                    }));
            verify(map, model, context);
          });
      store.checkpoint();
      assertThat(store.check().problems()).as(context).isEmpty();
    }
  }

  private static void meddle(
      BytesMap map,
      BytesCursor cursor,
      NavigableMap<byte[], byte[]> model,
      Random random,
      String context) {
    byte[] last = model.isEmpty() ? new byte[1] : model.lastKey();
    switch (random.nextInt(300)) {
      case 0 -> verify(map, model, context);
      case 1 -> assertThat(map.size()).as(context).isEqualTo(model.size());
      case 2 -> assertThat(map.get(last)).as(context).isEqualTo(model.get(last));
      case 3 -> assertThat(map.remove(last)).isEqualTo(model.remove(last) != null);
      case 4 -> {
        map.put(last, new byte[] {1});
        model.put(last, new byte[] {1});
      }
      case 5 -> {
        byte[] above = new byte[40];
        Arrays.fill(above, (byte) -1);
        map.put(above, new byte[3]);
        model.put(above, new byte[3]);
      }
      case 6 -> {
        map.clear();
        model.clear();
      }
      case 7 -> {
        assertThat(cursor.seek(last)).as(context).isEqualTo(!model.isEmpty());
        if (!model.isEmpty()) {
          assertThat(cursor.key()).as(context).isEqualTo(last);
        }
      }
      case 8 -> {
        NavigableMap<byte[], byte[]> few = newModel();
        byte[] below = {0};
        few.put(below, new byte[] {2});
        map.load(new Source(few, () -> {}));
        model.putAll(few);
      }
      default -> {
        // Most entries are loaded without a call.
      }
    }
  }

  @Test
  void aSourceOutOfOrderIsRefusedWithItsPositionWhereverItIs() {
    NavigableMap<byte[], byte[]> model = entries(Kind.RANDOM, new Random(5), 500);
    List<byte[]> keys = List.copyOf(model.keySet());
    for (int wrong : new int[] {1, 2, 30, 62, 63, 64, 65, 66, 130, 499}) {
      for (int back : new int[] {0, 1}) {
        if (back == 1 && wrong < 2) {
          continue;
        }
        try (Store store = open(FULL)) {
          store.write(tx -> tx.bytesMap(MAP).put(new byte[] {1}, new byte[] {2}));
          try (Transaction tx = store.beginWrite()) {
            BytesMap map = tx.bytesMap(MAP);
            assertThatThrownBy(() -> map.load(outOfOrder(keys, wrong, back)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("the key of pair " + (wrong + 1) + " is not above its predecessor");
            assertThat(catchThrowable(() -> map.put(new byte[1], new byte[1])))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("an earlier call failed");
          }
          assertThat(store.<Long>read(tx -> tx.bytesMap(MAP).size())).isEqualTo(1);
          assertThat(store.check().problems()).isEmpty();
        }
      }
    }
  }

  private static BytesPairs outOfOrder(List<byte[]> keys, int wrong, int back) {
    return new BytesPairs() {
      private int at = -1;

      @Override
      public boolean next() {
        return ++at < keys.size();
      }

      @Override
      public byte[] key() {
        return keys.get(at == wrong ? at - 1 - back : at);
      }

      @Override
      public byte[] value() {
        return new byte[100];
      }
    };
  }

  @Test
  void aSourceThatThrowsLeavesTheMapAsItWas() {
    NavigableMap<byte[], byte[]> model = entries(Kind.RANDOM, new Random(6), 500);
    for (int last : new int[] {0, 1, 50, 70, 499}) {
      try (Store store = open(FULL)) {
        store.write(tx -> tx.bytesMap(MAP).put(new byte[] {1}, new byte[] {2}));
        int[] count = new int[1];
        try (Transaction tx = store.beginWrite()) {
          BytesMap map = tx.bytesMap(MAP);
          Source source =
              new Source(
                  model,
                  () -> {
                    if (count[0]++ == last) {
                      throw new UnsupportedOperationException("the source ends here");
                    }
                  });
          assertThatThrownBy(() -> map.load(source)).hasMessage("the source ends here");
          assertThatThrownBy(tx::commit).isExactlyInstanceOf(IllegalStateException.class);
        }
        store.write(tx -> tx.bytesMap(MAP).load(new Source(model, () -> {})));
        assertThat(store.<Long>read(tx -> tx.bytesMap(MAP).size())).isEqualTo(501);
        store.checkpoint();
        assertThat(store.check().problems()).isEmpty();
      }
    }
  }

  /** Loads that the commit ring holds are put again one by one. */
  @ParameterizedTest
  @EnumSource
  void aLoadIsRecoveredFromTheRing(Kind kind) {
    Random random = new Random(8);
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    NavigableMap<byte[], byte[]> first = entries(kind, random, 300);
    NavigableMap<byte[], byte[]> second = entries(kind, random, 300);
    NavigableMap<byte[], byte[]> model = newModel();
    model.putAll(first);
    model.putAll(second);
    StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20);
    HeapFile crashed;
    try (Store store = EngineAccess.open(file, null, options, FULL)) {
      store.write(tx -> tx.bytesMap(MAP).load(new Source(first, () -> {})));
      store.write(tx -> tx.bytesMap(MAP).load(new Source(second, () -> {})));
      crashed = new HeapFile(file.content());
    }
    try (Store store = EngineAccess.open(crashed, null, options, FULL);
        Transaction tx = store.beginRead()) {
      verify(tx.bytesMap(MAP), model, kind.toString());
      assertThat(store.check().problems()).isEmpty();
    }
  }
}
