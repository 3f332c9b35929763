package io.octavo.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
 * class and the order of its components may change; the names and codecs of the components must
 * not.
 *
 * <p>A record may get further components: add them after all others, with a default for values
 * written without them. The new codec opens existing maps with such values, and reads values that
 * lack the component with its default. The first write transaction that opens the map stores the
 * new name of the codec with it; from then on a program without the component gets an {@link
 * io.octavo.error.OutdatedCodecException}. The default may change later, but must not be removed.
 * The components of a key are fixed.
 *
 * <pre>{@code
 * record Person(String name, int born, String email) {}
 *
 * Codec<Person> people =
 *     Codecs.record(Person.class)
 *         .with("name", Codecs.STRING, Person::name)
 *         .with("born", Codecs.INT, Person::born)
 *         .with("email", Codecs.STRING, Person::email, "")
 *         .build();
 * }</pre>
 *
 * <p>The constructor and the components of the record are found by reflection. A program built as a
 * native image of GraalVM names the record in its {@code reflect-config.json}, with {@code
 * "allRecordComponents": true} and {@code "allDeclaredConstructors": true}.
 *
 * @param <R> the record
 */
public final class RecordCodecBuilder<R extends Record> {
  private final Class<R> type;
  private final List<String> names = new ArrayList<>();
  private final List<String> described = new ArrayList<>();
  private final List<TupleCodec.Part<R, ?>> parts = new ArrayList<>();
  private boolean hasLater;

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
   * @throws IllegalStateException if a component with a default was added before
   */
  public <C extends @Nullable Object> RecordCodecBuilder<R> with(
      String component, Codec<C> codec, Function<? super R, ? extends C> accessor) {
    if (hasLater) {
      throw new IllegalStateException(
          "component=" + component + " has no default, but one before it has");
    }
    return add(component, component, codec, accessor, false, null);
  }

  /**
   * Adds a component that existing values may lack.
   *
   * @param component the name of the component
   * @param codec the codec of the component
   * @param accessor reads the component of a record
   * @param byDefault the default for a record written without the component
   * @param <C> the type of the component
   * @return this builder
   */
  public <C extends @Nullable Object> RecordCodecBuilder<R> with(
      String component, Codec<C> codec, Function<? super R, ? extends C> accessor, C byDefault) {
    hasLater = true;
    return add(component, component + "?", codec, accessor, true, byDefault);
  }

  private <C extends @Nullable Object> RecordCodecBuilder<R> add(
      String component,
      String label,
      Codec<C> codec,
      Function<? super R, ? extends C> accessor,
      boolean isLater,
      @Nullable C byDefault) {
    names.add(component);
    described.add(label + ":" + codec.name());
    String told = "component " + component + " of " + type.getSimpleName();
    parts.add(new TupleCodec.Part<R, C>(told, codec, accessor, isLater, byDefault));
    return this;
  }

  /**
   * Builds the codec.
   *
   * @return the codec, {@code RECORD(name:STRING,born:INT)} and {@code
   *     RECORD(name:STRING,born:INT,email?:STRING)} for the examples
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
          @Nullable Object[] arguments = new @Nullable Object[values.length];
          for (int i = 0; i < values.length; i++) {
            arguments[places[i]] = values[i];
          }
          return make(constructor, arguments);
        },
        true);
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

  private static <R> R make(Constructor<R> constructor, @Nullable Object[] arguments) {
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalArgumentException("the record rejects the components: " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("the record cannot be constructed", e);
    }
  }
}
