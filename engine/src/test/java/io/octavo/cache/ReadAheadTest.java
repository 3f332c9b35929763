package io.octavo.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.file.ChannelFile;
import io.octavo.fixture.HeapFile;
import io.octavo.map.BytesMap;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls with many keys, and checkpoints, read pages ahead, if the file comes from the disk. */
final class ReadAheadTest {
  private static final int ENTRIES = 200_000;
  private static final int KEYS = 20;

  /** A cache in which maps have no front, so that a put needs its leaf. */
  private static final long WITHOUT_FRONT = 16 << 20;

  /** Far above the time of a read that the system answers from memory. */
  private static final long SLOW_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private static final Set<Thread.State> BUSY =
      EnumSet.of(Thread.State.NEW, Thread.State.RUNNABLE, Thread.State.BLOCKED);

  private final HeapFile file = new HeapFile();

  /** The places that were read while reads were slow. */
  private final Set<Long> read = ConcurrentHashMap.newKeySet();

  private static Store open(HeapFile file) {
    return open(file, 1 << 20);
  }

  private static Store open(HeapFile file, long cacheBytes) {
    StoreOptions options =
        StoreOptions.defaults().cacheBytes(cacheBytes).durability(Durability.CHECKPOINT);
    return EngineAccess.open(file, null, options, TreeLimits.PAGE);
  }

  @BeforeEach
  void fill() {
    Pager.create(file, new UUID(1, 1));
    try (Store store = open(file, WITHOUT_FRONT)) {
      store.write(
          tx -> {
            LongMap longs = tx.longMap("longs");
            BytesMap strings = tx.bytesMap("strings");
            for (int i = 0; i < ENTRIES; i++) {
              longs.put(i, i);
            }
            for (int i = 0; i < ENTRIES / 10; i++) {
              strings.put(key(i), new byte[100]);
            }
          });
    }
  }

  private static byte[] key(int number) {
    return Integer.toString(1_000_000 + number).getBytes(UTF_8);
  }

  /** Draws keys of which each lies in another leaf, mostly. */
  private static long[] keys(int seed) {
    Random random = new Random(seed);
    long[] keys = new long[KEYS];
    Arrays.setAll(keys, i -> random.nextInt(ENTRIES));
    return keys;
  }

  private static byte[][] strings() {
    return Arrays.stream(keys(1)).mapToObj(key -> key((int) key / 10)).toArray(byte[][]::new);
  }

  private void slow() {
    file.ahead().clear();
    file.setFault(
        (call, position) -> {
          long until = System.nanoTime() + SLOW_NANOS;
          while (System.nanoTime() < until) {
            Thread.onSpinWait();
          }
          if (call == HeapFile.Call.READ) {
            read.add(position);
          }
        });
  }

  /** Verifies that pages were read ahead which were then read; returns how many. */
  private int assertReadAhead() {
    file.heal();
    assertThat(file.ahead()).isNotEmpty();
    assertThat(file.ahead()).allMatch(position -> position % PageHeader.PAGE_SIZE == 0);
    assertThat(read).containsAnyElementsOf(file.ahead());
    return file.ahead().size();
  }

  @Test
  void aLookupOfManyKeysReadsAhead() {
    try (Store store = open(file);
        Transaction tx = store.beginRead()) {
      slow();
      long[] keys = keys(1);
      long[] values = new long[keys.length];
      tx.longMap("longs").getAll(keys, values, -1);
      assertThat(values).isEqualTo(keys);
      assertThat(assertReadAhead()).isLessThan(KEYS);
      assertThat(read).containsAll(file.ahead());
    }
  }

  /** The leaves are full, so a put needs the neighbours of its leaf, and a remove does not. */
  @Test
  void putsOfManyKeysReadMoreAheadThanRemoves() {
    try (Store store = open(file, WITHOUT_FRONT);
        Transaction tx = store.beginWrite()) {
      slow();
      assertThat(tx.longMap("longs").removeAll(keys(1))).isPositive();
      assertThat(assertReadAhead()).isLessThan(KEYS);
    }
    try (Store store = open(file, WITHOUT_FRONT);
        Transaction tx = store.beginWrite()) {
      slow();
      tx.longMap("longs").putAll(keys(1), keys(2));
      assertThat(assertReadAhead()).isGreaterThan(KEYS);
    }
  }

  @Test
  void putsOfManyByteStringsReadMoreAheadThanRemoves() {
    try (Store store = open(file, WITHOUT_FRONT);
        Transaction tx = store.beginWrite()) {
      slow();
      assertThat(tx.bytesMap("strings").removeAll(strings())).isPositive();
      assertThat(assertReadAhead()).isLessThan(KEYS);
    }
    try (Store store = open(file, WITHOUT_FRONT);
        Transaction tx = store.beginWrite()) {
      slow();
      tx.bytesMap("strings").putAll(strings(), strings());
      assertThat(assertReadAhead()).isGreaterThan(KEYS);
    }
  }

  /** Readers that load the same pages must not disturb each other's reading ahead. */
  @Test
  void readersReadTheSamePagesAhead() throws Exception {
    for (int round = 0; round < 20; round++) {
      try (Store store = open(file)) {
        slow();
        long[] keys = keys(round);
        Callable<long[]> lookup =
            () -> {
              long[] values = new long[keys.length];
              store.view(tx -> tx.longMap("longs").getAll(keys, values, -1));
              return values;
            };
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
          for (Future<long[]> values : threads.invokeAll(List.of(lookup, lookup))) {
            assertThat(values.get()).isEqualTo(keys);
          }
        } finally {
          threads.shutdown();
          file.heal();
        }
      }
    }
  }

  /** The first read tells nothing then, and those that follow find out. */
  @Test
  void readingAheadDoesNotFail() {
    try (Store store = open(file);
        Transaction tx = store.beginRead()) {
      file.ahead().clear();
      boolean[] hasFailed = {false};
      // Brings the branch into memory.
      assertThat(tx.longMap("longs").get(1, -1)).isEqualTo(1);
      file.setFault(
          (call, position) -> {
            if (call == HeapFile.Call.READ && !hasFailed[0]) {
              hasFailed[0] = true;
              throw new IOException("once");
            }
          });
      long[] values = new long[KEYS];
      tx.longMap("longs").getAll(keys(1), values, -1);
      assertThat(values).isEqualTo(keys(1));
      assertThat(hasFailed[0]).isTrue();
    }
  }

  /** A slow read can have other reasons, so not each of the calls must do without. */
  @Test
  void nothingIsReadAheadThatTheSystemHasInMemory() {
    int without = 0;
    for (int i = 0; i < 50; i++) {
      try (Store store = open(file);
          Transaction tx = store.beginRead()) {
        file.ahead().clear();
        tx.longMap("longs").getAll(keys(i), new long[KEYS], -1);
        without += file.ahead().isEmpty() ? 1 : 0;
      }
    }
    assertThat(without).isPositive();
  }

  /** A thread that ends by an exception tells its handler. */
  @Test
  void aFileReadsAheadWithoutFailing(@TempDir Path directory) throws Exception {
    Path path = Files.write(directory.resolve("file"), new byte[PageHeader.PAGE_SIZE]);
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
    try {
      for (int i = 0; i < 100; i++) {
        // Closed before some of the threads read.
        try (ChannelFile file = ChannelFile.open(path, false)) {
          file.readAhead(0, PageHeader.PAGE_SIZE);
          file.readAhead(-PageHeader.PAGE_SIZE, PageHeader.PAGE_SIZE);
          file.readAhead(1L << 40, PageHeader.PAGE_SIZE);
        }
      }
      List<Thread> readers =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals("octavo-read"))
              .toList();
      assertThat(readers).isNotEmpty().allMatch(Thread::isDaemon);
      // Idle threads wait for work for a limited time.
      while (readers.stream().map(Thread::getState).anyMatch(BUSY::contains)) {
        Thread.sleep(1);
      }
      assertThat(failures).isEmpty();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }
}
