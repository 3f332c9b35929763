package io.octavo.fuzz;

import static io.octavo.fuzz.Comparison.same;

import io.octavo.map.BytesBatch;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesEntry;
import io.octavo.map.BytesMap;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Compares maps of byte strings with their model, through every call that reads. */
final class StringComparison {
  private StringComparison() {}

  /** Compares all entries, in both directions. */
  static void sameAll(BytesMap map, NavigableMap<byte[], byte[]> expected) {
    same("size", map.size(), (long) expected.size());
    BytesCursor forward = map.cursor();
    for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
      same("an entry going forward", forward.next(), true);
      sameBytes("key going forward", forward.key(), entry.getKey());
      sameBytes("value going forward", forward.value(), entry.getValue());
    }
    same("end going forward", forward.next(), false);
    sameBatches(map.cursor(), expected);
    BytesCursor backward = map.cursor();
    byte[] part = new byte[9];
    for (Map.Entry<byte[], byte[]> entry : expected.descendingMap().entrySet()) {
      same("an entry going backward", backward.previous(), true);
      sameBytes("key going backward", backward.key(), entry.getKey());
      int length = backward.value(part, 0);
      same("length going backward", length, entry.getValue().length);
    }
    same("end going backward", backward.previous(), false);
  }

  private static void sameBatches(BytesCursor cursor, NavigableMap<byte[], byte[]> expected) {
    Iterator<Map.Entry<byte[], byte[]>> entries = expected.entrySet().iterator();
    for (BytesBatch batch = BytesBatch.create(); cursor.next(batch); ) {
      for (int i = 0; i < batch.size(); i++) {
        same("an entry of a batch", entries.hasNext(), true);
        Map.Entry<byte[], byte[]> entry = entries.next();
        int key = batch.keyOffset(i);
        int value = batch.valueOffset(i);
        sameBytes(
            "key of a batch",
            Arrays.copyOfRange(batch.keys(), key, key + batch.keyLength(i)),
            entry.getKey());
        sameBytes(
            "value of a batch",
            Arrays.copyOfRange(batch.values(), value, value + batch.valueLength(i)),
            entry.getValue());
      }
    }
    same("end of the batches", entries.hasNext(), false);
  }

  /** Compares every answer about one key. */
  static void sameAround(BytesMap map, NavigableMap<byte[], byte[]> model, byte[] key) {
    byte[] value = model.get(key);
    sameBytes("get", map.get(key), value);
    same("contains", map.contains(key), value != null);
    same("length", map.length(key), value == null ? -1L : value.length);
    sameEntry("first", map.first(), model.firstEntry());
    sameEntry("last", map.last(), model.lastEntry());
    sameEntry("floor", map.floor(key), model.floorEntry(key));
    sameEntry("ceiling", map.ceiling(key), model.ceilingEntry(key));
    sameEntry("lower", map.lower(key), model.lowerEntry(key));
    sameEntry("higher", map.higher(key), model.higherEntry(key));
    byte[] into = new byte[20];
    int length = map.get(key, into, 10);
    same("get into an array", length, value == null ? -1 : value.length);
    for (int i = 0; value != null && i < Math.min(10, value.length); i++) {
      same("a byte of a value", into[10 + i], value[i]);
    }
    try (InputStream stream = map.open(key)) {
      sameBytes("open", stream == null ? null : stream.readAllBytes(), value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    samePrefix(map, model, key);
  }

  private static void samePrefix(BytesMap map, NavigableMap<byte[], byte[]> model, byte[] key) {
    byte[] prefix = Arrays.copyOf(key, key.length / 2);
    int found = 0;
    for (BytesCursor cursor = map.prefix(prefix); cursor.next(); found++) {
      same("a key of a prefix", startsWith(cursor.key(), prefix), true);
    }
    long expected = 0;
    for (byte[] each : model.tailMap(prefix, true).keySet()) {
      if (!startsWith(each, prefix)) {
        break;
      }
      expected++;
    }
    same("keys of a prefix", (long) found, expected);
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  private static void sameEntry(
      String what, @Nullable BytesEntry found, Map.@Nullable Entry<byte[], byte[]> expected) {
    same(
        what,
        found,
        expected == null ? null : new BytesEntry(expected.getKey(), expected.getValue()));
  }

  static void sameBytes(String what, byte @Nullable [] found, byte @Nullable [] expected) {
    if (!Arrays.equals(found, expected)) {
      throw new AssertionError(
          what
              + ": found "
              + (found == null ? "none" : found.length + " bytes " + Arrays.hashCode(found))
              + ", expected "
              + (expected == null ? "none" : expected.length + " bytes"));
    }
  }
}
