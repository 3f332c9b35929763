package io.octavo.command.parts;

import io.octavo.memory.Memory;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesCodec;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.longs.EntryCodec;
import io.octavo.page.longs.SizeCode;

/**
 * The offsets of the parts of an entry, in a leaf or in a page of byte strings. One object serves
 * all entries of a page, so that millions of entries can be counted. Offsets from damaged pages may
 * be outside of the page.
 */
final class EntrySpan {
  /** The first byte of the entry; padding up to the value. */
  int start;

  /** The first byte of the value. */
  int value;

  /** The first byte of the key, or of the rest of the key. */
  int key;

  /** The byte after the key; the lengths begin here if the entry has any. */
  int lengths;

  /** The byte after the entry. */
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

  /** Returns the lengths of an entry as nibbles, from the size code or from the entry. */
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
