package io.octavo.command.parts;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import java.util.ArrayList;
import java.util.List;

/** Collects the parts of a page. */
final class PartList {
  private static final int ROW = 16;

  private final byte[] page;
  private final List<PagePart> parts = new ArrayList<>();
  private Role role = Role.HEADER;
  private int index = -1;
  private int reference;

  PartList(byte[] page) {
    this.page = page;
  }

  /** Sets the role of the parts that are added from now on. */
  PartList as(Role newRole) {
    return as(newRole, -1);
  }

  /**
   * Sets the role of the parts that are added from now on, and the index of the entry or child that
   * they belong to.
   */
  PartList as(Role newRole, int newIndex) {
    role = newRole;
    index = newIndex;
    reference = 0;
    return this;
  }

  /** Sets the page to which the next part refers. */
  PartList to(int number) {
    reference = number;
    return this;
  }

  List<PagePart> toList() {
    return List.copyOf(parts);
  }

  /** Adds a remark without bytes. */
  void note(String text) {
    parts.add(new PagePart(Role.NOTE, 0, 0, "", text, "", -1, 0, List.of()));
  }

  /** Adds a part. The range is clipped to the page. */
  void part(int from, int to, String name, String value, String meaning, List<PagePart> within) {
    int first = Math.max(0, Math.min(from, PageHeader.PAGE_SIZE));
    int end = Math.max(first, Math.min(to, PageHeader.PAGE_SIZE));
    parts.add(
        new PagePart(
            role, first, end, name, value, meaning, index, reference, List.copyOf(within)));
    reference = 0;
  }

  void part(int from, int to, String name, String value, String meaning) {
    part(from, to, name, value, meaning, List.of());
  }

  void part(int from, int to, String name, String value) {
    part(from, to, name, value, "");
  }

  /** Adds an unsigned number of 1, 2, 4 or 8 bytes. */
  void number(int offset, int length, String name, String meaning) {
    part(offset, offset + length, name, Long.toUnsignedString(read(offset, length)), meaning);
  }

  void number(int offset, int length, String name) {
    number(offset, length, name, "");
  }

  /** Adds a signed number of 8 bytes. */
  void signed(int offset, String name) {
    part(offset, offset + Long.BYTES, name, Long.toString(Memory.getLong(page, offset)));
  }

  /** Adds bits of 1, 2, 4 or 8 bytes. */
  void bits(int offset, int length, String name, String meaning) {
    part(offset, offset + length, name, hex(read(offset, length), length), meaning);
  }

  /** Adds bytes that should be zero. The meaning names the first byte that is not. */
  void zeros(int from, int to, String name) {
    if (from >= to) {
      return;
    }
    int found = Memory.findNonZero(page, from, to);
    String meaning =
        found < 0
            ? ""
            : "not zero at " + found + ": " + hex(Memory.getByte(page, found), Byte.BYTES);
    part(from, to, name, (to - from) + " bytes", meaning);
  }

  /** Adds rows of bytes without meaning. Successive rows of zeros become one part. */
  void rows(int from, int to) {
    int offset = from;
    while (offset < to) {
      int end = Math.min(offset + ROW, to);
      if (Memory.findNonZero(page, offset, end) >= 0) {
        part(offset, end, "bytes", hexBytes(page, offset, end));
      } else {
        while (end < to && Memory.findNonZero(page, end, Math.min(end + ROW, to)) < 0) {
          end = Math.min(end + ROW, to);
        }
        zeros(offset, end, "zeros");
      }
      offset = end;
    }
  }

  private long read(int offset, int length) {
    return switch (length) {
      case Byte.BYTES -> Memory.getByte(page, offset);
      case Short.BYTES -> Memory.getChar(page, offset);
      case Integer.BYTES -> Memory.getInt(page, offset) & 0xFFFF_FFFFL;
      default -> Memory.getLong(page, offset);
    };
  }

  /**
   * Returns bytes in hexadecimal, in the order of their offsets. The range is clipped to the page.
   */
  static String hexBytes(byte[] page, int from, int to) {
    StringBuilder bytes = new StringBuilder();
    for (int i = Math.max(from, 0); i < Math.min(to, PageHeader.PAGE_SIZE); i++) {
      bytes.append(bytes.isEmpty() ? "" : " ");
      digits(bytes, Memory.getByte(page, i), Byte.BYTES);
    }
    return bytes.toString();
  }

  static String hex(long value, int length) {
    StringBuilder hex = new StringBuilder("0x");
    digits(hex, value, length);
    return hex.toString();
  }

  private static void digits(StringBuilder target, long value, int length) {
    for (int shift = length * 8 - 4; shift >= 0; shift -= 4) {
      target.append(Character.toUpperCase(Character.forDigit((int) (value >>> shift) & 15, 16)));
    }
  }
}
