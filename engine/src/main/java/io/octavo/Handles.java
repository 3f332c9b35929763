package io.octavo;

import io.octavo.collection.Changes;
import io.octavo.page.meta.CatalogueRecord;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The handles that a transaction has opened, by name. Any thread. Most transactions open one
 * handle. It is the value of the superclass, so that a short read allocates neither a map nor a
 * reference. Never serialized.
 */
final class Handles extends AtomicReference<@Nullable Handle> {
  private static final long serialVersionUID = 1;

  private transient volatile @Nullable Map<String, Handle> others;

  @Nullable Handle get(String name) {
    Handle present = get();
    if (present != null && present.isNamed(name)) {
      return present;
    }
    Map<String, Handle> map = others;
    return map == null ? null : map.get(name);
  }

  /** Takes a handle, in place of another of the name, and returns it. */
  <H extends Handle> H put(String name, H handle) {
    // Most reads open one handle: without a lock.
    return compareAndSet(null, handle) ? handle : putBesideFirst(name, handle);
  }

  private synchronized <H extends Handle> H putBesideFirst(String name, H handle) {
    Handle present = get();
    if (present == null || present.isNamed(name)) {
      set(handle);
      return handle;
    }
    Map<String, Handle> map = others;
    if (map == null) {
      map = new ConcurrentHashMap<>();
      others = map;
    }
    map.put(name, handle);
    return handle;
  }

  synchronized @Nullable Handle remove(String name) {
    Handle present = get();
    if (present != null && present.isNamed(name)) {
      set(null);
      return present;
    }
    Map<String, Handle> map = others;
    return map == null ? null : map.remove(name);
  }

  /**
   * Removes a collection; its handle becomes invalid.
   *
   * @param record the collection, null if there is none of the name
   * @return false if there is none
   */
  boolean drop(Changes target, @Nullable CatalogueRecord record) {
    if (record == null) {
      return false;
    }
    target.drop(record);
    Handle handle = remove(record.name());
    if (handle != null) {
      handle.drop();
    }
    return true;
  }

  /**
   * Renames a collection; its handle stays valid.
   *
   * @param record the collection, null if there is none of the name
   * @return false if there is none
   */
  boolean rename(Changes target, @Nullable CatalogueRecord record, String to) {
    if (record == null) {
      return false;
    }
    String from = record.name();
    if (from.equals(to)) {
      return true;
    }
    if (target.catalogue().find(to) != null) {
      throw new IllegalArgumentException("to=" + to + " is in use; drop that collection first");
    }
    target.rename(record, to);
    Handle handle = remove(from);
    if (handle != null) {
      handle.rename(to);
      put(to, handle);
    }
    return true;
  }
}
