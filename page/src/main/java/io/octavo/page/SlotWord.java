package io.octavo.page;

import io.octavo.memory.Memory;

/**
 * The 16 bits by which a leaf finds an entry: 12 bits of {@code end / 2 - 1} above 4 bits of size
 * code. FORMAT.md, section "Slot word".
 *
 * <p>A slot names the end of its entry, because an entry is read backward from its end: the address
 * of the key then does not wait for the size table.
 */
public final class SlotWord {
  /** Bytes of a slot word. */
  public static final int LENGTH = Short.BYTES;

  /** Bits of the size code. */
  public static final int CODE_BITS = 4;

  private static final int CODE_MASK = (1 << CODE_BITS) - 1;

  private SlotWord() {}

  /**
   * Joins the two parts.
   *
   * @param end the byte after the entry, even, 2 to 8192
   * @param code the size code, 0 to 15
   */
  public static int of(int end, int code) {
    return (end / 2 - 1) << CODE_BITS | code;
  }

  /** Returns the byte after the entry, even, 2 to 8192. */
  public static int end(int slot) {
    return (slot >>> CODE_BITS) * 2 + 2;
  }

  /** Returns the size code, 0 to 15. */
  public static int code(int slot) {
    return slot & CODE_MASK;
  }

  /** Reads a slot of a leaf. */
  public static int get(byte[] page, int index) {
    return Memory.getChar(page, offset(index));
  }

  public static void put(byte[] page, int index, int slot) {
    Memory.putChar(page, offset(index), slot);
  }

  public static int offset(int index) {
    return PageHeader.LENGTH + index * LENGTH;
  }
}
