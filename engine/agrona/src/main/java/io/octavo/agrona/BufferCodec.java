package io.octavo.agrona;

import io.octavo.codec.Codec;
import io.octavo.error.CodecException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A codec of functions that write to and read from Agrona's buffers, as the encoders and decoders
 * of SBE do. Generated encoders and decoders are for one thread at a time: create one in each call,
 * or one for each thread.
 *
 * <pre>{@code
 * Codec<Trade> trades = BufferCodec.of(
 *     "TRADE",
 *     (trade, buffer, offset) -> {
 *       buffer.putLong(offset, trade.id());
 *       buffer.putInt(offset + 8, trade.price());
 *       return 12;
 *     },
 *     (buffer, offset, length) -> new Trade(buffer.getLong(offset), buffer.getInt(offset + 8)));
 * }</pre>
 *
 * <p>Keys are in the order of their bytes, compared as unsigned. Numbers of Agrona and SBE are
 * little-endian by default; in keys, write them with {@link java.nio.ByteOrder#BIG_ENDIAN}.
 *
 * @param <T> type of the values; never null
 */
public final class BufferCodec<T> implements Codec<T> {
  /**
   * Encodes values.
   *
   * @param <T> the type of the values
   */
  @FunctionalInterface
  public interface Encoder<T> {
    /**
     * Writes a value. Equal values must always have equal bytes.
     *
     * @param value the value
     * @param buffer receives the bytes; it grows as needed
     * @param offset index of the first byte
     * @return the number of bytes
     */
    int encode(T value, MutableDirectBuffer buffer, int offset);
  }

  /**
   * Decodes values.
   *
   * @param <T> the type of the values
   */
  @FunctionalInterface
  public interface Decoder<T> {
    /**
     * Reads a value. An exception of this method becomes a {@link CodecException}.
     *
     * @param buffer holds the bytes, and may be kept
     * @param offset index of the first byte
     * @param length number of bytes
     * @return the value
     */
    T decode(DirectBuffer buffer, int offset, int length);
  }

  private final String name;
  private final Encoder<? super T> encoder;
  private final Decoder<? extends T> decoder;

  private BufferCodec(String name, Encoder<? super T> encoder, Decoder<? extends T> decoder) {
    this.name = Objects.requireNonNull(name);
    this.encoder = Objects.requireNonNull(encoder);
    this.decoder = Objects.requireNonNull(decoder);
  }

  /**
   * Returns a codec.
   *
   * @param <T> the type of the values
   * @param name the {@linkplain Codec#name name}, another one for each encoding
   * @param encoder encodes values; safe for use by many threads
   * @param decoder decodes values; safe for use by many threads
   * @return the codec
   */
  public static <T> BufferCodec<T> of(
      String name, Encoder<? super T> encoder, Decoder<? extends T> decoder) {
    return new BufferCodec<>(name, encoder, decoder);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public byte[] encode(T value) {
    ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    int length = encoder.encode(value, buffer, 0);
    Range.check(buffer, 0, length);
    return Arrays.copyOf(buffer.byteArray(), length);
  }

  @Override
  public T decode(byte[] bytes) {
    try {
      return Objects.requireNonNull(decoder.decode(new UnsafeBuffer(bytes), 0, bytes.length));
    } catch (CodecException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new CodecException(name, bytes, "its decoder threw " + e, e);
    }
  }

  @Override
  public Comparator<T> comparator() {
    return (left, right) -> Arrays.compareUnsigned(encode(left), encode(right));
  }

  @Override
  public String toString() {
    return name;
  }
}
