package io.octavo.transaction;

import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;
import org.jspecify.annotations.Nullable;

/**
 * A type of collections that programs open.
 *
 * @param <C> the class of the collections
 */
public abstract class UserType<C> extends TreeType {
  private final Class<C> collection;

  /**
   * Makes a type.
   *
   * @param code the code of the type in records
   * @param collection the class of the collections
   * @param kinds the kinds of its pages
   * @param text a name of collections of the type in messages
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
   * @param record its record; null if there is none, in a read transaction
   */
  protected abstract C open(Handle handle, @Nullable CatalogueRecord record);

  /**
   * Copies the contents of a collection into an empty one, in key order.
   *
   * @param target the empty one, in another transaction
   */
  public abstract void copy(C source, C target);

  /**
   * Returns a description of a collection for messages.
   *
   * @return such as "a map from LONG to LONG"
   */
  public String described(CatalogueRecord record) {
    return text();
  }
}
