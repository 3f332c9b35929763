package io.octavo.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Builds the codec of a record, component by component.
 *
 * <pre>{@code
 * record Person(String name, int born) {}
 *
 * Codec<Person> people =
 *     Codecs.record(Person.class)
 *         .with("name", Codecs.STRING, Person::name)
 *         .with("born", Codecs.INT, Person::born)
 *         .build();
 * }</pre>
 *
 * <p>The encoding, the order of keys and the name of the codec follow the order of the calls, not
 * the order of the declaration: a key may be ordered by its last component first. The name of the
 * class and the order of its components may change; the names, codecs and number of the components
 * must not.
 *
 * @param <R> the record
 */
public final class RecordCodecBuilder<R extends Record> {
  private final Class<R> type;
  private final List<String> names = new ArrayList<>();
  private final List<String> described = new ArrayList<>();
  private final List<TupleCodec.Part<R, ?>> parts = new ArrayList<>();

  RecordCodecBuilder(Class<R> type) {
    this.type = type;
  }

  /**
   * Adds a component.
   *
   * @param component the name of the component
   * @param codec the codec of the component
   * @param accessor reads the component of a record
   * @param <C> the type of the component
   * @return this builder
   */
  public <C> RecordCodecBuilder<R> with(
      String component, Codec<C> codec, Function<? super R, ? extends C> accessor) {
    names.add(component);
    described.add(component + ":" + codec.name());
    parts.add(new TupleCodec.Part<R, C>(codec, accessor));
    return this;
  }

  /**
   * Builds the codec.
   *
   * @return the codec, {@code RECORD(name:STRING,born:INT)} for the example
   * @throws IllegalArgumentException if the components added are not exactly the components of the
   *     record, or if the record cannot be constructed because its module does not open the package
   *     to {@code io.octavo}
   */
  public Codec<R> build() {
    RecordComponent[] components = type.getRecordComponents();
    List<String> declared = Arrays.stream(components).map(RecordComponent::getName).toList();
    if (names.size() != declared.size() || !names.containsAll(declared)) {
      throw new IllegalArgumentException(
          "components=" + names + " are not those of " + type.getName() + ", " + declared);
    }
    int[] places = names.stream().mapToInt(declared::indexOf).toArray();
    Constructor<R> constructor = constructor(components);
    return new TupleCodec<>(
        "RECORD(" + String.join(",", described) + ")",
        parts,
        values -> {
          Object[] arguments = new Object[values.length];
          for (int i = 0; i < values.length; i++) {
            arguments[places[i]] = values[i];
          }
          return make(constructor, arguments);
        });
  }

  private Constructor<R> constructor(RecordComponent[] components) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<R> constructor = type.getDeclaredConstructor(types);
      if (!constructor.trySetAccessible()) {
        throw new IllegalArgumentException(
            "type=" + type.getName() + " is closed; its module must open the package to io.octavo");
      }
      return constructor;
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException("type=" + type.getName() + " is not a record", e);
    }
  }

  private static <R> R make(Constructor<R> constructor, Object[] arguments) {
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException("the record rejects the components: " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("the record cannot be constructed", e);
    }
  }
}
