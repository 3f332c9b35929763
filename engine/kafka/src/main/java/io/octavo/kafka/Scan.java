package io.octavo.kafka;

import io.octavo.BytesBatch;
import io.octavo.BytesCursor;
import io.octavo.BytesMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range of a table by batches, each under the lock of the file. The entries of a batch are
 * a snapshot; between batches, changes of the table may show or not, as with RocksDB's iterators in
 * Kafka.
 */
final class Scan {
  private static final int FIRST_BATCH = 16;
  private static final int LAST_BATCH = 512;

  private final Table table;
  private final boolean isForward;

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

  Scan(Table table, byte[] from, byte @Nullable [] to, boolean isForward) {
    this.table = table;
    this.isForward = isForward;
    this.from = from;
    this.to = to;
    mapFrom = from.length <= Table.PLAIN ? from : Table.bucketKey(from);
    mapTo = to == null || to.length <= Table.PLAIN ? to : successor(Table.bucketKey(to));
  }

  private static byte[] successor(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /** Moves to the next entry; returns false if there is none. Takes the lock. */
  boolean next() {
    place++;
    while (place >= keys.size()) {
      if (isOver) {
        return false;
      }
      fill();
      place = 0;
    }
    return true;
  }

  byte[] key() {
    return keys.get(place);
  }

  byte[] value() {
    return values.get(place);
  }

  private void fill() {
    keys.clear();
    values.clear();
    table.file().lock();
    try {
      BytesMap map = table.map();
      byte[] end = mapTo;
      if (map == null || (end != null && Arrays.compareUnsigned(mapFrom, end) >= 0)) {
        isOver = true;
      } else if (isForward) {
        fillForward(map);
      } else {
        fillBackward(map);
      }
    } finally {
      table.file().unlock();
    }
    most = Math.min(most * 2, LAST_BATCH);
  }

  private void fillForward(BytesMap map) {
    BytesBatch batch = BytesBatch.create();
    if (!map.cursor(mapFrom, mapTo).next(batch, most)) {
      isOver = true;
      return;
    }
    for (int i = 0; i < batch.size(); i++) {
      int key = batch.keyOffset(i);
      int value = batch.valueOffset(i);
      byte[] mapKey = Arrays.copyOfRange(batch.keys(), key, key + batch.keyLength(i));
      add(mapKey, Arrays.copyOfRange(batch.values(), value, value + batch.valueLength(i)));
      mapFrom = mapKey;
    }
    mapFrom = successor(mapFrom);
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
