package io.octavo.fuzz.crash;

import static io.octavo.fuzz.crash.CleanupCases.created;
import static io.octavo.fuzz.crash.CleanupCases.require;
import static io.octavo.fuzz.crash.CleanupCases.thrown;

import io.octavo.BytesMap;
import io.octavo.CommitTicket;
import io.octavo.Durability;
import io.octavo.LongMap;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import io.octavo.error.StoreException;
import io.octavo.tree.TreeLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.LongStream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** Programs that err, and failures that are only logged. */
enum CallCases implements CleanupCases.Case {
  /** What a change calls may change the same transaction. */
  NESTED {
    @Override
    public void run(Path directory) {
      try (Store store = Store.inMemory()) {
        try (Transaction tx = store.beginWrite()) {
          compute(tx, () -> tx.longMap("m").put(1, 1));
          on(() -> tx.longMap("m").put(2, 2), null);
          tx.commit();
        }
        require(store.read(tx -> tx.longMap("m").size()) == 2, "a change is lost");
      }
    }
  },

  /** Two threads are inside a transaction, which says so to both. */
  OVERLAP {
    @Override
    public void run(Path directory) {
      try (Store store = Store.inMemory()) {
        IllegalStateException own = new IllegalStateException("own");
        for (boolean isFunction : new boolean[] {true, false}) {
          for (boolean isThrown : new boolean[] {true, false}) {
            try (Transaction tx = store.beginWrite()) {
              tx.longMap("m");
              Runnable overlap =
                  () -> {
                    on(() -> tx.longMap("m").put(1, 1), ConcurrentModificationException.class);
                    if (isThrown) {
                      throw own;
                    }
                  };
              Throwable told = thrown(() -> change(tx, isFunction, overlap));
              require(told instanceof ConcurrentModificationException, "not told, but " + told);
              require(
                  told != null
                      && List.of(told.getSuppressed()).equals(isThrown ? List.of(own) : List.of()),
                  "what the program threw is lost, or told without need");
              require(
                  thrown(tx::commit) instanceof ConcurrentModificationException,
                  "a commit behind an overlap");
            }
            store.write(tx -> tx.longMap("m").remove(7));
          }
        }
      }
    }
  },

  /** A change that throws what comes of an overlap does not repeat it. */
  OVERLAP_THROWN_ON {
    @Override
    public void run(Path directory) {
      try (Store store = Store.inMemory();
          Transaction tx = store.beginWrite()) {
        tx.longMap("m");
        Throwable told =
            thrown(
                () ->
                    compute(
                        tx,
                        () -> {
                          Throwable first = on(() -> tx.longMap("m").put(1, 1));
                          throw new IllegalStateException(first);
                        }));
        require(told != null && told.getSuppressed().length == 0, "an overlap is told twice");
      }
    }
  },

  /** A thread closes a transaction that another one is inside of. */
  CLOSED_BY_ANOTHER_THREAD {
    @Override
    public void run(Path directory) throws InterruptedException {
      try (Store store = Store.inMemory()) {
        try (Transaction tx = store.beginWrite()) {
          Throwable told =
              thrown(
                  () ->
                      change(
                          tx, false, () -> on(tx::close, ConcurrentModificationException.class)));
          require(told instanceof ConcurrentModificationException, "not told, but " + told);
          require(thrown(() -> tx.longMap("m")) != null, "is not closed");
        }
        requireForgotten(store);
        require(store.read(Transaction::names).isEmpty(), "a transaction is not rolled back");
        require(
            store.tryBeginWrite(Duration.ZERO).map(CallCases::closed).isPresent(),
            "the writer slot was not given back");
      }
    }
  },

  /** A change that failed fails its transaction. */
  FAILED_CHANGE {
    @Override
    public void run(Path directory) {
      try (Store store = Store.inMemory()) {
        try (Transaction tx = store.beginWrite()) {
          IllegalStateException own = new IllegalStateException("own");
          Runnable fail =
              () -> {
                throw own;
              };
          require(thrown(() -> change(tx, false, fail)) == own, "another exception");
          Throwable refusal = thrown(tx::commit);
          require(
              refusal instanceof IllegalStateException && refusal.getCause() == own,
              "a commit behind a failed change");
        }
      }
    }
  },

  /** A store is closed under a change of another thread, which is told so. */
  STORE_CLOSED_INSIDE {
    @Override
    public void run(Path directory) {
      Store store = Store.inMemory();
      Transaction tx = store.beginWrite();
      Throwable told =
          thrown(
              () ->
                  change(
                      tx,
                      false,
                      () -> {
                        on(store::close);
                        throw new UnsupportedOperationException("own");
                      }));
      require(
          told instanceof IllegalStateException || told instanceof ConcurrentModificationException,
          "not told, but " + told);
      tx.close();
    }
  },

  /** A function of the program's that throws fails nothing. */
  FAILED_FUNCTION {
    @Override
    public void run(Path directory) {
      try (Store store = Store.inMemory()) {
        try (Transaction tx = store.beginWrite()) {
          IllegalStateException own = new IllegalStateException("own");
          Throwable told =
              thrown(
                  () ->
                      compute(
                          tx,
                          () -> {
                            throw own;
                          }));
          require(told == own, "another exception: " + told);
          on(() -> tx.longMap("m").put(1, 1), null);
          tx.commit();
        }
        require(store.read(tx -> tx.longMap("m").get(1, 0)) == 1, "a change is lost");
      }
    }
  },

  /** A transaction that has ended says so, and nothing of it is kept. */
  ENDED {
    @Override
    public void run(Path directory) {
      try (Store store = Store.inMemory()) {
        store.write(tx -> tx.longMap("m").put(1, 1));
        Transaction read = store.beginRead();
        LongMap map = read.longMap("m");
        read.close();
        require(thrown(() -> map.get(1, 0)) instanceof IllegalStateException, "goes on reading");
        requireForgotten(store);
        require(store.stats().openReaders() == 0, "a reader is left");
        long live = store.stats().liveBytes();
        Transaction write = store.beginWrite();
        LongMap changed = write.longMap("m");
        LongStream.range(0, 10_000).forEach(key -> changed.put(key, key));
        write.close();
        require(store.stats().liveBytes() == live, "pages of a transaction are left");
        for (Runnable late :
            List.<Runnable>of(
                () -> changed.put(1, 1), () -> write.longMap("n"), write::commit, write::names)) {
          require(thrown(late) instanceof IllegalStateException, "goes on");
          require(on(late) instanceof IllegalStateException, "goes on in another thread");
        }
        requireForgotten(store);
        IllegalArgumentException own = new IllegalArgumentException("own");
        Throwable told =
            thrown(
                () ->
                    store.write(
                        tx -> {
                          tx.longMap("m").put(1, 2);
                          throw own;
                        }));
        require(told == own, "another exception: " + told);
        requireForgotten(store);
        try (Transaction tx = store.beginWrite()) {
          tx.longMap("m").put(1, 3);
          tx.commit();
        }
        requireForgotten(store);
      }
    }
  },

  /** A transaction in which a collection could not be dropped completely is not committed. */
  FAILED_DROP {
    @Override
    public void run(Path directory) {
      FaultFile file = created();
      StoreOptions options = StoreOptions.defaults();
      try (Store store = TestStores.open(file, options, LIMITS)) {
        store.write(tx -> LongStream.range(0, 100).forEach(key -> tx.longMap("m").put(key, 1)));
      }
      file.reopen();
      try (Store store = TestStores.open(file, options, LIMITS)) {
        try (Transaction tx = store.beginWrite()) {
          tx.longMap("n").put(1, 1);
          file.plan(new Fault(Fault.Kind.READ_ERROR, 1, true));
          require(thrown(() -> tx.drop("m")) instanceof StoreException, "nothing was read");
          file.plan(null);
          require(thrown(tx::commit) instanceof IllegalStateException, "half a drop is committed");
        }
        require(store.read(tx -> tx.longMap("m").size()) == 100, "content is lost");
      }
    }
  },

  /** The end of a transaction wakes the thread that waits for its turn. */
  WAKES {
    @Override
    public void run(Path directory) throws InterruptedException {
      try (Store store = Store.inMemory()) {
        Transaction tx = store.beginWrite();
        Thread next = new Thread(() -> store.beginWrite().close(), "next");
        next.start();
        while (next.getState() != Thread.State.TIMED_WAITING) {
          Thread.onSpinWait();
        }
        tx.close();
        next.join();
      }
    }
  },

  /** A close that finds too little stack has not begun. */
  FULL_STACK {
    @Override
    public void run(Path directory) throws InterruptedException {
      try (Store store = Store.inMemory()) {
        // What is used near the end of the stack is initialised before.
        Store.inMemory().close();
        store.write(tx -> tx.longMap("m").put(1, 1));
        long[] found = {0, 0};
        Thread deep =
            new Thread(null, () -> descend(store, found, Integer.MAX_VALUE), "deep", 1 << 18);
        deep.start();
        deep.join();
        require(found[0] > 0, "no close met a full stack");
        require(found[1] == 0, "a close that found too little stack has begun");
      }
    }
  },

  /** A call that is refused fails nothing. */
  REFUSED {
    @Override
    public void run(Path directory) {
      try (Store store = Store.inMemory()) {
        try (Transaction tx = store.beginWrite()) {
          tx.longMap("m").put(1, 1);
          tx.longMap("taken");
          require(
              thrown(() -> tx.rename("m", "taken")) instanceof IllegalArgumentException,
              "a name is given twice");
          tx.commit();
        }
        require(store.read(tx -> tx.longMap("m").get(1, 0)) == 1, "a change is lost");
        require(
            thrown(() -> store.write(Transaction::close)) instanceof IllegalStateException,
            "a transaction that the store runs is closed");
      }
    }
  },

  /** What a program has not closed is logged. */
  UNCLOSED {
    @Override
    public void run(Path directory) {
      Store store = Store.inMemory(StoreOptions.defaults().traceTransactions(true));
      Transaction read = store.beginRead();
      Transaction write = store.beginWrite();
      try (LogLines log = new LogLines()) {
        store.close();
        for (String what : List.of("a read", "a write")) {
          String text = log.requireOne(what + " transaction that thread ");
          require(text.contains(Thread.currentThread().getName()), "no name in: " + text);
          require(text.contains("was open when the store was closed"), "no reason in: " + text);
        }
      }
      read.close();
      write.close();
    }
  },

  /** A file that cannot be closed is logged. */
  CLOSE_FAILS {
    @Override
    public void run(Path directory) {
      FaultFile file = created();
      Store store = TestStores.open(file, StoreOptions.defaults(), LIMITS);
      file.plan(new Fault(Fault.Kind.CLOSE_ERROR, 1, true));
      try (LogLines log = new LogLines()) {
        store.close();
        String text = log.requireOne("cannot close the file");
        require(text.contains(file.name()), "no name in: " + text);
        require(text.contains(Fault.Kind.CLOSE_ERROR.message), "no cause in: " + text);
      }
    }
  },

  /** A checkpoint beside transactions that fails is logged, and another one is tried. */
  CHECKPOINT_FAILS {
    @Override
    public void run(Path directory) {
      FaultFile file = created();
      Deque<Runnable> begun = new ArrayDeque<>();
      try (Store store = TestStores.open(file, StoreOptions.defaults(), LIMITS, begun::add)) {
        store.write(tx -> tx.longMap("m").put(1, 1));
        store.write(tx -> tx.longMap("m").put(1, 2));
        TestStores.beginCheckpoint(store);
        file.plan(new Fault(Fault.Kind.WRITE_ERROR, 1, true));
        begun.remove().run();
        file.plan(null);
        try (LogLines log = new LogLines()) {
          store.write(tx -> tx.longMap("m").put(2, 2));
          String text = log.requireOne("a checkpoint could not be written");
          require(text.contains(file.name() + ": a checkpoint"), "no name in: " + text);
          require(text.contains(Fault.Kind.WRITE_ERROR.message), "no cause in: " + text);
        }
        store.checkpoint();
      }
    }
  },

  /**
   * What nobody waits for is written again if it cannot be, and a store that has failed says so.
   */
  FLUSH_FAILS {
    @Override
    public void run(Path directory) {
      FaultFile file = created();
      Deque<Runnable> due = new ArrayDeque<>();
      StoreOptions options = StoreOptions.defaults().durability(Durability.CHECKPOINT);
      options = options.durableWithin(Duration.ofSeconds(1));
      Store store =
          TestStores.open(file, options, LIMITS, Runnable::run, (task, nanos) -> due.add(task));
      store.write(tx -> tx.longMap("m").put(1, 1));
      file.plan(new Fault(Fault.Kind.WRITE_ERROR, 1, true));
      due.remove().run();
      require(due.size() == 1, "tasks after a flush that failed: " + due.size());
      file.plan(null);
      long checkpoints = store.stats().checkpoints();
      due.remove().run();
      require(store.stats().checkpoints() > checkpoints, "not written again");
      require(due.isEmpty(), "written twice");

      CommitTicket ticket;
      try (Transaction tx = store.beginWrite()) {
        tx.durability(Durability.ASYNC);
        tx.longMap("m").put(2, 2);
        ticket = tx.commitLater();
      }
      file.plan(new Fault(Fault.Kind.FORCE_LOST, 1, true));
      try (LogLines log = new LogLines()) {
        due.remove().run();
        String text = log.requireOne("commits that have returned may not be durable");
        require(text.contains(file.name() + ": commits"), "no name in: " + text);
        require(text.contains(Fault.Kind.FORCE_LOST.message), "no cause in: " + text);
      }
      require(due.isEmpty(), "a store that has failed is written again");
      require(thrown(ticket::isDurable) != null, "a ticket does not know of the failure");
      require(thrown(store::close) != null, "a close is silent about lost commits");
    }
  },

  /** What a store cannot let go is logged, with a second attempt. */
  RESOURCE_FAILS {
    @Override
    public void run(Path directory) throws IOException, JMException {
      Path path = directory.resolve("bean.oct");
      Store store = Store.open(path, StoreOptions.defaults().registerMBean(true));
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      for (ObjectName name : server.queryNames(new ObjectName("io.octavo:type=Store,*"), null)) {
        if (name.toString().contains(directory.getFileName().toString())) {
          server.unregisterMBean(name);
        }
      }
      try (LogLines log = new LogLines()) {
        store.close();
        // Does nothing.
        store.close();
        String text = log.requireOne("cannot release the resources of the store");
        require(text.contains("InstanceNotFoundException"), "no cause in: " + text);
        require(text.contains("Suppressed: javax.management"), "no second attempt in: " + text);
      }
      Store.open(path).close();
    }
  };

  private static final TreeLimits LIMITS = new TreeLimits(4, 4);

  /** Closes at each depth, from the end of the stack up, until that succeeds. */
  private static boolean descend(Store store, long[] found, int left) {
    boolean isClosed;
    try {
      isClosed = left > 0 && descend(store, found, left - 1);
    } catch (StackOverflowError e) {
      isClosed = false;
    }
    if (isClosed) {
      return true;
    }
    try {
      store.close();
      return true;
    } catch (StackOverflowError e) {
      found[0]++;
    }
    try {
      store.stats();
      store.beginRead().close();
    } catch (StackOverflowError e) {
      // As before.
    } catch (IllegalStateException e) {
      found[1]++;
    }
    return false;
  }

  /** Requires that a store holds no transaction; reflection, because nothing else tells. */
  private static void requireForgotten(Store store) {
    try {
      Object transactions = field(store, "transactions");
      boolean isKept = !((Set<?>) field(transactions, "open")).isEmpty();
      require(!isKept, "a transaction that has ended is kept");
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static Object field(Object object, String name) throws ReflectiveOperationException {
    Field field = object.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(object);
  }

  private static Transaction closed(Transaction tx) {
    tx.close();
    return tx;
  }

  /** Runs something inside a change, which calls a function or reads a stream. */
  private static void change(Transaction tx, boolean isFunction, Runnable inside) {
    if (isFunction) {
      compute(tx, inside);
    } else {
      stream(tx, inside);
    }
  }

  private static void compute(Transaction tx, Runnable inside) {
    Object unused =
        tx.map("computed", Codecs.STRING, Codecs.LONG)
            .compute(
                "one",
                (key, old) -> {
                  inside.run();
                  return 1L;
                });
  }

  private static void stream(Transaction tx, Runnable inside) {
    byte[] value = new byte[100_000];
    BytesMap map = tx.bytesMap("streamed");
    try {
      map.put(
          new byte[1],
          new ByteArrayInputStream(value) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
              if (pos == 0) {
                inside.run();
              }
              return super.read(into, offset, length);
            }

            @Override
            public synchronized int readNBytes(byte[] into, int offset, int length) {
              return read(into, offset, length);
            }
          },
          value.length);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs something on another thread, and gives what it threw, null for nothing. */
  private static @Nullable Throwable on(Runnable action) {
    Throwable thrown =
        thrown(CompletableFuture.runAsync(action, command -> new Thread(command).start())::join);
    return thrown instanceof CompletionException ? thrown.getCause() : thrown;
  }

  private static void on(Runnable action, @Nullable Class<?> expected) {
    Throwable thrown = on(action);
    require(
        expected == null ? thrown == null : expected.isInstance(thrown),
        "another thread: " + thrown);
  }
}
