package io.octavo.tool;

import io.octavo.Transaction;
import java.util.Collection;

/** Entries to be loaded, one at a time. */
interface Source {
  /**
   * Reads the next entry.
   *
   * @return false if there is none, and the input is known to be whole
   */
  boolean next();

  /** Puts the entry into its map. */
  void put(Transaction transaction);

  /** Makes the maps that no entry was put into, in the transaction that ends the load. */
  void createMaps(Transaction transaction);

  /** Returns the maps that entries were read for, which may have none. */
  Collection<TextMap> maps();
}
