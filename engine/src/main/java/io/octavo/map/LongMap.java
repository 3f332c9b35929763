package io.octavo.map;

import io.octavo.Transaction;
import io.octavo.transaction.Handle;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from long to long within a transaction. Keys are ordered as signed numbers; any
 * long can be a key or a value. Small numbers and dense keys need the least space.
 *
 * <p>All methods throw {@link IllegalStateException} if the transaction has ended or failed, or the
 * map was dropped; methods that change the map also if the transaction is read-only; and {@link
 * io.octavo.error.StoreException} if the file cannot be read or is damaged. Calls by a thread that
 * does not own the write transaction throw {@link java.util.ConcurrentModificationException}, see
 * {@link Transaction}.
 */
public final class LongMap {
  final Handle handle;
  private final LongTrees trees;
  private final @Nullable LongTreesWriter writer;

  LongMap(Handle handle, LongTrees trees, @Nullable LongTreesWriter writer) {
    this.handle = handle;
    this.trees = trees;
    this.writer = writer;
  }

  /**
   * Looks up a key.
   *
   * @param key the key
   * @param missing the result if the key has no value
   * @return the value
   */
  public long get(long key, long missing) {
    handle.beginRead();
    long value;
    try {
      value = trees.get(key, missing);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return value;
  }

  /**
   * Looks up many keys. If pages must be read from the disk, daemon threads of the library read
   * some of them at the same time.
   *
   * @param keys the keys, in any order
   * @param values receives the value of each key at the index of the key; at least as long as keys
   * @param missing the value for keys that have none
   * @throws IllegalArgumentException if values is shorter than keys
   */
  public void getAll(long[] keys, long[] values, long missing) {
    Handle.requireValues(keys.length, values.length);
    handle.beginRead();
    try {
      trees.getAll(keys, values, missing);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
  }

  /**
   * Returns whether a key has a value.
   *
   * @param key the key
   * @return true if the key has a value
   */
  public boolean contains(long key) {
    handle.beginRead();
    boolean found;
    try {
      found = trees.contains(key);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return found;
  }

  /**
   * Associates a value with a key, replacing any existing value.
   *
   * @param key the key
   * @param value the value
   */
  public void put(long key, long value) {
    LongTreesWriter target = handle.enter(writer);
    try {
      target.put(key, value, true);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }

  /**
   * Associates a value with a key if the key has none.
   *
   * @param key the key
   * @param value the value
   * @return true if the value was put, false if the key already has a value
   */
  public boolean putIfAbsent(long key, long value) {
    LongTreesWriter target = handle.enter(writer);
    boolean isNew;
    try {
      isNew = target.put(key, value, false);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return isNew;
  }

  /**
   * Adds to the value of a key, or to 0 if the key has none. The key then has a value, even if it
   * is 0.
   *
   * @param key the key
   * @param delta the number to add; may be negative
   * @return the new value
   * @throws ArithmeticException if the sum overflows a long; nothing is changed, and the
   *     transaction can continue
   */
  public long addTo(long key, long delta) {
    LongTreesWriter target = handle.enter(writer);
    long present;
    long sum;
    boolean overflows;
    try {
      present = target.get(key, 0);
      sum = present + delta;
      overflows = delta < 0 ? sum > present : sum < present;
      if (!overflows) {
        target.put(key, sum, true);
      }
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    if (overflows) {
      throw new ArithmeticException(
          "key=" + key + " has value " + present + "; delta=" + delta + " overflows it");
    }
    return sum;
  }

  /**
   * Removes a key.
   *
   * @param key the key
   * @return false if the key had no value
   */
  public boolean remove(long key) {
    LongTreesWriter target = handle.enter(writer);
    boolean wasThere;
    try {
      wasThere = target.remove(key);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return wasThere;
  }

  /**
   * Removes a key if it has a value. Unlike {@link #remove}, does not look up the key if the map is
   * larger than a quarter of {@link io.octavo.StoreOptions#cacheBytes}. Such a deletion needs space
   * at first: on a full disk, use {@link #remove}.
   *
   * @param key the key
   */
  public void delete(long key) {
    LongTreesWriter target = handle.enter(writer);
    try {
      target.delete(key);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }

  /**
   * Associates values with many keys, replacing any existing values. The result is that of a put
   * for each key in turn: if a key occurs twice, its last value remains. The changes are applied in
   * key order, which is faster than single puts in random order; the gain grows with the number of
   * keys. During the call, some 40 bytes of heap are needed for each key.
   *
   * @param keys the keys, in any order; not to be modified during the call
   * @param values the value of each key at the index of the key; at least as long as keys, and not
   *     to be modified during the call
   * @throws IllegalArgumentException if values is shorter than keys; nothing is changed
   */
  public void putAll(long[] keys, long[] values) {
    Handle.requireValues(keys.length, values.length);
    LongTreesWriter target = handle.enter(writer);
    try {
      target.putAll(keys, values);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }

  /**
   * Removes many keys; keys that have no value are ignored. The changes are applied in key order,
   * as by {@link #putAll}.
   *
   * @param keys the keys, in any order; not to be modified during the call
   * @return the number of keys removed; a key that occurs twice counts once
   */
  public long removeAll(long[] keys) {
    Objects.requireNonNull(keys, "keys");
    LongTreesWriter target = handle.enter(writer);
    long count;
    try {
      count = target.removeAll(keys);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return count;
  }

  /**
   * Removes many keys, as {@link #delete} does; keys that have no value are ignored.
   *
   * @param keys the keys, in any order; not to be modified during the call
   */
  public void deleteAll(long[] keys) {
    Objects.requireNonNull(keys, "keys");
    LongTreesWriter target = handle.enter(writer);
    try {
      target.deleteAll(keys);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }

  /**
   * Removes all keys in a range; none if the range is empty.
   *
   * @param fromInclusive the lowest key to remove
   * @param toInclusive the highest key to remove
   * @return the number of keys removed
   */
  public long removeRange(long fromInclusive, long toInclusive) {
    LongTreesWriter target = handle.enter(writer);
    long count;
    try {
      count = fromInclusive > toInclusive ? 0 : target.removeRange(fromInclusive, toInclusive);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return count;
  }

  /** Removes all keys. */
  public void clear() {
    LongTreesWriter target = handle.enter(writer);
    try {
      target.clear();
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }

  /**
   * Puts the pairs of a sorted source. If all keys are above the last key of the map, the pages are
   * full.
   *
   * @param sortedSource pairs with strictly ascending keys; existing values are replaced
   * @throws IllegalArgumentException if a key is not above its predecessor; the transaction has
   *     then failed
   */
  public void load(LongPairs sortedSource) {
    LongTreesWriter target = handle.enter(writer);
    try {
      long last = 0;
      for (long count = 0; sortedSource.next(); count++) {
        long key = sortedSource.key();
        if (count > 0 && key <= last) {
          throw new IllegalArgumentException(
              "key=" + key + " at pair " + (count + 1) + " is not above its predecessor, " + last);
        }
        target.put(key, sortedSource.value(), true);
        last = key;
      }
      handle.leave();
    } catch (Throwable e) {
      throw handle.failed(e);
    }
  }

  /**
   * Returns the number of keys. Takes constant time unless the map is larger than a quarter of
   * {@link io.octavo.StoreOptions#cacheBytes}: then the keys changed last are looked up, once until
   * the next change.
   *
   * @return the number of keys
   */
  public long size() {
    return handle.read(trees::size);
  }

  /**
   * Returns an estimate of the number of keys, in constant time: {@link #size} without looking up
   * the keys changed last.
   *
   * @return the estimate, at least 0
   */
  public long estimatedSize() {
    handle.beginRead();
    long size = trees.estimatedSize();
    handle.endRead();
    return size;
  }

  /**
   * Returns the entry with the lowest key.
   *
   * @return the entry, or null if the map is empty
   */
  public @Nullable LongEntry first() {
    return firstOf(cursor());
  }

  /**
   * Returns the entry with the highest key.
   *
   * @return the entry, or null if the map is empty
   */
  public @Nullable LongEntry last() {
    return lastOf(cursor());
  }

  /**
   * Returns the entry with the highest key at or below a key.
   *
   * @param key the key
   * @return the entry, or null if there is none
   */
  public @Nullable LongEntry floor(long key) {
    return lastOf(cursor(Long.MIN_VALUE, key));
  }

  /**
   * Returns the entry with the lowest key at or above a key.
   *
   * @param key the key
   * @return the entry, or null if there is none
   */
  public @Nullable LongEntry ceiling(long key) {
    return firstOf(cursor(key, Long.MAX_VALUE));
  }

  /** Returns the entry that a new cursor reads first, with key and value of one state. */
  private @Nullable LongEntry firstOf(LongCursor cursor) {
    return handle.read(() -> cursor.next() ? cursor.entry() : null);
  }

  private @Nullable LongEntry lastOf(LongCursor cursor) {
    return handle.read(() -> cursor.previous() ? cursor.entry() : null);
  }

  /**
   * Returns the entry with the highest key below a key.
   *
   * @param key the key
   * @return the entry, or null if there is none
   */
  public @Nullable LongEntry lower(long key) {
    handle.requireSound();
    return key == Long.MIN_VALUE ? null : floor(key - 1);
  }

  /**
   * Returns the entry with the lowest key above a key.
   *
   * @param key the key
   * @return the entry, or null if there is none
   */
  public @Nullable LongEntry higher(long key) {
    handle.requireSound();
    return key == Long.MAX_VALUE ? null : ceiling(key + 1);
  }

  /**
   * Creates a cursor over all keys.
   *
   * @return a new cursor, before the first entry; it need not be closed
   */
  public LongCursor cursor() {
    return cursor(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /**
   * Creates a cursor over a range of keys, which may be empty.
   *
   * @param fromInclusive the lowest key of the range
   * @param toInclusive the highest key of the range
   * @return a new cursor, before the first entry; it need not be closed
   */
  public LongCursor cursor(long fromInclusive, long toInclusive) {
    handle.requireSound();
    return new LongCursor(handle, trees.scan(fromInclusive, toInclusive));
  }

  /**
   * Returns a stream of all keys in ascending order. The stream is valid until the transaction
   * ends; in a write transaction it must not be used while the map changes. In a read transaction
   * the stream is sized.
   *
   * @return the keys, ascending
   */
  public LongStream keys() {
    return StreamSupport.longStream(CursorSpliterator.ofKeys(cursor(), sizeIfFixed()), false);
  }

  /**
   * Returns a stream of the keys in a range, see {@link #keys()}; empty if the range is empty.
   *
   * @param fromInclusive the lowest key
   * @param toInclusive the highest key
   * @return the keys, ascending
   */
  public LongStream keys(long fromInclusive, long toInclusive) {
    LongCursor cursor = cursor(fromInclusive, toInclusive);
    return StreamSupport.longStream(CursorSpliterator.ofKeys(cursor, unknownSize()), false);
  }

  /**
   * Returns a stream of all entries in ascending order of their keys, see {@link #keys()}.
   *
   * @return the entries, ascending
   */
  public Stream<LongEntry> entries() {
    return StreamSupport.stream(CursorSpliterator.ofEntries(cursor(), sizeIfFixed()), false);
  }

  /**
   * Returns a stream of the entries in a range, see {@link #keys()}; empty if the range is empty.
   *
   * @param fromInclusive the lowest key
   * @param toInclusive the highest key
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

  /** Returns the number of changes of the map in this transaction. */
  long changes() {
    handle.requireSound();
    return trees.changes();
  }
}
