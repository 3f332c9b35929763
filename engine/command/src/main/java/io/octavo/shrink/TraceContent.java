package io.octavo.shrink;

import io.octavo.BytesCursor;
import io.octavo.BytesMap;
import io.octavo.EngineAccess;
import io.octavo.LongCursor;
import io.octavo.LongMap;
import io.octavo.Transaction;
import io.octavo.page.ByteText;
import io.octavo.page.CatalogueRecord;
import java.util.Arrays;
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
      default -> new Unread(name);
    };
  }

  /** Reads the entries from a store. */
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
