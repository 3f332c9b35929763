package io.octavo.fuzz;

import static io.octavo.fuzz.Comparison.same;

import io.octavo.CheckReport;
import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.file.KeptFile;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.map.LongPairs;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Does a scenario to a store and to a model, and compares the two: what every call returns, and
 * after every commit the whole content, its order in both directions, and the check of the file.
 */
public final class Execution {
  /** Scenarios leave transactions open on purpose, which the store reports. Held, or it is lost. */
  private static final Logger QUIET = Logger.getLogger("io.octavo.Transaction");

  static {
    QUIET.setLevel(Level.OFF);
  }

  private static final int MAX_SNAPSHOTS = 4;

  private final Scenario scenario;
  private final List<Held> snapshots = new ArrayList<>();

  /** Committed states by the number that the store gives them; a crash may go back to them. */
  private final TreeMap<Long, Model> history = new TreeMap<>();

  private KeptFile file = new KeptFile();
  private StoreOptions options;
  private Store store;
  private Model committed = new Model();
  private Model working = committed;
  private @Nullable Transaction writing;
  private boolean isCut;
  private long done;

  private record Held(Transaction transaction, Model model) {}

  /**
   * Makes an empty store for a scenario.
   *
   * @param scenario what to do
   */
  public Execution(Scenario scenario) {
    this.scenario = scenario;
    this.options = scenario.options();
    TestStores.create(file, new UUID(0x0C7A, scenario.seed()));
    this.store = open(file, options);
    remember();
  }

  private Store open(KeptFile bytes, StoreOptions how) {
    return TestStores.open(bytes, isCut ? how.recordTo(null) : how, scenario.limits());
  }

  /**
   * Does everything, compares, and closes the store.
   *
   * @return how many elementary operations were done
   * @throws AssertionError if the store does not do what the model does; the message names the
   *     seed, the operation, and the command that replays it
   */
  public long run() {
    int index = 0;
    try {
      for (Operation operation : scenario.operations()) {
        perform(operation);
        index++;
      }
      finish();
    } catch (RuntimeException | AssertionError e) {
      int length = scenario.operations().size();
      String what = index < length ? scenario.operations().get(index).toString() : "the end";
      throw new AssertionError(
          "seed "
              + scenario.seed()
              + ", operation "
              + index
              + " of "
              + length
              + ", "
              + what
              + ", "
              + scenario.limits()
              + ", "
              + options.durability()
              + ": "
              + e
              + "\nreplay: "
              + scenario.replay(),
          e);
    }
    return done;
  }

  /**
   * Returns what the file holds.
   *
   * @return its bytes
   */
  public byte[] content() {
    return file.content();
  }

  private void finish() {
    rollBack();
    while (!snapshots.isEmpty()) {
      closeSnapshot(0);
    }
    verify();
    store.close();
    store = open(file, options);
    verify();
    store.close();
  }

  private void perform(Operation operation) {
    done++;
    switch (operation.kind()) {
      case PUT -> put(operation.map(), operation.a(), operation.b());
      case PUT_MANY -> putMany(operation);
      case PUT_IF_ABSENT -> {
        boolean absent = target(operation.map()).putIfAbsent(operation.a(), operation.b()) == null;
        same("putIfAbsent", map(operation.map()).putIfAbsent(operation.a(), operation.b()), absent);
      }
      case REMOVE -> remove(operation.map(), operation.a());
      case REMOVE_AT_OR_ABOVE -> removeAtOrAbove(operation);
      case REMOVE_RANGE -> removeRange(operation.map(), operation.a(), operation.b());
      case CLEAR -> {
        map(operation.map()).clear();
        target(operation.map()).clear();
      }
      case LOAD -> load(operation);
      case LOAD_FROM_NEXT -> loadFromNext(operation);
      case LOAD_WRONG -> loadWrong(operation);
      case READ -> read(operation);
      case READ_MANY -> batch(operation).read();
      case WALK -> walk(operation);
      case STRINGS, STRINGS_WALK -> bytes(operation);
      case STRINGS_NAMES -> {
        Transaction open = transaction();
        List<String> names = Steps.names(scenario);
        String from = names.get(operation.map() % names.size());
        String to =
            InternSteps.isFor(scenario)
                ? InternSteps.other(from, operation.a())
                : names.get((int) operation.a() % names.size());
        if (from.equals(to)) {
          same("drop", open.drop(from), working.drop(from));
        } else if (!working.exists(to)) {
          boolean exists = working.exists(from);
          same("rename", open.rename(from, to), exists);
          if (exists) {
            working.rename(from, to);
          }
        }
      }
      case NAMES -> names();
      case DROP -> drop(operation);
      case RENAME -> rename(operation);
      case COMMIT -> commit(operation.a());
      case ROLL_BACK -> rollBack();
      case CHECKPOINT -> {
        rollBack();
        store.checkpoint();
        // Pages that only snapshots reach are never written but to make room; the next writer
        // gives those of closed snapshots back.
        store.beginWrite().close();
        boolean clean = store.stats().dirtyBytes() == 0 || !snapshots.isEmpty();
        same("nothing is left to be written", clean, true);
        if (operation.a() % 2 == 0) {
          compact(operation.a());
        }
      }
      case CHECK -> requireSound(store.check());
      case OPEN_SNAPSHOT -> {
        if (snapshots.size() == MAX_SNAPSHOTS) {
          closeSnapshot(0);
        }
        snapshots.add(new Held(store.beginRead(), committed));
      }
      case CLOSE_SNAPSHOT -> {
        if (!snapshots.isEmpty()) {
          closeSnapshot((int) (operation.a() % snapshots.size()));
        }
      }
      case REOPEN -> reopen(operation.a());
      case READ_ONLY -> readOnly();
      case CRASH -> crash((operation.a() & 1) != 0);
    }
  }

  private static String name(int map) {
    return Scenario.NAMES.get(map);
  }

  private Transaction transaction() {
    Transaction open = writing;
    if (open == null) {
      open = store.beginWrite();
      writing = open;
      working = committed.successor();
    }
    return open;
  }

  private LongMap map(int map) {
    return transaction().longMap(name(map));
  }

  /** Returns the model's map to change; also begins the transaction, whose map then exists. */
  private NavigableMap<Long, Long> target(int map) {
    map(map);
    return working.write(name(map));
  }

  /** Changes a map of byte strings, or what a scenario has in its place. */
  private void bytes(Operation operation) {
    Transaction open = transaction();
    done += operation.count();
    Steps steps = Steps.of(scenario, open, working, operation);
    if (operation.kind() == Operation.Kind.STRINGS_WALK) {
      steps.walk(operation.count());
    } else {
      steps.change(operation.count());
    }
  }

  /** Puts a value; an odd one by adding to the present one, where the difference is a long. */
  private void put(int map, long key, long value) {
    long present = target(map).getOrDefault(key, 0L);
    long delta = value - present;
    boolean isLong = delta < 0 == value < present;
    if (isLong && value % 2 != 0) {
      same("addTo", map(map).addTo(key, delta), value);
    } else {
      map(map).put(key, value);
    }
    target(map).put(key, value);
  }

  private boolean isFull(int map) {
    return target(map).size() > scenario.mostEntries();
  }

  private void putMany(Operation operation) {
    if (!isFull(operation.map())) {
      batch(operation).put();
    }
  }

  private Batch batch(Operation operation) {
    done += operation.count();
    KeyFamily family = scenario.families().get(operation.map());
    return new Batch(map(operation.map()), target(operation.map()), family, operation);
  }

  /** Removes a key; an odd one without asking whether it was there. */
  private void remove(int map, long key) {
    boolean expected = target(map).remove(key) != null;
    if (key % 2 == 0) {
      same("remove", map(map).remove(key), expected);
    } else {
      map(map).delete(key);
    }
  }

  private void removeAtOrAbove(Operation operation) {
    NavigableMap<Long, Long> model = target(operation.map());
    if (operation.count() % 2 == 0) {
      batch(operation).removeAtOrAbove();
      return;
    }
    Long key = model.ceilingKey(operation.a());
    for (int i = 0; i < operation.count() && key != null; i++) {
      remove(operation.map(), key);
      key = model.higherKey(key);
      done++;
    }
  }

  private void removeRange(int map, long from, long to) {
    NavigableMap<Long, Long> model = target(map);
    NavigableMap<Long, Long> range =
        from > to ? new TreeMap<>() : model.subMap(from, true, to, true);
    long expected = range.size();
    range.clear();
    same("removeRange", map(map).removeRange(from, to), expected);
  }

  private void load(Operation operation) {
    if (isFull(operation.map())) {
      return;
    }
    TreeMap<Long, Long> added = new TreeMap<>();
    long key = operation.a();
    for (int i = 0; i < operation.count(); i++) {
      added.put(key, key ^ i);
      if (key > Long.MAX_VALUE - operation.b()) {
        break;
      }
      key += operation.b();
    }
    map(operation.map()).load(Pairs.of(added));
    target(operation.map()).putAll(added);
    done += added.size();
  }

  private void loadFromNext(Operation operation) {
    int next = (operation.map() + 1) % Scenario.NAMES.size();
    if (isFull(operation.map()) || operation.a() > operation.b()) {
      return;
    }
    NavigableMap<Long, Long> source = target(next);
    map(operation.map()).load(map(next).cursor(operation.a(), operation.b()));
    target(operation.map()).putAll(source.subMap(operation.a(), true, operation.b(), true));
    done += source.size();
  }

  private void loadWrong(Operation operation) {
    LongPairs wrong = Pairs.of(new long[] {1, 5, 5}, new long[] {1, 2, 3});
    LongMap map = map(operation.map());
    fails(IllegalArgumentException.class, () -> map.load(wrong));
    fails(IllegalStateException.class, () -> map.put(1, 1));
    fails(IllegalStateException.class, map::size);
    rollBack();
  }

  private void read(Operation operation) {
    String name = name(operation.map());
    long key = operation.a();
    Transaction open = writing;
    if (open != null && working.exists(name)) {
      Comparison.sameAround(open.longMap(name), working.read(name), key);
      requireNear(open.longMap(name), working.read(name));
    } else if (open == null) {
      store.read(
          tx -> {
            Comparison.sameAround(tx.longMap(name), committed.read(name), key);
            requireNear(tx.longMap(name), committed.read(name));
            return true;
          });
    }
  }

  private void requireNear(LongMap map, NavigableMap<Long, Long> expected) {
    long most = scenario.limits().frontSize(Scenario.MOST_CACHE);
    Comparison.near(map.estimatedSize(), expected.size(), most);
  }

  private void walk(Operation operation) {
    SplittableRandom random = new SplittableRandom(operation.a() ^ operation.b());
    LongMap map = map(operation.map());
    NavigableMap<Long, Long> model = target(operation.map());
    LongCursor cursor = map.cursor(operation.a(), operation.b());
    ModelCursor<Long> expected =
        new ModelCursor<>(Long::compare, operation.a(), entries -> entries.floorKey(operation.b()));
    KeyFamily family = scenario.families().get(operation.map());
    for (int i = 0; i < operation.count(); i++) {
      long key = family.draw(random);
      switch (random.nextInt(16)) {
        case 0, 1, 2, 3, 4 -> same("next", cursor.next(), expected.next(model));
        case 5, 6, 7, 8 -> same("previous", cursor.previous(), expected.previous(model));
        case 9 -> same("seek", cursor.seek(key), expected.seek(model, key));
        case 10 -> same("seekLast", cursor.seekLast(), expected.seekLast(model));
        case 11 -> put(operation.map(), key, i);
        case 12 -> remove(operation.map(), key);
        case 13 -> removeRange(operation.map(), key, key + random.nextInt(64));
        default -> writeNear(operation.map(), expected.key(), random);
      }
      Comparison.sameEntry(cursor, expected.key(), model);
    }
    done += operation.count();
  }

  /** Changes the entry that a cursor stands on, or one beside it. */
  private void writeNear(int map, @Nullable Long key, SplittableRandom random) {
    if (key == null) {
      return;
    }
    switch (random.nextInt(4)) {
      case 0 -> remove(map, key);
      case 1 -> put(map, key + 1, 1);
      case 2 -> put(map, key - 1, -1);
      default -> put(map, key, random.nextLong());
    }
  }

  private void names() {
    Transaction open = writing;
    if (open != null) {
      same("names", new ArrayList<>(open.names()), new ArrayList<>(working.names()));
      for (String name : Scenario.NAMES) {
        same("exists", open.exists(name), working.exists(name));
      }
    }
  }

  private void drop(Operation operation) {
    String name = name(operation.map());
    Transaction open = transaction();
    LongMap handle = working.exists(name) ? open.longMap(name) : null;
    same("drop", open.drop(name), working.drop(name));
    if (handle != null) {
      fails(IllegalStateException.class, handle::size);
      fails(IllegalStateException.class, () -> handle.put(1, 1));
    }
    same("exists after drop", open.exists(name), false);
  }

  private void rename(Operation operation) {
    String from = name(operation.map());
    String to = name((int) operation.a());
    Transaction open = transaction();
    if (working.exists(from) && working.exists(to) && !from.equals(to)) {
      fails(IllegalArgumentException.class, () -> open.rename(from, to));
      return;
    }
    boolean exists = working.exists(from);
    LongMap handle = exists ? open.longMap(from) : null;
    same("rename", open.rename(from, to), exists);
    if (handle != null) {
      working.rename(from, to);
      same("size by the old handle", handle.size(), (long) working.read(to).size());
    }
  }

  /**
   * Commits. Where commits are not durable, only some are followed by a check, because it makes
   * them so: the others are built upon, read and crashed as they are.
   */
  private void commit(long choice) {
    Transaction open = writing;
    if (open != null) {
      open.commit();
      writing = null;
      committed = working;
      remember();
      if (history.size() > 64) {
        history.pollFirstEntry();
      }
    }
    compare();
    if (options.durability() == Durability.SYNC || choice % 8 == 0) {
      requireSound(store.check());
    }
  }

  private void rollBack() {
    Transaction open = writing;
    if (open != null) {
      open.close();
      writing = null;
      working = committed;
    }
  }

  private void verify() {
    compare();
    requireSound(store.check());
  }

  private void compare() {
    store.read(
        tx -> {
          Comparison.sameAll(tx, committed);
          return true;
        });
  }

  private static void requireSound(CheckReport report) {
    if (!report.ok()) {
      throw new AssertionError("check: " + report.problems());
    }
  }

  private void closeSnapshot(int index) {
    Held held = snapshots.remove(index);
    Comparison.sameAll(held.transaction(), held.model());
    held.transaction().close();
  }

  private void reopen(long choice) {
    List<Held> ended = List.copyOf(snapshots);
    snapshots.clear();
    Transaction open = writing;
    writing = null;
    working = committed;
    store.close();
    for (Held held : ended) {
      fails(IllegalStateException.class, held.transaction()::names);
      held.transaction().close();
    }
    if (open != null) {
      fails(IllegalStateException.class, open::commit);
    }
    options =
        scenario
            .options()
            .durability((choice & 1) == 0 ? Durability.SYNC : Durability.CHECKPOINT)
            .cacheBytes((choice & 6) == 0 ? 16 << 20 : 1 << 20);
    store = open(file, options);
    remember();
    verify();
  }

  /** Notes the newest commit: a step of a compaction, also before a close, may be one. */
  private void remember() {
    history.put(store.stats().commits(), committed);
  }

  /** Compacts the file in a few steps, or as far as it goes, and goes on with it. */
  private void compact(long choice) {
    long steps = choice % 4 == 0 ? Long.MAX_VALUE : 1 + choice % 5;
    int length = file.content().length;
    while (steps-- > 0 && store.compact((1 + choice % 31) << 13).hasMore()) {
      remember();
    }
    remember();
    // A snapshot keeps the pages that were moved.
    same("longer", snapshots.isEmpty() && file.content().length > length, false);
    verify();
  }

  private void readOnly() {
    rollBack();
    store.checkpoint();
    try (Store copy = open(new KeptFile(file.content()), options.readOnly(true))) {
      copy.read(
          tx -> {
            Comparison.sameAll(tx, committed);
            return true;
          });
      requireSound(copy.check());
      fails(IllegalStateException.class, copy::beginWrite);
      fails(IllegalStateException.class, copy::checkpoint);
    }
  }

  private void crash(boolean goOn) {
    KeptFile bytes = new KeptFile(file.content());
    // Both cannot be told of in one trace.
    Store copy = open(bytes, options.recordTo(null));
    long sequence = copy.stats().commits();
    Model found = history.get(sequence);
    if (found == null) {
      copy.close();
      same("commit found after a crash is remembered", history.firstKey() > sequence, true);
      return;
    }
    if (options.durability() == Durability.SYNC) {
      same("the commit found after a crash", sequence, history.lastKey());
    }
    copy.read(
        tx -> {
          Comparison.sameAll(tx, found);
          return true;
        });
    requireSound(copy.check());
    if (!goOn) {
      copy.close();
      return;
    }
    rollBack();
    snapshots.forEach(held -> held.transaction().close());
    snapshots.clear();
    // A trace cannot tell of commits that were lost; where there are some it ends here.
    isCut |= sequence != store.stats().commits();
    store.close();
    store = copy;
    if (options.recordTo() != null && !isCut) {
      copy.close();
      store = open(bytes, options);
    }
    file = bytes;
    committed = found;
    working = found;
    history.tailMap(sequence, false).clear();
  }

  /** Requires a call to throw. */
  static void fails(Class<? extends RuntimeException> type, Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      same("exception", e.getClass(), type);
      return;
    }
    throw new AssertionError("no " + type.getSimpleName());
  }
}
