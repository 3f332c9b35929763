package io.octavo.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.error.StoreException;
import io.octavo.file.NoSpaceException;
import io.octavo.fixture.Effort;
import io.octavo.fixture.HeapFile;
import io.octavo.tree.TreeLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Large values in small caches: failing writes, readers beside a writer, compaction, backups. */
@Timeout(120)
class LargeValueTest {
  /** Told of checkpoints that fail on purpose; held here so that it is not collected. */
  private static final Logger QUIET = Logger.getLogger("io.octavo.commit");

  static {
    QUIET.setLevel(Level.OFF);
  }

  private static final int MEBIBYTE = 1 << 20;
  private static final byte[] KEY = {1};

  private final HeapFile file = new HeapFile();

  private Store open(Durability durability) {
    if (file.length() == 0) {
      Pager.create(file, new UUID(1, 1));
    }
    StoreOptions options = StoreOptions.defaults().cacheBytes(MEBIBYTE).durability(durability);
    return EngineAccess.open(file, null, options, TreeLimits.PAGE);
  }

  private static byte[] value(long seed, int length) {
    byte[] value = new byte[length];
    new Random(seed).nextBytes(value);
    return value;
  }

  private static byte @Nullable [] get(Store store, byte[] key) {
    try (Transaction tx = store.beginRead()) {
      return tx.bytesMap("m").get(key);
    }
  }

  private static void put(Store store, byte[] key, byte[] value) throws IOException {
    store.writeThrowing(
        tx -> tx.bytesMap("m").put(key, new ByteArrayInputStream(value), value.length));
  }

  @Test
  void aFileDoesNotGrowWhereAValueIsPutAndRemovedAgainAndAgain() throws IOException {
    long settled = 0;
    try (Store store = open(Durability.SYNC)) {
      for (int i = 0; i < 30; i++) {
        put(store, KEY, value(i, 3 * MEBIBYTE));
        assertThat(get(store, KEY)).isEqualTo(value(i, 3 * MEBIBYTE));
        store.write(tx -> tx.bytesMap("m").remove(KEY));
        settled = i < 4 ? file.length() : settled;
        // What a checkpoint reaches is not written over: there is room for two values.
        assertThat(file.length()).isLessThanOrEqualTo(settled).isLessThan(7 * MEBIBYTE);
      }
      assertThat(store.check().problems()).isEmpty();
      assertThat(store.stats().pageSpills()).isPositive();
    }
  }

  /** Each write of a put fails once: spills of the value, those of the checkpoint, the record. */
  @Test
  void aPutWhoseWritesFailIsRolledBackOrEndsTheStore() throws IOException {
    byte[] old = value(1, 20_000);
    byte[] large = value(2, 2 * MEBIBYTE);
    int rolledBack = 0;
    boolean hasFailed = true;
    for (int call = 1; hasFailed; call += call < 4 ? 1 : 5) {
      file.truncate(0);
      AtomicInteger left = new AtomicInteger(call);
      Store store = open(Durability.SYNC);
      put(store, KEY, old);
      long pages = store.check().pages();
      file.setFault(
          (kind, position) -> {
            if (kind != HeapFile.Call.READ && left.decrementAndGet() == 0) {
              throw new NoSpaceException("the disk is full");
            }
          });
      hasFailed = false;
      try {
        put(store, KEY, large);
      } catch (StoreException e) {
        hasFailed = true;
      }
      file.heal();
      if (hasFailed) {
        assertThat(get(store, KEY)).as("call %d", call).isEqualTo(old);
        if (canWrite(store)) {
          rolledBack++;
          assertThat(store.check().problems()).as("call %d", call).isEmpty();
          assertThat(store.check().pages()).as("call %d", call).isEqualTo(pages);
        }
      }
      store.close();
      try (Store again = open(Durability.SYNC)) {
        assertThat(again.check().problems()).as("call %d", call).isEmpty();
        byte[] found = get(again, KEY);
        assertThat(found).as("call %d", call).isIn(old, large);
      }
    }
    assertThat(rolledBack).isGreaterThan(5);
  }

  private static boolean canWrite(Store store) {
    try {
      store.beginWrite().close();
      return true;
    } catch (StoreException e) {
      return false;
    }
  }

  @Test
  void aStreamThatFailsInTheMiddleCostsNothing() throws IOException {
    try (Store store = open(Durability.SYNC)) {
      put(store, KEY, value(1, 20_000));
      long pages = store.check().pages();
      ByteArrayInputStream failing =
          new ByteArrayInputStream(value(2, 3 * MEBIBYTE)) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
              if (pos > 2 * MEBIBYTE) {
                throw new IllegalStateException("the stream has failed");
              }
              return super.read(into, offset, length);
            }
          };
      assertThatThrownBy(
              () -> store.writeThrowing(tx -> tx.bytesMap("m").put(KEY, failing, 3 * MEBIBYTE)))
          .isInstanceOf(IllegalStateException.class);
      assertThat(get(store, KEY)).isEqualTo(value(1, 20_000));
      assertThat(store.check().problems()).isEmpty();
      assertThat(store.check().pages()).isEqualTo(pages);
    }
  }

  /** All values of a snapshot are of one round, whatever the writer does with their pages. */
  @Test
  void readersSeeOneRoundOnly() throws Exception {
    int keys = 40;
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger looked = new AtomicInteger();
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    try (Store store = open(Durability.CHECKPOINT)) {
      writeRound(store, keys, 0);
      List<Thread> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Thread reader =
            new Thread(
                () -> {
                  try {
                    while (!done.get()) {
                      store.read(tx -> look(tx.bytesMap("m"), keys));
                      looked.incrementAndGet();
                    }
                  } catch (Throwable e) {
                    failures.add(e);
                  }
                });
        readers.add(reader);
        reader.start();
      }
      BooleanSupplier goesOn = Effort.goesOn(700, () -> looked.get() >= 20);
      for (int round = 1; goesOn.getAsBoolean() && failures.isEmpty(); round++) {
        writeRound(store, keys, round);
        if (round % 7 == 0) {
          store.checkpoint();
        }
      }
      done.set(true);
      for (Thread reader : readers) {
        reader.join();
      }
      assertThat(failures).isEmpty();
      assertThat(store.check().problems()).isEmpty();
    }
  }

  private static void writeRound(Store store, int keys, int round) {
    store.write(
        tx -> {
          BytesMap map = tx.bytesMap("m");
          if (round % 11 == 10) {
            map.removeRange(new byte[] {5}, null);
          }
          for (int i = 0; i < keys; i++) {
            map.put(new byte[] {(byte) i}, value(round * 1_000L + i, length(round, i)));
          }
        });
  }

  /** Inline and large by turns. */
  private static int length(int round, int key) {
    return 4 + (round + key) % 5 * 2_500;
  }

  private static boolean look(BytesMap map, int keys) {
    int round = -1;
    BytesCursor cursor = map.cursor();
    for (int i = 0; i < keys; i++) {
      assertThat(cursor.next()).isTrue();
      byte[] value = cursor.value();
      for (int tried = Math.max(0, round); round < 0; tried++) {
        if (length(tried, i) == value.length
            && Arrays.equals(value, value(tried * 1_000L + i, value.length))) {
          round = tried;
        } else if (tried > 1_000_000) {
          throw new AssertionError("a value of no round");
        }
      }
      assertThat(value).isEqualTo(value(round * 1_000L + i, length(round, i)));
    }
    return !cursor.next();
  }

  @Test
  void compactionMovesPiecesAndBackupsHaveThem() throws IOException {
    Random random = new Random(3);
    try (Store store = open(Durability.SYNC)) {
      for (int i = 0; i < 60; i++) {
        put(store, new byte[] {(byte) i}, value(i, 100 + random.nextInt(100_000)));
      }
      long[] lengths = new long[60];
      for (int i = 0; i < 60; i++) {
        byte[] key = {(byte) i};
        if (i % 3 != 0) {
          store.write(tx -> tx.bytesMap("m").remove(key));
        } else {
          lengths[i] = store.read(tx -> tx.bytesMap("m").length(key));
        }
      }
      long before = file.length();
      for (int i = 0; i < 1_000 && store.compact(200_000).hasMore(); i++) {
        assertThat(store.check().problems()).isEmpty();
      }
      assertThat(file.length()).isLessThan(before / 2);
      assertHas(store, lengths);
      ByteArrayOutputStream backup = new ByteArrayOutputStream();
      store.backupTo(backup);
      HeapFile copy = new HeapFile(backup.toByteArray());
      try (Store restored =
          EngineAccess.open(copy, null, StoreOptions.defaults().readOnly(true), TreeLimits.PAGE)) {
        assertHas(restored, lengths);
      }
    }
    try (Store store = open(Durability.SYNC)) {
      store.write(tx -> tx.bytesMap("m").clear());
      assertThat(store.check().problems()).isEmpty();
      assertThat(store.check().pages()).isLessThan(20);
    }
  }

  private static void assertHas(Store store, long[] lengths) {
    assertThat(store.check().problems()).isEmpty();
    for (int i = 0; i < lengths.length; i += 3) {
      assertThat(get(store, new byte[] {(byte) i})).isEqualTo(value(i, (int) lengths[i]));
    }
  }
}
