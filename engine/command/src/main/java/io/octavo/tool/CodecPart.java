package io.octavo.tool;

import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.error.CodecException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A codec of {@link Codecs} by its name, and how its values stand in JSON: numbers and booleans as
 * such, tuples as arrays, records as objects, all else as strings.
 */
abstract class CodecPart {
  /** How text stands for a value that is no compound. */
  private enum Style {
    /** Number or boolean: the same in JSON and outside. */
    BARE,
    /** A string without any character that is to be escaped. */
    PLAIN,
    /** Any string. */
    TEXT
  }

  private final Codec<Object> codec;

  @SuppressWarnings("unchecked") // what it decodes is what it encodes
  private CodecPart(Codec<?> codec) {
    this.codec = (Codec<Object>) codec;
  }

  /** Returns the codec, whose values are those of JSON behind {@link #json}. */
  final Codec<Object> codec() {
    return codec;
  }

  /** Returns whether the value is a string that may have any character. */
  boolean isText() {
    return false;
  }

  /** Returns whether the value has parts. */
  boolean isCompound() {
    return false;
  }

  /** Returns whether the notation of byte strings makes a difference. */
  boolean hasBytes() {
    return false;
  }

  /** Returns a value as {@link Json} writes it. */
  abstract Object json(Object value);

  /**
   * Returns the value that JSON stands for.
   *
   * @throws IllegalArgumentException if it stands for none, with what is to be said of it
   */
  abstract Object value(Object json);

  /**
   * Finds a codec.
   *
   * @param name its name
   * @param notation that of byte strings
   * @return null if it is none of {@link Codecs}
   */
  static @Nullable CodecPart of(String name, Notation notation) {
    Parser parser = new Parser(name, notation);
    CodecPart part = parser.part();
    return parser.position == name.length() ? part : null;
  }

  private static @Nullable CodecPart constant(String name, Notation notation) {
    return switch (name) {
      case "LONG" -> number(Codecs.LONG, value -> value, Long::parseLong, "a 64-bit integer");
      case "UNSIGNED_LONG" ->
          number(
              Codecs.UNSIGNED_LONG,
              value -> new BigInteger(Long.toUnsignedString(value)),
              Long::parseUnsignedLong,
              "an unsigned 64-bit integer");
      case "INT" -> number(Codecs.INT, value -> value, Integer::parseInt, "a 32-bit integer");
      case "DOUBLE" -> number(Codecs.DOUBLE, CodecPart::decimal, CodecPart::real, "a number");
      case "BOOLEAN" -> number(Codecs.BOOLEAN, value -> value, CodecPart::truth, "true or false");
      case "STRING" -> new Scalar<>(Codecs.STRING, Style.TEXT, s -> s, s -> s, "text");
      case "UTF8" -> new Scalar<>(Codecs.UTF8, Style.TEXT, s -> s, s -> s, "text");
      case "UUID" ->
          new Scalar<>(Codecs.UUID, Style.PLAIN, UUID::toString, CodecPart::uuid, "a UUID");
      case "INSTANT" ->
          new Scalar<>(
              Codecs.INSTANT, Style.PLAIN, Instant::toString, CodecPart::instant, "an instant");
      case "BYTES" -> new Bytes(notation);
      default -> null;
    };
  }

  private static <T> CodecPart number(
      Codec<T> codec, Function<T, Object> json, Function<String, T> reader, String what) {
    return new Scalar<>(codec, Style.BARE, json, reader, what);
  }

  /** JSON has no number for what is not finite, and a decimal no zero below zero. */
  private static Object decimal(double value) {
    boolean isDecimal = Double.isFinite(value) && !Double.valueOf(-0.0).equals(value);
    return isDecimal ? new BigDecimal(Double.toString(value)) : Double.toString(value);
  }

  private static Double real(String text) {
    // Java also takes blanks around it and a letter behind it.
    if (!text.matches("[-+]?(NaN|Infinity|[0-9.]+([eE][-+]?[0-9]+)?)")) {
      throw new NumberFormatException();
    }
    return Double.valueOf(text);
  }

  private static Boolean truth(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException();
    }
    return text.equals("true");
  }

  private static UUID uuid(String text) {
    UUID uuid = UUID.fromString(text);
    // Java also takes one that lacks digits.
    if (!uuid.toString().equalsIgnoreCase(text)) {
      throw new IllegalArgumentException();
    }
    return uuid;
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** A value without parts. */
  private static final class Scalar<T> extends CodecPart {
    private final Style style;
    private final Function<T, Object> writer;
    private final Function<String, T> reader;
    private final String what;

    Scalar(
        Codec<T> codec,
        Style style,
        Function<T, ?> writer,
        Function<String, T> reader,
        String what) {
      super(codec);
      this.style = style;
      this.writer = writer::apply;
      this.reader = reader;
      this.what = what;
    }

    @Override
    boolean isText() {
      return style == Style.TEXT;
    }

    @Override
    @SuppressWarnings("unchecked") // the codec gave it
    Object json(Object value) {
      return writer.apply((T) value);
    }

    @Override
    Object value(Object json) {
      boolean isBare = json instanceof Number || json instanceof Boolean;
      if (json instanceof String || (isBare && style == Style.BARE)) {
        try {
          return reader.apply(json.toString());
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException("is not " + what, e);
        }
      }
      throw new IllegalArgumentException("is not " + what);
    }
  }

  /** A byte string, in its notation. */
  private static final class Bytes extends CodecPart {
    private final Notation notation;

    Bytes(Notation notation) {
      super(Codecs.BYTES);
      this.notation = notation;
    }

    @Override
    boolean hasBytes() {
      return true;
    }

    @Override
    Object json(Object value) {
      return notation.text((byte[]) value);
    }

    @Override
    Object value(Object json) {
      if (json instanceof String text) {
        return notation.decode(text);
      }
      throw new IllegalArgumentException("is not a byte string");
    }
  }

  /** The parts of a tuple, or of a record if they have names. */
  private static final class Compound extends CodecPart {
    private final List<CodecPart> parts;
    private final List<String> names;

    Compound(List<CodecPart> parts, List<String> names) {
      super(chain(parts));
      this.parts = parts;
      this.names = names;
    }

    /** Parts follow each other, so that a tuple has the bytes of pairs of which each ends one. */
    private static Codec<?> chain(List<CodecPart> parts) {
      Codec<?> chain = parts.get(parts.size() - 1).codec();
      for (int i = parts.size() - 2; i >= 0; i--) {
        chain = Codecs.tuple(parts.get(i).codec(), chain);
      }
      return chain;
    }

    @Override
    boolean isCompound() {
      return true;
    }

    @Override
    boolean hasBytes() {
      return parts.stream().anyMatch(CodecPart::hasBytes);
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
      if (names.isEmpty()) {
        return list;
      }
      Map<String, Object> fields = new LinkedHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        fields.put(names.get(i), list.get(i));
      }
      return fields;
    }

    @Override
    Object value(Object json) {
      List<Object> given = new ArrayList<>();
      if (names.isEmpty() && json instanceof List<?> list && list.size() == parts.size()) {
        given.addAll(list);
      } else if (!names.isEmpty()
          && json instanceof Map<?, ?> fields
          && fields.size() == names.size()
          && fields.keySet().containsAll(names)) {
        names.forEach(name -> given.add(fields.get(name)));
      } else if (names.isEmpty()) {
        throw new IllegalArgumentException("is not an array of " + parts.size() + " in JSON");
      } else {
        throw new IllegalArgumentException(
            "is not an object in JSON with the fields " + String.join(", ", names));
      }
      Object value = part(given, parts.size() - 1);
      for (int i = parts.size() - 2; i >= 0; i--) {
        value = new Tuple2<>(part(given, i), value);
      }
      return value;
    }

    private Object part(List<Object> given, int index) {
      try {
        return parts.get(index).value(given.get(index));
      } catch (IllegalArgumentException e) {
        String name = names.isEmpty() ? "part " + (index + 1) : names.get(index);
        throw new IllegalArgumentException("has a bad " + name + ", which " + e.getMessage(), e);
      }
    }
  }

  /** An enum by the names of its constants. */
  private record Constants(List<String> names) implements Codec<String> {
    private static final int OF_ONE_BYTE = 256;

    @Override
    public String name() {
      return "ENUM(" + String.join(",", names) + ")";
    }

    @Override
    public byte[] encode(String value) {
      int index = names.indexOf(value);
      if (index < 0) {
        throw new IllegalArgumentException("is none of " + String.join(", ", names));
      }
      return fixedLength() == 1
          ? new byte[] {(byte) index}
          : new byte[] {(byte) (index >>> Byte.SIZE), (byte) index};
    }

    @Override
    public String decode(byte[] bytes) {
      int index = 0;
      for (byte b : bytes) {
        index = index << Byte.SIZE | (b & 0xFF);
      }
      if (bytes.length != fixedLength() || index >= names.size()) {
        throw new CodecException(name(), bytes, "no constant has them");
      }
      return names.get(index);
    }

    @Override
    public Comparator<String> comparator() {
      return Comparator.comparingInt(names::indexOf);
    }

    @Override
    public int fixedLength() {
      return names.size() > OF_ONE_BYTE ? 2 : 1;
    }
  }

  /** Reads the name of a codec; null stands for one that is not known. */
  private static final class Parser {
    private final String name;
    private final Notation notation;
    private int position;

    Parser(String name, Notation notation) {
      this.name = name;
      this.notation = notation;
    }

    @Nullable CodecPart part() {
      String word = word();
      if (!take('(')) {
        return constant(word, notation);
      }
      return switch (word) {
        case "TUPLE" -> compound(false);
        case "RECORD" -> compound(true);
        case "ENUM" -> constants();
        default -> null;
      };
    }

    private @Nullable CodecPart compound(boolean isRecord) {
      List<CodecPart> parts = new ArrayList<>();
      List<String> names = new ArrayList<>();
      do {
        if (isRecord) {
          names.add(word());
          if (!take(':')) {
            return null;
          }
        }
        CodecPart part = part();
        if (part == null) {
          return null;
        }
        parts.add(part);
      } while (take(','));
      return take(')') ? new Compound(parts, names) : null;
    }

    private @Nullable CodecPart constants() {
      List<String> names = new ArrayList<>();
      do {
        names.add(word());
      } while (take(','));
      String what = "one of " + String.join(", ", names);
      return take(')')
          ? new Scalar<>(new Constants(names), Style.TEXT, s -> s, s -> s, what)
          : null;
    }

    private String word() {
      int from = position;
      while (position < name.length() && "(),:".indexOf(name.charAt(position)) < 0) {
        position++;
      }
      return name.substring(from, position);
    }

    private boolean take(char character) {
      boolean found = position < name.length() && name.charAt(position) == character;
      position += found ? 1 : 0;
      return found;
    }
  }
}
