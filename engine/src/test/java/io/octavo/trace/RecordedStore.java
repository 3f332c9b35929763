package io.octavo.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import io.octavo.map.BytesCursor;
import io.octavo.map.LongCursor;
import io.octavo.posting.PostingListCursor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A store in a directory that does something of everything while a trace is recorded. */
public final class RecordedStore {
  private final Path file;
  private final Path trace;

  /** Names the files of the store and of its trace; makes neither. */
  public RecordedStore(Path directory) {
    this.file = directory.resolve("store.oct");
    this.trace = directory.resolve("store.trace");
  }

  /** Returns the file of the store. */
  public Path file() {
    return file;
  }

  public Path trace() {
    return trace;
  }

  /** Returns the options by which the store is recorded. */
  public StoreOptions options() {
    return StoreOptions.defaults().cacheBytes(1 << 20).recordTo(trace);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /** Does something of everything, with two openings. */
  public void work(long seed, StoreOptions used) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int opening = 0; opening < 2; opening++) {
      try (Store store = Store.open(file, used)) {
        for (int i = 0; i < 40; i++) {
          transaction(store, random);
        }
      }
    }
  }

  private static void transaction(Store store, SplittableRandom random) {
    try (Transaction tx = store.beginWrite()) {
      int count = 1 << random.nextInt(11);
      for (int i = 0; i < count; i++) {
        change(tx, random);
      }
      if (random.nextInt(8) != 0) {
        tx.commit();
      }
    }
    if (random.nextInt(10) == 0) {
      store.checkpoint();
    }
    if (random.nextInt(15) == 0) {
      store.compact(1 << 20);
    }
  }

  private static void change(Transaction tx, SplittableRandom random) {
    long key = random.nextInt(20_000);
    byte[] string = bytes("key " + key);
    switch (random.nextInt(200)) {
      case 0 -> tx.longMap("longs").removeRange(key, key + 100);
      case 1 -> tx.bytesMap("strings").removeRange(string, null);
      case 2 -> tx.bytesMap("strings").put(string, new byte[random.nextInt(100_000)]);
      case 3 -> {
        if (random.nextInt(100) == 0) {
          tx.longMap("longs").clear();
          tx.drop("strings");
        }
      }
      case 4 -> tx.map("typed", Codecs.STRING, Codecs.LONG).put("k" + key, key);
      case 5 ->
          tx.postings("lists").addAll(key % 20, random.longs(600, 0, 9_000).sorted().toArray());
      case 6 ->
          tx.postings("lists").removeAll(key % 20, random.longs(300, 0, 9_000).sorted().toArray());
      default -> {
        if (random.nextInt(3) == 0) {
          tx.longMap("longs").remove(key);
          tx.bytesMap("strings").remove(string);
        } else {
          tx.longMap("longs").put(key, random.nextLong() >>> random.nextInt(64));
          tx.bytesMap("strings").put(string, bytes("value " + random.nextInt()));
        }
      }
    }
  }

  /** Reads the trace. */
  public List<TraceEvent> events() throws IOException {
    List<TraceEvent> events = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (TraceEvent event = reader.next(); event != null; event = reader.next()) {
        events.add(event);
      }
    }
    return events;
  }

  /** Lists all that a store holds. */
  public static List<String> contents(Store store) {
    return store.read(
        tx -> {
          List<String> contents = new ArrayList<>();
          for (LongCursor c = tx.longMap("longs").cursor(); c.next(); ) {
            contents.add(c.key() + "=" + c.value());
          }
          for (BytesCursor c = tx.bytesMap("strings").cursor(); c.next(); ) {
            contents.add(Arrays.toString(c.key()) + "=" + Arrays.hashCode(c.value()));
          }
          tx.map("typed", Codecs.STRING, Codecs.LONG)
              .forEach((key, value) -> contents.add(key + "=" + value));
          for (PostingListCursor c = tx.postings("lists").lists(); c.next(); ) {
            long[] ids = new long[600];
            for (int n = c.nextBlock(ids); n > 0; n = c.nextBlock(ids)) {
              contents.add(c.key() + "=" + Arrays.toString(Arrays.copyOf(ids, n)));
            }
          }
          return contents;
        });
  }

  /** Lists all that the recorded store holds. */
  public List<String> contents() {
    try (Store store = Store.open(file, StoreOptions.defaults().readOnly(true))) {
      return contents(store);
    }
  }
}
