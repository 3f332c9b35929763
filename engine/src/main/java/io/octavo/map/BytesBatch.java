package io.octavo.map;

import io.octavo.page.bytes.BytesCopy;
import java.util.Objects;

/**
 * Entries of a map of byte strings that a {@link BytesCursor} has copied at once: the fastest way
 * to read many entries. A batch is reusable, so a scan allocates nothing.
 *
 * <pre>{@code
 * BytesBatch batch = BytesBatch.create();
 * for (BytesCursor c = map.cursor(); c.next(batch); ) {
 *   for (int i = 0; i < batch.size(); i++) {
 *     sum += ByteBuffer.wrap(batch.values(), batch.valueOffset(i), batch.valueLength(i)).getInt();
 *   }
 * }
 * }</pre>
 *
 * <p>A batch holds copies: it does not change when the map does, and remains valid after the
 * transaction has ended. Changes of the arrays do not change the map.
 *
 * <p>A batch is for use by one thread at a time. Methods with an index throw {@link
 * IndexOutOfBoundsException} if the batch has no such entry.
 */
public final class BytesBatch {
  final BytesCopy copy = new BytesCopy();

  /** The number of entries; 0 during a copy, which may fail. */
  int size;

  private BytesBatch() {}

  /**
   * Creates an empty batch.
   *
   * @return a new batch
   */
  public static BytesBatch create() {
    return new BytesBatch();
  }

  /**
   * Returns the number of entries.
   *
   * @return the number; 0 before the first copy and after a copy without entries
   */
  public int size() {
    return size;
  }

  /**
   * Returns the array that holds the keys. Bytes that belong to no key have no meaning.
   *
   * @return the array of the batch, not a copy
   */
  public byte[] keys() {
    return copy.keys();
  }

  /**
   * Returns the offset of a key.
   *
   * @param index the entry, from 0
   * @return the index of the first byte in {@link #keys}
   */
  public int keyOffset(int index) {
    return copy.keyOffset(Objects.checkIndex(index, size));
  }

  /**
   * Returns the length of a key.
   *
   * @param index the entry, from 0
   * @return the number of bytes
   */
  public int keyLength(int index) {
    return copy.keyLength(Objects.checkIndex(index, size));
  }

  /**
   * Returns the array that holds the values. Bytes that belong to no value have no meaning.
   *
   * @return the array of the batch, not a copy; the next copy may use another array
   */
  public byte[] values() {
    return copy.values();
  }

  /**
   * Returns the offset of a value.
   *
   * @param index the entry, from 0
   * @return the index of the first byte in {@link #values}
   */
  public int valueOffset(int index) {
    return copy.valueOffset(Objects.checkIndex(index, size));
  }

  /**
   * Returns the length of a value.
   *
   * @param index the entry, from 0
   * @return the number of bytes
   */
  public int valueLength(int index) {
    return copy.valueLength(Objects.checkIndex(index, size));
  }
}
