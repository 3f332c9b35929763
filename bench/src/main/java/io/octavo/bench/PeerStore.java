package io.octavo.bench;

import java.io.IOException;
import java.sql.SQLException;

/** A map from long to long that is measured, as its documentation says to use it. */
interface PeerStore extends AutoCloseable {
  /** What {@link Reader#get} gives for an absent key; no value of a data set is negative. */
  long MISSING = -1;

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
  void load(PeerData data) throws Exception;

  /** Begins to read; each thread needs a reader of its own. */
  Reader reader() throws Exception;

  @Override
  void close() throws IOException, SQLException;

  /** A store that keeps its entries in files. */
  interface Durable extends PeerStore {
    /** Begins a transaction. */
    void begin() throws Exception;

    /** Puts a key that is absent. */
    void put(long key, long value) throws Exception;

    /** Removes a key that is present. */
    void remove(long key) throws Exception;

    /** Ends the transaction. */
    void commit() throws Exception;

    /** Makes every commit durable. */
    void force() throws Exception;
  }

  /** Reads in one transaction, and a cursor in it. */
  interface Reader extends AutoCloseable {
    /** Gives the value of a key, or {@link #MISSING}. */
    long get(long key) throws Exception;

    /** Gets many keys, in whatever way is best. */
    default void getAll(long[] keys, long[] values) throws Exception {
      for (int i = 0; i < keys.length; i++) {
        values[i] = get(keys[i]);
      }
    }

    /** Goes to the least key not below a key; false where there is none. */
    boolean seek(long key) throws Exception;

    /** Goes to the next entry; false where there is none. */
    boolean next() throws Exception;

    /** Gives the key stood on. */
    long key() throws Exception;

    /** Gives the value stood on. */
    long value() throws Exception;

    @Override
    void close() throws IOException, SQLException;
  }
}
