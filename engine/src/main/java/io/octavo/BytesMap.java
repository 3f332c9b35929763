package io.octavo;

import io.octavo.page.BytesPage;
import io.octavo.tree.BytesTree;
import io.octavo.tree.BytesTreeCursor;
import io.octavo.tree.BytesTreeWriter;
import io.octavo.tree.BytesTreeWriter.Put;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from byte string to byte string within a transaction. Keys order as unsigned
 * bytes, the shorter first where one begins with the other; they have 0 to {@value #MAX_KEY} bytes,
 * values 0 bytes to 1 GiB. What neighbouring keys begin with in common is stored once.
 *
 * <p>A key and a value of {@value BytesPage#MAX_ENTRY} bytes together, or less, are stored side by
 * side. A longer value is kept in pages of its own, read and written in parts by streams, so that
 * it never has to fit the heap.
 *
 * <p>Arrays that are passed in are copied, arrays that are given back are the caller's.
 *
 * <p>All methods throw {@link IllegalStateException} where the transaction has ended or failed or
 * the map was dropped, methods that change the map also in a read transaction; those with a key to
 * be stored {@link IllegalArgumentException} where it is too long; and {@link
 * io.octavo.error.StoreException} where the file cannot be read or is damaged. Several threads that
 * change one write transaction at once get {@link java.util.ConcurrentModificationException}, see
 * {@link Transaction}.
 */
public final class BytesMap extends Handle {
  /** The most bytes of a key. */
  public static final int MAX_KEY = BytesPage.MAX_KEY;

  /** The most bytes of a value: 1 GiB. */
  public static final long MAX_VALUE = BytesPage.MAX_VALUE;

  private static final byte[] LEAST = {};

  private final BytesTree tree;
  private final @Nullable BytesTreeWriter writer;

  BytesMap(Transaction transaction, String name, BytesTree tree, @Nullable BytesTreeWriter writer) {
    super(transaction, name);
    this.tree = tree;
    this.writer = writer;
  }

  static void requireKey(byte[] key) {
    if (key.length > MAX_KEY) {
      throw new IllegalArgumentException(
          "key.length=" + key.length + " is more than " + MAX_KEY + " bytes");
    }
  }

  private static void requireValue(long length) {
    if (length < 0 || length > MAX_VALUE) {
      throw new IllegalArgumentException(
          "value of length=" + length + " is not within 0 to " + MAX_VALUE + " bytes");
    }
  }

  /** Returns the least byte string above another. */
  static byte[] successor(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /**
   * Looks a key up.
   *
   * @param key the key, of any length
   * @return a new array with its value, or null if it has none
   */
  public byte @Nullable [] get(byte[] key) {
    long begun = beginRead();
    byte[] value;
    try {
      value = tree.get(key);
    } catch (RuntimeException e) {
      throw failedRead(begun, e);
    }
    endRead(begun);
    return value;
  }

  /**
   * Looks a key up, without making an object where the value is stored beside its key.
   *
   * @param key the key, of any length
   * @param into receives the first bytes of the value, as many as there is room for
   * @param offset where the first one goes
   * @return the length of the whole value, or -1 where the key has none
   * @throws IndexOutOfBoundsException if the offset is not in the array
   */
  public int get(byte[] key, byte[] into, int offset) {
    Objects.checkFromIndexSize(offset, 0, into.length);
    long begun = beginRead();
    int length;
    try {
      length = tree.get(key, into, offset);
    } catch (RuntimeException e) {
      throw failedRead(begun, e);
    }
    endRead(begun);
    return length;
  }

  /**
   * Looks a key up.
   *
   * @param key the key, of any length
   * @param into receives the first bytes of the value, as many as remain in it; its position moves
   *     behind them
   * @return the length of the whole value, or -1 where the key has none
   */
  public long get(byte[] key, ByteBuffer into) {
    return read(() -> copyInto(key, into));
  }

  private long copyInto(byte[] key, ByteBuffer into) {
    BytesTree.Value value = tree.find(key);
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
   * Opens the value of a key, to be read in parts.
   *
   * @param key the key, of any length
   * @return the value as a stream, or null if the key has none; the stream ends with the
   *     transaction, sees no later change of a value that is stored beside its key, and must not be
   *     read behind a change of one that is not; there is nothing to close
   */
  public @Nullable InputStream open(byte[] key) {
    BytesTree.Value value = read(() -> tree.find(key));
    return value == null ? null : new ValueStream(this, value);
  }

  /**
   * Returns how long the value of a key is, without reading it.
   *
   * @param key the key, of any length
   * @return bytes, or -1 where the key has no value
   */
  public long length(byte[] key) {
    return get(key, LEAST, 0);
  }

  /**
   * Returns whether a key has a value.
   *
   * @param key the key, of any length
   * @return true if it has one
   */
  public boolean contains(byte[] key) {
    return read(() -> tree.contains(key));
  }

  /**
   * Gives a key a value, in place of the one it has.
   *
   * @param key the key
   * @param value its value
   */
  public void put(byte[] key, byte[] value) {
    put(key, value, Put.ALWAYS);
  }

  private boolean put(byte[] key, byte[] value, Put when) {
    requireKey(key);
    requireValue(value.length);
    BytesTreeWriter target = enter(writer);
    boolean isDone;
    try {
      isDone = target.put(key, value, when);
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
    return isDone;
  }

  /**
   * Gives a key a value, in place of the one it has.
   *
   * @param key the key
   * @param value what remains of the buffer; its position moves to its limit
   */
  public void put(byte[] key, ByteBuffer value) {
    try {
      // Not by an array: a large value would be on the heap twice.
      put(key, new BufferStream(value), value.remaining());
    } catch (IOException e) {
      throw new UncheckedIOException("a buffer cannot fail to be read", e);
    }
  }

  /** The remaining bytes of a buffer. */
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
   * Gives a key a value that is read from a stream, a part at a time. The transaction must not be
   * used by the stream.
   *
   * @param key the key
   * @param value gives the bytes; it is not closed
   * @param length how many bytes are read, 0 to 1 GiB
   * @throws java.io.EOFException if the stream has fewer; the transaction has failed then
   * @throws IOException if the stream fails; the transaction has failed then
   */
  public void put(byte[] key, InputStream value, long length) throws IOException {
    requireKey(key);
    requireValue(length);
    BytesTreeWriter target = enter(writer);
    try {
      target.put(key, value, length);
      leave();
    } catch (Throwable e) {
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
  public boolean putIfAbsent(byte[] key, byte[] value) {
    return put(key, value, Put.IF_ABSENT);
  }

  /**
   * Returns a key another value.
   *
   * @param key the key
   * @param value its new value
   * @return false, with nothing changed, where it has none
   */
  public boolean replace(byte[] key, byte[] value) {
    return put(key, value, Put.IF_PRESENT);
  }

  /**
   * Returns a key another value if it has the one that is expected.
   *
   * @param key the key
   * @param expected the value that it must have
   * @param value its new value
   * @return false, with nothing changed, where it has another one or none
   */
  public boolean compareAndSet(byte[] key, byte[] expected, byte[] value) {
    requireValue(value.length);
    BytesTreeWriter target = enter(writer);
    boolean isSame;
    try {
      byte[] present = target.get(key);
      isSame = present != null && Arrays.equals(present, expected);
      if (isSame) {
        target.put(key, value, Put.ALWAYS);
      }
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
    return isSame;
  }

  /**
   * Removes a key.
   *
   * @param key the key, of any length
   * @return false if it had no value
   */
  public boolean remove(byte[] key) {
    BytesTreeWriter target = enter(writer);
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
   * @param fromInclusive the least key to remove, of any length
   * @param toExclusive what is above the keys to remove, of any length; null if nothing is
   * @return how many had a value
   */
  public long removeRange(byte[] fromInclusive, byte @Nullable [] toExclusive) {
    BytesTreeWriter target = enter(writer);
    long count;
    try {
      count = target.removeRange(fromInclusive, toExclusive);
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
    return count;
  }

  /** Removes all keys. */
  public void clear() {
    BytesTreeWriter target = enter(writer);
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
   * @throws IllegalArgumentException if a key is not above the one before, or too long; the
   *     transaction has failed then
   */
  public void load(BytesPairs sortedSource) {
    BytesTreeWriter target = enter(writer);
    try {
      byte[] last = LEAST;
      for (long count = 0; sortedSource.next(); count++) {
        byte[] key = sortedSource.key();
        requireKey(key);
        if (count > 0 && Arrays.compareUnsigned(key, last) <= 0) {
          throw new IllegalArgumentException(
              "the key of pair " + (count + 1) + " is not above the one before");
        }
        byte[] value = sortedSource.value();
        requireValue(value.length);
        target.put(key, value, Put.ALWAYS);
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
  public @Nullable BytesEntry first() {
    return ceiling(LEAST);
  }

  /**
   * Finds the greatest key.
   *
   * @return its entry, or null if the map is empty
   */
  public @Nullable BytesEntry last() {
    return lastOf(cursor());
  }

  /**
   * Finds the greatest key that is not above a key.
   *
   * @param key the key, of any length
   * @return its entry, or null if there is none
   */
  public @Nullable BytesEntry floor(byte[] key) {
    return lower(successor(key));
  }

  /**
   * Finds the least key that is not below a key.
   *
   * @param key the key, of any length
   * @return its entry, or null if there is none
   */
  public @Nullable BytesEntry ceiling(byte[] key) {
    BytesCursor cursor = cursor(key, null);
    return read(() -> cursor.next() ? cursor.entry() : null);
  }

  /**
   * Finds the greatest key below a key.
   *
   * @param key the key, of any length
   * @return its entry, or null if there is none
   */
  public @Nullable BytesEntry lower(byte[] key) {
    return lastOf(cursor(LEAST, key));
  }

  /**
   * Finds the least key above a key.
   *
   * @param key the key, of any length
   * @return its entry, or null if there is none
   */
  public @Nullable BytesEntry higher(byte[] key) {
    return ceiling(successor(key));
  }

  private @Nullable BytesEntry lastOf(BytesCursor cursor) {
    return read(() -> cursor.previous() ? cursor.entry() : null);
  }

  /**
   * Makes a cursor over all keys.
   *
   * @return a cursor that stands nowhere yet; there is nothing to close
   */
  public BytesCursor cursor() {
    return cursor(LEAST, null);
  }

  /**
   * Makes a cursor over a range of keys, which may be empty.
   *
   * @param fromInclusive the least key it may stand on, of any length
   * @param toExclusive what is above the keys it may stand on, of any length; null if nothing is
   * @return a cursor that stands nowhere yet; there is nothing to close
   */
  public BytesCursor cursor(byte[] fromInclusive, byte @Nullable [] toExclusive) {
    requireSound();
    byte[] to = toExclusive == null ? null : toExclusive.clone();
    return new BytesCursor(
        this, transaction.resources, new BytesTreeCursor(tree, fromInclusive.clone(), to));
  }

  /**
   * Makes a cursor over the keys that begin with some bytes.
   *
   * @param prefix the bytes; none for all keys
   * @return a cursor that stands nowhere yet; there is nothing to close
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

  /** Counts the changes of the map in this transaction. */
  long changes() {
    requireSound();
    return tree.changes();
  }
}
