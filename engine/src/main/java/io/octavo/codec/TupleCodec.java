package io.octavo.codec;

import io.octavo.error.CodecException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A codec of values that consist of parts, ordered by the first part, then the second, and so on.
 * {@link PartBytes} describes the encoding.
 *
 * <p>The parts of a tuple never change. A record may get further components, so the bytes alone
 * must show where its encoding ends: its last part has an end mark too, and no record has a fixed
 * length.
 *
 * @param <T> what it encodes
 */
final class TupleCodec<T> implements Codec<T> {
  /**
   * One part of a value.
   *
   * @param label the name in messages
   * @param codec its codec
   * @param accessor returns the part of a value
   * @param isLater whether values that were encoded before the part was added lack it
   * @param byDefault the part of such values
   */
  record Part<T, P extends @Nullable Object>(
      String label,
      Codec<P> codec,
      Function<? super T, ? extends P> accessor,
      boolean isLater,
      @Nullable P byDefault) {
    byte[] encode(T value) {
      return encodePart(accessor.apply(value));
    }

    byte[] encodePart(P part) {
      byte[] bytes;
      try {
        bytes = codec.encode(part);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(label + ": " + e.getMessage(), e);
      } catch (ClassCastException e) {
        // The message of the JDK is null if compiled code throws often.
        Object type = part == null ? null : part.getClass();
        String why = label + ": codec=" + codec.name() + " does not take " + type;
        throw because(new ClassCastException(why), e);
      } catch (NullPointerException e) {
        if (part != null) {
          throw e;
        }
        String why = label + " is null; Codecs.nullable makes a codec that takes null";
        throw because(new NullPointerException(why), e);
      }
      if (codec.fixedLength() >= 0 && bytes.length != codec.fixedLength()) {
        throw new IllegalArgumentException(
            "codec="
                + codec.name()
                + " wrote "
                + bytes.length
                + " bytes, but its fixedLength="
                + codec.fixedLength());
      }
      return bytes;
    }

    private static RuntimeException because(RuntimeException told, RuntimeException cause) {
      told.initCause(cause);
      return told;
    }

    int compare(T left, T right) {
      return codec.comparator().compare(accessor.apply(left), accessor.apply(right));
    }
  }

  private final String name;
  private final List<Part<T, ?>> parts;
  private final Function<@Nullable Object[], T> maker;
  private final boolean isRecord;
  private final int fixedLength;
  private final Comparator<T> comparator = this::compare;

  TupleCodec(
      String name,
      List<Part<T, ?>> parts,
      Function<@Nullable Object[], T> maker,
      boolean isRecord) {
    this.name = name;
    this.parts = List.copyOf(parts);
    this.maker = maker;
    this.isRecord = isRecord;
    boolean isFixed = !isRecord && parts.stream().allMatch(part -> part.codec().fixedLength() >= 0);
    this.fixedLength =
        isFixed ? parts.stream().mapToInt(part -> part.codec().fixedLength()).sum() : -1;
  }

  /** Returns whether an end mark follows a part. */
  private boolean isMarked(int part) {
    return parts.get(part).codec().fixedLength() < 0 && (isRecord || part < parts.size() - 1);
  }

  @Override
  public byte[] encode(T value) {
    List<byte[]> encoded = new ArrayList<>(parts.size());
    for (Part<T, ?> part : parts) {
      encoded.add(part.encode(value));
    }
    return PartBytes.join(encoded, this::isMarked);
  }

  @Override
  @SuppressWarnings("unchecked") // the codec refuses parts of other types
  public byte[] encodePrefix(List<?> first) {
    if (first.size() >= parts.size()) {
      throw new IllegalArgumentException(
          "prefix="
              + first
              + " has "
              + first.size()
              + " parts; fewer than all of "
              + name
              + " fit");
    }
    List<byte[]> encoded = new ArrayList<>(first.size());
    for (int i = 0; i < first.size(); i++) {
      encoded.add(((Part<T, Object>) parts.get(i)).encodePart(first.get(i)));
    }
    return PartBytes.join(encoded, this::isMarked);
  }

  @Override
  public T decode(byte[] bytes) {
    PartBytes rest = new PartBytes(name, bytes);
    @Nullable Object[] values = new @Nullable Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      Part<T, ?> part = parts.get(i);
      boolean isMissing = part.isLater() && rest.isAtEnd();
      values[i] = isMissing ? part.byDefault() : decode(i, bytes, rest);
    }
    if (!rest.isAtEnd()) {
      throw rest.wrong("bytes follow the last part");
    }
    try {
      return maker.apply(values);
    } catch (IllegalArgumentException e) {
      throw new CodecException(name, bytes, "its parts make no value", e);
    }
  }

  private @Nullable Object decode(int index, byte[] bytes, PartBytes rest) {
    Part<T, ?> part = parts.get(index);
    int length = part.codec().fixedLength();
    try {
      if (isMarked(index)) {
        return part.codec().decode(rest.marked());
      }
      return part.codec().decode(length < 0 ? rest.rest() : rest.next(length));
    } catch (CodecException e) {
      throw new CodecException(name, bytes, part.label() + ": " + e.getMessage(), e);
    }
  }

  private int compare(T left, T right) {
    for (Part<T, ?> part : parts) {
      int order = part.compare(left, right);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Comparator<T> comparator() {
    return comparator;
  }

  @Override
  public int fixedLength() {
    return fixedLength;
  }

  @Override
  public String toString() {
    return name;
  }
}
