package io.octavo.page;

import io.octavo.memory.Memory;

/**
 * Where the parts of an entry are, for a leaf and for any page of byte strings. One is used for all
 * entries of a page, so that millions can be counted; damaged pages give places outside of it.
 */
final class EntrySpan {
  /** The first byte of the entry; up to the value there is padding. */
  int start;

  /** The first byte of the value. */
  int value;

  /** The first byte of the key, or of what of it stands in the entry. */
  int key;

  /** The byte after the key, where the lengths begin if the entry has some. */
  int lengths;

  /** The byte after the last. */
  int end;

  /** Reads an entry of a leaf of longs. */
  void readLongs(byte[] page, int index) {
    int slot = SlotWord.get(page, index);
    end = SlotWord.end(slot);
    int nibbles = nibbles(page, slot);
    lengths = SlotWord.code(slot) == SizeCode.FALLBACK ? end - 1 : end;
    key = lengths - keyLength(nibbles);
    value = key - valueLength(nibbles);
    start = end - EntryCodec.size(page, slot);
  }

  /** Reads an entry of a page of byte strings from its {@link BytesCodec#fields}. */
  void readBytes(int slot, long fields) {
    end = SlotWord.end(slot);
    lengths = BytesCodec.restEnd(fields);
    key = lengths - BytesCodec.restLength(fields);
    value = BytesCodec.valueStart(fields);
    start = end - BytesPage.even(end - value);
  }

  /** Returns the nibbles of an entry's lengths, wherever they stand. */
  static int nibbles(byte[] page, int slot) {
    return SlotWord.code(slot) == SizeCode.FALLBACK
        ? Memory.getByte(page, SlotWord.end(slot) - 1)
        : SizeCode.lengths(slot);
  }

  static int keyLength(int nibbles) {
    return (nibbles >>> 4 & 7) + 1;
  }

  static int valueLength(int nibbles) {
    return (nibbles & 7) + 1;
  }
}
