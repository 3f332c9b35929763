package io.octavo;

import io.octavo.tree.LongTree;
import io.octavo.tree.LongTreeCursor;
import io.octavo.tree.LongTreeWriter;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from long to long within a transaction. Keys order as signed numbers; all longs
 * can be keys and values. Small numbers and keys close to each other take the least room.
 *
 * <p>All methods throw {@link IllegalStateException} where the transaction has ended or failed or
 * the map was dropped, methods that change the map also in a read transaction; and {@link
 * io.octavo.error.StoreException} where the file cannot be read or is damaged. Several threads that
 * change one write transaction at once get {@link java.util.ConcurrentModificationException}, see
 * {@link Transaction}.
 */
public final class LongMap extends Handle {
  private final LongTree tree;
  private final @Nullable LongTreeWriter writer;

  LongMap(Transaction transaction, String name, LongTree tree, @Nullable LongTreeWriter writer) {
    super(transaction, name);
    this.tree = tree;
    this.writer = writer;
  }

  /**
   * Looks a key up.
   *
   * @param key the key
   * @param missing what to give where it has no value
   * @return its value
   */
  public long get(long key, long missing) {
    long begun = beginRead();
    long value;
    try {
      value = tree.get(key, missing);
    } catch (RuntimeException e) {
      throw failedRead(begun, e);
    }
    endRead(begun);
    return value;
  }

  /**
   * Looks many keys up.
   *
   * @param keys the keys, in any order
   * @param values receives the value of each key at its place; as long as the keys or longer
   * @param missing what to give for keys that have no value
   * @throws IllegalArgumentException if there is less room than keys
   */
  public void getAll(long[] keys, long[] values, long missing) {
    if (values.length < keys.length) {
      throw new IllegalArgumentException(
          "values.length=" + values.length + " is less than keys.length=" + keys.length);
    }
    long begun = beginRead();
    try {
      tree.getAll(keys, values, missing);
    } catch (RuntimeException e) {
      throw failedRead(begun, e);
    }
    endRead(begun);
  }

  /**
   * Returns whether a key has a value.
   *
   * @param key the key
   * @return true if it has one
   */
  public boolean contains(long key) {
    long begun = beginRead();
    boolean found;
    try {
      found = tree.contains(key);
    } catch (RuntimeException e) {
      throw failedRead(begun, e);
    }
    endRead(begun);
    return found;
  }

  /**
   * Gives a key a value, in place of the one it has.
   *
   * @param key the key
   * @param value its value
   */
  public void put(long key, long value) {
    LongTreeWriter target = enter(writer);
    try {
      target.put(key, value, true);
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
  }

  /**
   * Returns a key a value if it has none.
   *
   * @param key the key
   * @param value its value
   * @return false, with nothing changed, where it has one
   */
  public boolean putIfAbsent(long key, long value) {
    LongTreeWriter target = enter(writer);
    boolean isNew;
    try {
      isNew = target.put(key, value, false);
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
    return isNew;
  }

  /**
   * Removes a key.
   *
   * @param key the key
   * @return false if it had no value
   */
  public boolean remove(long key) {
    LongTreeWriter target = enter(writer);
    boolean wasThere;
    try {
      wasThere = target.remove(key);
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
    return wasThere;
  }

  /**
   * Removes all keys of a range; none if it is empty.
   *
   * @param fromInclusive the least key to remove
   * @param toInclusive the greatest key to remove
   * @return how many had a value
   */
  public long removeRange(long fromInclusive, long toInclusive) {
    LongTreeWriter target = enter(writer);
    long count;
    try {
      count = fromInclusive > toInclusive ? 0 : target.removeRange(fromInclusive, toInclusive);
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
    return count;
  }

  /** Removes all keys. */
  public void clear() {
    LongTreeWriter target = enter(writer);
    try {
      target.clear();
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
  }

  /**
   * Adds pairs from a sorted source. Loading in the order of keys behind the last one leaves full
   * pages.
   *
   * @param sortedSource pairs with strictly ascending keys; keys that have a value get the new one
   * @throws IllegalArgumentException if a key is not above the one before; the transaction has
   *     failed then
   */
  public void load(LongPairs sortedSource) {
    LongTreeWriter target = enter(writer);
    try {
      long last = 0;
      for (long count = 0; sortedSource.next(); count++) {
        long key = sortedSource.key();
        if (count > 0 && key <= last) {
          throw new IllegalArgumentException(
              "key=" + key + " at pair " + (count + 1) + " is not above the one before, " + last);
        }
        target.put(key, sortedSource.value(), true);
        last = key;
      }
      leave();
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /**
   * Counts the keys; the count is kept, not counted.
   *
   * @return how many keys have a value
   */
  public long size() {
    long begun = beginRead();
    long size = tree.size();
    endRead(begun);
    return size;
  }

  /**
   * Finds the least key.
   *
   * @return its entry, or null if the map is empty
   */
  public @Nullable LongEntry first() {
    return firstOf(cursor());
  }

  /**
   * Finds the greatest key.
   *
   * @return its entry, or null if the map is empty
   */
  public @Nullable LongEntry last() {
    return lastOf(cursor());
  }

  /**
   * Finds the greatest key that is not above a key.
   *
   * @param key the key
   * @return its entry, or null if there is none
   */
  public @Nullable LongEntry floor(long key) {
    return lastOf(cursor(Long.MIN_VALUE, key));
  }

  /**
   * Finds the least key that is not below a key.
   *
   * @param key the key
   * @return its entry, or null if there is none
   */
  public @Nullable LongEntry ceiling(long key) {
    return firstOf(cursor(key, Long.MAX_VALUE));
  }

  /** Returns the first entry of a new cursor; its key and its value are of one moment. */
  private @Nullable LongEntry firstOf(LongCursor cursor) {
    return read(() -> cursor.next() ? cursor.entry() : null);
  }

  private @Nullable LongEntry lastOf(LongCursor cursor) {
    return read(() -> cursor.previous() ? cursor.entry() : null);
  }

  /**
   * Finds the greatest key below a key.
   *
   * @param key the key
   * @return its entry, or null if there is none
   */
  public @Nullable LongEntry lower(long key) {
    requireSound();
    return key == Long.MIN_VALUE ? null : floor(key - 1);
  }

  /**
   * Finds the least key above a key.
   *
   * @param key the key
   * @return its entry, or null if there is none
   */
  public @Nullable LongEntry higher(long key) {
    requireSound();
    return key == Long.MAX_VALUE ? null : ceiling(key + 1);
  }

  /**
   * Makes a cursor over all keys.
   *
   * @return a cursor that stands nowhere yet; there is nothing to close
   */
  public LongCursor cursor() {
    return cursor(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /**
   * Makes a cursor over a range of keys, which may be empty.
   *
   * @param fromInclusive the least key it may stand on
   * @param toInclusive the greatest key it may stand on
   * @return a cursor that stands nowhere yet; there is nothing to close
   */
  public LongCursor cursor(long fromInclusive, long toInclusive) {
    requireSound();
    return new LongCursor(
        this, transaction.resources, new LongTreeCursor(tree, fromInclusive, toInclusive));
  }

  /**
   * Streams all keys in their order. The stream ends with the transaction; that of a write
   * transaction must not be used while the map changes. A read transaction knows how many there are
   * without counting.
   *
   * @return the keys, ascending
   */
  public LongStream keys() {
    return StreamSupport.longStream(CursorSpliterator.ofKeys(cursor(), sizeIfFixed()), false);
  }

  /**
   * Streams the keys of a range as {@link #keys()} does all; none if it is empty.
   *
   * @param fromInclusive the least key
   * @param toInclusive the greatest key
   * @return the keys, ascending
   */
  public LongStream keys(long fromInclusive, long toInclusive) {
    LongCursor cursor = cursor(fromInclusive, toInclusive);
    return StreamSupport.longStream(CursorSpliterator.ofKeys(cursor, unknownSize()), false);
  }

  /**
   * Streams all entries in the order of their keys, as {@link #keys()} does the keys.
   *
   * @return the entries, ascending
   */
  public Stream<LongEntry> entries() {
    return StreamSupport.stream(CursorSpliterator.ofEntries(cursor(), sizeIfFixed()), false);
  }

  /**
   * Streams the entries of a range as {@link #entries()} does all; none if it is empty.
   *
   * @param fromInclusive the least key
   * @param toInclusive the greatest key
   * @return the entries, ascending
   */
  public Stream<LongEntry> entries(long fromInclusive, long toInclusive) {
    LongCursor cursor = cursor(fromInclusive, toInclusive);
    return StreamSupport.stream(CursorSpliterator.ofEntries(cursor, unknownSize()), false);
  }

  private long sizeIfFixed() {
    return writer == null ? size() : CursorSpliterator.CHANGEABLE;
  }

  private long unknownSize() {
    return writer == null ? CursorSpliterator.UNKNOWN : CursorSpliterator.CHANGEABLE;
  }

  /** Counts the changes of the map in this transaction. */
  long changes() {
    requireSound();
    return tree.changes();
  }
}
