package io.octavo.agrona;

import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.map.BytesMapType;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A cursor over a {@link BufferMap}, within the bounds of the cursor. It moves, sees changes, ends
 * and throws as a {@link BytesCursor} does.
 *
 * <pre>{@code
 * for (BufferCursor c = orders.prefix(day, 0, Integer.BYTES); c.next(); ) {
 *   c.value((buffer, offset, length) -> book.add(buffer.getLong(offset)));
 * }
 * }</pre>
 */
public final class BufferCursor {
  private final BytesCursor cursor;
  private final Range sought = new Range();
  private final ValueReader reader = new ValueReader();

  /** A copy of the current key: in a page, a key is not contiguous. */
  private final byte[] key = new byte[BytesMap.MAX_KEY];

  private final UnsafeBuffer keyView = new UnsafeBuffer(key);

  BufferCursor(BytesCursor cursor) {
    this.cursor = cursor;
  }

  /**
   * Moves to the next entry: the first entry if the cursor is new or before the first.
   *
   * @return false if there is no such entry; the cursor is then after the last
   */
  public boolean next() {
    return cursor.next();
  }

  /**
   * Moves to the previous entry: the last entry if the cursor is new or after the last.
   *
   * @return false if there is no such entry; the cursor is then before the first
   */
  public boolean previous() {
    return cursor.previous();
  }

  /**
   * Moves to the lowest key at or above a key, within the bounds.
   *
   * @param target holds the key
   * @param offset index of the first byte of the key
   * @param length number of bytes of the key, any
   * @return false if there is no such entry; the cursor is then after the last
   */
  public boolean seek(DirectBuffer target, int offset, int length) {
    return cursor.seek(sought.copy(target, offset, length));
  }

  /**
   * Moves to the last entry.
   *
   * @return false if there is no such entry; the cursor is then after the last
   */
  public boolean seekLast() {
    return cursor.seekLast();
  }

  /**
   * Copies the current key, all of it or nothing.
   *
   * @param into receives the key; an expandable buffer grows as needed
   * @param offset index of the first byte of the key in {@code into}
   * @return the length of the key; if it does not fit in a buffer that cannot grow, nothing is
   *     copied
   */
  public int key(MutableDirectBuffer into, int offset) {
    int room = ValueReader.room(into, offset);
    int length = cursor.key(key, 0);
    if (length <= room) {
      into.putBytes(offset, key, 0, length);
    }
    return length;
  }

  /**
   * Passes the current key to a consumer.
   *
   * @param consumer receives the key; it must not move the cursor
   * @return the length of the key
   */
  public int key(BufferConsumer consumer) {
    int length = cursor.key(key, 0);
    keyView.wrap(key, 0, length);
    consumer.accept(keyView, 0, length);
    return length;
  }

  /**
   * Copies the current value, all of it or nothing.
   *
   * @param into receives the value; an expandable buffer grows as needed
   * @param offset index of the first byte of the value in {@code into}
   * @return the length of the value; if it does not fit in a buffer that cannot grow, nothing is
   *     copied
   */
  public int value(MutableDirectBuffer into, int offset) {
    return BytesMapType.show(cursor, reader.into(into, offset), reader);
  }

  /**
   * Passes the current value to a consumer, as {@link BufferMap#get(DirectBuffer, int, int,
   * BufferConsumer)} does.
   *
   * @param consumer receives the value; it may read from the transaction but must not change it
   * @return the length of the value
   * @throws IllegalStateException if the store was closed meanwhile; then the bytes that the
   *     consumer read are invalid
   */
  public int value(BufferConsumer consumer) {
    return BytesMapType.show(cursor, reader.lendTo(consumer), reader);
  }
}
