package io.octavo.bench.ids;

import java.io.IOException;
import java.sql.SQLException;

/**
 * Items that get the ids 0, 1, 2 and so on in the order of their arrival: a collection of Octavo,
 * or what a program would use in its place. All items arrive in one transaction, which becomes
 * durable at its end where there are files; what follows reads.
 */
interface IdPeer extends AutoCloseable {
  /** What {@code find} gives for an absent item. */
  int ABSENT = -1;

  /** Tells version and settings. */
  String settings() throws Exception;

  /** Makes all items durable and begins to read. */
  void commit() throws Exception;

  @Override
  void close() throws IOException, SQLException;

  /** Longs. */
  interface Pairs extends IdPeer {
    /** Returns the id of a pair, which is added if absent. */
    int intern(long pair);

    /** Returns the id of a pair, or {@link #ABSENT}. */
    int find(long pair);

    /** Returns the pair with an id. */
    long get(int id);
  }

  /** Byte strings. */
  interface Strings extends IdPeer {
    /** Returns the id of a string, which is added if absent. */
    int intern(byte[] string) throws Exception;

    /** Returns the id of a string, or {@link #ABSENT}. */
    int find(byte[] string) throws Exception;

    /** Returns the string with an id. */
    byte[] get(int id) throws Exception;
  }
}
