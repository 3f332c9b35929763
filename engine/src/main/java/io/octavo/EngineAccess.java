package io.octavo;

import io.octavo.collection.Types;
import io.octavo.file.StoreFile;
import io.octavo.map.BytesMap;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.posting.PostingType;
import io.octavo.transaction.Changes;
import io.octavo.tree.TreeLimits;
import org.jspecify.annotations.Nullable;

/**
 * Access to a store for other packages of the engine: a replay opens a store with the limits and on
 * the file of a trace, and changes collections by their identifiers; a model of a trace compares
 * entries. Not part of the API: its methods use types that the module does not export.
 *
 * @hidden
 */
@SuppressWarnings({"exports", "InvalidBlockTag"}) // the javadoc tool knows the tag
public final class EngineAccess {
  private EngineAccess() {}

  /**
   * Opens a store whose checkpoints run on the threads that begin them.
   *
   * @param file the file of an existing store; closed with the store, or if this method throws
   * @param lease closed after the file; null for none
   * @param options the options
   * @param limits how many entries and children a page may have
   * @return the open store
   */
  public static Store open(
      StoreFile file, @Nullable AutoCloseable lease, StoreOptions options, TreeLimits limits) {
    return Store.open(file, lease, options, limits);
  }

  /**
   * Finds a collection by name.
   *
   * @param transaction the transaction
   * @param name the name
   * @return its record; null if there is none
   */
  public static @Nullable CatalogueRecord find(Transaction transaction, String name) {
    return transaction.scope().find(name);
  }

  /**
   * Returns the changes of a write transaction, to add changes by identifier.
   *
   * @param transaction the transaction
   * @return its changes
   * @throws IllegalStateException if the transaction only reads, has ended or failed
   */
  public static Changes changes(Transaction transaction) {
    return transaction.scope().requireWrite();
  }

  /**
   * Returns the number of identifiers that a new collection needs.
   *
   * @param type the type in the catalogue record
   * @return 2 for a collection with an index, else 1
   */
  public static int identifiers(int type) {
    return Types.ALL.of(type).hasIndex() ? 2 : 1;
  }

  /**
   * Returns the stored entries of posting lists, to compare them with those of a trace.
   *
   * @param transaction the transaction
   * @param name the name of the posting lists
   * @return a read-only map
   */
  public static BytesMap entries(Transaction transaction, String name) {
    return PostingType.entries(transaction.postings(name));
  }
}
