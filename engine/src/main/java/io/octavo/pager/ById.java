package io.octavo.pager;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects by the identifiers of their collections. Most transactions use one collection, which
 * needs no hash table.
 *
 * @param <T> the objects
 */
public final class ById<T> {
  private int onlyId;
  private @Nullable T only;

  /** All objects, from the second one on. */
  private @Nullable Map<Integer, T> all;

  /** Begins without objects. */
  public ById() {}

  /**
   * Finds an object.
   *
   * @param id the identifier
   * @return the object, null if there is none
   */
  public @Nullable T get(int id) {
    if (all != null) {
      return all.get(id);
    }
    return onlyId == id ? only : null;
  }

  /**
   * Puts an object.
   *
   * @param id the identifier, which has no object
   * @param object the object
   */
  public void put(int id, T object) {
    T first = only;
    if (all != null) {
      all.put(id, object);
    } else if (first == null) {
      onlyId = id;
      only = object;
    } else {
      Map<Integer, T> made = new HashMap<>();
      made.put(onlyId, first);
      made.put(id, object);
      all = made;
    }
  }

  /**
   * Removes an object, if the identifier has one.
   *
   * @param id the identifier
   */
  public void remove(int id) {
    if (all != null) {
      all.remove(id);
    } else if (onlyId == id) {
      only = null;
    }
  }

  /**
   * Returns all objects.
   *
   * @return the objects, in an order that depends on the identifiers alone once there were two
   */
  public Collection<T> values() {
    if (all != null) {
      return all.values();
    }
    return only == null ? List.of() : List.of(only);
  }
}
