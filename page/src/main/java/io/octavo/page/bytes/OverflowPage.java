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
  /** Bytes of a value that a page holds. */
  public static final int CAPACITY = PageHeader.PAGE_SIZE - PageHeader.LENGTH;

  private OverflowPage() {}

  /**
   * Makes a page a piece of a value.
   *
   * @param page the page
   * @param number its place in the file
   * @param owner the collection
   * @param piece number of the piece
   * @param bytes where its bytes are
   * @param from the first of them
   * @param length how many, 1 to {@link #CAPACITY}
   */
  public static void build(
      byte[] page, int number, int owner, long piece, byte[] bytes, int from, int length) {
    PageHeader.format(page, PageKind.OVERFLOW, 0, number, owner);
    PageHeader.setKeyBase(page, piece);
    PageHeader.setCount(page, length);
    Memory.put(page, PageHeader.LENGTH, bytes, from, length);
  }

  /**
   * Returns which piece a page holds.
   *
   * @param page the page
   * @return the number of the piece
   */
  public static long piece(byte[] page) {
    return PageHeader.keyBase(page);
  }

  /**
   * Returns how many bytes of the value a page holds.
   *
   * @param page the page
   * @return 1 to {@link #CAPACITY}
   */
  public static int length(byte[] page) {
    return PageHeader.count(page);
  }

  /**
   * Copies bytes of the value.
   *
   * @param page the page
   * @param from the first byte of the piece
   * @param target receives them
   * @param offset where the first one goes
   * @param length how many
   */
  public static void copy(byte[] page, int from, byte[] target, int offset, int length) {
    Memory.get(page, PageHeader.LENGTH + from, target, offset, length);
  }

  /**
   * Returns how many pieces a value has.
   *
   * @param length bytes of the value
   * @return the count
   */
  public static long pieces(long length) {
    return (length + CAPACITY - 1) / CAPACITY;
  }

  /**
   * Makes a reference to a value that is kept apart.
   *
   * @param piece number of its first piece
   * @param length bytes of the value
   * @return what stands in the entry in its place
   */
  public static byte[] reference(long piece, long length) {
    return ByteBuffer.allocate(BytesPage.REFERENCE)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(piece)
        .putLong(length)
        .array();
  }
}
