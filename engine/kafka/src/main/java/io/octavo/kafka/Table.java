package io.octavo.kafka;

import io.octavo.map.BytesMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map of a task's file with keys of any length. All calls need the lock of the file,
 * except those with the maps of a snapshot.
 *
 * <p>A key of up to {@value #PLAIN} bytes is a key of the map as it is. All longer keys with the
 * same first {@value #PLAIN} bytes share one entry, whose key is these bytes and a zero byte, and
 * whose value is a {@link Bucket} of the remainders. So the order of the map is the order of the
 * keys: no plain key has the length of a bucket's, and a bucket follows its own prefix and precedes
 * every other key that is above the prefix.
 */
final class Table {
  static final int PLAIN = BytesMap.MAX_KEY - 1;

  private final Views views;
  private final TaskFile file;
  private final String name;
  private long generation = -1;
  private @Nullable BytesMap map;
  private boolean isDropped;

  /** Finds the map of a table in the open transaction or in a snapshot; null if it was dropped. */
  @FunctionalInterface
  interface Maps {
    @Nullable BytesMap of(Table table);
  }

  Table(Views views, String name) {
    this.views = views;
    this.file = views.file();
    this.name = name;
  }

  String name() {
    return name;
  }

  /** Returns the map in the open transaction, null if it was dropped. */
  @Nullable BytesMap map() {
    if (isDropped) {
      return null;
    }
    BytesMap known = map;
    if (known == null || generation != file.generation()) {
      known = file.transaction().bytesMap(name);
      map = known;
      generation = file.generation();
    }
    return known;
  }

  static byte[] bucketKey(byte[] key) {
    return Arrays.copyOf(Arrays.copyOf(key, PLAIN), PLAIN + 1);
  }

  byte @Nullable [] get(byte[] key) {
    return get(key, Table::map);
  }

  byte @Nullable [] get(byte[] key, Maps maps) {
    BytesMap open = maps.of(this);
    if (open == null) {
      return null;
    }
    if (key.length <= PLAIN) {
      return open.get(key);
    }
    byte[] bucket = open.get(bucketKey(key));
    return bucket == null ? null : Bucket.get(bucket, key);
  }

  /** Puts a value, or removes the key if the value is null. */
  void put(byte[] key, byte @Nullable [] value) {
    BytesMap open = map();
    if (open == null) {
      return;
    }
    views.beforeChange();
    file.changed();
    if (key.length > PLAIN) {
      putLong(open, key, value);
    } else if (value == null) {
      open.remove(key);
    } else {
      open.put(key, value);
    }
  }

  /**
   * Puts values, and removes the keys whose value is null. One call puts all plain keys and another
   * removes them, so that changes of a leaf follow each other.
   */
  void putAll(Map<Bytes, byte @Nullable []> entries) {
    BytesMap open = map();
    if (open == null || entries.isEmpty()) {
      return;
    }
    views.beforeChange();
    file.changed();
    List<byte[]> keys = new ArrayList<>();
    List<byte[]> values = new ArrayList<>();
    List<byte[]> removed = new ArrayList<>();
    entries.forEach(
        (entry, value) -> {
          byte[] key = entry.get();
          if (key.length > PLAIN) {
            putLong(open, key, value);
          } else if (value == null) {
            removed.add(key);
          } else {
            keys.add(key);
            values.add(value);
          }
        });
    open.putAll(keys.toArray(byte[][]::new), values.toArray(byte[][]::new));
    open.removeAll(removed.toArray(byte[][]::new));
  }

  private static void putLong(BytesMap open, byte[] key, byte @Nullable [] value) {
    byte[] bucketKey = bucketKey(key);
    byte[] bucket = Bucket.put(open.get(bucketKey), key, value);
    if (bucket.length == 0) {
      open.remove(bucketKey);
    } else {
      open.put(bucketKey, bucket);
    }
  }

  boolean isEmpty() {
    BytesMap open = map();
    return open == null || open.size() == 0;
  }

  /** Returns the number of entries, with a bucket of long keys as one. */
  long size() {
    BytesMap open = map();
    return open == null ? 0 : open.size();
  }

  void drop() {
    if (!isDropped) {
      views.beforeChange();
      isDropped = true;
      map = null;
      if (file.transaction().drop(name)) {
        file.changed();
      }
    }
  }
}
