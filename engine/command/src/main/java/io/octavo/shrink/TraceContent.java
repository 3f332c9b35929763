package io.octavo.shrink;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.octavo.EngineAccess;
import io.octavo.Transaction;
import io.octavo.ids.StackTable;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.page.ByteText;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.series.Series;
import io.octavo.series.SeriesCursor;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The expected entries of a collection, of longs or of byte strings: the rows of the table of types
 * for {@link TraceModel}.
 */
abstract class TraceContent {
  /** The number of bytes of a long key or value that are shown. */
  private static final int SHOWN = 40;

  String name;
  private String head = head(0, 0, new byte[0]);
  NavigableMap<Long, Long> longs = new TreeMap<>();
  NavigableMap<byte[], byte[]> strings = new TreeMap<>(Arrays::compareUnsigned);

  private TraceContent(String name) {
    this.name = name;
  }

  /** Returns an empty collection. */
  static TraceContent of(int type, String name) {
    return switch (type) {
      case CatalogueRecord.LONG_MAP -> new Longs(name);
      case CatalogueRecord.BYTES_MAP -> new Strings(name);
      case CatalogueRecord.POSTINGS -> new Blocks(name);
      case CatalogueRecord.STRINGS -> new Texts(name);
      case CatalogueRecord.PAIRS -> new Pairs(name);
      case CatalogueRecord.STACKS -> new Nodes(name);
      case CatalogueRecord.SERIES -> new Times(name);
      default -> new Unread(name);
    };
  }

  /** Returns what the record of a collection keeps besides its entries. */
  private static String head(int keyCodec, int valueCodec, byte[] tail) {
    return "codecs " + keyCodec + " and " + valueCodec + ", tail " + HexFormat.of().formatHex(tail);
  }

  /** Returns the same of a store; that of the trace if users do not know of the collection. */
  private String head(Transaction transaction) {
    CatalogueRecord record = EngineAccess.find(transaction, name);
    return record == null ? head : head(record.keyCodec(), record.valueCodec(), record.tail());
  }

  /** Takes over what the record in a store keeps. */
  final void readHead(Transaction transaction) {
    head = head(transaction);
  }

  /** Returns the difference between the record and that in a store, null if there is none. */
  final @Nullable String headDifference(Transaction transaction) {
    String found = head(transaction);
    return found.equals(head) ? null : found + ", expected " + head;
  }

  /** Follows a change of codecs and tail; gives what undoes it. */
  final Runnable describe(int keyCodec, int valueCodec, byte[] tail) {
    String old = head;
    head = head(keyCodec, valueCodec, tail);
    return () -> head = old;
  }

  /** Follows a put; gives what undoes it. */
  Runnable put(long key, long value) {
    return put(longs, key, value);
  }

  /** Follows a put of byte strings; gives what undoes it. */
  Runnable putBytes(byte[] key, byte[] value) {
    return put(strings, key, value);
  }

  private static <K, V> Runnable put(Map<K, V> map, K key, V value) {
    V old = map.put(key, value);
    return () -> restore(map, key, old);
  }

  /** Gives a key the value that it had, null for none. */
  static <K, V> void restore(Map<K, V> map, K key, @Nullable V old) {
    if (old == null) {
      map.remove(key);
    } else {
      map.put(key, old);
    }
  }

  /** Follows the removal of a range; gives what undoes it. */
  Runnable removeRange(long from, long to) {
    return removeAll(longs, longs.subMap(from, true, to, true));
  }

  /** Removes a part of a map; gives what undoes that. */
  static <K, V> Runnable removeAll(Map<K, V> map, NavigableMap<K, V> part) {
    // With the comparator of the map, which is not natural order.
    NavigableMap<K, V> removed = new TreeMap<>(part.comparator());
    removed.putAll(part);
    part.clear();
    return () -> map.putAll(removed);
  }

  /** Follows a clear; gives what undoes it. */
  Runnable clear() {
    NavigableMap<Long, Long> oldLongs = longs;
    NavigableMap<byte[], byte[]> oldStrings = strings;
    longs = new TreeMap<>();
    strings = new TreeMap<>(Arrays::compareUnsigned);
    return () -> {
      longs = oldLongs;
      strings = oldStrings;
    };
  }

  /** Takes over what a store holds. */
  abstract void read(Transaction transaction);

  /** Returns the first difference between the entries and a store, null if there is none. */
  abstract @Nullable String difference(Transaction transaction);

  private static final class Longs extends TraceContent {
    Longs(String name) {
      super(name);
    }

    @Override
    void read(Transaction transaction) {
      for (LongCursor c = transaction.longMap(name).cursor(); c.next(); ) {
        longs.put(c.key(), c.value());
      }
    }

    @Override
    @Nullable String difference(Transaction transaction) {
      LongMap map = transaction.longMap(name);
      LongCursor cursor = map.cursor();
      for (Map.Entry<Long, Long> expected : longs.entrySet()) {
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
      return size(map.size(), longs.size());
    }
  }

  private static class Strings extends TraceContent {
    Strings(String name) {
      super(name);
    }

    BytesMap map(Transaction transaction) {
      return transaction.bytesMap(name);
    }

    @Override
    final void read(Transaction transaction) {
      for (BytesCursor c = map(transaction).cursor(); c.next(); ) {
        strings.put(c.key(), c.value());
      }
    }

    @Override
    final @Nullable String difference(Transaction transaction) {
      BytesMap map = map(transaction);
      BytesCursor cursor = map.cursor();
      for (Map.Entry<byte[], byte[]> expected : strings.entrySet()) {
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
      return size(map.size(), strings.size());
    }
  }

  /** Posting lists. Their operations in a trace are those of the entries of heads and blocks. */
  private static final class Blocks extends Strings {
    Blocks(String name) {
      super(name);
    }

    @Override
    BytesMap map(Transaction transaction) {
      return EngineAccess.entries(transaction, name);
    }
  }

  /** Items, whose ids are the order in which they were added. */
  private abstract static class Items<T> extends TraceContent {
    private Map<T, Integer> ids = new LinkedHashMap<>();

    Items(String name) {
      super(name);
    }

    /** Adds an item if it is absent; returns what undoes that. */
    final Runnable add(T item) {
      return ids.putIfAbsent(item, ids.size()) == null ? () -> ids.remove(item) : () -> {};
    }

    @Override
    final Runnable clear() {
      Map<T, Integer> old = ids;
      ids = new LinkedHashMap<>();
      return () -> ids = old;
    }

    @Override
    final void read(Transaction transaction) {
      for (int id = 0; id < size(transaction); id++) {
        ids.put(get(transaction, id), id);
      }
    }

    @Override
    final @Nullable String difference(Transaction transaction) {
      int size = size(transaction);
      if (size != ids.size()) {
        return TraceContent.size(size, ids.size());
      }
      for (Map.Entry<T, Integer> expected : ids.entrySet()) {
        int id = expected.getValue();
        T item = expected.getKey();
        T found = get(transaction, id);
        if (!found.equals(item)) {
          return value("" + id, show(found), show(item));
        }
        int again = find(transaction, item);
        if (again != id) {
          return show(item) + " has the id " + id + ", but find gives " + again;
        }
      }
      return null;
    }

    /** Returns the id that an item must have. */
    final int idOf(T item) {
      return ids.getOrDefault(item, -1);
    }

    abstract int size(Transaction transaction);

    abstract T get(Transaction transaction, int id);

    /** Finds the id of an item as a program does; the id itself if no program can. */
    abstract int find(Transaction transaction, T item);

    String show(T item) {
      return item.toString();
    }
  }

  /** The strings of a table of strings, a character for each byte. */
  private static final class Texts extends Items<String> {
    Texts(String name) {
      super(name);
    }

    @Override
    Runnable putBytes(byte[] key, byte[] value) {
      return add(new String(key, ISO_8859_1));
    }

    @Override
    int size(Transaction transaction) {
      return transaction.strings(name).size();
    }

    @Override
    String get(Transaction transaction, int id) {
      return new String(transaction.strings(name).get(id), ISO_8859_1);
    }

    @Override
    int find(Transaction transaction, String item) {
      return transaction.strings(name).find(item.getBytes(ISO_8859_1));
    }

    @Override
    String show(String item) {
      return text(item.getBytes(ISO_8859_1));
    }
  }

  /** The values of a table of pairs. */
  private static final class Pairs extends Items<Long> {
    Pairs(String name) {
      super(name);
    }

    @Override
    Runnable put(long key, long value) {
      return add(key);
    }

    @Override
    int size(Transaction transaction) {
      return transaction.pairs(name).size();
    }

    @Override
    Long get(Transaction transaction, int id) {
      return transaction.pairs(name).get(id);
    }

    @Override
    int find(Transaction transaction, Long item) {
      return transaction.pairs(name).find(item);
    }
  }

  private record Node(long parent, long frame) {}

  /** The nodes of a table of stacks. */
  private static final class Nodes extends Items<Node> {
    Nodes(String name) {
      super(name);
    }

    @Override
    Runnable put(long key, long value) {
      return add(new Node(key, value));
    }

    @Override
    int size(Transaction transaction) {
      return transaction.stacks(name).size();
    }

    @Override
    Node get(Transaction transaction, int id) {
      StackTable table = transaction.stacks(name);
      return new Node(table.parent(id), table.frame(id));
    }

    /** A store finds nodes only to add some. */
    @Override
    int find(Transaction transaction, Node item) {
      return idOf(item);
    }
  }

  /** The entries of a series: the values of each time in the order in which they were added. */
  private static final class Times extends TraceContent {
    private NavigableMap<Long, List<Long>> times = new TreeMap<>();

    Times(String name) {
      super(name);
    }

    @Override
    Runnable put(long key, long value) {
      List<Long> values = times.computeIfAbsent(key, time -> new ArrayList<>());
      values.add(value);
      return () -> {
        values.remove(values.size() - 1);
        if (values.isEmpty()) {
          times.remove(key);
        }
      };
    }

    @Override
    Runnable removeRange(long from, long to) {
      return removeAll(times, times.subMap(from, true, to, true));
    }

    @Override
    Runnable clear() {
      NavigableMap<Long, List<Long>> old = times;
      times = new TreeMap<>();
      return () -> times = old;
    }

    @Override
    void read(Transaction transaction) {
      for (SeriesCursor c = transaction.series(name).cursor(); c.next(); ) {
        times.computeIfAbsent(c.time(), time -> new ArrayList<>()).add(c.value());
      }
    }

    @Override
    @Nullable String difference(Transaction transaction) {
      Series series = transaction.series(name);
      SeriesCursor cursor = series.cursor();
      BigInteger sum = BigInteger.ZERO;
      long count = 0;
      for (Map.Entry<Long, List<Long>> expected : times.entrySet()) {
        long time = expected.getKey();
        for (long value : expected.getValue()) {
          boolean isThere = cursor.next();
          if (!isThere || cursor.time() != time || cursor.value() != value) {
            return "entry "
                + count
                + " is "
                + (isThere ? entry(cursor.time(), cursor.value()) : "missing")
                + ", expected "
                + entry(time, value);
          }
          sum = sum.add(BigInteger.valueOf(value));
          count++;
        }
      }
      if (cursor.next()) {
        return "entry " + count + " is " + entry(cursor.time(), cursor.value()) + ", expected none";
      }
      BigInteger found = series.summary(Long.MIN_VALUE, Long.MAX_VALUE).bigSum();
      return found.equals(sum)
          ? size(series.size(), count)
          : "the sum of all values is " + found + ", expected " + sum;
    }

    private static String entry(long time, long value) {
      return "the value " + value + " at " + time;
    }
  }

  /**
   * Collections that are not read: pieces, which are checked with their values, and types of newer
   * versions.
   */
  private static final class Unread extends TraceContent {
    Unread(String name) {
      super(name);
    }

    @Override
    void read(Transaction transaction) {}

    @Override
    @Nullable String difference(Transaction transaction) {
      return null;
    }
  }

  private static String value(String key, String found, String expected) {
    return "key " + key + " has the value " + found + ", expected " + expected;
  }

  private static @Nullable String size(long found, long expected) {
    return found == expected ? null : "size " + found + ", expected " + expected;
  }

  /** Returns bytes as readable text. */
  private static String text(byte[] bytes) {
    return ByteText.quote(bytes, SHOWN);
  }
}
