package io.octavo.bench.peer;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.Transaction;
import io.octavo.bench.data.Entries;
import io.octavo.bench.peer.PeerStore.Gets;
import io.octavo.bench.peer.PeerStore.Reader;
import io.octavo.bench.peer.PeerStore.Use;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Octavo with the options that it has of itself, but for the durability. Changes of a transaction
 * are gathered, as in a batch of RocksDB, and made by one call; or one by one with {@code
 * -Dputs=each}.
 */
public class OctavoPeer implements PeerStore {
  static final String MAP = "m";

  private static final String PUTS = "puts";
  private static final boolean IS_BATCHED = !"each".equals(System.getProperty(PUTS));

  /** JVM flags that a process needs to change entries as this one does. */
  static final List<String> FLAGS =
      System.getProperty(PUTS) == null
          ? List.of()
          : List.of("-D" + PUTS + "=" + System.getProperty(PUTS));

  final Store store;
  private final StoreOptions options;
  private @Nullable Transaction transaction;
  private @Nullable LongMap map;

  /** Where the changes that were gathered have their entries; all are puts, or all removes. */
  private final IntArrayList gathered = new IntArrayList();

  private @Nullable Entries gatheredFrom;
  private boolean areRemoves;

  OctavoPeer(Path directory, Use use) {
    this(directory, use, StoreOptions.defaults().compactWhileOpen());
  }

  /** Opens a store that moves so many pages while it is open, see {@link StoreOptions}. */
  public OctavoPeer(Path directory, Use use, int moves) {
    options =
        StoreOptions.defaults()
            .cacheBytes((long) CACHE_MEBIBYTES << 20)
            .durability(use == Use.EACH ? Durability.SYNC : Durability.CHECKPOINT)
            .compactWhileOpen(moves);
    store = Store.open(directory.resolve("store.oct"), options);
  }

  @Override
  public String settings() {
    return "cache "
        + CACHE_MEBIBYTES
        + " MiB; load and commits durable at the end: CHECKPOINT and close(), load by"
        + " the map's load; commits durable each: SYNC; reads: one transaction a"
        + " thread, getAll of longs, gets of byte strings into an array that is used again, scans of byte"
        + " strings by batches; changes: "
        + (IS_BATCHED ? "putAll and removeAll, one call a transaction" : "one by one");
  }

  @Override
  public void load(Entries data) {
    Entries entries = new Entries(data.keys(), data.values());
    store.write(tx -> tx.longMap(MAP).load(entries.pairs()));
  }

  @Override
  public final void begin() {
    Transaction begun = store.beginWrite();
    transaction = begun;
    open(begun);
  }

  /** Opens the map to be written to. */
  void open(Transaction begun) {
    map = begun.longMap(MAP);
  }

  private LongMap written() {
    LongMap written = map;
    if (written == null) {
      throw new IllegalStateException("no transaction has begun");
    }
    return written;
  }

  @Override
  public final void put(Entries data, int index) {
    if (IS_BATCHED) {
      gather(data, index, false);
    } else {
      putNow(data, index);
    }
  }

  @Override
  public final void remove(Entries data, int index) {
    if (IS_BATCHED) {
      gather(data, index, true);
    } else {
      removeNow(data, index);
    }
  }

  private void gather(Entries data, int index, boolean isRemove) {
    if (data != gatheredFrom || isRemove != areRemoves) {
      flush();
      gatheredFrom = data;
      areRemoves = isRemove;
    }
    gathered.add(index);
  }

  /** Makes the changes that were gathered. */
  private void flush() {
    Entries data = gatheredFrom;
    if (data != null && areRemoves) {
      removeAll(data, gathered.toIntArray());
    } else if (data != null) {
      putAll(data, gathered.toIntArray());
    }
    forget();
  }

  private void forget() {
    gathered.clear();
    gatheredFrom = null;
  }

  /** Puts an entry by a call of its own. */
  void putNow(Entries data, int index) {
    written().put(data.keys()[index], data.values()[index]);
  }

  void removeNow(Entries data, int index) {
    written().remove(data.keys()[index]);
  }

  /** Puts the entries at some places by one call. */
  void putAll(Entries data, int[] places) {
    Entries entries = data.take(places);
    written().putAll(entries.keys(), entries.values());
  }

  void removeAll(Entries data, int[] places) {
    written().removeAll(data.take(places).keys());
  }

  @Override
  public final void commit() {
    Transaction ended = transaction;
    if (ended != null) {
      flush();
      ended.commit();
    }
    rollBack();
  }

  /** Ends the transaction without what has not been committed. */
  final void rollBack() {
    Transaction ended = transaction;
    if (ended != null) {
      ended.close();
    }
    transaction = null;
    map = null;
    forget();
  }

  @Override
  public final void force() {
    // Closing makes it durable, which is timed too.
  }

  @Override
  public Reader reader() {
    return new MapReader(store.beginRead());
  }

  @Override
  public Gets snapshots() {
    return (data, index) -> store.readLong(tx -> tx.longMap(MAP).get(data.keys()[index], MISSING));
  }

  private static final class MapReader implements Reader {
    private final Transaction transaction;
    private final LongMap map;
    private final LongCursor cursor;

    MapReader(Transaction transaction) {
      this.transaction = transaction;
      map = transaction.longMap(MAP);
      cursor = map.cursor();
    }

    @Override
    public long get(Entries data, int index) {
      return map.get(data.keys()[index], MISSING);
    }

    @Override
    public void getAll(Entries data, long[] values) {
      map.getAll(data.keys(), values, MISSING);
    }

    @Override
    public boolean seek(Entries data, int index) {
      return cursor.seek(data.keys()[index]);
    }

    @Override
    public boolean next() {
      return cursor.next();
    }

    @Override
    public long key() {
      return cursor.key();
    }

    @Override
    public long value() {
      return cursor.value();
    }

    @Override
    public void close() {
      transaction.close();
    }
  }

  /** Returns the statistics of the store. */
  public final StoreStats stats() {
    return store.stats();
  }

  @Override
  public final void close() {
    store.close();
  }
}
