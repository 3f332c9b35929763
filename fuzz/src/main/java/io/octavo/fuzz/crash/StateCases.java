package io.octavo.fuzz.crash;

import static io.octavo.fuzz.crash.CleanupCases.created;
import static io.octavo.fuzz.crash.CleanupCases.require;
import static io.octavo.fuzz.crash.CleanupCases.thrown;
import static io.octavo.fuzz.crash.Inside.call;
import static io.octavo.fuzz.crash.Inside.field;
import static io.octavo.fuzz.crash.Inside.made;
import static io.octavo.fuzz.crash.Inside.openSnapshots;
import static io.octavo.fuzz.crash.Inside.otherSnapshots;
import static io.octavo.fuzz.crash.Inside.pager;
import static io.octavo.fuzz.crash.Inside.set;
import static io.octavo.fuzz.crash.Inside.type;

import io.octavo.CommitTicket;
import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.LongCursor;
import io.octavo.PostingCursor;
import io.octavo.StackTable;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.ring.RingRecord;
import io.octavo.snapshot.Snapshot;
import io.octavo.trace.TraceWriter;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** What is left in memory, and of room in the file, when transactions and checkpoints end. */
enum StateCases implements CleanupCases.Case {
  /** The thread that waits to write ends with its store, however long it would have waited. */
  TIMER {
    @Override
    public void run(Path directory) throws InterruptedException {
      Set<Thread> before = timers();
      StoreOptions options =
          StoreOptions.defaults().durability(Durability.ASYNC).durableWithin(Duration.ofHours(1));
      Store store = Store.open(directory.resolve("s.oct"), options);
      store.write(tx -> tx.longMap("m").put(1, 1));
      Set<Thread> begun = timers();
      begun.removeAll(before);
      require(!begun.isEmpty(), "nobody waits to write");
      store.close();
      for (Thread timer : begun) {
        timer.join(TimeUnit.SECONDS.toMillis(CleanupCases.PATIENCE));
        require(!timer.isAlive(), "a thread of a closed store is left");
      }
    }
  },

  /** A flush that comes too late asks for no other one. */
  LATE_FLUSH {
    @Override
    public void run(Path directory) {
      Deque<Runnable> due = new ArrayDeque<>();
      Store store = lazy(created(), Durability.CHECKPOINT, due);
      store.write(tx -> tx.longMap("m").put(1, 1));
      store.close();
      due.remove().run();
      require(due.isEmpty(), "a store that is closed is written again");
    }
  },

  /** Who waits for a ticket is told when the store is closed. */
  TICKET {
    @Override
    public void run(Path directory) throws Exception {
      Store store = lazy(created(), Durability.ASYNC, new ArrayDeque<>());
      // The first commit makes the ring, and is durable by that.
      store.write(tx -> tx.longMap("m").put(1, 1));
      CommitTicket ticket;
      try (Transaction tx = store.beginWrite()) {
        tx.longMap("m").put(1, 2);
        ticket = tx.commitLater();
      }
      require(!ticket.isDurable(), "a commit that nobody waits for is durable");
      CompletableFuture<?> told = ticket.whenDurable().toCompletableFuture();
      store.close();
      Object unused = told.get(CleanupCases.PATIENCE, TimeUnit.SECONDS);
    }
  },

  /** A cursor does not go on in a transaction that has ended, not even in the same page. */
  CURSOR {
    @Override
    public void run(Path directory) {
      try (Store store = Store.inMemory()) {
        store.write(tx -> fill(tx, 10, 1));
        store.write(tx -> tx.postings("p").addAll(1, new long[] {1, 2, 3}));
        for (boolean isWriter : new boolean[] {false, true}) {
          Transaction tx = isWriter ? store.beginWrite() : store.beginRead();
          LongCursor cursor = tx.longMap("m").cursor();
          PostingCursor ids = tx.postings("p").cursor(1);
          require(cursor.next() && ids.next(), "no entries");
          tx.close();
          for (Runnable late : List.<Runnable>of(cursor::next, ids::next, ids::id)) {
            require(thrown(late) instanceof IllegalStateException, "goes on");
          }
        }
      }
    }
  },

  /** The index of stacks that a commit gave back is there for the transactions that follow. */
  STACK_INDEX {
    @Override
    public void run(Path directory) {
      try (Store store = Store.inMemory()) {
        store.write(tx -> tx.stacks("s").intern(StackTable.NONE, 1));
        long bytes = store.stats().indexBytes();
        store.write(tx -> fill(tx, 1, 1));
        require(bytes > 0 && store.stats().indexBytes() == bytes, "the index is lost");
      }
    }
  },

  /** What fails once while a transaction is let go is done again, and by the store at last. */
  LET_GO_AGAIN {
    @Override
    public void run(Path directory) throws Exception {
      for (int failures = 1; failures <= 2; failures++) {
        Store store = Store.inMemory();
        store.write(tx -> fill(tx, 1, 1));
        Failing<Object> open = new Failing<>();
        set(Objects.requireNonNull(field(store, "transactions")), "open", open);
        Transaction tx = store.beginWrite();
        tx.longMap("m").put(2, 2);
        open.failures = failures;
        Throwable told = thrown(tx::close);
        require(told == null == (failures == 1), "told " + told);
        require(open.isEmpty() == (failures == 1), "a transaction that has ended is kept");
        LogLines log = new LogLines();
        try {
          CleanupCases.onAnother(
              () -> {
                store.close();
                return null;
              });
        } finally {
          log.close();
        }
        log.requireNone();
      }
    }
  },

  /** A snapshot is let go by who has it, and at the latest with the store. */
  SNAPSHOTS {
    @Override
    public void run(Path directory) throws ReflectiveOperationException {
      FaultFile file = created();
      for (boolean isReader : new boolean[] {false, true}) {
        file.reopen();
        Store store = TestStores.open(file, StoreOptions.defaults().readOnly(isReader), LIMITS);
        if (!isReader) {
          store.write(tx -> fill(tx, 10, 1));
        }
        Pager pager = pager(store);
        List<Snapshot> closed = new ArrayList<>();
        while (otherSnapshots(pager).isEmpty()) {
          closed.add(pager.openSnapshot());
        }
        for (Snapshot snapshot : closed) {
          snapshot.close();
          require(snapshot.isReleased, "a snapshot that is closed is held");
        }
        // The next look at the snapshots forgets those that are closed.
        require(pager.stats().snapshots() == 0, "a closed snapshot counts");
        require(otherSnapshots(pager).isEmpty(), "a snapshot is kept");
        Snapshot left = pager.openSnapshot();
        store.close();
        require(left.isReleased, "a snapshot of a closed store is held");
      }
    }
  },

  /** What an Error keeps from being written when the store is closed is written all the same. */
  CLOSED_TWICE {
    @Override
    public void run(Path directory) throws ReflectiveOperationException {
      require(entriesAfterErrors(1) == 10, "a commit is lost");
    }
  },

  /** What two Errors keep from being written is not written to a file that has been closed. */
  CLOSED_AFTER_ERRORS {
    @Override
    public void run(Path directory) throws ReflectiveOperationException {
      require(entriesAfterErrors(2) == 0, "half a checkpoint is found");
    }
  },

  /** What has been recovered is in a checkpoint, and need not be recovered again. */
  RECOVERED {
    @Override
    public void run(Path directory) {
      FaultFile file = created();
      FaultFile crashed;
      long made;
      try (Store store = TestStores.open(file, StoreOptions.defaults(), LIMITS)) {
        store.write(tx -> fill(tx, 1, 1));
        store.write(tx -> fill(tx, 10, 2));
        made = store.stats().checkpoints();
        crashed = FaultFile.of(file.live().copy());
      }
      try (Store store = TestStores.open(crashed, StoreOptions.defaults(), LIMITS)) {
        require(store.stats().checkpoints() > made, "no checkpoint has what was recovered");
        require(store.read(tx -> tx.longMap("m").size()) == 10, "a commit is lost");
      }
    }
  },

  /** A checkpoint is made once, and readers see what it has written. */
  CHECKPOINT {
    @Override
    public void run(Path directory) {
      try (Store store = waiting(created(), StoreOptions.defaults())) {
        store.write(tx -> fill(tx, 1, 1));
        store.write(tx -> fill(tx, 100, 2));
        store.checkpoint();
        require(
            store.read(tx -> Objects.requireNonNull(EngineAccess.find(tx, "m")).root().crc()) != 0,
            "readers do not know the checksums");
        long made = store.stats().checkpoints();
        store.checkpoint();
        require(store.stats().checkpoints() == made, "what is durable is written again");
      }
    }
  },

  /** After a checkpoint has ended, changed pages that fill the memory begin another one. */
  ANOTHER_CHECKPOINT {
    @Override
    public void run(Path directory) {
      // A ring would begin checkpoints too.
      StoreOptions options = SMALL.durability(Durability.CHECKPOINT);
      try (Store store = waiting(created(), options)) {
        store.write(tx -> fill(tx, 200, 0));
        store.checkpoint();
        long made = store.stats().checkpoints();
        for (int i = 1; i <= 20; i++) {
          int value = i;
          store.write(tx -> fill(tx, 200, value));
        }
        require(store.stats().checkpoints() > made, "no checkpoint begins");
      }
    }
  },

  /** Pages that nothing reaches need no memory, whoever has left them. */
  MEMORY {
    @Override
    public void run(Path directory) {
      try (Store store = waiting(created(), StoreOptions.defaults())) {
        store.write(tx -> fill(tx, 100, 1));
        store.checkpoint();
        store.write(tx -> fill(tx, 1, 2));
        long dirty = store.stats().dirtyBytes();
        try (Transaction tx = store.beginWrite()) {
          fill(tx, 1_000, 3);
        }
        require(store.stats().dirtyBytes() == dirty, "pages that were rolled back are left");
        for (int i = 0; i < 50; i++) {
          int value = i;
          store.write(tx -> fill(tx, 1, value));
        }
        // Those of the last commit, and of the one before, which the next transaction gives back.
        require(store.stats().dirtyBytes() <= 2 * dirty, "pages that were replaced are left");
      }
    }
  },

  /** Room that was given back is used again, and the file is cut while the store is open. */
  ROOM {
    @Override
    public void run(Path directory) {
      FaultFile file = created();
      // A ring would stay where it is.
      StoreOptions options = StoreOptions.defaults().durability(Durability.CHECKPOINT);
      try (Store store = waiting(file, options)) {
        long longest = 0;
        for (int i = 0; i < 3; i++) {
          int value = i;
          store.write(tx -> fill(tx, 5_000, value));
          store.checkpoint();
          require(i == 0 || file.present() <= longest, "the file grows");
          longest = file.present() + file.present() / 4;
          store.write(tx -> tx.longMap("m").clear());
          store.checkpoint();
          StoreStats stats = store.stats();
          require(stats.fileBytes() - stats.freeBytes() < longest / 4, "pages are not given back");
          // The pages of two checkpoints are kept, and the first could not use those below.
          for (int more = 1; more <= 3; more++) {
            int another = value + more;
            store.write(tx -> fill(tx, 1, another));
            store.checkpoint();
          }
          require(file.present() < longest / 2, "the file is not cut");
        }
      }
    }
  },

  /** What a snapshot of a transaction reaches is given back though it was rolled back twice. */
  ROLLED_BACK_AGAIN {
    @Override
    public void run(Path directory) throws ReflectiveOperationException {
      try (Store store = TestStores.open(created(), StoreOptions.defaults(), LIMITS)) {
        store.write(tx -> fill(tx, 1, 1));
        long taken = takenBytes(store);
        Transaction snapshot;
        try (Transaction tx = store.beginWrite()) {
          fill(tx, 20_000, 2);
          snapshot = tx.snapshot();
          call(Inside.writeSet(tx), "rollBack");
        }
        snapshot.close();
        store.write(tx -> fill(tx, 1, 3));
        require(takenBytes(store) <= taken + (taken >> 1), "pages are not given back");
      }
    }
  },

  /** A transaction forgets the pages that it gives back when its snapshot is closed. */
  RELEASED {
    @Override
    public void run(Path directory) throws ReflectiveOperationException {
      try (Store store = TestStores.open(created(), StoreOptions.defaults(), LIMITS);
          Transaction tx = store.beginWrite()) {
        fill(tx, 2_000, 1);
        Object writeSet = Inside.writeSet(tx);
        try (Transaction first = tx.snapshot()) {
          fill(tx, 2_000, 2);
          int made = countMade(writeSet);
          int retained = (int) Objects.requireNonNull(call(writeSet, "retained"));
          Transaction second = tx.snapshot();
          fill(tx, 2_000, 3);
          second.close();
          fill(tx, 1, 4);
          int left = countMade(writeSet);
          require(left < made + (made >> 2), "pages that were given back are kept");
          int held = (int) Objects.requireNonNull(call(writeSet, "retained"));
          require(held < retained + (retained >> 2), "pages that were given back are counted");
          first.longMap("m");
        }
      }
    }
  },

  /** Pages that were written before they were rolled back are counted. */
  SPILLED {
    @Override
    public void run(Path directory) {
      try (Store store = waiting(created(), SMALL)) {
        try (Transaction tx = store.beginWrite()) {
          fill(tx, 2_000, 1);
        }
        require(store.stats().pageSpills() > 0, "pages that were spilled are not counted");
      }
    }
  },

  /** What only snapshots reach does not keep the memory, once it can be written. */
  SPILLED_RETAINED {
    @Override
    public void run(Path directory) {
      FaultFile file = created();
      LogLines unused = new LogLines();
      try (unused;
          Store store = TestStores.open(file, SMALL.durability(Durability.CHECKPOINT), LIMITS)) {
        // The file has room for the commits, so that only the checkpoint writes.
        store.write(tx -> fill(tx, 1_000, 0));
        store.write(tx -> tx.longMap("m").removeRange(100, 1_000));
        store.checkpoint();
        file.plan(new Fault(Fault.Kind.WRITE_ERROR, 1, true));
        List<Transaction> readers = new ArrayList<>();
        long limit = store.stats().cacheLimit();
        for (int i = 1; store.stats().dirtyBytes() < limit / 4 * 3; i++) {
          int value = i;
          store.write(tx -> fill(tx, 100, value));
          readers.add(store.beginRead());
        }
        file.plan(null);
        store.checkpoint();
        require(store.stats().dirtyBytes() <= limit / 2, "memory is full of what can be written");
        for (int i = 0; i < readers.size(); i++) {
          require(readers.get(i).longMap("m").get(50, 0) == i + 1, "a snapshot has changed");
          readers.get(i).close();
        }
      }
    }
  },

  /** The ring keeps room for the largest commit that waits, and for no larger one. */
  RING {
    @Override
    public void run(Path directory) throws ReflectiveOperationException {
      int few = 100;
      int many = 2 * RingRecord.BLOCK;
      require(reservedBehind(few, many) == 10 - 3 - 3, "no room for a large commit");
      require(reservedBehind(many, few) == 10 - 1 - 1, "room for no commit");
    }
  },

  /** A log keeps no more than it may, and hands over what has become long. */
  LOG {
    @Override
    public void run(Path directory) throws IOException, ReflectiveOperationException {
      OperationLog kept = new OperationLog(100);
      for (long key = 0; key < 100; key++) {
        kept.put(1, key * key, key);
        require(kept.length() <= 100, "a log is too long");
      }
      require(kept.isFull(), "a log goes on behind what it has lost");
      // What nobody keeps does not stay in memory until the end.
      Path path = directory.resolve("trace");
      Thread writing;
      try (TraceWriter trace = TraceWriter.append(path)) {
        writing = (Thread) Objects.requireNonNull(field(trace, "thread"));
        OperationLog handed = new OperationLog(0, trace);
        for (long key = 0; key < 100_000; key++) {
          handed.put(1, key * key, key);
          require(handed.length() < 100_000, "a log is not handed over");
        }
      }
      // The last frame takes longer to compress than this takes to be asked.
      require(!writing.isAlive(), "a trace is closed before its events are in the file");
    }
  },

  /** A checkpoint that is undone leaves all that has changed to the next one. */
  THAW {
    @Override
    public void run(Path directory) throws ReflectiveOperationException {
      IntConsumer none = page -> {};
      Object space =
          made("space.Space", long.class, IntConsumer.class, IntConsumer.class, IntConsumer.class)
              .newInstance(1_000_000L, none, none, none);
      // Two bitmaps, both durable and with a place.
      call(space, "findRun", SpacePage.PAGES);
      call(space, "freeze");
      call(
          space,
          "checkpointed",
          List.of(new PageRef(3, 1, 0), new PageRef(4, 1, 0)),
          made("cache.IntList").newInstance());
      require(Boolean.FALSE.equals(call(space, "isChanged", 1)), "changed by nobody");
      call(space, "take", SpacePage.PAGES + 5);
      call(space, "freeze");
      require(Boolean.FALSE.equals(call(space, "isChanged", 1)), "changed, though it is frozen");
      Constructor<?> constructor = type("commit.Checkpoint").getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      call(constructor.newInstance(null, null, null, space, null, null, 1L), "undo");
      require(Boolean.TRUE.equals(call(space, "isChanged", 1)), "a change is forgotten");
    }
  };

  private static final TreeLimits LIMITS = new TreeLimits(4, 4);
  private static final StoreOptions SMALL = StoreOptions.defaults().cacheBytes(1 << 20);

  /** Fails at the first calls that take something out. */
  private static final class Failing<E> extends AbstractSet<E> {
    private final Set<E> elements = ConcurrentHashMap.newKeySet();
    int failures;

    private void fail() {
      if (failures > 0) {
        failures--;
        throw new OutOfMemoryError("planned");
      }
    }

    @Override
    public boolean add(E element) {
      return elements.add(element);
    }

    @Override
    public boolean remove(@Nullable Object element) {
      fail();
      return element != null && elements.remove(element);
    }

    @Override
    public boolean removeIf(Predicate<? super E> isRemoved) {
      fail();
      return elements.removeIf(isRemoved);
    }

    @Override
    public Iterator<E> iterator() {
      return elements.iterator();
    }

    @Override
    public int size() {
      return elements.size();
    }
  }

  /** Opens a store whose checkpoints are written by whoever waits for them. */
  private static Store waiting(FaultFile file, StoreOptions options) {
    return TestStores.open(file, options, LIMITS, checkpoint -> {});
  }

  /** Opens a store whose flushes are run by the case, or never. */
  private static Store lazy(FaultFile file, Durability durability, Deque<Runnable> due) {
    StoreOptions options =
        StoreOptions.defaults().durability(durability).durableWithin(Duration.ofSeconds(1));
    return TestStores.open(file, options, LIMITS, Runnable::run, (task, nanos) -> due.add(task));
  }

  /**
   * Commits ten entries that only a checkpoint makes durable, and closes the store with Errors.
   * Returns how many the file has. A write to the closed file would throw something else.
   */
  private static long entriesAfterErrors(int errors) throws ReflectiveOperationException {
    FaultFile file = created();
    Store store = lazy(file, Durability.CHECKPOINT, new ArrayDeque<>());
    store.write(tx -> fill(tx, 10, 1));
    Failing<Object> readers = new Failing<>();
    set(openSnapshots(pager(store)), "others", readers);
    readers.failures = errors;
    Throwable told = thrown(store::close);
    require(told instanceof OutOfMemoryError, "told " + told);
    file.reopen();
    try (Store reopened = TestStores.open(file, StoreOptions.defaults(), LIMITS)) {
      return reopened.readLong(tx -> tx.longMap("m").size());
    }
  }

  /** Returns the bytes of pages that are in use, with those of the last checkpoints. */
  private static long takenBytes(Store store) {
    store.checkpoint();
    StoreStats stats = store.stats();
    return stats.fileBytes() - stats.freeBytes();
  }

  private static int countMade(Object writeSet) throws ReflectiveOperationException {
    Object made = Objects.requireNonNull(call(writeSet, "made"));
    return (int) Objects.requireNonNull(call(made, "size"));
  }

  private static void fill(Transaction tx, int entries, long value) {
    LongStream.range(0, entries).forEach(key -> tx.longMap("m").put(key, value));
  }

  private static Set<Thread> timers() {
    Set<Thread> timers = new HashSet<>(Thread.getAllStackTraces().keySet());
    timers.removeIf(thread -> !thread.getName().equals("octavo-commit"));
    return timers;
  }

  /**
   * Lets two commits reserve room in a ring of ten blocks and releases the first; tells how many
   * short ones find room then.
   */
  private static int reservedBehind(int first, int second) throws ReflectiveOperationException {
    Constructor<?> constructor = type("commit.CommitRing").getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    int pages = 10 * RingRecord.BLOCK / PageHeader.PAGE_SIZE;
    Object ring =
        constructor.newInstance(FaultFile.empty(), new UUID(1, 1), new Meta.Ring(8, pages, 0, 1));
    call(ring, "reserve", 1L, first);
    call(ring, "reserve", 2L, second);
    call(ring, "release", 1L);
    int found = 0;
    while (Boolean.TRUE.equals(call(ring, "reserve", 3L + found, 100))) {
      found++;
    }
    return found;
  }
}
