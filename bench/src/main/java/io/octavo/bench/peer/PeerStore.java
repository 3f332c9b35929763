package io.octavo.bench.peer;

import io.octavo.bench.data.Entries;
import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A map in files that is measured, as its documentation says to use it: what an adapter has of each
 * store. Answers are the numbers that {@link Entries} has for keys and values.
 */
public interface PeerStore extends AutoCloseable {
  /** What {@link Reader#get} gives for an absent key; no number of a data set is negative. */
  long MISSING = -1;

  /** The memory that a store may use for pages or blocks, in MiB: the property {@code cache}. */
  int CACHE_MEBIBYTES = Integer.getInteger("cache", 1024);

  /** What a store is opened for. */
  enum Use {
    /** One sorted load into an empty store. */
    LOAD,
    /** Reads of what has been loaded. */
    READ,
    /** Commits that become durable with {@link Durable#force}. */
    END,
    /** Commits that are durable when they return. */
    EACH
  }

  /** Tells version and settings. */
  String settings() throws Exception;

  /** Puts sorted entries into the empty store, durably. */
  void load(Entries data) throws Exception;

  /** Begins to read; each thread needs a reader of its own. */
  Reader reader() throws Exception;

  /** Returns gets each of which begins and ends a snapshot; null where that is not measured. */
  default @Nullable Gets snapshots() {
    return null;
  }

  @Override
  void close() throws IOException, SQLException;

  /** Begins a transaction. */
  void begin() throws Exception;

  /** Puts an entry; where its key is present, it has a value of the same length. */
  void put(Entries data, int index) throws Exception;

  /** Removes a key that is present. */
  void remove(Entries data, int index) throws Exception;

  /** Ends the transaction. */
  void commit() throws Exception;

  /** Makes every commit durable. */
  void force() throws Exception;

  /** Gets. */
  interface Gets extends AutoCloseable {
    /** Returns the value of a key, or {@link #MISSING}. */
    long get(Entries data, int index) throws Exception;

    @Override
    default void close() throws IOException, SQLException {}
  }

  /** Reads in one transaction, and a cursor in it. */
  interface Reader extends Gets {
    /** Gets all keys of some entries, in whatever way is best. */
    default void getAll(Entries data, long[] values) throws Exception {
      for (int i = 0; i < data.count(); i++) {
        values[i] = get(data, i);
      }
    }

    /** Adds up keys and values from a key on, up to some number, in whatever way is best. */
    default long sum(Entries data, int index, int most) throws Exception {
      long sum = 0;
      int left = most;
      for (boolean isOn = seek(data, index); isOn; isOn = --left > 0 && next()) {
        sum += key() + value();
      }
      return sum;
    }

    /** Goes to the least key not below a key; false if there is none. */
    boolean seek(Entries data, int index) throws Exception;

    /** Goes to the next entry; false if there is none. */
    boolean next() throws Exception;

    /** Returns the key stood on. */
    long key() throws Exception;

    /** Returns the value stood on. */
    long value() throws Exception;

    @Override
    void close() throws IOException, SQLException;
  }
}
