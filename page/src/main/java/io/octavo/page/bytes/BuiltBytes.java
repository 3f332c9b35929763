package io.octavo.page.bytes;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;

/** Pages of byte strings that are built from their first entry on. */
final class BuiltBytes {
  private BuiltBytes() {}

  /**
   * Writes slot and entry of a page that is built from its first entry on. Sets no field of the
   * header.
   *
   * @param end the byte after the entry
   * @return the length of the entry, padding included
   */
  static int write(
      byte[] page,
      int index,
      int end,
      byte[] keys,
      int suffixFrom,
      int suffix,
      byte[] values,
      int valueFrom,
      int valueLength,
      boolean large) {
    int code = BytesCodec.codeOf(page, suffix, valueLength, large);
    int size = BytesCodec.size(page, code, suffix, valueLength, large);
    int head = BytesCodec.headOf(keys, suffixFrom, suffixFrom + suffix);
    Memory.putInt(page, BytesPage.slotOffset(index) + SlotWord.LENGTH, head);
    BytesCodec.write(
        page,
        index,
        SlotWord.of(end, code),
        size,
        keys,
        suffixFrom,
        suffix,
        values,
        valueFrom,
        valueLength,
        large);
    return size;
  }

  /**
   * Writes slot and entry of a page that is built from its first entry on, with the rest of the key
   * after the value: both are copied together. Sets no field of the header.
   *
   * @return the length of the entry, padding included
   */
  static int copy(
      byte[] page,
      int index,
      int end,
      int head,
      int suffix,
      byte[] bytes,
      int valueFrom,
      int valueLength,
      boolean large) {
    int code = BytesCodec.codeOf(page, suffix, valueLength, large);
    int size = BytesCodec.size(page, code, suffix, valueLength, large);
    int slot = SlotWord.of(end, code);
    int at = BytesCodec.writeLengths(page, slot, suffix, valueLength, large);
    int length = valueLength + Math.max(0, suffix - BytesPage.HEAD);
    Memory.put(page, at - length, bytes, valueFrom, length);
    BytesCodec.pad(page, at - length, end - size);
    Memory.putChar(page, BytesPage.slotOffset(index), slot);
    Memory.putInt(page, BytesPage.slotOffset(index) + SlotWord.LENGTH, head);
    return size;
  }

  /** Completes a page that was built: sets its fields, and clears the gap. */
  static void setBuilt(byte[] page, int count, int heapBound) {
    PageHeader.setCount(page, count);
    PageHeader.setHeapBound(page, heapBound);
    PageHeader.setFree(page, heapBound - BytesPage.slotOffset(count));
    Memory.zero(page, BytesPage.slotOffset(count), heapBound);
  }
}
