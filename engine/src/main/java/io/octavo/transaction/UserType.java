package io.octavo.transaction;

import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;
import org.jspecify.annotations.Nullable;

/**
 * A type of collections that programs open: the whole of what the store, and those who copy it,
 * know of a family.
 *
 * @param <C> the collections, as programs see them
 */
public abstract class UserType<C> extends TreeType {
  private final Class<C> collection;

  /**
   * Makes a type.
   *
   * @param code the type, as records have it
   * @param collection the collections, as programs see them
   * @param kinds the kinds of its pages
   * @param text a collection of the type in messages
   */
  protected UserType(int code, Class<C> collection, TreeKinds kinds, String text) {
    super(code, kinds, text);
    this.collection = collection;
  }

  Class<C> collection() {
    return collection;
  }

  /**
   * Opens a collection.
   *
   * @param handle its handle
   * @param record its record; null if there is none, in a read transaction
   * @return the collection
   */
  protected abstract C open(Handle handle, @Nullable CatalogueRecord record);

  /**
   * Copies the contents of a collection into an empty one, in key order.
   *
   * @param source the collection
   * @param target the empty one, in another transaction
   */
  public abstract void copy(C source, C target);

  /**
   * Returns a description of a collection for messages.
   *
   * @param record the collection
   * @return what it is, and of what, as "a map from LONG to LONG"
   */
  public String described(CatalogueRecord record) {
    return text();
  }
}
