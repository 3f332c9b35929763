package io.octavo.error;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a key or a value are none that its codec writes: they were put as plain bytes, by a
 * codec that has the same name and is another one, or with a record that has other rules.
 */
public final class CodecException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** How many bytes a message shows. */
  private static final int SHOWN = 32;

  /** Name of the codec. */
  private final String codec;

  /**
   * Reports bytes that cannot be decoded.
   *
   * @param codec name of the codec
   * @param bytes the bytes
   * @param why what is wrong with them
   */
  public CodecException(String codec, byte[] bytes, String why) {
    this(codec, bytes, why, null);
  }

  /**
   * Reports bytes that cannot be decoded, with the cause.
   *
   * @param codec name of the codec
   * @param bytes the bytes
   * @param why what is wrong with them
   * @param cause what it comes from, may be null
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
   * Returns which codec cannot decode them.
   *
   * @return its name
   */
  public String codec() {
    return codec;
  }
}
