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

  synchronized void put(String name, Handle handle) {
    Handle present = first;
    if (present == null || present.isNamed(name)) {
      first = handle;
      return;
    }
    Map<String, Handle> map = others;
    if (map == null) {
      map = new ConcurrentHashMap<>();
      others = map;
    }
    map.put(name, handle);
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
