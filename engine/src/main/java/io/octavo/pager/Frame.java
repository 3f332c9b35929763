package io.octavo.pager;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;

/**
 * A page in memory. Number, bytes and what the page was verified to be never change, so that a
 * reader may find a frame through a data race; the rest belongs to {@link PageCache}'s lock.
 */
final class Frame {
  /** Heap that a frame takes: array with its header, frame, its places in the table. */
  static final int BYTES = PageHeader.PAGE_SIZE + 2 * Memory.GUARD + 16 + 48;

  final int number;
  final int level;

  /** Kind and level in one number, see {@link #formOf}. */
  final int form;

  final int owner;
  final byte[] bytes;

  /** About how many entries there are, and where they begin; only to guess places in the page. */
  final char count;

  final char heapBound;

  /** Whether the page was made in memory, by a transaction or a checkpoint, and not read. */
  final boolean made;

  /** Whether the file does not hold these bytes at this number. */
  boolean dirty;

  /** Whether the page was used since the clock's hand passed; written without order, on purpose. */
  boolean referenced = true;

  /** Place in the clock, -1 where it is in none. */
  int clockIndex = -1;

  /** Joins a kind and a level, so that both are compared at once. */
  static int formOf(int kindCode, int level) {
    return kindCode << Byte.SIZE | level;
  }

  Frame(int number, byte[] bytes, boolean dirty) {
    this.number = number;
    this.level = PageHeader.level(bytes);
    this.form = formOf(PageHeader.kindCode(bytes), level);
    this.owner = PageHeader.owner(bytes);
    this.bytes = bytes;
    this.count = (char) PageHeader.count(bytes);
    this.heapBound = (char) PageHeader.heapBound(bytes);
    this.made = dirty;
    this.dirty = dirty;
  }
}
