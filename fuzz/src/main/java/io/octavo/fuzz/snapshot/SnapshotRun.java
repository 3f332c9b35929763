package io.octavo.fuzz.snapshot;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.fuzz.ModelRun;
import io.octavo.fuzz.disk.Fault;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.ids.PairTable;
import io.octavo.ids.StackTable;
import io.octavo.ids.StringTable;
import io.octavo.map.BytesMap;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.posting.PostingCursor;
import io.octavo.posting.PostingMap;
import io.octavo.series.Series;
import io.octavo.series.SeriesCursor;
import io.octavo.tree.TreeLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Takes snapshots of commits and of open write transactions, and compares each with a copy of a
 * model when it is closed: soon, or after many commits and steps of compaction. With odd seeds
 * memory is so short that leaves are spilled and kept as lists of changes; with even seeds many
 * arrays are taken over. Checkpoints run beside, and fail.
 *
 * <pre>
 * SnapshotRun [--seed N] [--runs N] [--seconds N]
 * </pre>
 *
 * A difference ends it with an error that names the seed.
 */
public final class SnapshotRun {
  /** Told of checkpoints that fail; held here so that it is not collected. */
  private static final Logger QUIET = Logger.getLogger("io.octavo");

  private static final int KEYS = 4_000;
  private static final int TRANSACTIONS = 16;
  private static final int MOST_OPEN = 6;

  /** The most pages that only the last two checkpoints still reach. */
  private static final int SUPERSEDED = 64;

  private static final int PAGE = 1 << 13;

  /** Some hundreds of leaves, and memory for 126 pages. */
  private static final TreeLimits LIMITS = new TreeLimits(20, 30);

  private final SplittableRandom random;
  private final FaultFile file = FaultFile.empty();
  private final Queue<Runnable> begun = new ArrayDeque<>();
  private final List<Reader> readers = new ArrayList<>();
  private ExpectedContents model = new ExpectedContents(KEYS);
  private final boolean isMemoryShort;
  private boolean hasFailingWrites;
  private Counts counts = new Counts(0, 0, 0, 0);

  /** A snapshot, and a cursor in it that waits at some key with the pages that it has found. */
  private record Reader(
      Transaction transaction, ExpectedContents contents, LongCursor cursor, int at) {
    /** Moves the cursor back to the first key. */
    void requireKeysBefore() {
      for (int key = at - 1; key >= 0; key--) {
        if (contents.longs[key] != 0) {
          requireSame("key before", cursor.previous() && cursor.key() == key, true);
          requireSame("value of key " + key, cursor.value(), contents.longs[key]);
        }
      }
    }
  }

  /** What a run has done. */
  record Counts(long snapshots, long spills, long leafReductions, long leafRestorations) {
    Counts with(StoreStats stats) {
      return new Counts(
          snapshots, stats.pageSpills(), stats.leafReductions(), stats.leafRestorations());
    }

    Counts plus(Counts other) {
      return new Counts(
          snapshots + other.snapshots,
          spills + other.spills,
          leafReductions + other.leafReductions,
          leafRestorations + other.leafRestorations);
    }
  }

  private SnapshotRun(long seed) {
    random = new SplittableRandom(seed);
    isMemoryShort = seed % 2 != 0;
  }

  /**
   * Runs.
   *
   * @param arguments as above
   */
  public static void main(String[] arguments) {
    Arguments options = Arguments.of(arguments, "--seed", "--runs", "--seconds");
    long first = options.number("--seed", 1);
    long runs = options.number("--runs", Long.MAX_VALUE);
    long nanos = options.number("--seconds", 60) * 1_000_000_000L;
    long start = System.nanoTime();
    long done = 0;
    Counts all = new Counts(0, 0, 0, 0);
    while (done < runs && System.nanoTime() - start < nanos) {
      all = all.plus(run(first + done));
      done++;
    }
    System.out.printf(
        Locale.ROOT,
        "%d runs, %,d snapshots, %,d pages spilled, %,d leaves reduced, %,d restored, %.1f s, no"
            + " difference%n",
        done,
        all.snapshots(),
        all.spills(),
        all.leafReductions(),
        all.leafRestorations(),
        (System.nanoTime() - start) / 1e9);
  }

  /** Returns what two seeds find wrong, empty if that is nothing. Called by reflection. */
  public static String findWrong() {
    try {
      run(1);
      run(2);
      return "";
    } catch (AssertionError e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Runs one seed. Returns what was done. */
  public static Counts run(long seed) {
    Level level = QUIET.getLevel();
    QUIET.setLevel(Level.OFF);
    try {
      return new SnapshotRun(seed).run();
    } catch (RuntimeException | AssertionError e) {
      String program = "java -ea -cp " + ModelRun.CLASS_PATH + " " + SnapshotRun.class.getName();
      String command = program + " --seed " + seed + " --runs 1";
      throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\nagain: " + command, e);
    } finally {
      QUIET.setLevel(level);
    }
  }

  private Counts run() {
    Durability durability = random.nextBoolean() ? Durability.CHECKPOINT : Durability.SYNC;
    StoreOptions options =
        StoreOptions.defaults()
            .cacheBytes(isMemoryShort ? 1 << 20 : 1 << 24)
            .durability(durability);
    TestStores.create(file, new UUID(3, 3));
    try {
      runAll(options);
    } catch (StoreFailedException e) {
      // The write of a meta page failed, and nobody knows what it left: the store is failed.
      if (!hasFailingWrites) {
        throw e;
      }
    }
    return counts;
  }

  private void runAll(StoreOptions options) {
    try (Store store = TestStores.open(file, options, LIMITS, begun::add)) {
      store.write(
          tx -> {
            for (int key = 0; key < KEYS; key++) {
              model.longs[key] = key + 1L;
              tx.longMap("longs").put(key, key + 1L);
            }
          });
      for (int i = 0; i < TRANSACTIONS; i++) {
        switch (random.nextInt(8)) {
          case 0 -> checkpoint(store);
          case 1 -> compact(store);
          default -> change(store);
        }
        if (random.nextInt(3) == 0) {
          read(store.beginRead(), model);
        }
        if (random.nextInt(4) == 0) {
          runBegun();
        }
        counts = counts.with(store.stats());
      }
      runBegun();
      closeAll();
      store.view(tx -> requireEqual(tx, model));
      requireSound(store);
      requireNothingHeld(store);
      // One stays open when the store is closed.
      try (Transaction tx = store.beginWrite()) {
        tx.longMap("longs").put(1, 1);
        var unused = tx.snapshot();
      }
    }
    file.reopen();
    try (Store store = TestStores.open(file, options, LIMITS)) {
      store.view(tx -> requireEqual(tx, model));
      requireSound(store);
    }
  }

  /** Requires that pages are free which only snapshots have reached. */
  private void requireNothingHeld(Store store) {
    for (int i = 0; i < 2; i++) {
      long value = random.nextLong();
      model.longs[0] = value;
      store.write(tx -> tx.longMap("longs").put(0, value));
      store.checkpoint();
      runBegun();
    }
    try (Transaction tx = store.beginWrite()) {
      tx.longMap("longs").contains(1);
    }
    StoreStats stats = store.stats();
    requireSame("open readers", (long) stats.openReaders(), 0L);
    long held = (stats.fileBytes() - stats.liveBytes() - stats.freeBytes()) / PAGE;
    if (held > SUPERSEDED || stats.readerBytes() > SUPERSEDED * (long) PAGE) {
      throw new AssertionError(held + " pages are held by nobody: " + stats);
    }
  }

  private void change(Store store) {
    if (random.nextInt(4) == 0) {
      // Snapshots of a transaction that is rolled back are alone then.
      closeAll();
    }
    ExpectedContents changed = new ExpectedContents(model);
    // Some transactions take a snapshot after a few changes, some never.
    int between = 8 << random.nextInt(7);
    int ops = random.nextInt(400);
    try (Transaction tx = store.beginWrite()) {
      for (int i = 0; i < ops; i++) {
        change(tx, changed);
        if (random.nextInt(between) == 0) {
          counts =
              new Counts(
                  counts.snapshots + 1,
                  counts.spills,
                  counts.leafReductions,
                  counts.leafRestorations);
          read(tx.snapshot(), changed);
        }
        if (!readers.isEmpty() && random.nextInt(100) == 0) {
          closeOne();
        }
      }
      if (random.nextInt(4) == 0) {
        requireEqual(tx, changed);
      }
      if (random.nextInt(5) > 1) {
        tx.commit();
        model = changed;
      }
    } catch (StoreException e) {
      if (!hasFailingWrites) {
        throw e;
      }
    }
  }

  /** Keeps a snapshot open, and closes another one if many are. */
  private void read(Transaction snapshot, ExpectedContents contents) {
    LongCursor cursor = snapshot.longMap("longs").cursor();
    int at = cursor.seek(random.nextInt(KEYS)) ? (int) cursor.key() : KEYS;
    readers.add(new Reader(snapshot, new ExpectedContents(contents), cursor, at));
    if (readers.size() > MOST_OPEN) {
      closeOne();
    }
  }

  private void change(Transaction tx, ExpectedContents to) {
    switch (random.nextInt(20)) {
      case 0 -> changePostings(tx.postings("postings"), to.postings);
      case 1 -> changeTexts(tx.strings("texts"), to.texts);
      case 2 -> changePairs(tx.pairs("pairs"), to.pairs);
      case 3 -> changeStacks(tx.stacks("stacks"), to.nodes);
      case 4, 5 -> changeSeries(tx.series("series"), to.series);
      case 6 -> changeNames(tx, to.named);
      case 7, 8, 9 -> changeStrings(tx.bytesMap("strings"), to.strings);
      case 10 -> removeRange(tx.longMap("longs"), to.longs);
      default -> {
        int key = random.nextInt(KEYS);
        long value = random.nextInt(4) == 0 ? 0 : random.nextLong();
        to.longs[key] = value;
        if (value == 0) {
          tx.longMap("longs").remove(key);
        } else {
          tx.longMap("longs").put(key, value);
        }
      }
    }
  }

  private void removeRange(LongMap longs, long[] to) {
    int from = random.nextInt(KEYS);
    int end = Math.min(KEYS, from + random.nextInt(random.nextInt(10) == 0 ? 400 : 40));
    longs.removeRange(from, end - 1L);
    Arrays.fill(to, from, Math.max(from, end), 0);
  }

  private void changeStrings(BytesMap strings, Map<Integer, byte[]> to) {
    int key = random.nextInt(1_000);
    byte[] name = Integer.toString(key).getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(4) == 0) {
      strings.remove(name);
      to.remove(key);
    } else {
      byte[] value = new byte[random.nextInt(12) == 0 ? random.nextInt(40_000) : 30];
      random.nextBytes(value);
      strings.put(name, value);
      to.put(key, value);
    }
  }

  private void changeNames(Transaction tx, Map<String, Long> to) {
    String name = "map" + random.nextInt(6);
    Long present = to.get(name);
    if (present == null) {
      long value = random.nextLong();
      tx.longMap(name).put(7, value);
      to.put(name, value);
    } else if (random.nextBoolean()) {
      tx.drop(name);
      to.remove(name);
    } else {
      String free = "renamed" + random.nextInt(6);
      if (!to.containsKey(free)) {
        tx.rename(name, free);
        to.remove(name);
        to.put(free, present);
      }
    }
  }

  private void changePostings(PostingMap postings, Map<Long, Set<Long>> to) {
    long key = random.nextInt(20);
    long id = random.nextInt(2_000);
    if (random.nextInt(12) == 0) {
      postings.removeList(key);
      to.remove(key);
    } else if (random.nextInt(3) == 0) {
      postings.remove(key, id);
      Set<Long> ids = to.get(key);
      if (ids != null && ids.remove(id) && ids.isEmpty()) {
        to.remove(key);
      }
    } else {
      long[] ids = random.longs(30, 0, 2_000).sorted().distinct().toArray();
      postings.addAll(key, ids);
      Set<Long> set = to.computeIfAbsent(key, unused -> new TreeSet<>());
      Arrays.stream(ids).forEach(set::add);
    }
  }

  private void changeTexts(StringTable texts, List<String> to) {
    if (random.nextInt(60) == 0) {
      texts.clear();
      to.clear();
    }
    for (int i = random.nextInt(60); i >= 0; i--) {
      String text = "text " + random.nextInt(1 << 12);
      int id = texts.intern(text);
      if (id == to.size()) {
        to.add(text);
      }
      requireSame("text", to.get(id), text);
    }
  }

  private void changePairs(PairTable pairs, List<Long> to) {
    if (random.nextInt(60) == 0) {
      pairs.clear();
      to.clear();
    }
    for (int i = random.nextInt(50); i >= 0; i--) {
      long value = random.nextInt(1 << 12);
      int id = pairs.intern(value);
      if (id == to.size()) {
        to.add(value);
      }
      requireSame("pair", to.get(id), value);
    }
  }

  private void changeStacks(StackTable stacks, List<Long> to) {
    if (random.nextInt(60) == 0) {
      stacks.clear();
      to.clear();
    }
    for (int i = random.nextInt(50); i >= 0; i--) {
      int parent = to.isEmpty() ? StackTable.NONE : random.nextInt(to.size() + 1) - 1;
      int frame = random.nextInt(30);
      long node = PairTable.pair(parent, frame);
      int id = stacks.intern(parent, frame);
      if (id == to.size()) {
        to.add(node);
      }
      requireSame("node", to.get(id), node);
    }
  }

  private void changeSeries(Series series, NavigableMap<Long, List<Long>> to) {
    if (random.nextInt(12) == 0) {
      long from = random.nextInt(10_000);
      long end = from + random.nextInt(300);
      series.removeRange(from, end);
      to.subMap(from, true, end, true).clear();
      return;
    }
    long time = random.nextBoolean() || to.isEmpty() ? random.nextInt(10_000) : to.lastKey();
    for (int i = random.nextInt(100); i >= 0; i--) {
      time += random.nextInt(3);
      long value = random.nextInt(1 << 16);
      series.add(time, value);
      to.computeIfAbsent(time, unused -> new ArrayList<>()).add(value);
    }
  }

  /** Begins a checkpoint, changes leaves beside it, and lets it end; one in four fails. */
  private void checkpoint(Store store) {
    boolean isFailing = random.nextInt(4) == 0;
    TestStores.beginCheckpoint(store);
    for (int i = random.nextInt(3); i > 0; i--) {
      change(store);
    }
    if (isFailing) {
      hasFailingWrites = true;
      file.plan(new Fault(Fault.Kind.WRITE_ERROR, random.nextInt(20), false));
    }
    runBegun();
    file.plan(null);
  }

  private void compact(Store store) {
    try {
      store.compact(random.nextInt(1 << 20));
    } catch (StoreException e) {
      if (!hasFailingWrites) {
        throw e;
      }
    }
  }

  private void runBegun() {
    while (!begun.isEmpty()) {
      begun.remove().run();
    }
  }

  private void closeAll() {
    while (!readers.isEmpty()) {
      closeOne();
    }
  }

  private void closeOne() {
    Reader reader = readers.remove(random.nextInt(readers.size()));
    reader.requireKeysBefore();
    requireEqual(reader.transaction, reader.contents);
    reader.transaction.close();
  }

  private static void requireEqual(Transaction tx, ExpectedContents expected) {
    requireLongs(tx.longMap("longs"), expected.longs);
    BytesMap strings = tx.bytesMap("strings");
    requireSame("number of strings", strings.size(), (long) expected.strings.size());
    expected.strings.forEach(
        (key, value) -> {
          byte[] name = Integer.toString(key).getBytes(StandardCharsets.UTF_8);
          requireSame("string " + key, Arrays.equals(strings.get(name), value), true);
        });
    for (int i = 0; i < 6; i++) {
      for (String name : List.of("map" + i, "renamed" + i)) {
        Long value = expected.named.get(name);
        requireSame(name, tx.exists(name), value != null);
        if (value != null) {
          requireSame(name, tx.longMap(name).get(7, 0), value);
        }
      }
    }
    PostingMap postings = tx.postings("postings");
    requireSame("lists", postings.size(), (long) expected.postings.size());
    expected.postings.forEach(
        (key, ids) -> {
          requireSame("count of list " + key, postings.count(key), (long) ids.size());
          List<Long> found = new ArrayList<>();
          for (PostingCursor cursor = postings.cursor(key); cursor.next(); ) {
            found.add(cursor.id());
          }
          requireSame("ids of list " + key, found, new ArrayList<>(ids));
        });
    requireItems(tx, expected);
    requireSeries(tx.series("series"), expected.series);
  }

  private static void requireLongs(LongMap longs, long[] values) {
    LongCursor cursor = longs.cursor();
    for (int key = 0; key < KEYS; key++) {
      if (values[key] != 0) {
        requireSame("next to key " + key, cursor.next(), true);
        requireSame("key", cursor.key(), (long) key);
        requireSame("value of key " + key, cursor.value(), values[key]);
        if (key % 8 == 0) {
          requireSame("value of key " + key, longs.get(key, 0), values[key]);
        }
      }
    }
    requireSame("next to the last key", cursor.next(), false);
    requireSame("size", longs.size(), Arrays.stream(values).filter(value -> value != 0).count());
  }

  private static void requireItems(Transaction tx, ExpectedContents expected) {
    StringTable texts = tx.strings("texts");
    requireSame("number of texts", texts.size(), expected.texts.size());
    PairTable pairs = tx.pairs("pairs");
    requireSame("number of pairs", pairs.size(), expected.pairs.size());
    StackTable stacks = tx.stacks("stacks");
    requireSame("number of nodes", stacks.size(), expected.nodes.size());
    for (int id = 0; id < expected.texts.size(); id++) {
      String text = expected.texts.get(id);
      requireSame("text " + id, texts.text(id), text);
      if (id % 8 == 0) {
        requireSame("id of " + text, texts.find(text), id);
      }
    }
    requireSame("a text that is absent", texts.find("absent"), StringTable.ABSENT);
    for (int id = 0; id < expected.pairs.size(); id++) {
      long pair = expected.pairs.get(id);
      requireSame("pair " + id, pairs.get(id), pair);
      if (id % 8 == 0) {
        requireSame("id of " + pair, pairs.find(pair), id);
      }
    }
    int[] frames = new int[StackTable.MAX_DEPTH];
    for (int id = 0; id < expected.nodes.size(); id++) {
      long node = expected.nodes.get(id);
      requireSame("parent of " + id, stacks.parent(id), PairTable.high(node));
      requireSame("frame of " + id, stacks.frame(id), PairTable.low(node));
      int depth = id % 16 == 0 ? stacks.resolve(id, frames) : 0;
      int parent = depth == 0 ? StackTable.NONE : id;
      for (int i = depth - 1; i >= 0; i--) {
        requireSame("frame " + i, frames[i], PairTable.low(expected.nodes.get(parent)));
        parent = PairTable.high(expected.nodes.get(parent));
      }
      requireSame("outermost of " + id, parent, StackTable.NONE);
    }
  }

  private static void requireSeries(Series series, Map<Long, List<Long>> expected) {
    SeriesCursor cursor = series.cursor();
    long count = 0;
    for (Map.Entry<Long, List<Long>> entry : expected.entrySet()) {
      for (long value : entry.getValue()) {
        requireSame("next to entry " + count, cursor.next(), true);
        requireSame("time", cursor.time(), entry.getKey());
        requireSame("value", cursor.value(), value);
        count++;
      }
    }
    requireSame("next to the last entry", cursor.next(), false);
    requireSame("entries", series.size(), count);
    requireSame("summary", series.summary(Long.MIN_VALUE, Long.MAX_VALUE).count(), count);
  }

  private static void requireSame(String what, Object found, Object expected) {
    if (!Objects.equals(found, expected)) {
      throw new AssertionError(what + ": found " + found + ", expected " + expected);
    }
  }

  private static void requireSound(Store store) {
    if (!store.check().problems().isEmpty()) {
      throw new AssertionError(store.check().problems().toString());
    }
  }
}
