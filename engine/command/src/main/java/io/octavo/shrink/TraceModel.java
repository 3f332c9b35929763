package io.octavo.shrink;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationReader;
import io.octavo.trace.TraceEvent;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The expected contents of a store after the events of a trace, by the simplest means: a {@link
 * java.util.TreeMap} for each collection. Finds the first difference from a store.
 */
final class TraceModel implements OperationReader.Target {
  private final Map<Integer, TraceContent> contents = new HashMap<>();

  /** The steps that undo the open transaction, the last one first. */
  private final Deque<Runnable> undo = new ArrayDeque<>();

  private TraceEvent.@Nullable Value value;
  private final ByteArrayOutputStream valueBytes = new ByteArrayOutputStream();
  private int selected;

  TraceModel() {}

  /** Reads the contents of a store that was not empty when the recording began. */
  void takeFrom(Store store, List<TraceEvent.Create> collections) {
    contents.clear();
    store.read(
        tx -> {
          for (TraceEvent.Create created : collections) {
            TraceContent content = TraceContent.of(created.type(), created.name());
            contents.put(created.collection(), content);
            content.readHead(tx);
            content.read(tx);
          }
          return true;
        });
  }

  /** Applies an event. */
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

  private TraceContent selected() {
    TraceContent content = contents.get(selected);
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
    undo.push(selected().put(key, newValue));
  }

  @Override
  public void remove(long key) {
    NavigableMap<Long, Long> map = selected().longs;
    Long old = map.remove(key);
    undo.push(() -> TraceContent.restore(map, key, old));
  }

  @Override
  public void removeRange(long from, long to) {
    if (from <= to) {
      undo.push(selected().removeRange(from, to));
    }
  }

  @Override
  public void putBytes(byte[] key, byte[] newValue) {
    undo.push(selected().putBytes(key, newValue));
  }

  @Override
  public void removeBytes(byte[] key) {
    NavigableMap<byte[], byte[]> map = selected().strings;
    byte[] old = map.remove(key);
    undo.push(() -> TraceContent.restore(map, key, old));
  }

  @Override
  public void removeBytesRange(byte[] from, byte @Nullable [] to) {
    NavigableMap<byte[], byte[]> map = selected().strings;
    if (to == null) {
      undo.push(TraceContent.removeAll(map, map.tailMap(from, true)));
    } else if (Arrays.compareUnsigned(from, to) < 0) {
      undo.push(TraceContent.removeAll(map, map.subMap(from, true, to, false)));
    }
  }

  @Override
  public void clear() {
    undo.push(selected().clear());
  }

  @Override
  public void create(int type, String name) {
    int id = selected;
    contents.put(id, TraceContent.of(type, name));
    undo.push(() -> contents.remove(id));
  }

  @Override
  public void describe(int keyCodec, int valueCodec, byte[] tail) {
    undo.push(selected().describe(keyCodec, valueCodec, tail));
  }

  @Override
  public void drop() {
    int id = selected;
    TraceContent dropped = selected();
    contents.remove(id);
    undo.push(() -> contents.put(id, dropped));
  }

  @Override
  public void rename(String name) {
    TraceContent content = selected();
    String old = content.name;
    content.name = name;
    undo.push(() -> content.name = old);
  }

  /**
   * Compares a store with the expected contents.
   *
   * @return the first difference, empty if there is none
   */
  String difference(Store store) {
    return store.read(this::difference);
  }

  private String difference(Transaction tx) {
    TreeSet<String> expected = new TreeSet<>();
    for (TraceContent content : contents.values()) {
      if (!content.name.startsWith(CatalogueRecord.OWN)) {
        expected.add(content.name);
      }
    }
    TreeSet<String> found = new TreeSet<>(tx.names());
    if (!found.equals(expected)) {
      return "the store has the maps " + found + ", expected " + expected;
    }
    for (TraceContent content : contents.values()) {
      String difference = content.headDifference(tx);
      difference = difference == null ? content.difference(tx) : difference;
      if (difference != null) {
        return "map " + content.name + ": " + difference;
      }
    }
    return "";
  }
}
