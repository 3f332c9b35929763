package io.octavo.kafka;

import io.octavo.map.BytesBatch;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a range of a table by batches. */
final class Scan {
  /** The entries of the first batch, unless the table has fewer. */
  static final int FIRST_BATCH = 16;

  private static final int LAST_BATCH = 512;

  private final Table table;
  private final boolean isForward;
  private final @Nullable Values other;

  /** The range as given, which the entries of buckets are compared with. */
  private final byte[] from;

  private final byte @Nullable [] to;

  /** What is left of the range of the map. */
  private byte[] mapFrom;

  private byte @Nullable [] mapTo;

  private final List<byte[]> keys = new ArrayList<>();
  private final List<byte[]> values = new ArrayList<>();
  private int place = -1;
  private int most = FIRST_BATCH;
  private boolean isOver;

  /** Finds the value of a key elsewhere than in the table that is read. */
  @FunctionalInterface
  interface Values {
    byte @Nullable [] of(Table.Maps maps, byte[] key);
  }

  Scan(Table table, byte[] from, byte @Nullable [] to, boolean isForward) {
    this(table, from, to, isForward, null);
  }

  Scan(Table table, byte[] from, byte @Nullable [] to, boolean isForward, @Nullable Values other) {
    this.table = table;
    this.other = other;
    this.isForward = isForward;
    this.from = from;
    this.to = to;
    mapFrom = from.length <= Table.PLAIN ? from : Table.bucketKey(from);
    mapTo = to == null || to.length <= Table.PLAIN ? to : successor(Table.bucketKey(to));
  }

  private static byte[] successor(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /** Moves to the next entry of the batch; returns false if there is none. */
  boolean next() {
    if (place >= keys.size() - 1) {
      return false;
    }
    place++;
    return true;
  }

  /** Moves to the next entry in the open transaction; returns false if there is none. */
  boolean nextLive() {
    while (!next()) {
      if (isOver) {
        return false;
      }
      fill(Table::map);
    }
    return true;
  }

  /** Returns whether no batch follows. */
  boolean isOver() {
    return isOver;
  }

  /** Returns the number of entries of the batch. */
  int size() {
    return keys.size();
  }

  byte[] key() {
    return keys.get(place);
  }

  byte[] value() {
    return values.get(place);
  }

  /** Reads the next batch. It may be empty though another follows. */
  void fill(Table.Maps maps) {
    keys.clear();
    values.clear();
    place = -1;
    BytesMap map = maps.of(table);
    byte[] end = mapTo;
    if (map == null || (end != null && Arrays.compareUnsigned(mapFrom, end) >= 0)) {
      isOver = true;
    } else if (isForward) {
      fillForward(map);
    } else {
      fillBackward(map);
    }
    if (other != null) {
      findValues(other, maps);
    }
    most = Math.min(most * 2, LAST_BATCH);
  }

  /** A batch of the cursor ends with a leaf, so that one is not enough. */
  private void fillForward(BytesMap map) {
    BytesCursor cursor = map.cursor(mapFrom, mapTo);
    BytesBatch batch = BytesBatch.create();
    int left = most;
    while (left > 0 && !isOver) {
      isOver = !cursor.next(batch, left);
      addAll(batch);
      left -= batch.size();
    }
    mapFrom = successor(mapFrom);
  }

  private void addAll(BytesBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      int key = batch.keyOffset(i);
      int value = batch.valueOffset(i);
      byte[] mapKey = Arrays.copyOfRange(batch.keys(), key, key + batch.keyLength(i));
      add(mapKey, Arrays.copyOfRange(batch.values(), value, value + batch.valueLength(i)));
      mapFrom = mapKey;
    }
  }

  private void fillBackward(BytesMap map) {
    BytesCursor cursor = map.cursor(mapFrom, mapTo);
    int count = 0;
    while (count < most && cursor.previous()) {
      byte[] mapKey = cursor.key();
      add(mapKey, cursor.value());
      mapTo = mapKey;
      count++;
    }
    isOver = count < most;
  }

  private void findValues(Values found, Table.Maps maps) {
    for (int i = 0; i < keys.size(); i++) {
      byte[] value = found.of(maps, keys.get(i));
      if (value == null) {
        throw new IllegalStateException("each key of an index has a value");
      }
      values.set(i, value);
    }
  }

  private void add(byte[] mapKey, byte[] mapValue) {
    if (mapKey.length <= Table.PLAIN) {
      keys.add(mapKey);
      values.add(mapValue);
      return;
    }
    int begin = keys.size();
    Bucket.forEach(
        mapKey,
        mapValue,
        (key, value) -> {
          if (Arrays.compareUnsigned(key, from) >= 0
              && (to == null || Arrays.compareUnsigned(key, to) < 0)) {
            keys.add(key);
            values.add(value);
          }
        });
    if (!isForward) {
      Collections.reverse(keys.subList(begin, keys.size()));
      Collections.reverse(values.subList(begin, values.size()));
    }
  }
}
