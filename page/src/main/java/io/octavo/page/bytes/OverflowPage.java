package io.octavo.page.bytes;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A piece of a large value. FORMAT.md, section "Large values". Pieces are the lowest pages of a
 * tree of longs; each stands under its number, which is the key base.
 */
public final class OverflowPage {
  /** The bytes of a value in a page. */
  public static final int CAPACITY = PageHeader.PAGE_SIZE - PageHeader.LENGTH;

  private OverflowPage() {}

  /**
   * Formats a page as a piece of a value.
   *
   * @param piece number of the piece
   * @param length the number of bytes, 1 to {@link #CAPACITY}
   */
  public static void build(
      byte[] page, int number, int owner, long piece, byte[] bytes, int from, int length) {
    PageHeader.format(page, PageKind.OVERFLOW, 0, number, owner);
    PageHeader.setKeyBase(page, piece);
    PageHeader.setCount(page, length);
    Memory.put(page, PageHeader.LENGTH, bytes, from, length);
  }

  /** Returns the number of the piece in a page. */
  public static long piece(byte[] page) {
    return PageHeader.keyBase(page);
  }

  /** Returns the number of bytes of the value in a page, 1 to {@link #CAPACITY}. */
  public static int length(byte[] page) {
    return PageHeader.count(page);
  }

  /**
   * Copies bytes of the value.
   *
   * @param from the first byte of the piece
   * @param target receives them
   * @param offset index of the first byte
   */
  public static void copy(byte[] page, int from, byte[] target, int offset, int length) {
    Memory.get(page, PageHeader.LENGTH + from, target, offset, length);
  }

  /**
   * Returns the number of pieces of a value.
   *
   * @param length bytes of the value
   */
  public static long pieces(long length) {
    return (length + CAPACITY - 1) / CAPACITY;
  }

  /**
   * Makes a reference to a large value.
   *
   * @param piece number of its first piece
   */
  public static byte[] reference(long piece, long length) {
    return ByteBuffer.allocate(BytesPage.REFERENCE)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(piece)
        .putLong(length)
        .array();
  }
}
