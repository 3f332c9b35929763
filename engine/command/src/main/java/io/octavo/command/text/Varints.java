package io.octavo.command.text;

import io.octavo.packed.Varint;
import java.io.ByteArrayOutputStream;

/** Packed numbers from 0, which the scripts of pages read. */
public final class Varints {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final byte[] number = new byte[Varint.MAX_LENGTH];

  public void put(long value) {
    bytes.write(number, 0, Varint.put(number, 0, value));
  }

  public void put(byte[] packed) {
    bytes.writeBytes(packed);
  }

  public byte[] toByteArray() {
    return bytes.toByteArray();
  }

  /** Reads such numbers. */
  public static final class Reader {
    private final byte[] bytes;
    private int at;

    public Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    public long next() {
      long value = Varint.get(bytes, at);
      at = Varint.end(bytes, at, bytes.length);
      return value;
    }
  }
}
