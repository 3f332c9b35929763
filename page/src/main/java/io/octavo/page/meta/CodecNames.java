package io.octavo.page.meta;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The codecs of a collection's keys and values, as its catalogue record keeps them. FORMAT.md,
 * section "Codecs".
 *
 * @param key name of the codec of the keys; empty if there is none
 * @param value name of the codec of the values; empty if there is none
 */
public record CodecNames(String key, String value) {
  /** The names of a collection without codecs. */
  public static final CodecNames NONE = new CodecNames("", "");

  /** The most bytes of two names that are not well known. */
  public static final int MAX_BYTES = CatalogueRecord.MAX_TAIL - 2 * Short.BYTES;

  /** The identifier of a codec whose name is in the tail. */
  static final int IN_TAIL = 0xFFFF;

  /** Well-known names; the index is the identifier and never changes. */
  private static final List<String> KNOWN =
      List.of(
          "",
          "LONG",
          "UNSIGNED_LONG",
          "INT",
          "DOUBLE",
          "BOOLEAN",
          "STRING",
          "UTF8",
          "UUID",
          "INSTANT",
          "BYTES",
          "FLOAT",
          "SHORT",
          "CHAR",
          "LOCAL_DATE",
          "LOCAL_DATE_TIME",
          "DURATION",
          "BIG_INTEGER",
          "BIG_DECIMAL");

  /** Returns the well-known names, in the order of their identifiers. */
  public static List<String> known() {
    return KNOWN.subList(1, KNOWN.size());
  }

  /**
   * Reads the names of a collection.
   *
   * @return the names; a number sign and the identifier for an unknown or unreadable one
   */
  public static CodecNames of(CatalogueRecord record) {
    return of(record.keyCodec(), record.valueCodec(), record.tail());
  }

  /**
   * Reads the names of a collection.
   *
   * @param keyId the identifier of the codec of the keys
   * @param valueId the identifier of the codec of the values
   * @param tailBytes the tail of its record
   * @return the names, as {@link #of(CatalogueRecord)}
   */
  public static CodecNames of(int keyId, int valueId, byte[] tailBytes) {
    ByteBuffer tail = ByteBuffer.wrap(tailBytes);
    String key = name(keyId, tail);
    return new CodecNames(key, name(valueId, tail));
  }

  private static String name(int id, ByteBuffer tail) {
    if (id < KNOWN.size()) {
      return KNOWN.get(id);
    }
    if (id == IN_TAIL && tail.remaining() >= Short.BYTES) {
      int length = (tail.get() & 0xFF) | (tail.get() & 0xFF) << Byte.SIZE;
      if (length <= tail.remaining()) {
        byte[] name = new byte[length];
        tail.get(name);
        return new String(name, StandardCharsets.UTF_8);
      }
    }
    return "#" + id;
  }

  /** Returns whether a name has an identifier of its own. */
  public static boolean isKnown(String name) {
    return KNOWN.contains(name);
  }

  /** Returns the identifier of the codec of the keys, u16. */
  public int keyId() {
    return id(key);
  }

  /** Returns the identifier of the codec of the values, u16. */
  public int valueId() {
    return id(value);
  }

  private static int id(String name) {
    int id = KNOWN.indexOf(name);
    return id < 0 ? IN_TAIL : id;
  }

  /**
   * Returns the names that have no identifier.
   *
   * @return the tail of the record
   * @throws IllegalArgumentException if the names are longer than a tail
   */
  public byte[] tail() {
    byte[] keyBytes = tailBytes(key);
    byte[] valueBytes = tailBytes(value);
    if (keyBytes.length + valueBytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "the names of the codecs are longer than "
              + MAX_BYTES
              + " bytes: key="
              + key
              + ", value="
              + value);
    }
    ByteBuffer tail = ByteBuffer.allocate(CatalogueRecord.MAX_TAIL);
    put(tail, key, keyBytes);
    put(tail, value, valueBytes);
    byte[] bytes = new byte[tail.position()];
    tail.flip().get(bytes);
    return bytes;
  }

  private static byte[] tailBytes(String name) {
    return isKnown(name) ? new byte[0] : name.getBytes(StandardCharsets.UTF_8);
  }

  private static void put(ByteBuffer tail, String name, byte[] bytes) {
    if (!isKnown(name)) {
      tail.put((byte) bytes.length).put((byte) (bytes.length >>> Byte.SIZE)).put(bytes);
    }
  }
}
