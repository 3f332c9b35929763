package io.octavo.bench.ids;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.ids.PairTable;
import io.octavo.ids.StackTable;
import io.octavo.ids.StringTable;
import io.octavo.map.LongMap;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * A collection of Octavo in a file, at first in a write transaction, then in a snapshot.
 *
 * @param <T> the collection
 */
abstract class OctavoIds<T> implements IdPeer {
  /** Bytes of the cache; the stores beside have caches of the same size. */
  static final long CACHE_BYTES = 512L << 20;

  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().durability(Durability.CHECKPOINT).cacheBytes(CACHE_BYTES);

  private final Function<Transaction, T> collection;
  private final Store store;
  private Transaction transaction;

  /** The collection in the transaction. */
  T table;

  OctavoIds(Path directory, Function<Transaction, T> collection) {
    this.collection = collection;
    store = Store.open(directory.resolve("ids.oct"), OPTIONS);
    transaction = store.beginWrite();
    table = collection.apply(transaction);
  }

  @Override
  public final String settings() {
    return "Octavo, cacheBytes="
        + CACHE_BYTES
        + ", Durability.CHECKPOINT; one transaction, then a checkpoint, which makes it durable";
  }

  @Override
  public final void commit() {
    transaction.commit();
    transaction.close();
    store.checkpoint();
    transaction = store.beginRead();
    table = collection.apply(transaction);
  }

  @Override
  public final void close() {
    transaction.close();
    store.close();
  }

  /** A table of pairs. */
  static final class Pairs extends OctavoIds<PairTable> implements IdPeer.Pairs {
    Pairs(Path directory) {
      super(directory, tx -> tx.pairs("t"));
    }

    @Override
    public int intern(long pair) {
      return table.intern(pair);
    }

    @Override
    public int find(long pair) {
      return table.find(pair);
    }

    @Override
    public long get(int id) {
      return table.get(id);
    }
  }

  /** The reference: a map of longs, which is asked for a pair and then given it. */
  static final class Map extends OctavoIds<LongMap> implements IdPeer.Pairs {
    private int size;

    Map(Path directory) {
      super(directory, tx -> tx.longMap("t"));
    }

    @Override
    public int intern(long pair) {
      int id = find(pair);
      if (id == ABSENT) {
        id = size++;
        table.put(pair, id);
      }
      return id;
    }

    @Override
    public int find(long pair) {
      return (int) table.get(pair, ABSENT);
    }

    @Override
    public long get(int id) {
      throw new UnsupportedOperationException("a map of ids by pairs has no pairs by ids");
    }
  }

  /** A table of strings. */
  static final class Strings extends OctavoIds<StringTable> implements IdPeer.Strings {
    Strings(Path directory) {
      super(directory, tx -> tx.strings("t"));
    }

    @Override
    public int intern(byte[] string) {
      return table.intern(string);
    }

    @Override
    public int find(byte[] string) {
      return table.find(string);
    }

    @Override
    public byte[] get(int id) {
      return table.get(id);
    }
  }

  /** A table of stacks. */
  static final class Stacks extends OctavoIds<StackTable> {
    private static final long THREAD = 1;

    Stacks(Path directory) {
      super(directory, tx -> tx.stacks("t"));
    }

    /** Returns the id of a stack; what it shares with the last one is not looked up. */
    int intern(int[] stack) {
      return table.intern(THREAD, stack, 0, stack.length);
    }

    /** Returns the id of a stack; every node is looked up. */
    int internNodes(int[] stack) {
      int node = StackTable.NONE;
      for (int frame : stack) {
        node = table.intern(node, frame);
      }
      return node;
    }

    /** Reads the frames of a stack; returns how many there are. */
    int resolve(int id, int[] frames) {
      return table.resolve(id, frames);
    }
  }
}
