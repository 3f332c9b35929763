package io.octavo.command.collection;

import io.octavo.Transaction;
import java.util.Collection;

/** Entries to load, one at a time. */
public interface Source {
  /**
   * Reads the next entry.
   *
   * @return false if there are no more entries and the input is complete
   */
  boolean next();

  /** Puts the entry into its map. */
  void put(Transaction transaction);

  /** Creates the maps that got no entry, in the last transaction of the load. */
  void createMaps(Transaction transaction);

  /** Returns the maps of the input, even those without entries. */
  Collection<TextMap> maps();
}
