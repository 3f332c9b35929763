package io.octavo.map;

import java.util.Arrays;

/**
 * A key and its value, both byte strings. Two entries are equal if their bytes are equal.
 *
 * @param key the key; not copied
 * @param value the value; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // equals compares the contents of the arrays
public record BytesEntry(byte[] key, byte[] value) {
  @Override
  public boolean equals(Object other) {
    return other instanceof BytesEntry that
        && Arrays.equals(key, that.key)
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key) ^ Arrays.hashCode(value);
  }
}
