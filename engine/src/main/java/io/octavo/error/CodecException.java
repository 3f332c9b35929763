package io.octavo.error;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a codec cannot decode the bytes of a key or value, because the bytes were written
 * without the codec, by another codec of the same name, or by a record with other constraints.
 */
public final class CodecException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** The number of bytes in a message. */
  private static final int SHOWN = 32;

  /** Name of the codec. */
  private final String codec;

  /**
   * Creates an exception for bytes that cannot be decoded.
   *
   * @param codec name of the codec
   * @param bytes the bytes
   * @param why the reason
   */
  public CodecException(String codec, byte[] bytes, String why) {
    this(codec, bytes, why, null);
  }

  /**
   * Creates an exception for bytes that cannot be decoded, with its cause.
   *
   * @param codec name of the codec
   * @param bytes the bytes
   * @param why the reason
   * @param cause the cause; may be null
   */
  public CodecException(String codec, byte[] bytes, String why, @Nullable Throwable cause) {
    super(
        "codec="
            + codec
            + " did not write "
            + bytes.length
            + " bytes, "
            + HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(bytes.length, SHOWN)))
            + (bytes.length > SHOWN ? "..: " : ": ")
            + why,
        cause);
    this.codec = codec;
  }

  /**
   * Returns the name of the codec.
   *
   * @return the name
   */
  public String codec() {
    return codec;
  }
}
