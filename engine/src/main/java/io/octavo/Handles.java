package io.octavo;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The handles that a transaction has opened, by name. Any thread. Most transactions open one
 * handle, which needs no map.
 */
final class Handles {
  private volatile @Nullable Handle first;
  private volatile @Nullable Map<String, Handle> others;

  @Nullable Handle get(String name) {
    Handle present = first;
    if (present != null && present.isNamed(name)) {
      return present;
    }
    Map<String, Handle> map = others;
    return map == null ? null : map.get(name);
  }

  /** Takes a handle, in place of another of the name, and returns it. */
  synchronized <H extends Handle> H put(String name, H handle) {
    Handle present = first;
    if (present == null || present.isNamed(name)) {
      first = handle;
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
    Handle present = first;
    if (present != null && present.isNamed(name)) {
      first = null;
      return present;
    }
    Map<String, Handle> map = others;
    return map == null ? null : map.remove(name);
  }
}
