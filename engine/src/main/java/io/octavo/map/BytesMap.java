package io.octavo.map;

import io.octavo.Transaction;
import io.octavo.page.bytes.BytesPage;
import io.octavo.transaction.Handle;
import io.octavo.tree.BytesTree;
import io.octavo.tree.BytesTreeWriter.Put;
import io.octavo.tree.ValueSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from byte string to byte string within a transaction. Keys are in lexicographic
 * order of unsigned bytes. Keys have 0 to {@value #MAX_KEY} bytes, values 0 bytes to 1 GiB. A
 * common prefix of neighbouring keys is stored once.
 *
 * <p>A key and a value of {@value BytesPage#MAX_ENTRY} bytes together, or less, are stored
 * together. A longer value is stored in separate pages, and can be read and written in parts by
 * streams, so that the value need not fit in the heap.
 *
 * <p>Arrays passed to the map are copied; arrays returned by the map belong to the caller.
 *
 * <p>All methods throw {@link IllegalStateException} if the transaction has ended or failed, or the
 * map was dropped; methods that change the map also if the transaction is read-only; methods that
 * put throw {@link IllegalArgumentException} if the key is too long; and all methods throw {@link
 * io.octavo.error.StoreException} if the file cannot be read or is damaged. Calls by a thread that
 * does not own the write transaction throw {@link java.util.ConcurrentModificationException}, see
 * {@link Transaction}.
 */
public final class BytesMap {
  final Handle handle;

  /** Maximal length of a key, in bytes. */
  public static final int MAX_KEY = BytesPage.MAX_KEY;

  /** Maximal length of a value, in bytes: 1 GiB. */
  public static final long MAX_VALUE = BytesPage.MAX_VALUE;

  private static final byte[] LEAST = {};

  private final BytesTrees trees;
  private final @Nullable BytesTreesWriter writer;

  BytesMap(Handle handle, BytesTrees trees, @Nullable BytesTreesWriter writer) {
    this.handle = handle;
    this.trees = trees;
    this.writer = writer;
  }

  private void requireKey(byte[] key) {
    requireKey(handle.name(), key);
  }

  static void requireKey(String map, byte[] key) {
    if (key.length > MAX_KEY) {
      throw new IllegalArgumentException(
          "map " + map + ": key.length=" + key.length + " is more than " + MAX_KEY + " bytes");
    }
  }

  private void requireValue(long length) {
    if (length < 0 || length > MAX_VALUE) {
      throw new IllegalArgumentException(
          "map "
              + handle.name()
              + ": value of length="
              + length
              + " is not within 0 to "
              + MAX_VALUE
              + " bytes");
    }
  }

  /** Returns the least byte string above another. */
  static byte[] successor(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /**
   * Looks up a key.
   *
   * @param key the key, of any length
   * @return a new array with the value, or null if the key has none
   */
  public byte @Nullable [] get(byte[] key) {
    handle.beginRead();
    byte[] value;
    try {
      value = trees.get(key);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return value;
  }

  /**
   * Looks up a key, without allocating an object if the value is stored with its key.
   *
   * @param key the key, of any length
   * @param into receives the first bytes of the value, as many as fit
   * @param offset the index of the first byte in the array
   * @return the length of the whole value, or -1 if the key has no value
   * @throws IndexOutOfBoundsException if the offset is outside of the array
   */
  public int get(byte[] key, byte[] into, int offset) {
    Objects.checkFromIndexSize(offset, 0, into.length);
    handle.beginRead();
    int length;
    try {
      length = trees.get(key, into, offset);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return length;
  }

  /**
   * Looks up a key.
   *
   * @param key the key, of any length
   * @param into receives the first bytes of the value, as many as fit; the position is advanced
   * @return the length of the whole value, or -1 if the key has no value
   */
  public long get(byte[] key, ByteBuffer into) {
    return handle.read(() -> copyInto(key, into));
  }

  private long copyInto(byte[] key, ByteBuffer into) {
    BytesTree.Value value = trees.find(key);
    if (value == null) {
      return -1;
    }
    byte[] part = new byte[(int) Math.min(Math.min(into.remaining(), value.length()), 1 << 16)];
    long position = 0;
    while (into.hasRemaining() && position < value.length()) {
      int count =
          (int) Math.min(part.length, Math.min(into.remaining(), value.length() - position));
      value.read(position, part, 0, count);
      into.put(part, 0, count);
      position += count;
    }
    return value.length();
  }

  /**
   * Opens the value of a key as a stream.
   *
   * @param key the key, of any length
   * @return a stream of the value, or null if the key has none; the stream is valid until the value
   *     changes or the transaction ends, and need not be closed
   */
  public @Nullable InputStream open(byte[] key) {
    BytesTree.Value value = handle.read(() -> trees.find(key));
    return value == null ? null : new ValueStream(handle, value);
  }

  /**
   * Returns the length of the value of a key, without reading the value.
   *
   * @param key the key, of any length
   * @return the number of bytes, or -1 if the key has no value
   */
  public long length(byte[] key) {
    return get(key, LEAST, 0);
  }

  /**
   * Returns whether a key has a value.
   *
   * @param key the key, of any length
   * @return true if the key has a value
   */
  public boolean contains(byte[] key) {
    return handle.read(() -> trees.contains(key));
  }

  /**
   * Associates a value with a key, replacing any existing value.
   *
   * @param key the key
   * @param value the value
   */
  public void put(byte[] key, byte[] value) {
    put(key, value, Put.ALWAYS);
  }

  private boolean put(byte[] key, byte[] value, Put when) {
    requireKey(key);
    requireValue(value.length);
    BytesTreesWriter target = handle.enter(writer);
    boolean isDone;
    try {
      isDone = target.put(key, value, when);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return isDone;
  }

  /**
   * Associates a value with a key, replacing any existing value.
   *
   * @param key the key
   * @param value the remaining bytes of the buffer; the position moves to the limit
   */
  public void put(byte[] key, ByteBuffer value) {
    try {
      // A stream instead of an array: with an array, a large value would be on the heap twice.
      put(key, new BufferStream(value), value.remaining());
    } catch (IOException e) {
      throw new UncheckedIOException("a buffer cannot fail to be read", e);
    }
  }

  /** A stream of the remaining bytes of a buffer. */
  private static final class BufferStream extends InputStream {
    private final ByteBuffer buffer;

    BufferStream(ByteBuffer buffer) {
      this.buffer = buffer;
    }

    @Override
    public int read() {
      return buffer.hasRemaining() ? buffer.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      int count = Math.min(length, buffer.remaining());
      buffer.get(into, offset, count);
      return count == 0 && length > 0 ? -1 : count;
    }
  }

  /**
   * Associates a value, read from a stream in parts, with a key. The stream must not use the
   * transaction.
   *
   * @param key the key
   * @param value the stream; not closed by this method
   * @param length the number of bytes to read, 0 to 1 GiB
   * @throws java.io.EOFException if the stream has fewer bytes; the transaction has then failed
   * @throws IOException if the stream fails; the transaction has then failed
   */
  public void put(byte[] key, InputStream value, long length) throws IOException {
    requireKey(key);
    requireValue(length);
    BytesTreesWriter target = handle.enter(writer);
    try {
      target.put(key, value, length);
      handle.leave();
    } catch (Throwable e) {
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
  public boolean putIfAbsent(byte[] key, byte[] value) {
    return put(key, value, Put.IF_ABSENT);
  }

  /**
   * Replaces the value of a key.
   *
   * @param key the key
   * @param value the new value
   * @return true if the value was replaced, false if the key has no value
   */
  public boolean replace(byte[] key, byte[] value) {
    return put(key, value, Put.IF_PRESENT);
  }

  /**
   * Replaces the value of a key if the current value equals the expected one.
   *
   * @param key the key
   * @param expected the expected value
   * @param value the new value
   * @return true if the value was replaced, false if the key has another value or none
   */
  public boolean compareAndSet(byte[] key, byte[] expected, byte[] value) {
    requireValue(value.length);
    BytesTreesWriter target = handle.enter(writer);
    boolean isSame;
    try {
      byte[] present = target.get(key);
      isSame = present != null && Arrays.equals(present, expected);
      if (isSame) {
        target.put(key, value, Put.ALWAYS);
      }
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return isSame;
  }

  /**
   * Removes a key.
   *
   * @param key the key, of any length
   * @return false if the key had no value
   */
  public boolean remove(byte[] key) {
    BytesTreesWriter target = handle.enter(writer);
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
   * @param key the key, of any length
   */
  public void delete(byte[] key) {
    BytesTreesWriter target = handle.enter(writer);
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
   * keys. During the call, some 30 bytes of heap are needed for each key.
   *
   * @param keys the keys, in any order; not to be modified during the call
   * @param values the value of each key at the index of the key; at least as long as keys, and not
   *     to be modified during the call
   * @throws IllegalArgumentException if values is shorter than keys, or a key or a value is too
   *     long; nothing is changed
   */
  public void putAll(byte[][] keys, byte[][] values) {
    Handle.requireValues(keys.length, values.length);
    for (int i = 0; i < keys.length; i++) {
      requireKey(keys[i]);
      requireValue(values[i].length);
    }
    BytesTreesWriter target = handle.enter(writer);
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
   * @param keys the keys, in any order and of any length; not to be modified during the call
   * @return the number of keys removed; a key that occurs twice counts once
   */
  public long removeAll(byte[][] keys) {
    for (byte[] key : keys) {
      Objects.requireNonNull(key, "a key");
    }
    BytesTreesWriter target = handle.enter(writer);
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
   * @param keys the keys, in any order and of any length; not to be modified during the call
   */
  public void deleteAll(byte[][] keys) {
    for (byte[] key : keys) {
      Objects.requireNonNull(key, "a key");
    }
    BytesTreesWriter target = handle.enter(writer);
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
   * @param fromInclusive the lowest key to remove, of any length
   * @param toExclusive the end of the range, of any length; null for no end
   * @return the number of keys removed
   */
  public long removeRange(byte[] fromInclusive, byte @Nullable [] toExclusive) {
    BytesTreesWriter target = handle.enter(writer);
    long count;
    try {
      count = target.removeRange(fromInclusive, toExclusive);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return count;
  }

  /** Removes all keys. */
  public void clear() {
    BytesTreesWriter target = handle.enter(writer);
    try {
      target.clear();
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }

  /**
   * Puts the pairs of a sorted source. If all keys are above the last key of the map, the pages are
   * full, and each is built once: faster than puts in the same order.
   *
   * @param sortedSource pairs with strictly ascending keys; existing values are replaced
   * @throws IllegalArgumentException if a key is too long or not above its predecessor; the
   *     transaction has then failed
   */
  public void load(BytesPairs sortedSource) {
    BytesTreesWriter target = handle.enter(writer);
    Runnable before = handle.scope().beforeReentry(target::settle);
    try {
      byte[] last = LEAST;
      for (long count = 0; sortedSource.next(); count++) {
        byte[] key = sortedSource.key();
        requireKey(key);
        if (count > 0 && Arrays.compareUnsigned(key, last) <= 0) {
          throw new IllegalArgumentException(
              "the key of pair " + (count + 1) + " is not above its predecessor");
        }
        byte[] value = sortedSource.value();
        requireValue(value.length);
        target.load(key, value);
        last = key;
      }
      target.settle();
      handle.scope().beforeReentry(before);
      handle.leave();
    } catch (Throwable e) {
      handle.scope().beforeReentry(before);
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
  public @Nullable BytesEntry first() {
    return ceiling(LEAST);
  }

  /**
   * Returns the entry with the highest key.
   *
   * @return the entry, or null if the map is empty
   */
  public @Nullable BytesEntry last() {
    return lastOf(cursor());
  }

  /**
   * Returns the entry with the highest key at or below a key.
   *
   * @param key the key, of any length
   * @return the entry, or null if there is none
   */
  public @Nullable BytesEntry floor(byte[] key) {
    return lower(successor(key));
  }

  /**
   * Returns the entry with the lowest key at or above a key.
   *
   * @param key the key, of any length
   * @return the entry, or null if there is none
   */
  public @Nullable BytesEntry ceiling(byte[] key) {
    BytesCursor cursor = cursor(key, null);
    return handle.read(() -> cursor.next() ? cursor.entry() : null);
  }

  /**
   * Returns the entry with the highest key below a key.
   *
   * @param key the key, of any length
   * @return the entry, or null if there is none
   */
  public @Nullable BytesEntry lower(byte[] key) {
    return lastOf(cursor(LEAST, key));
  }

  /**
   * Returns the entry with the lowest key above a key.
   *
   * @param key the key, of any length
   * @return the entry, or null if there is none
   */
  public @Nullable BytesEntry higher(byte[] key) {
    return ceiling(successor(key));
  }

  private @Nullable BytesEntry lastOf(BytesCursor cursor) {
    return handle.read(() -> cursor.previous() ? cursor.entry() : null);
  }

  /**
   * Creates a cursor over all keys.
   *
   * @return a new cursor, before the first entry; it need not be closed
   */
  public BytesCursor cursor() {
    return cursor(LEAST, null);
  }

  /**
   * Creates a cursor over a range of keys, which may be empty.
   *
   * @param fromInclusive the lowest key of the range, of any length
   * @param toExclusive the end of the range, of any length; null for no end
   * @return a new cursor, before the first entry; it need not be closed
   */
  public BytesCursor cursor(byte[] fromInclusive, byte @Nullable [] toExclusive) {
    handle.requireSound();
    byte[] to = toExclusive == null ? null : toExclusive.clone();
    return new BytesCursor(handle, trees.scan(fromInclusive.clone(), to));
  }

  /**
   * Creates a cursor over the keys with a prefix.
   *
   * @param prefix the prefix; empty for all keys
   * @return a new cursor, before the first entry; it need not be closed
   */
  public BytesCursor prefix(byte[] prefix) {
    int end = prefix.length;
    while (end > 0 && prefix[end - 1] == -1) {
      end--;
    }
    if (end == 0) {
      return cursor(prefix, null);
    }
    byte[] to = Arrays.copyOf(prefix, end);
    to[end - 1]++;
    return cursor(prefix, to);
  }

  /** Passes a value to a sink without a copy; see {@link BytesTree#show}. */
  int show(byte[] key, int most, ValueSink sink) {
    handle.beginRead();
    int length;
    try {
      length = trees.show(key, most, sink);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return length;
  }

  /** Returns the number of changes of the map in this transaction. */
  long changes() {
    handle.requireSound();
    handle.scope().settle();
    return trees.changes();
  }
}
