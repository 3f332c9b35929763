package io.octavo.fuzz.crash;

import static io.octavo.fuzz.crash.CleanupCases.created;
import static io.octavo.fuzz.crash.CleanupCases.require;
import static io.octavo.fuzz.crash.CleanupCases.thrown;

import io.octavo.LongMap;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.commit.OpenedFile;
import io.octavo.commit.RingLimits;
import io.octavo.error.StoreException;
import io.octavo.error.StoreLockedException;
import io.octavo.file.ChannelFile;
import io.octavo.file.Lease;
import io.octavo.file.MemoryFile;
import io.octavo.file.OverlayFile;
import io.octavo.file.StoreLock;
import io.octavo.replay.TraceReplay;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceOutput;
import io.octavo.trace.TraceReader;
import io.octavo.trace.TraceWriter;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What is left of files, locks, threads and traces when they are closed. */
enum FileCases implements CleanupCases.Case {
  /** Nothing of a store that was closed is left in the process, and another program may have it. */
  NOTHING_LEFT {
    @Override
    public void run(Path directory) throws IOException {
      Path path = directory.resolve("closed.oct");
      StoreOptions traced = StoreOptions.defaults().recordTo(directory.resolve("trace"));
      for (StoreOptions options :
          List.of(
              traced,
              StoreOptions.defaults(),
              StoreOptions.defaults().readOnly(true),
              StoreOptions.defaults().readOnly(true).unlocked(true))) {
        try (Store store = Store.open(path, options)) {
          if (!options.readOnly()) {
            store.write(tx -> tx.longMap("m").put(1, 1));
          }
          require(store.read(tx -> tx.longMap("m").get(1, 0)) == 1, "content is lost");
          if (options.readOnly()) {
            // Two readers share the lock.
            Store.open(path, options).close();
          }
        }
        requireNothingLeft(directory, path);
      }
      require(
          thrown(() -> Store.open(path, StoreOptions.defaults().recordTo(directory))) != null,
          "a directory is a trace");
      requireNothingLeft(directory, path);
    }
  },

  /** A reader without locks keeps nobody out. */
  UNLOCKED_READER {
    @Override
    public void run(Path directory) throws IOException {
      Path path = directory.resolve("unlocked.oct");
      Store.open(path).close();
      Store reader = Store.open(path, StoreOptions.defaults().readOnly(true).unlocked(true));
      try {
        requireUnlocked(path);
      } finally {
        reader.close();
      }
    }
  },

  /** A layer over a file is gone with its descriptor when it is closed. */
  OVERLAY {
    @Override
    public void run(Path directory) throws IOException {
      OverlayFile overlay = OverlayFile.over(created());
      List<Path> open = descriptors(".overlay");
      overlay.close();
      require(descriptors(".overlay").isEmpty(), "a descriptor is left");
      for (Path file : open) {
        require(!Files.exists(file), "a file is left");
      }
    }
  },

  /** What commits free beside a checkpoint that fails is free for the next one. */
  CHECKPOINT_FAILS {
    @Override
    public void run(Path directory) {
      FaultFile file = created();
      // A ring of four records: the third of three begins a checkpoint, the last commit needs its
      // end.
      TreeLimits limits = new TreeLimits(4, 4, new RingLimits(4, 4, 4));
      try (Store store = TestStores.open(file, StoreOptions.defaults(), limits, running -> {})) {
        store.write(tx -> put(tx, 200));
        for (int i = 0; i < 7; i++) {
          store.write(tx -> put(tx, 1));
        }
        file.plan(new Fault(Fault.Kind.WRITE_ERROR, 1, false));
        store.write(tx -> put(tx, 1));
        require(file.strikes() == 1, "no checkpoint was running");
        file.plan(null);
        store.checkpoint();
        store.checkpoint();
        require(store.check().ok(), "check: " + store.check().problems());
        StoreStats stats = store.stats();
        long taken = stats.fileBytes() - stats.freeBytes() - stats.reserveBytes();
        require(taken <= 2 * stats.liveBytes(), taken + " bytes are taken: " + stats);
      }
    }
  },

  /** A file on the heap that is closed needs no memory. */
  MEMORY {
    @Override
    public void run(Path directory) throws ReflectiveOperationException {
      MemoryFile file = new MemoryFile();
      file.write(ByteBuffer.allocate(100_000), 0);
      file.close();
      require(file.length() == 0, "it has a length");
      Field chunks = MemoryFile.class.getDeclaredField("chunks");
      chunks.setAccessible(true);
      require(((Collection<?>) chunks.get(file)).isEmpty(), "it has bytes");
    }
  },

  /** Channels that cannot be closed are all told of, and closed by the next one that comes. */
  CHANNELS_FAIL {
    @Override
    public void run(Path directory) throws Exception {
      Path path = directory.resolve("s.oct");
      Store store = Store.open(path);
      Stubborn[] channels = {new Stubborn("one"), new Stubborn("two")};
      retire(path, channels);
      try (LogLines log = new LogLines()) {
        store.close();
        String text = log.requireOne("cannot release the resources of the store");
        require(text.contains("IOException: one"), "no cause in: " + text);
        require(text.contains("Suppressed: java.io.IOException: two"), "no second in: " + text);
      }
      Store.open(path).close();
      require(!channels[0].isOpen() && !channels[1].isOpen(), "a channel is left");
      requireNothingLeft(directory, path);
    }
  },

  /** A trace has all that happened up to its end, when the store is closed. */
  TRACE {
    @Override
    public void run(Path directory) throws IOException {
      Path path = directory.resolve("trace");
      record(directory, path);
      List<TraceEvent> events = events(path);
      List<String> kinds =
          events.stream().map(event -> event.getClass().getSimpleName()).distinct().toList();
      require(
          kinds.containsAll(
              List.of("Opened", "Create", "Put", "Committed", "RolledBack", "Closed")),
          "not all in: " + kinds);
      TraceEvent.Put last = null;
      for (TraceEvent event : events) {
        last = event instanceof TraceEvent.Put put ? put : last;
      }
      require(last != null && last.key() == 7 && last.value() == 8, "a wrong change: " + last);
      for (Class<?> end : List.of(TraceEvent.Committed.class, TraceEvent.RolledBack.class)) {
        long expected = end == TraceEvent.Committed.class ? 2 : 1;
        long found = events.stream().filter(end::isInstance).count();
        require(found == expected, found + " in place of " + expected + " " + end);
      }
      // Written once more, event by event, they are the same.
      Path copy = directory.resolve("copy");
      try (TraceOutput out = TraceOutput.create(copy)) {
        for (TraceEvent event : events) {
          out.write(event);
        }
      }
      require(events(copy).toString().equals(events.toString()), "a copy differs");
      // So are those up to the middle of a transaction.
      Path cut = directory.resolve("cut");
      List<TraceEvent> begun = events.subList(0, events.indexOf(last) + 1);
      try (TraceOutput out = TraceOutput.create(cut)) {
        for (TraceEvent event : begun) {
          out.write(event);
        }
      }
      require(events(cut).toString().equals(begun.toString()), "the end of a copy is lost");
      require(descriptors(directory.toString()).isEmpty(), "a descriptor is left");
    }
  },

  /** A replay lets go what it has opened. */
  REPLAY {
    @Override
    public void run(Path directory) throws IOException {
      Path trace = directory.resolve("trace");
      record(directory, trace);
      List<TraceEvent> events = events(trace);
      Path path = directory.resolve("replayed.oct");
      try (TraceReplay replay = TraceReplay.into(path)) {
        events.forEach(replay::apply);
        require(replay.store() == null, "a store is open behind the last event");
      }
      requireNothingLeft(directory, path);
      try (Store store = Store.open(path)) {
        require(store.read(tx -> tx.longMap("m").get(7, 0)) == 8, "content differs");
      }
      // In the middle of a transaction, and of a value. It is no transaction that was forgotten.
      Path cut = directory.resolve("cut.oct");
      int id =
          events.stream()
              .flatMap(
                  event -> event instanceof TraceEvent.Create c ? Stream.of(c) : Stream.empty())
              .mapToInt(TraceEvent.Create::collection)
              .min()
              .orElseThrow();
      LogLines log = new LogLines();
      try (TraceReplay replay = TraceReplay.ofAny(cut)) {
        events.subList(0, 1).forEach(replay::apply);
        replay.apply(new TraceEvent.Create(id, 2, "values"));
        replay.apply(new TraceEvent.Value(id, new byte[1], 10));
        replay.apply(new TraceEvent.RolledBack());
        require(
            String.valueOf(thrown(() -> replay.apply(new TraceEvent.ValuePart(new byte[10]))))
                .contains("bytes of a value before its key"),
            "a value goes on behind its transaction");
        replay.apply(new TraceEvent.Create(id, 2, "values"));
      } finally {
        log.close();
      }
      log.requireNone();
      requireNothingLeft(directory, cut);
      try (Store store = Store.open(cut)) {
        require(store.read(Transaction::names).isEmpty(), "a transaction is not rolled back");
      }
    }
  },

  /** A trace that cannot be written is logged once, and nobody waits for it. */
  TRACE_FAILS {
    @Override
    public void run(Path directory) throws Exception {
      Path path = directory.resolve("trace");
      TraceWriter trace = TraceWriter.append(path);
      Field file = TraceWriter.class.getDeclaredField("file");
      file.setAccessible(true);
      ((RandomAccessFile) file.get(trace)).close();
      try (LogLines log = new LogLines()) {
        trace.opened(new TraceEvent.Opened(1, new UUID(1, 1), 0, 0, "SYNC", 0, 0, 0, 12));
        log.await(path + ": the trace cannot be written");
        trace.compacted(1);
        trace.compacted(2);
        trace.close();
        String text = log.requireOne("the trace cannot be written; it ends before this");
        require(text.contains("IOException"), "no cause in: " + text);
      }
    }
  },

  /** A copy of a trace that cannot be written says why, and its file is closed. */
  TRACE_OUTPUT_FAILS {
    @Override
    public void run(Path directory) throws Exception {
      boolean[] isClosed = new boolean[1];
      TraceOutput out = TraceOutput.create(directory.resolve("trace"));
      Field frames = TraceOutput.class.getDeclaredField("frames");
      frames.setAccessible(true);
      Object writer = frames.get(out);
      Field file = writer.getClass().getDeclaredField("file");
      file.setAccessible(true);
      ((OutputStream) file.get(writer)).close();
      file.set(
          writer,
          new OutputStream() {
            @Override
            public void write(int one) throws IOException {
              throw new IOException("full");
            }

            @Override
            public void close() {
              isClosed[0] = true;
            }
          });
      out.write(new TraceEvent.Closed());
      try {
        out.close();
        throw new AssertionError("a failure is not told");
      } catch (IOException e) {
        require("full".equals(e.getMessage()), "another failure: " + e);
      }
      require(isClosed[0], "the file is left open");
    }
  },

  /** As long as one reader is left, nobody may write. */
  READERS {
    @Override
    public void run(Path directory) {
      Path path = directory.resolve("read.oct");
      Store.open(path).close();
      StoreOptions reading = StoreOptions.defaults().readOnly(true);
      try (Store reader = Store.open(path, reading)) {
        Store.open(path, reading).close();
        require(
            thrown(() -> Store.open(path)) instanceof StoreLockedException,
            "a writer beside a reader");
        require(reader.read(Transaction::names).isEmpty(), "a reader cannot go on");
      }
      Store.open(path).close();
    }
  },

  /** A file that is closed stays closed, whoever closes it again. */
  CLOSED_FILE {
    @Override
    public void run(Path directory) throws Exception {
      Path path = directory.resolve("file");
      Files.createFile(path);
      ChannelFile file = ChannelFile.open(path, true);
      file.write(ByteBuffer.allocate(1), 0);
      file.close();
      CleanupCases.onAnother(
          () -> {
            file.close();
            return null;
          });
      for (Callable<?> late :
          List.<Callable<?>>of(
              () -> file.read(ByteBuffer.allocate(1), 0),
              () -> {
                file.writeDurable(ByteBuffer.allocate(1), 0);
                return null;
              })) {
        try {
          late.call();
          throw new AssertionError("goes on");
        } catch (IOException e) {
          // As it must be.
        }
      }
      require(descriptors(directory.toString()).isEmpty(), "a descriptor is left");
    }
  },

  /** A file whose lock is gone already is closed all the same. */
  CLOSED_BEHIND_LOCK {
    @Override
    public void run(Path directory) throws IOException {
      Path path = directory.toRealPath().resolve("s.oct");
      Store.open(path).close();
      StoreLock lock = StoreLock.acquire(path, true, false, new Lease() {});
      ChannelFile file = ChannelFile.open(path, true, lock);
      lock.close();
      file.close();
      requireNothingLeft(directory, path);
    }
  },

  /** A file that is opened and closed without a store, or could not be created, is let go. */
  OPENED_FILE {
    @Override
    public void run(Path directory) throws IOException {
      Path path = directory.resolve("s.oct");
      OpenedFile.create(path, new UUID(1, 1)).close();
      requireNothingLeft(directory, path);
      // Its sidecar has a name that is short enough, what becomes the file has not.
      Path longest = directory.resolve("x".repeat(240));
      require(thrown(() -> Store.open(longest)) instanceof StoreException, "it has a name");
      requireForgotten(directory);
    }
  },

  /** An interrupt that comes while a store is closed is kept. */
  INTERRUPTED_CLOSE {
    @Override
    public void run(Path directory) {
      Path trace = directory.resolve("trace");
      Store store = Store.open(directory.resolve("s.oct"), StoreOptions.defaults().recordTo(trace));
      store.write(tx -> tx.longMap("m").put(1, 1));
      Thread.currentThread().interrupt();
      store.close();
      require(Thread.interrupted(), "an interrupt is lost");
    }
  };

  /** Records a few transactions, the last one of which is rolled back. */
  private static void put(Transaction tx, int entries) {
    LongMap map = tx.longMap("m");
    LongStream.range(0, entries).forEach(key -> map.put(key, map.get(key, 0) + 1));
  }

  private static void record(Path directory, Path trace) {
    try (Store store =
        Store.open(directory.resolve("recorded.oct"), StoreOptions.defaults().recordTo(trace))) {
      store.write(tx -> tx.longMap("m").put(7, 7));
      try (Transaction tx = store.beginWrite()) {
        tx.longMap("n").put(1, 1);
        tx.longMap("m").put(7, 9);
      }
      // Of no event.
      store.write(tx -> {});
      store.write(tx -> tx.longMap("m").put(7, 8));
    }
  }

  private static List<TraceEvent> events(Path trace) throws IOException {
    List<TraceEvent> events = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (TraceEvent event = reader.next(); event != null; event = reader.next()) {
        events.add(event);
      }
    }
    return events;
  }

  /** A channel that the first two attempts do not close. */
  private static final class Stubborn implements Channel {
    private final String message;
    private int attempts;

    Stubborn(String message) {
      this.message = message;
    }

    @Override
    public boolean isOpen() {
      return attempts < 3;
    }

    @Override
    public void close() throws IOException {
      if (++attempts < 3) {
        throw new IOException(message);
      }
    }
  }

  /** Gives channels to what has locked a file, to be closed with it. */
  private static void retire(Path path, Channel... channels) throws ReflectiveOperationException {
    Class<?> type = Class.forName("io.octavo.file.LockedFile");
    Field held = type.getDeclaredField("HELD");
    held.setAccessible(true);
    Field store = type.getDeclaredField("store");
    store.setAccessible(true);
    Method retire = type.getDeclaredMethod("retire", Channel.class);
    retire.setAccessible(true);
    for (Object locked : List.copyOf(((Map<?, ?>) held.get(null)).values())) {
      if (store.get(locked).equals(path.toAbsolutePath())) {
        for (Channel channel : channels) {
          retire.invoke(locked, channel);
        }
        return;
      }
    }
    throw new AssertionError("nothing has locked " + path);
  }

  private static void requireNothingLeft(Path directory, Path path) throws IOException {
    requireForgotten(directory);
    requireUnlocked(path);
  }

  private static void requireForgotten(Path directory) throws IOException {
    List<Path> open = descriptors(directory.toString());
    require(open.isEmpty(), "descriptors are left: " + open);
    System.getProperties()
        .forEach(
            (name, value) ->
                require(
                    !String.valueOf(name).startsWith("io.octavo.open.")
                        || !String.valueOf(value).startsWith(directory.toString()),
                    "the process still has " + value));
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      require(!thread.getName().equals("octavo-trace"), "the thread of a trace is left");
    }
  }

  /** Requires that another program could lock all of the file. */
  private static void requireUnlocked(Path path) throws IOException {
    try (FileChannel channel =
            FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, false)) {
      require(lock != null, "another process has locked it");
    } catch (OverlappingFileLockException e) {
      throw new AssertionError("the file is locked", e);
    }
  }

  /** Lists the open files with a text in their path; none where the system does not tell. */
  private static List<Path> descriptors(String part) throws IOException {
    Path directory = Path.of("/proc/self/fd");
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> links = Files.list(directory)) {
        for (Path link : links.toList()) {
          try {
            found.add(Files.readSymbolicLink(link));
          } catch (NoSuchFileException e) {
            // The descriptor by which they are listed.
          }
        }
      }
    }
    found.removeIf(path -> !path.toString().contains(part));
    return found;
  }
}
