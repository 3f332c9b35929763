package io.octavo.bench;

import io.octavo.BytesBatch;
import io.octavo.BytesCursor;
import io.octavo.BytesMap;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.page.PageHeader;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.BytesRun;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time of byte strings: in a few leaves that lie in the caches, and in a map of a million keys in a
 * store in memory, through the public interface. Keys and values are those of the sets of {@link
 * Peers}. With {@code -prof gc} the reads should allocate nothing.
 *
 * <p>Leaves and keys come in a random order that is too long to be learned by the branch predictor.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class BytesBenchmark {
  private static final int KEYS = 1_000_000;
  private static final int BATCH = 1 << 12;
  private static final int BATCHES = 1 << 6;
  private static final int PAGES = 4;

  /** Entries of a leaf; of these strings each fills less than a page. */
  private static final int ENTRIES = 48;

  private static final String NAME = "m";

  /** Which entries: {@code STRINGS} or {@code BLOBS}. */
  @Param("STRINGS")
  public String set = "STRINGS";

  private final byte[][] pages = new byte[PAGES][];
  private final int[] probePages = new int[BATCH];
  private final PeerStrings[] batches = new PeerStrings[BATCHES];
  private final byte[] value = new byte[PeerStrings.MOST_BYTES];
  private final BytesBatch batch = BytesBatch.create();
  private final byte[] filled = PageHeader.newPage();
  private final byte[] filledBeside = PageHeader.newPage();
  private PeerStrings data;
  private PeerStrings resident;
  private PeerStrings shuffled;
  private final BytesRun run = new BytesRun();
  private int nextPair;
  private int nextBatch;
  private Store store;

  /** Makes the benchmark. */
  public BytesBenchmark() {}

  /**
   * Fills leaves and the map, and draws the keys.
   *
   * @throws Exception if the store fails
   */
  @Setup
  public void setUp() throws Exception {
    data = (PeerStrings) PeerData.Kind.valueOf(set).draw(KEYS);
    SplittableRandom random = new SplittableRandom(1);
    int[] probes = new int[BATCH];
    for (int i = 0; i < PAGES; i++) {
      pages[i] = leaf(data, i * (KEYS / PAGES));
    }
    for (int i = 0; i < BATCH; i++) {
      probePages[i] = random.nextInt(PAGES);
      probes[i] = probePages[i] * (KEYS / PAGES) + random.nextInt(ENTRIES);
    }
    resident = (PeerStrings) data.take(probes);
    PeerStrings leaf = data.first(ENTRIES);
    shuffled = (PeerStrings) leaf.take(leaf.shuffled(1));
    for (int i = 0; i < BATCHES; i++) {
      batches[i] = (PeerStrings) data.hits(BATCH, i);
    }
    BytesPage.formatLeaf(filled, 1, 1);
    BytesPage.formatLeaf(filledBeside, 2, 1);
    store = Store.inMemory();
    store.write(tx -> tx.bytesMap(NAME).load(new OctavoStringsPeer.Pairs(data)));
    store.checkpoint();
  }

  /** Closes the store. */
  @TearDown
  public void tearDown() {
    store.close();
  }

  private PeerStrings nextKeys() {
    nextBatch = (nextBatch + 1) % BATCHES;
    return batches[nextBatch];
  }

  private static byte[] leaf(PeerStrings data, int from) {
    BytesRun run = new BytesRun();
    for (int i = from; i < from + ENTRIES; i++) {
      run.put(data.key(i), data.value(i), false);
    }
    byte[] page = PageHeader.newPage();
    BytesPage.formatLeaf(page, 1, 1);
    run.build(0, ENTRIES, page);
    return page;
  }

  /**
   * Finds keys in leaves and copies their values.
   *
   * @return the sum of the values' numbers
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long pageFind() {
    long sum = 0;
    for (int i = 0; i < BATCH; i++) {
      byte[] page = pages[probePages[i]];
      int index = BytesPage.find(page, resident.key(i));
      int length = BytesPage.copyValue(page, index, value, 0, value.length);
      sum += PeerStrings.number(value, 0, length);
    }
    return sum;
  }

  /**
   * Fills an empty leaf in random order.
   *
   * @return the leaf
   */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public byte[] pageInsert() {
    BytesPage.formatLeaf(filled, 1, 1);
    for (int i = 0; i < ENTRIES; i++) {
      int place = ~BytesPage.find(filled, shuffled.key(i));
      BytesPage.insert(filled, place, shuffled.key(i), shuffled.value(i), false);
    }
    return filled;
  }

  /**
   * Lays two leaves and one more entry out anew, as a leaf does that is full and shares with its
   * neighbour; time is for both.
   *
   * @return the index of the first entry of each part
   */
  @Benchmark
  public int[] pageShare() {
    nextPair = (nextPair + 1) % (PAGES / 2);
    int added = nextPair * 2 * (KEYS / PAGES) + ENTRIES;
    run.clear();
    run.addAll(pages[2 * nextPair]);
    run.put(data.key(added), data.value(added), false);
    run.addAll(pages[2 * nextPair + 1]);
    int[] bounds = run.partition(2, 1, BytesPage.MAX_COUNT);
    run.build(0, bounds[1], filled);
    run.build(bounds[1], run.count(), filledBeside);
    return bounds;
  }

  /**
   * Gets values from the map, all of a batch in one transaction.
   *
   * @return the sum of their numbers
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long get() {
    PeerStrings keys = nextKeys();
    long sum = 0;
    try (Transaction tx = store.beginRead()) {
      BytesMap map = tx.bytesMap(NAME);
      for (int i = 0; i < BATCH; i++) {
        sum += PeerStrings.number(value, 0, map.get(keys.key(i), value, 0));
      }
    }
    return sum;
  }

  /**
   * Scans the map, entry by entry.
   *
   * @return the sum of the numbers of keys and values
   */
  @Benchmark
  @OperationsPerInvocation(KEYS)
  public long scanEntries() {
    long sum = 0;
    try (Transaction tx = store.beginRead()) {
      for (BytesCursor cursor = tx.bytesMap(NAME).cursor(); cursor.next(); ) {
        sum += PeerStrings.number(value, 0, cursor.key(value, 0));
        sum += PeerStrings.number(value, 0, cursor.value(value, 0));
      }
    }
    return sum;
  }

  /**
   * Scans the map by batches.
   *
   * @return the sum of the numbers of keys and values
   */
  @Benchmark
  @OperationsPerInvocation(KEYS)
  public long scanBatches() {
    long sum = 0;
    try (Transaction tx = store.beginRead()) {
      for (BytesCursor cursor = tx.bytesMap(NAME).cursor(); cursor.next(batch); ) {
        for (int i = 0; i < batch.size(); i++) {
          sum += PeerStrings.number(batch.keys(), batch.keyOffset(i), batch.keyLength(i));
          sum += PeerStrings.number(batch.values(), batch.valueOffset(i), batch.valueLength(i));
        }
      }
    }
    return sum;
  }

  /** Replaces values of the map; time is for one, with its share of the commit. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void put() {
    PeerStrings keys = nextKeys();
    PeerStrings values = batches[(nextBatch + BATCHES / 2) % BATCHES];
    store.write(
        tx -> {
          BytesMap written = tx.bytesMap(NAME);
          for (int i = 0; i < BATCH; i++) {
            written.put(keys.key(i), values.value(i));
          }
        });
  }
}
