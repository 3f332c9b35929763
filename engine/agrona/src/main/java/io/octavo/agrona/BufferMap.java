package io.octavo.agrona;

import io.octavo.map.BytesMap;
import io.octavo.map.BytesMapType;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.io.DirectBufferInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link BytesMap} whose keys and values are ranges of Agrona's buffers. Valid as long as that
 * map.
 *
 * <p>A value that is read is copied once, from its page into the buffer of the program, or not at
 * all if it is passed to a {@link BufferConsumer}. Keys and values passed to the map are copied.
 * Calls allocate no object if keys and values have the lengths of the previous ones, and values are
 * stored with their keys.
 *
 * <pre>{@code
 * BufferMap orders = BufferMap.of(tx.bytesMap("orders"));
 * orders.put(message, keyOffset, Long.BYTES, message, offset, length);
 * orders.get(key, 0, Long.BYTES, (buffer, at, size) -> decoder.wrap(buffer, at, size, version));
 * }</pre>
 *
 * <p>A {@code BufferMap} is for use by one thread at a time; threads that share a read transaction
 * need one each. All methods throw as those of {@link BytesMap}, and {@link
 * IndexOutOfBoundsException} if a range is outside of its buffer, whether or not Agrona checks
 * bounds.
 */
public final class BufferMap {
  /**
   * The greatest length of a value that is put as an array; a longer one would be on the heap as a
   * whole.
   */
  private static final int BY_ARRAY = 1 << 16;

  private final BytesMap map;
  private final Range key = new Range();
  private final Range value = new Range();
  private final ValueReader reader = new ValueReader();

  private BufferMap(BytesMap map) {
    this.map = map;
  }

  /**
   * Creates a map over buffers.
   *
   * @param map the map to read and change
   * @return a new object
   */
  public static BufferMap of(BytesMap map) {
    return new BufferMap(map);
  }

  /**
   * Looks up a key and copies its value, all of it or nothing.
   *
   * @param key holds the key
   * @param keyOffset index of the first byte of the key
   * @param keyLength number of bytes of the key, any
   * @param into receives the value; an expandable buffer grows as needed
   * @param offset index of the first byte of the value in {@code into}
   * @return the length of the value, or -1 if the key has no value; if the value does not fit in a
   *     buffer that cannot grow, nothing is copied
   */
  public int get(
      DirectBuffer key, int keyOffset, int keyLength, MutableDirectBuffer into, int offset) {
    byte[] sought = this.key.copy(key, keyOffset, keyLength);
    return BytesMapType.show(map, sought, reader.into(into, offset), reader);
  }

  /**
   * Looks up a key and passes its value to a consumer.
   *
   * @param key holds the key
   * @param keyOffset index of the first byte of the key
   * @param keyLength number of bytes of the key, any
   * @param consumer receives the value if there is one; a value stored with its key is not copied,
   *     a longer one is copied to an array; the consumer may read from the transaction but must not
   *     change it
   * @return the length of the value, or -1 if the key has no value
   * @throws IllegalStateException if the store was closed meanwhile; then the bytes that the
   *     consumer read are invalid
   */
  public int get(DirectBuffer key, int keyOffset, int keyLength, BufferConsumer consumer) {
    byte[] sought = this.key.copy(key, keyOffset, keyLength);
    return BytesMapType.show(map, sought, reader.lendTo(consumer), reader);
  }

  /**
   * Associates a value with a key, replacing any existing value.
   *
   * @param key holds the key
   * @param keyOffset index of the first byte of the key
   * @param keyLength number of bytes of the key, 0 to {@value BytesMap#MAX_KEY}
   * @param value holds the value
   * @param offset index of the first byte of the value
   * @param length number of bytes of the value
   */
  public void put(
      DirectBuffer key, int keyOffset, int keyLength, DirectBuffer value, int offset, int length) {
    byte[] target = this.key.copy(key, keyOffset, keyLength);
    if (length <= BY_ARRAY) {
      map.put(target, this.value.copy(value, offset, length));
      return;
    }
    Range.check(value, offset, length);
    try {
      map.put(target, new DirectBufferInputStream(value, offset, length), length);
    } catch (IOException e) {
      throw new UncheckedIOException("a buffer cannot fail to be read", e);
    }
  }

  /**
   * Removes a key.
   *
   * @param key holds the key
   * @param keyOffset index of the first byte of the key
   * @param keyLength number of bytes of the key, any
   * @return false if the key had no value
   */
  public boolean remove(DirectBuffer key, int keyOffset, int keyLength) {
    return map.remove(this.key.copy(key, keyOffset, keyLength));
  }

  /**
   * Creates a cursor over all keys.
   *
   * @return a new cursor, before the first entry; it need not be closed
   */
  public BufferCursor cursor() {
    return new BufferCursor(map.cursor());
  }

  /**
   * Creates a cursor over a range of keys, which may be empty.
   *
   * @param from holds the lowest key of the range
   * @param fromOffset index of the first byte of that key
   * @param fromLength number of bytes of that key, any
   * @param to holds the end of the range, exclusive; null for no end
   * @param toOffset index of the first byte of the end; ignored if there is no end
   * @param toLength number of bytes of the end, any
   * @return a new cursor, before the first entry; it need not be closed
   */
  public BufferCursor cursor(
      DirectBuffer from,
      int fromOffset,
      int fromLength,
      @Nullable DirectBuffer to,
      int toOffset,
      int toLength) {
    byte[] lowest = key.copy(from, fromOffset, fromLength);
    byte[] end = to == null ? null : value.copy(to, toOffset, toLength);
    return new BufferCursor(map.cursor(lowest, end));
  }

  /**
   * Creates a cursor over the keys with a prefix.
   *
   * @param prefix holds the prefix
   * @param offset index of its first byte
   * @param length number of its bytes; 0 for all keys
   * @return a new cursor, before the first entry; it need not be closed
   */
  public BufferCursor prefix(DirectBuffer prefix, int offset, int length) {
    return new BufferCursor(map.prefix(key.copy(prefix, offset, length)));
  }
}
