package io.octavo.codec;

import io.octavo.error.CodecException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** The two codecs of strings: by code units, as {@link String#compareTo}, and by code points. */
enum TextCodec implements Codec<String> {
  /**
   * Encodes each UTF-16 unit by itself, surrogates included. Units up to U+D7FF are encoded as in
   * UTF-8. The 2,048 surrogates come next, in two bytes each, so that a pair takes four bytes as in
   * UTF-8; then the units from U+E000 on, in three bytes. First bytes ascend with the units, which
   * preserves their order, and determine the length.
   */
  STRING {
    @Override
    public byte[] encode(String value) {
      long length = 0;
      for (int i = 0; i < value.length(); i++) {
        length += length(value.charAt(i));
      }
      if (length == value.length()) {
        return value.getBytes(StandardCharsets.ISO_8859_1);
      }
      if (length > Integer.MAX_VALUE - Long.BYTES) {
        throw new IllegalArgumentException("value.length()=" + value.length() + " is too long");
      }
      byte[] bytes = new byte[(int) length];
      int end = 0;
      for (int i = 0; i < value.length(); i++) {
        end = put(bytes, end, value.charAt(i));
      }
      return bytes;
    }

    @Override
    public String decode(byte[] bytes) {
      if (isAscii(bytes)) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
      }
      char[] units = new char[bytes.length];
      int count = 0;
      for (int i = 0; i < bytes.length; count++) {
        int first = bytes[i] & 0xFF;
        int unit = unit(bytes, i, first);
        if (unit < 0) {
          throw new CodecException(name(), bytes, "there is no code at " + i);
        }
        units[count] = (char) unit;
        i += length(unit);
      }
      return new String(units, 0, count);
    }

    @Override
    public Comparator<String> comparator() {
      return Comparator.naturalOrder();
    }
  },

  UTF8 {
    @Override
    public byte[] encode(String value) {
      for (int i = 0; i < value.length(); i++) {
        char unit = value.charAt(i);
        if (Character.isSurrogate(unit)) {
          boolean isPair =
              i + 1 < value.length() && Character.isSurrogatePair(unit, value.charAt(i + 1));
          if (!isPair) {
            throw new IllegalArgumentException(
                "value=" + value + " has a lone surrogate at " + i + ", which UTF-8 cannot encode");
          }
          i++;
        }
      }
      return value.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String decode(byte[] bytes) {
      String value = new String(bytes, StandardCharsets.UTF_8);
      // The decoder replaces malformed bytes by this character, which may also be part of the text.
      if (value.indexOf('\uFFFD') >= 0
          && !Arrays.equals(value.getBytes(StandardCharsets.UTF_8), bytes)) {
        throw new CodecException(name(), bytes, "they are not UTF-8");
      }
      return value;
    }

    @Override
    public Comparator<String> comparator() {
      return TextCodec::compareCodePoints;
    }
  };

  private static final int SURROGATES = 0xD800;
  private static final int BEHIND_SURROGATES = 0xE000;
  private static final int FIRST_OF_SURROGATES = 0xEE;
  private static final int FIRST_BEHIND = 0xFE;

  /** A string that begins with the characters begins with their codes. */
  @Override
  public byte[] encodePrefix(List<?> first) {
    return first.isEmpty() ? new byte[0] : encode(onlyPart(first, String.class));
  }

  /** Returns the single part of a prefix. */
  static <P> P onlyPart(List<?> first, Class<P> type) {
    if (first.size() > 1) {
      throw new IllegalArgumentException("prefix=" + first + " has more than one part");
    }
    return type.cast(Objects.requireNonNull(first.get(0), "prefix"));
  }

  private static int length(int unit) {
    if (unit < 0x80) {
      return 1;
    }
    return unit < 0x800 || (unit >= SURROGATES && unit < BEHIND_SURROGATES) ? 2 : 3;
  }

  private static int put(byte[] bytes, int offset, int unit) {
    int end = offset;
    if (unit < 0x80) {
      bytes[end++] = (byte) unit;
    } else if (unit < 0x800) {
      bytes[end++] = (byte) (0xC0 | unit >> 6);
      bytes[end++] = (byte) (0x80 | (unit & 0x3F));
    } else if (unit >= SURROGATES && unit < BEHIND_SURROGATES) {
      bytes[end++] = (byte) (FIRST_OF_SURROGATES + ((unit - SURROGATES) >> 7));
      bytes[end++] = (byte) (0x80 | (unit & 0x7F));
    } else {
      int first =
          unit < SURROGATES ? 0xE0 | unit >> 12 : FIRST_BEHIND + ((unit - BEHIND_SURROGATES) >> 12);
      bytes[end++] = (byte) first;
      bytes[end++] = (byte) (0x80 | (unit >> 6 & 0x3F));
      bytes[end++] = (byte) (0x80 | (unit & 0x3F));
    }
    return end;
  }

  /** Reads the unit whose code begins at an offset; negative if the bytes are no code. */
  private static int unit(byte[] bytes, int offset, int first) {
    if (first < 0x80) {
      return first;
    }
    if (first < 0xC2) {
      return -1;
    }
    int second = next(bytes, offset + 1);
    if (second < 0) {
      return -1;
    }
    if (first >= FIRST_OF_SURROGATES && first < FIRST_BEHIND) {
      return SURROGATES + ((first - FIRST_OF_SURROGATES) << 7) + second;
    }
    if (second > 0x3F) {
      return -1;
    }
    if (first < 0xE0) {
      return (first & 0x1F) << 6 | second;
    }
    int third = next(bytes, offset + 2);
    if (third < 0 || third > 0x3F) {
      return -1;
    }
    if (first >= FIRST_BEHIND) {
      return BEHIND_SURROGATES + ((first - FIRST_BEHIND) << 12) + (second << 6) + third;
    }
    int unit = (first & 0x0F) << 12 | second << 6 | third;
    // A lower unit has a shorter code, and a surrogate another one.
    return unit >= 0x800 && unit < SURROGATES ? unit : -1;
  }

  /** Reads the low bits of a further byte; negative if there is none. */
  private static int next(byte[] bytes, int offset) {
    return offset < bytes.length && bytes[offset] < 0 ? bytes[offset] & 0x7F : -1;
  }

  private static boolean isAscii(byte[] bytes) {
    for (byte b : bytes) {
      if (b < 0) {
        return false;
      }
    }
    return true;
  }

  /** Compares by code points: surrogates are above all other units. */
  private static int compareCodePoints(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      int a = left.charAt(i);
      int b = right.charAt(i);
      if (a != b) {
        return rank(a) - rank(b);
      }
    }
    return left.length() - right.length();
  }

  private static int rank(int unit) {
    return unit >= SURROGATES && unit < BEHIND_SURROGATES ? unit + 0x10000 : unit;
  }
}
