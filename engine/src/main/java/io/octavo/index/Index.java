package io.octavo.index;

import io.octavo.codec.Codec;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An index of an {@link IndexedMap}: finds entries by keys that a function computes from values.
 * Immutable, and usually a constant of the program.
 *
 * <p>A store identifies an index by its name. The function must always return the same keys for the
 * same value, in every version of the program: an index with another function or codec needs
 * another name, such as {@code city2}.
 *
 * <pre>{@code
 * static final Index<Person, String> CITY = Index.of("city", Codecs.STRING, Person::city);
 * static final Index<Person, String> SKILLS =
 *     Index.ofMany("skills", Codecs.STRING, Person::skills);
 * }</pre>
 *
 * @param <V> type of the values of the map
 * @param <I> type of the keys of the index
 */
public final class Index<V, I> {
  private final String name;
  private final Codec<I> codec;
  private final Function<? super V, ? extends Collection<? extends I>> function;

  private Index(
      String name,
      Codec<I> codec,
      Function<? super V, ? extends Collection<? extends I>> function) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the name of an index is empty");
    }
    this.name = name;
    this.codec = Objects.requireNonNull(codec, "codec");
    this.function = Objects.requireNonNull(function, "function");
  }

  /**
   * Creates an index with one key for each value, or none.
   *
   * @param name the name, not empty
   * @param codec codec of the keys; its order is the order of the index
   * @param function computes the key of a value; null if the index has no key for the value
   * @param <V> type of the values of the map
   * @param <I> type of the keys of the index
   * @return the index
   * @throws IllegalArgumentException if the name is empty
   */
  public static <V, I> Index<V, I> of(
      String name, Codec<I> codec, Function<? super V, ? extends @Nullable I> function) {
    return new Index<>(
        name,
        codec,
        value -> {
          I key = function.apply(value);
          return key == null ? List.of() : List.of(key);
        });
  }

  /**
   * Creates an index with any number of keys for each value.
   *
   * @param name the name, not empty
   * @param codec codec of the keys; its order is the order of the index
   * @param function computes the keys of a value, in any order; equal keys count once
   * @param <V> type of the values of the map
   * @param <I> type of the keys of the index
   * @return the index
   * @throws IllegalArgumentException if the name is empty
   */
  public static <V, I> Index<V, I> ofMany(
      String name,
      Codec<I> codec,
      Function<? super V, ? extends Collection<? extends I>> function) {
    return new Index<>(name, codec, function);
  }

  /**
   * Returns the name.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  Codec<I> codec() {
    return codec;
  }

  Collection<? extends I> keysOf(V value) {
    return function.apply(value);
  }
}
