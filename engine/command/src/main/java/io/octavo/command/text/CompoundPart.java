package io.octavo.command.text;

import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.error.CodecException;
import io.octavo.page.meta.CodecName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A codec of values with parts, and their JSON form. */
abstract class CompoundPart extends CodecPart {
  private final List<CodecPart> parts;

  private CompoundPart(Codec<?> codec, List<CodecPart> parts) {
    super(codec);
    this.parts = parts;
  }

  @Override
  final boolean isCompound() {
    return true;
  }

  @Override
  final boolean hasBytes() {
    return parts.stream().anyMatch(CodecPart::hasBytes);
  }

  /** Parses a part of a value. A malformed part is named in the message. */
  final Object value(int index, Object json, String what) {
    return named(what, () -> parts.get(index).value(json));
  }

  private static Object named(String what, Supplier<Object> reader) {
    try {
      return reader.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("has a bad " + what + ", which " + e.getMessage(), e);
    }
  }

  /** Parses a part of a value from its field in CSV. */
  final Object ofField(int index, @Nullable String field, String what) {
    return named(what, () -> parts.get(index).ofField(field));
  }

  /** The parts of a tuple. */
  static final class Tuple extends CompoundPart {
    private final List<CodecPart> parts;

    Tuple(List<CodecPart> parts) {
      super(chain(parts), parts);
      this.parts = parts;
    }

    /** Parts follow each other, so a tuple is encoded as nested pairs. */
    private static Codec<?> chain(List<CodecPart> parts) {
      Codec<?> chain = parts.get(parts.size() - 1).codec();
      for (int i = parts.size() - 2; i >= 0; i--) {
        chain = Codecs.tuple(parts.get(i).codec(), chain);
      }
      return chain;
    }

    @Override
    Object json(Object value) {
      List<Object> list = new ArrayList<>();
      Object rest = value;
      for (int i = 0; i < parts.size() - 1; i++) {
        Tuple2<?, ?> pair = (Tuple2<?, ?>) rest;
        list.add(parts.get(i).json(pair.first()));
        rest = pair.second();
      }
      list.add(parts.get(parts.size() - 1).json(rest));
      return list;
    }

    @Override
    Object value(Object json) {
      if (!(json instanceof List<?> given) || given.size() != parts.size()) {
        throw new IllegalArgumentException("is not an array of " + parts.size() + " in JSON");
      }
      return chain(i -> value(i, given.get(i), what(i)));
    }

    private Object chain(IntFunction<Object> part) {
      Object value = part.apply(parts.size() - 1);
      for (int i = parts.size() - 2; i >= 0; i--) {
        value = new Tuple2<>(part.apply(i), value);
      }
      return value;
    }

    private static String what(int index) {
      return "part " + (index + 1);
    }

    @Override
    List<String> columns() {
      return Collections.nCopies(parts.size(), "");
    }

    @Override
    Object ofColumns(List<@Nullable String> fields) {
      return chain(i -> ofField(i, fields.get(i), what(i)));
    }
  }

  /** The components of a record. */
  static final class Fields extends CompoundPart {
    private final List<CodecPart> parts;
    private final List<String> names = new ArrayList<>();
    private int required;

    Fields(CodecName name, List<CodecPart> parts, boolean isKey) {
      super(new Components(name, parts, 0, isKey), parts);
      this.parts = parts;
      for (CodecName.Part part : name.parts()) {
        String label = part.label();
        names.add(part.isLater() ? label.substring(0, label.length() - 1) : label);
        required += part.isLater() && !isKey ? 0 : 1;
      }
    }

    @Override
    Object json(Object value) {
      List<?> components = (List<?>) value;
      Map<String, Object> fields = new LinkedHashMap<>();
      for (int i = 0; i < components.size(); i++) {
        fields.put(names.get(i), parts.get(i).json(components.get(i)));
      }
      return fields;
    }

    @Override
    Object value(Object json) {
      List<Object> values = new ArrayList<>();
      if (json instanceof Map<?, ?> fields
          && fields.size() >= required
          && fields.size() <= names.size()
          && fields.keySet().containsAll(names.subList(0, fields.size()))) {
        for (int i = 0; i < fields.size(); i++) {
          Object field = Objects.requireNonNull(fields.get(names.get(i)));
          values.add(value(i, field, names.get(i)));
        }
        return values;
      }
      String optional =
          required == names.size()
              ? ""
              : ", of which those behind the first "
                  + required
                  + " may be"
                  + " missing from the end";
      throw new IllegalArgumentException(
          "is not an object in JSON with the fields " + String.join(", ", names) + optional);
    }

    @Override
    List<String> columns() {
      return names;
    }

    @Override
    Object ofColumns(List<@Nullable String> fields) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        values.add(ofField(i, fields.get(i), names.get(i)));
      }
      return values;
    }
  }

  /**
   * A codec of the components of a record from one on. Components that were added later may be
   * missing at the end of a value, but not of a key. A record is encoded as nested tuples of a
   * component and all components after it.
   */
  private static final class Components implements Codec<List<Object>> {
    private final CodecName name;
    private final boolean mayEnd;
    private final List<Codec<Tuple2<Object, List<Object>>>> rest;

    Components(CodecName name, List<CodecPart> parts, int index, boolean isKey) {
      this.name = name;
      boolean isEnd = index == parts.size();
      this.mayEnd = isEnd || (name.parts().get(index).isLater() && !isKey);
      this.rest =
          isEnd
              ? List.of()
              : List.of(
                  Codecs.tuple(
                      parts.get(index).codec(), new Components(name, parts, index + 1, isKey)));
    }

    @Override
    public String name() {
      return name.word();
    }

    @Override
    public byte[] encode(List<Object> values) {
      return values.isEmpty() && mayEnd
          ? new byte[0]
          : rest.get(0).encode(new Tuple2<>(values.get(0), values.subList(1, values.size())));
    }

    @Override
    public List<Object> decode(byte[] bytes) {
      if (bytes.length == 0 && mayEnd) {
        return List.of();
      }
      if (rest.isEmpty()) {
        throw new CodecException(name(), bytes, "bytes follow the last part");
      }
      Tuple2<Object, List<Object>> pair = rest.get(0).decode(bytes);
      List<Object> values = new ArrayList<>();
      values.add(pair.first());
      values.addAll(pair.second());
      return values;
    }

    @Override
    public Comparator<List<Object>> comparator() {
      return (left, right) -> Arrays.compareUnsigned(encode(left), encode(right));
    }
  }

  /** An optional value. */
  static final class Present extends CompoundPart {
    private final CodecPart part;

    Present(CodecPart part) {
      super(Codecs.optional(part.codec()), List.of(part));
      this.part = part;
    }

    @Override
    boolean isNullable() {
      return true;
    }

    @Override
    Object json(Object value) {
      Optional<?> present = (Optional<?>) value;
      if (present.isEmpty()) {
        return Json.NULL;
      }
      Object json = part.json(present.get());
      return part.isNullable() ? List.of(json) : json;
    }

    @Override
    Object value(Object json) {
      if (json == Json.NULL) {
        return Optional.empty();
      }
      if (!part.isNullable()) {
        return Optional.of(part.value(json));
      }
      if (json instanceof List<?> list && list.size() == 1) {
        return Optional.of(part.value(list.get(0)));
      }
      throw new IllegalArgumentException("is neither null nor an array of 1 in JSON");
    }

    @Override
    Object ofField(@Nullable String field) {
      return field == null ? Optional.empty() : Optional.of(part.ofField(field));
    }
  }

  /**
   * The elements of a list or set.
   *
   * @param <C> the collections
   */
  static final class Elements<C extends Collection<Object>> extends CompoundPart {
    private final CodecPart part;
    private final Function<Collection<Object>, C> collect;

    Elements(CodecPart part, Codec<? super C> codec, Function<Collection<Object>, C> collect) {
      super(codec, List.of(part));
      this.part = part;
      this.collect = collect;
    }

    @Override
    Object json(Object value) {
      List<Object> list = new ArrayList<>();
      for (Object element : (Collection<?>) value) {
        list.add(part.json(element));
      }
      return list;
    }

    @Override
    Object value(Object json) {
      if (!(json instanceof List<?> list)) {
        throw new IllegalArgumentException("is not an array in JSON");
      }
      List<Object> values = new ArrayList<>();
      for (Object element : list) {
        values.add(value(0, element, "element " + values.size()));
      }
      return collect.apply(values);
    }
  }
}
