package io.octavo.codec;

import io.octavo.error.CodecException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A codec of collections, which are ordered by their first elements, then their second, and so on.
 * The encodings of the elements follow each other, with end marks unless their length is fixed.
 *
 * @param <E> their elements
 * @param <C> the collections
 */
abstract class ElementsCodec<E extends @Nullable Object, C extends Collection<E>>
    implements Codec<C> {
  private final String name;
  private final Codec<E> codec;
  private final Comparator<C> comparator = this::compare;

  private ElementsCodec(String name, Codec<E> codec) {
    this.name = name + "(" + codec.name() + ")";
    this.codec = codec;
  }

  /** Makes a codec of lists. */
  static <E extends @Nullable Object> Codec<List<E>> ofLists(Codec<E> codec) {
    return new Lists<>(codec);
  }

  /** Makes a codec of sets. */
  static <E extends @Nullable Object> Codec<Set<E>> ofSets(Codec<E> codec) {
    return new Sets<>(codec);
  }

  /** Returns whether the elements need end marks. */
  private boolean isMarked() {
    return codec.fixedLength() <= 0;
  }

  /** Encodes the elements, in the order in which they are compared. */
  abstract Collection<byte[]> encodeElements(C values);

  final byte[] encodeElement(E element) {
    return codec.encode(element);
  }

  @Override
  public final byte[] encode(C values) {
    return join(encodeElements(values));
  }

  final byte[] join(Collection<byte[]> elements) {
    return PartBytes.join(List.copyOf(elements), i -> isMarked());
  }

  /** Makes a collection of elements, given their encodings. */
  abstract C collect(List<E> elements, List<byte[]> encoded, byte[] bytes);

  @Override
  public final C decode(byte[] bytes) {
    PartBytes rest = new PartBytes(name, bytes);
    List<byte[]> encoded = new ArrayList<>();
    List<E> elements = new ArrayList<>();
    while (!rest.isAtEnd()) {
      byte[] element = isMarked() ? rest.marked() : rest.next(codec.fixedLength());
      encoded.add(element);
      try {
        elements.add(codec.decode(element));
      } catch (CodecException e) {
        String why = "element " + elements.size() + ": " + e.getMessage();
        throw new CodecException(name, bytes, why, e);
      }
    }
    return collect(elements, encoded, bytes);
  }

  private int compare(C left, C right) {
    Iterator<byte[]> rights = encodeElements(right).iterator();
    for (byte[] element : encodeElements(left)) {
      int order = rights.hasNext() ? Arrays.compareUnsigned(element, rights.next()) : 1;
      if (order != 0) {
        return order;
      }
    }
    return rights.hasNext() ? -1 : 0;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Comparator<C> comparator() {
    return comparator;
  }

  @Override
  public final String toString() {
    return name;
  }

  private static final class Lists<E extends @Nullable Object> extends ElementsCodec<E, List<E>> {
    Lists(Codec<E> codec) {
      super("LIST", codec);
    }

    @Override
    List<byte[]> encodeElements(List<E> values) {
      List<byte[]> encoded = new ArrayList<>(values.size());
      for (E value : values) {
        encoded.add(encodeElement(value));
      }
      return encoded;
    }

    @Override
    List<E> collect(List<E> elements, List<byte[]> encoded, byte[] bytes) {
      return Collections.unmodifiableList(elements);
    }

    @Override
    @SuppressWarnings("unchecked") // the codec refuses elements of other types
    public byte[] encodePrefix(List<?> first) {
      return encode((List<E>) first);
    }
  }

  private static final class Sets<E extends @Nullable Object> extends ElementsCodec<E, Set<E>> {
    Sets(Codec<E> codec) {
      super("SET", codec);
    }

    @Override
    Set<byte[]> encodeElements(Set<E> values) {
      Set<byte[]> encoded = new TreeSet<>(Arrays::compareUnsigned);
      for (E value : values) {
        encoded.add(encodeElement(value));
      }
      return encoded;
    }

    @Override
    Set<E> collect(List<E> elements, List<byte[]> encoded, byte[] bytes) {
      for (int i = 1; i < encoded.size(); i++) {
        if (Arrays.compareUnsigned(encoded.get(i - 1), encoded.get(i)) >= 0) {
          throw new CodecException(name(), bytes, "element " + i + " is not above the one before");
        }
      }
      return Collections.unmodifiableSet(new LinkedHashSet<>(elements));
    }
  }
}
