package io.octavo.bench;

import it.unimi.dsi.fastutil.longs.AbstractLong2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongAVLTreeMap;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.objects.ObjectBidirectionalIterator;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;

/** What memory alone gives: no files, no transactions. */
final class MemoryPeers {
  private static final long[] NONE = {};

  private MemoryPeers() {}

  /** {@link Arrays#binarySearch(long[], long)} on the keys, the values beside them. */
  static final class SortedArray implements PeerStore {
    private long[] keys = NONE;
    private long[] values = NONE;

    @Override
    public String settings() {
      return "Arrays.binarySearch on sorted keys, values in a second array";
    }

    @Override
    public void load(PeerData data) {
      keys = data.keys();
      values = data.values();
    }

    @Override
    public Reader reader() {
      return new ArrayReader(keys, values);
    }

    @Override
    public void close() {
      keys = NONE;
      values = NONE;
    }
  }

  private static final class ArrayReader implements PeerStore.Reader {
    private final long[] keys;
    private final long[] values;
    private int index;

    ArrayReader(long[] keys, long[] values) {
      this.keys = keys;
      this.values = values;
    }

    @Override
    public long get(PeerData data, int i) {
      int found = Arrays.binarySearch(keys, data.keys()[i]);
      return found < 0 ? PeerStore.MISSING : values[found];
    }

    @Override
    public boolean seek(PeerData data, int i) {
      int found = Arrays.binarySearch(keys, data.keys()[i]);
      index = found < 0 ? ~found : found;
      return index < keys.length;
    }

    @Override
    public boolean next() {
      return ++index < keys.length;
    }

    @Override
    public long key() {
      return keys[index];
    }

    @Override
    public long value() {
      return values[index];
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }

  /** fastutil's balanced tree. */
  static final class AvlTree implements PeerStore {
    private final Long2LongAVLTreeMap map = new Long2LongAVLTreeMap();

    AvlTree() {
      map.defaultReturnValue(MISSING);
    }

    @Override
    public String settings() {
      return "fastutil Long2LongAVLTreeMap, filled by put in key order";
    }

    @Override
    public void load(PeerData data) {
      long[] keys = data.keys();
      long[] values = data.values();
      for (int i = 0; i < keys.length; i++) {
        map.put(keys[i], values[i]);
      }
    }

    @Override
    public Reader reader() {
      return new TreeReader(map);
    }

    @Override
    public void close() {
      map.clear();
    }
  }

  private static final class TreeReader implements PeerStore.Reader {
    private final Long2LongAVLTreeMap map;
    private @Nullable ObjectBidirectionalIterator<Long2LongMap.Entry> entries;
    private long key;
    private long value;

    TreeReader(Long2LongAVLTreeMap map) {
      this.map = map;
    }

    @Override
    public long get(PeerData data, int i) {
      return map.get(data.keys()[i]);
    }

    @Override
    public boolean seek(PeerData data, int i) {
      // The iterator begins behind what it is given, present or not.
      long from = data.keys()[i] - 1;
      entries = map.long2LongEntrySet().iterator(new AbstractLong2LongMap.BasicEntry(from, 0));
      return next();
    }

    @Override
    public boolean next() {
      ObjectBidirectionalIterator<Long2LongMap.Entry> sought = entries;
      if (sought == null || !sought.hasNext()) {
        return false;
      }
      Long2LongMap.Entry entry = sought.next();
      key = entry.getLongKey();
      value = entry.getLongValue();
      return true;
    }

    @Override
    public long key() {
      return key;
    }

    @Override
    public long value() {
      return value;
    }

    @Override
    public void close() {
      entries = null;
    }
  }

  /** Agrona's table of open addresses; it knows no order. */
  static final class HashTable implements PeerStore {
    private final Long2LongHashMap map = new Long2LongHashMap(MISSING);

    @Override
    public String settings() {
      return "Agrona Long2LongHashMap, load factor as it is, filled by put in key order";
    }

    @Override
    public void load(PeerData data) {
      long[] keys = data.keys();
      long[] values = data.values();
      for (int i = 0; i < keys.length; i++) {
        map.put(keys[i], values[i]);
      }
    }

    @Override
    public Reader reader() {
      return new TableReader(map);
    }

    @Override
    public void close() {
      map.clear();
    }
  }

  private static final class TableReader implements PeerStore.Reader {
    private final Long2LongHashMap map;

    TableReader(Long2LongHashMap map) {
      this.map = map;
    }

    @Override
    public long get(PeerData data, int i) {
      return map.get(data.keys()[i]);
    }

    @Override
    public boolean seek(PeerData data, int i) {
      throw new UnsupportedOperationException("a hash table has no order");
    }

    @Override
    public boolean next() {
      throw new UnsupportedOperationException("a hash table has no order");
    }

    @Override
    public long key() {
      throw new UnsupportedOperationException("a hash table has no order");
    }

    @Override
    public long value() {
      throw new UnsupportedOperationException("a hash table has no order");
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }
}
