package io.octavo.cache;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import org.jspecify.annotations.Nullable;

/**
 * A page in memory. Number, array, kind and level never change, so a reader may find a frame
 * through a data race. Fields that are not final belong to {@link PageCache}'s lock.
 */
public final class Frame {
  /** The heap of a frame: array, frame, and elements of the table and the clock. */
  static final int BYTES = PageHeader.PAGE_SIZE + 2 * Memory.GUARD + 16 + 48;

  private static final byte[] NO_BYTES = {};

  public final int number;
  public final int level;

  /** Kind and level, see {@link #formOf}. */
  public final int form;

  public final int owner;
  public final byte[] bytes;

  /** The number of entries and the heap bound when the frame was made; see {@link PageTable}. */
  final char count;

  final char heapBound;

  /** Whether a transaction or a checkpoint has made the page in memory, instead of reading it. */
  final boolean made;

  /** Whether the file lacks these bytes at this page number. */
  public boolean dirty;

  /** The remains of a page whose array its changed copy has taken over; null for others. */
  public final @Nullable Remains remains;

  /** Index in the clock, or -1. */
  public int clockIndex = -1;

  /** Combines a kind and a level, so that one comparison checks both. */
  public static int formOf(int kindCode, int level) {
    return kindCode << Byte.SIZE | level;
  }

  /**
   * Makes a frame without bytes in place of a leaf whose array another page is to take over. No
   * reader requests its form.
   */
  Frame(Frame leaf, Remains remains) {
    this.number = leaf.number;
    this.level = leaf.level;
    this.form = ~leaf.form;
    this.owner = leaf.owner;
    this.bytes = NO_BYTES;
    this.count = 0;
    this.heapBound = 0;
    this.made = false;
    this.dirty = leaf.dirty;
    this.remains = remains;
  }

  /** Returns the checksum in the header of the page, which is in memory or has left remains. */
  public int crc() {
    return remains == null ? PageHeader.crc(bytes) : remains.crc();
  }

  public Frame(int number, byte[] bytes, boolean dirty) {
    this.number = number;
    this.level = PageHeader.level(bytes);
    this.form = formOf(PageHeader.kindCode(bytes), level);
    this.owner = PageHeader.owner(bytes);
    this.bytes = bytes;
    this.count = (char) PageHeader.count(bytes);
    this.heapBound = (char) PageHeader.heapBound(bytes);
    this.made = dirty;
    this.dirty = dirty;
    this.remains = null;
  }
}
