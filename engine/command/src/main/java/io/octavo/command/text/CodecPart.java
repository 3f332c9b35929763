package io.octavo.command.text;

import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.error.CodecException;
import io.octavo.page.meta.CodecName;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A codec of {@link Codecs} by its name, and the JSON form of its values: numbers and booleans as
 * such, tuples, lists and sets as arrays, records as objects, no value as null, all others as
 * strings.
 */
abstract class CodecPart {
  /** The text form of a value without parts. */
  private enum Style {
    /** Number or boolean: the same text in JSON and outside. */
    BARE,
    /** A string that needs no escapes. */
    PLAIN,
    /** Any string. */
    TEXT
  }

  private final Codec<Object> codec;

  @SuppressWarnings("unchecked") // the codec encodes what it decodes
  CodecPart(Codec<?> codec) {
    this.codec = (Codec<Object>) codec;
  }

  /** Returns the codec, whose values are those of JSON behind {@link #json}. */
  final Codec<Object> codec() {
    return codec;
  }

  /** Returns whether the value is a string of any characters. */
  boolean isText() {
    return false;
  }

  /** Returns whether the value has parts. */
  boolean isCompound() {
    return false;
  }

  /** Returns whether one of the values is null in JSON. */
  boolean isNullable() {
    return false;
  }

  /** Returns whether the notation of byte strings applies. */
  boolean hasBytes() {
    return false;
  }

  /** Returns the JSON form of a value, for {@link Json}. */
  abstract Object json(Object value);

  /**
   * Returns the value of a JSON form.
   *
   * @throws IllegalArgumentException if there is no such value
   */
  abstract Object value(Object json);

  /**
   * Returns the value of a text without escapes; that of a value with parts is JSON.
   *
   * @throws IllegalArgumentException if there is no such value
   */
  Object plain(byte[] bytes) {
    String text = CodecText.decode(bytes, "is not UTF-8");
    return value(isCompound() ? new JsonLine(text).value() : text);
  }

  /** Returns the columns of a value in CSV, see {@link ByteForm#columns}. */
  List<String> columns() {
    return List.of("");
  }

  /**
   * Returns the value of its columns in CSV.
   *
   * @throws IllegalArgumentException if there is no such value
   */
  Object ofColumns(List<@Nullable String> fields) {
    return ofField(fields.get(0));
  }

  /**
   * Returns the value of a field of CSV, null for no value.
   *
   * @throws IllegalArgumentException if there is no such value
   */
  Object ofField(@Nullable String field) {
    if (field == null) {
      throw new IllegalArgumentException("is null; only a codec OPTIONAL(C) has that");
    }
    return plain(field.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Finds a codec.
   *
   * @param name its name
   * @param notation the notation of byte strings
   * @param isKey whether all components of a record are required
   * @return the codec, null if {@link Codecs} has no such codec
   */
  static @Nullable CodecPart of(String name, Notation notation, boolean isKey) {
    CodecName parsed = CodecName.parse(name);
    return parsed == null ? null : of(parsed, notation, isKey);
  }

  private static @Nullable CodecPart of(CodecName name, Notation notation, boolean isKey) {
    if (name.parts().isEmpty()) {
      return constant(name.word(), notation);
    }
    if (name.word().equals("ENUM")) {
      return constants(name);
    }
    boolean hasLabels = name.word().equals("RECORD") || name.word().equals("MAPPED");
    List<CodecPart> parts = new ArrayList<>();
    for (CodecName.Part each : name.parts()) {
      CodecPart part = of(each.name(), notation, isKey);
      if (part == null || each.label().isEmpty() == hasLabels) {
        return null;
      }
      parts.add(part);
    }
    return switch (name.word()) {
      case "TUPLE" -> new CompoundPart.Tuple(parts);
      case "RECORD" -> new CompoundPart.Fields(name, parts, isKey);
      default -> parts.size() == 1 ? of(name.word(), parts.get(0)) : null;
    };
  }

  private static @Nullable CodecPart of(String word, CodecPart part) {
    return switch (word) {
      case "OPTIONAL" -> new CompoundPart.Present(part);
      case "LIST" -> new CompoundPart.Elements<>(part, Codecs.list(part.codec()), ArrayList::new);
      case "SET" -> new CompoundPart.Elements<>(part, Codecs.set(part.codec()), LinkedHashSet::new);
      case "MAPPED" -> part;
      default -> null;
    };
  }

  private static @Nullable CodecPart constants(CodecName name) {
    List<String> names = new ArrayList<>();
    for (CodecName.Part each : name.parts()) {
      if (!each.label().isEmpty() || !each.name().parts().isEmpty()) {
        return null;
      }
      names.add(each.name().word());
    }
    String what = "one of " + String.join(", ", names);
    return new Scalar<>(new Constants(names), Style.TEXT, s -> s, s -> s, what);
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
      case "SHORT" -> number(Codecs.SHORT, value -> value, Short::parseShort, "a 16-bit integer");
      case "FLOAT" -> number(Codecs.FLOAT, CodecPart::decimal, CodecPart::realFloat, "a number");
      case "BIG_INTEGER" ->
          number(Codecs.BIG_INTEGER, value -> value, CodecPart::integer, "an integer");
      case "BIG_DECIMAL" ->
          number(Codecs.BIG_DECIMAL, value -> value, CodecPart::decimal, "a decimal");
      case "BOOLEAN" -> number(Codecs.BOOLEAN, value -> value, CodecPart::truth, "true or false");
      case "STRING" -> new Scalar<>(Codecs.STRING, Style.TEXT, s -> s, s -> s, "text");
      case "UTF8" -> new Scalar<>(Codecs.UTF8, Style.TEXT, s -> s, s -> s, "text");
      case "UUID" ->
          new Scalar<>(Codecs.UUID, Style.PLAIN, UUID::toString, CodecPart::uuid, "a UUID");
      case "CHAR" ->
          new Scalar<>(Codecs.CHAR, Style.TEXT, c -> c, CodecPart::character, "one UTF-16 unit");
      case "LOCAL_DATE" -> time(Codecs.LOCAL_DATE, LocalDate::parse, "a date");
      case "LOCAL_DATE_TIME" ->
          time(Codecs.LOCAL_DATE_TIME, LocalDateTime::parse, "a date with a time");
      case "DURATION" -> time(Codecs.DURATION, Duration::parse, "a duration");
      case "INSTANT" -> time(Codecs.INSTANT, Instant::parse, "an instant");
      case "BYTES" -> new Bytes(notation);
      default -> null;
    };
  }

  private static <T> CodecPart number(
      Codec<T> codec, Function<T, Object> json, Function<String, T> reader, String what) {
    return new Scalar<>(codec, Style.BARE, json, reader, what);
  }

  /** JSON has no infinities and no NaN, and BigDecimal has no negative zero. */
  private static Object decimal(Number value) {
    double number = value.doubleValue();
    boolean isDecimal = Double.isFinite(number) && !Double.valueOf(-0.0).equals(number);
    return isDecimal ? new BigDecimal(value.toString()) : value.toString();
  }

  private static Double real(String text) {
    // Java also accepts surrounding blanks and a type suffix.
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
    // Java also accepts missing digits.
    if (!uuid.toString().equalsIgnoreCase(text)) {
      throw new IllegalArgumentException();
    }
    return uuid;
  }

  private static Float realFloat(String text) {
    real(text);
    return Float.valueOf(text);
  }

  // Java also accepts digits of other scripts.

  private static BigInteger integer(String text) {
    if (!text.matches("[-+]?[0-9]+")) {
      throw new NumberFormatException();
    }
    return new BigInteger(text);
  }

  private static BigDecimal decimal(String text) {
    if (!text.matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?")) {
      throw new NumberFormatException();
    }
    return new BigDecimal(text);
  }

  private static Character character(String text) {
    if (text.length() != 1) {
      throw new IllegalArgumentException();
    }
    return text.charAt(0);
  }

  private static <T> CodecPart time(Codec<T> codec, Function<CharSequence, T> parser, String what) {
    Function<String, T> reader =
        text -> {
          try {
            return parser.apply(text);
          } catch (DateTimeException e) {
            throw new IllegalArgumentException(e);
          }
        };
    return new Scalar<>(codec, Style.PLAIN, Object::toString, reader, what);
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
    @SuppressWarnings("unchecked") // the value comes from the codec
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

    @Override
    Object plain(byte[] bytes) {
      return notation.readRaw("the byte string", bytes);
    }
  }

  /** An enum as the names of its constants. */
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
}
