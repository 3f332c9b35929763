package io.octavo.page;

import io.octavo.memory.Memory;

/** The lines of a {@link PageDump}: range of bytes, name, value and meaning, in columns. */
final class DumpLines {
  private static final int NAME_WIDTH = 16;
  private static final int VALUE_WIDTH = 12;
  private static final int ROW = 16;

  private final byte[] page;
  private final StringBuilder text = new StringBuilder();

  DumpLines(byte[] page) {
    this.page = page;
  }

  /** Adds a line that belongs to no bytes. */
  void title(String title) {
    text.append(title).append('\n');
  }

  /** Adds a line about bytes; the range is cut at the ends of the page. */
  void line(int from, int to, String name, String value, String meaning) {
    offset(Math.max(from, 0));
    text.append('-');
    offset(Math.min(to, PageHeader.PAGE_SIZE) - 1);
    text.append("  ");
    column(name, NAME_WIDTH);
    if (meaning.isEmpty()) {
      text.append(value);
    } else {
      column(value, VALUE_WIDTH);
      text.append(meaning);
    }
    text.append('\n');
  }

  void line(int from, int to, String name, String value) {
    line(from, to, name, value, "");
  }

  /** Adds a line about an unsigned number of 1, 2, 4 or 8 bytes. */
  void number(int offset, int length, String name, String meaning) {
    line(offset, offset + length, name, Long.toUnsignedString(read(offset, length)), meaning);
  }

  void number(int offset, int length, String name) {
    number(offset, length, name, "");
  }

  /** Adds a line about a signed number of 8 bytes. */
  void signed(int offset, String name) {
    line(offset, offset + Long.BYTES, name, Long.toString(Memory.getLong(page, offset)));
  }

  /** Adds a line about bits of 1, 2, 4 or 8 bytes. */
  void bits(int offset, int length, String name, String meaning) {
    line(offset, offset + length, name, hex(read(offset, length), length), meaning);
  }

  /** Adds a line about bytes that should be zero, with the first that is not. */
  void zeros(int from, int to, String name) {
    if (from >= to) {
      return;
    }
    int found = Memory.findNonZero(page, from, to);
    String meaning =
        found < 0
            ? ""
            : "not zero at " + found + ": " + hex(Memory.getByte(page, found), Byte.BYTES);
    line(from, to, name, (to - from) + " bytes", meaning);
  }

  /** Adds rows of bytes without meaning; rows of zeros are summed up. */
  void rows(int from, int to) {
    int offset = from;
    while (offset < to) {
      int end = Math.min(offset + ROW, to);
      if (Memory.findNonZero(page, offset, end) >= 0) {
        line(offset, end, "bytes", hexBytes(offset, end));
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

  /** Shows bytes in the order of their offsets; the range is cut at the ends of the page. */
  String hexBytes(int from, int to) {
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

  /** Shows text on one line: what is not a printable character of ASCII is escaped. */
  static String quote(String string) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        quoted.append("\\u");
        digits(quoted, c, Character.BYTES);
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  private void offset(int offset) {
    String digits = Integer.toString(offset);
    text.append("0000", 0, 4 - digits.length()).append(digits);
  }

  private void column(String cell, int width) {
    text.append(cell);
    for (int i = cell.length(); i < width; i++) {
      text.append(' ');
    }
    text.append(' ');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
