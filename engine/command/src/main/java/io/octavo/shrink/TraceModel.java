package io.octavo.shrink;

import io.octavo.BytesCursor;
import io.octavo.BytesMap;
import io.octavo.LongCursor;
import io.octavo.LongMap;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.page.ByteText;
import io.octavo.page.CatalogueRecord;
import io.octavo.page.OperationReader;
import io.octavo.trace.TraceEvent;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a store must hold after the events of a trace, by the simplest means: a {@link TreeMap} for
 * each collection. It says when the store holds something else.
 */
final class TraceModel implements OperationReader.Target {
  /** One collection; maps of longs have the one kind of keys, all others the other. */
  private static final class Content {
    final int type;
    String name;
    NavigableMap<Long, Long> longs = new TreeMap<>();
    NavigableMap<byte[], byte[]> strings = new TreeMap<>(Arrays::compareUnsigned);

    Content(int type, String name) {
      this.type = type;
      this.name = name;
    }
  }

  private final Map<Integer, Content> contents = new HashMap<>();

  /** Of a longer key or value these bytes are shown. */
  private static final int SHOWN = 40;

  /** What undoes the open transaction, the last first. */
  private final Deque<Runnable> undo = new ArrayDeque<>();

  private TraceEvent.@Nullable Value value;
  private final ByteArrayOutputStream valueBytes = new ByteArrayOutputStream();
  private int selected;

  TraceModel() {}

  /** Takes what a store holds that was not empty when the recording began. */
  void takeFrom(Store store, List<TraceEvent.Create> collections) {
    contents.clear();
    store.read(
        tx -> {
          for (TraceEvent.Create created : collections) {
            String name = created.name();
            Content content = new Content(created.type(), name);
            contents.put(created.collection(), content);
            if (content.type == CatalogueRecord.LONG_MAP) {
              for (LongCursor c = tx.longMap(name).cursor(); c.next(); ) {
                content.longs.put(c.key(), c.value());
              }
            } else if (content.type == CatalogueRecord.BYTES_MAP) {
              for (BytesCursor c = tx.bytesMap(name).cursor(); c.next(); ) {
                content.strings.put(c.key(), c.value());
              }
            }
          }
          return true;
        });
  }

  /** Follows an event. */
  void apply(TraceEvent event) {
    if (event instanceof TraceEvent.Value begun) {
      value = begun;
      valueBytes.reset();
      endOfValue(begun);
    } else if (event instanceof TraceEvent.ValuePart part && value != null) {
      valueBytes.writeBytes(part.bytes());
      endOfValue(value);
    } else if (event instanceof TraceEvent.Operation operation) {
      select(operation.collection());
      operation.doBy(this);
    } else if (event instanceof TraceEvent.Committed) {
      undo.clear();
    } else if (event instanceof TraceEvent.RolledBack
        || event instanceof TraceEvent.Opened
        || event instanceof TraceEvent.Closed) {
      rollBack();
    }
  }

  private void endOfValue(TraceEvent.Value begun) {
    if (valueBytes.size() >= begun.length()) {
      value = null;
      select(begun.collection());
      putBytes(begun.key(), valueBytes.toByteArray());
      valueBytes.reset();
    }
  }

  private void rollBack() {
    value = null;
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }

  private Content selected() {
    Content content = contents.get(selected);
    if (content == null) {
      throw new IllegalArgumentException(
          "the trace changes collection " + selected + " before creating it");
    }
    return content;
  }

  @Override
  public void select(int collection) {
    selected = collection;
  }

  @Override
  public void put(long key, long newValue) {
    NavigableMap<Long, Long> map = selected().longs;
    Long old = map.put(key, newValue);
    undo.push(() -> restore(map, key, old));
  }

  @Override
  public void remove(long key) {
    NavigableMap<Long, Long> map = selected().longs;
    Long old = map.remove(key);
    undo.push(() -> restore(map, key, old));
  }

  private static <K, V> void restore(Map<K, V> map, K key, @Nullable V old) {
    if (old == null) {
      map.remove(key);
    } else {
      map.put(key, old);
    }
  }

  @Override
  public void removeRange(long from, long to) {
    if (from <= to) {
      NavigableMap<Long, Long> map = selected().longs;
      removeAll(map, map.subMap(from, true, to, true));
    }
  }

  private <K, V> void removeAll(Map<K, V> map, NavigableMap<K, V> part) {
    // With the order of the map, which is not the natural one.
    NavigableMap<K, V> removed = new TreeMap<>(part.comparator());
    removed.putAll(part);
    part.clear();
    undo.push(() -> map.putAll(removed));
  }

  @Override
  public void putBytes(byte[] key, byte[] newValue) {
    NavigableMap<byte[], byte[]> map = selected().strings;
    byte[] old = map.put(key, newValue);
    undo.push(() -> restore(map, key, old));
  }

  @Override
  public void removeBytes(byte[] key) {
    NavigableMap<byte[], byte[]> map = selected().strings;
    byte[] old = map.remove(key);
    undo.push(() -> restore(map, key, old));
  }

  @Override
  public void removeBytesRange(byte[] from, byte @Nullable [] to) {
    NavigableMap<byte[], byte[]> map = selected().strings;
    if (to == null) {
      removeAll(map, map.tailMap(from, true));
    } else if (Arrays.compareUnsigned(from, to) < 0) {
      removeAll(map, map.subMap(from, true, to, false));
    }
  }

  @Override
  public void clear() {
    Content content = selected();
    NavigableMap<Long, Long> longs = content.longs;
    NavigableMap<byte[], byte[]> strings = content.strings;
    content.longs = new TreeMap<>();
    content.strings = new TreeMap<>(Arrays::compareUnsigned);
    undo.push(
        () -> {
          content.longs = longs;
          content.strings = strings;
        });
  }

  @Override
  public void create(int type, String name) {
    int id = selected;
    contents.put(id, new Content(type, name));
    undo.push(() -> contents.remove(id));
  }

  @Override
  public void describe(int keyCodec, int valueCodec, byte[] tail) {
    // Says nothing about the entries.
  }

  @Override
  public void drop() {
    int id = selected;
    Content dropped = selected();
    contents.remove(id);
    undo.push(() -> contents.put(id, dropped));
  }

  @Override
  public void rename(String name) {
    Content content = selected();
    String old = content.name;
    content.name = name;
    undo.push(() -> content.name = old);
  }

  /**
   * Compares a store with what it must hold.
   *
   * @return the first difference, empty if there is none
   */
  String difference(Store store) {
    return store.read(this::difference);
  }

  private String difference(Transaction tx) {
    TreeSet<String> expected = new TreeSet<>();
    for (Content content : contents.values()) {
      if (!content.name.startsWith(CatalogueRecord.OWN)) {
        expected.add(content.name);
      }
    }
    TreeSet<String> found = new TreeSet<>(tx.names());
    if (!found.equals(expected)) {
      return "the store has the maps " + found + ", expected " + expected;
    }
    for (Map.Entry<Integer, Content> entry : contents.entrySet()) {
      Content content = entry.getValue();
      String difference = null;
      if (content.type == CatalogueRecord.LONG_MAP) {
        difference = longs(tx.longMap(content.name), content);
      } else if (content.type == CatalogueRecord.BYTES_MAP) {
        difference = strings(tx.bytesMap(content.name), content);
      }
      if (difference != null) {
        return "map " + content.name + ": " + difference;
      }
    }
    return "";
  }

  private static @Nullable String longs(LongMap map, Content content) {
    LongCursor cursor = map.cursor();
    for (Map.Entry<Long, Long> expected : content.longs.entrySet()) {
      long key = expected.getKey();
      if (!cursor.next() || cursor.key() > key) {
        return "key " + key + " is missing";
      }
      if (cursor.key() < key) {
        return "key " + cursor.key() + " is present, but not in the trace";
      }
      if (cursor.value() != expected.getValue()) {
        return value("" + key, "" + cursor.value(), "" + expected.getValue());
      }
      if (map.get(key, ~expected.getValue()) != expected.getValue()) {
        return "key " + key + " is not found by get, but by a cursor";
      }
    }
    if (cursor.next()) {
      return "key " + cursor.key() + " is present, but not in the trace";
    }
    return size(map.size(), content.longs.size());
  }

  private static @Nullable String strings(BytesMap map, Content content) {
    BytesCursor cursor = map.cursor();
    for (Map.Entry<byte[], byte[]> expected : content.strings.entrySet()) {
      byte[] key = expected.getKey();
      int order = cursor.next() ? Arrays.compareUnsigned(cursor.key(), key) : 1;
      if (order > 0) {
        return "key " + text(key) + " is missing";
      }
      if (order < 0) {
        return "key " + text(cursor.key()) + " is present, but not in the trace";
      }
      byte[] found = cursor.value();
      if (!Arrays.equals(found, expected.getValue())) {
        return value(text(key), text(found), text(expected.getValue()));
      }
      if (!map.contains(key)) {
        return "key " + text(key) + " is not found by get, but by a cursor";
      }
    }
    if (cursor.next()) {
      return "key " + text(cursor.key()) + " is present, but not in the trace";
    }
    return size(map.size(), content.strings.size());
  }

  private static String value(String key, String found, String expected) {
    return "key " + key + " has the value " + found + ", expected " + expected;
  }

  private static @Nullable String size(long found, long expected) {
    return found == expected ? null : "size " + found + ", expected " + expected;
  }

  /** Shows bytes as a person may know them again. */
  private static String text(byte[] bytes) {
    return ByteText.quote(bytes, SHOWN);
  }
}
