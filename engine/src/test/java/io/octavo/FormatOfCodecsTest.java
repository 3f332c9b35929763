package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Codecs encode as the examples of FORMAT.md say. */
class FormatOfCodecsTest {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

  private enum Colour {
    RED,
    GREEN
  }

  private record Person(String name, int born) {}

  private static final Codec<Person> PERSON =
      Codecs.record(Person.class)
          .with("name", Codecs.STRING, Person::name)
          .with("born", Codecs.INT, Person::born)
          .build();

  static Stream<List<String>> examples() {
    return FormatTable.rows("encoded by", "value", "as").stream();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void aValueHasTheBytesOfTheText(List<String> row) {
    byte[] bytes = HEX.parseHex(row.get(2).replace("`", ""));
    String text = unescaped(row.get(1));
    String[] parts = text.split(", ", -1);
    switch (row.get(0)) {
      case "LONG" -> check(row, Codecs.LONG, Long.parseLong(text), bytes);
      case "UNSIGNED_LONG" -> check(row, Codecs.UNSIGNED_LONG, Long.parseLong(text), bytes);
      case "INT" -> check(row, Codecs.INT, Integer.parseInt(text), bytes);
      case "DOUBLE" -> check(row, Codecs.DOUBLE, Double.parseDouble(text), bytes);
      case "BOOLEAN" -> check(row, Codecs.BOOLEAN, Boolean.parseBoolean(text), bytes);
      case "STRING" -> check(row, Codecs.STRING, text, bytes);
      case "UTF8" -> check(row, Codecs.UTF8, text, bytes);
      case "UUID" -> check(row, Codecs.UUID, UUID.fromString(text), bytes);
      case "INSTANT" -> check(row, Codecs.INSTANT, Instant.parse(text), bytes);
      case "BYTES" -> check(row, Codecs.BYTES, HEX.parseHex(text), bytes);
      case "ENUM(RED,GREEN)" -> check(row, Codecs.enums(Colour.class), Colour.valueOf(text), bytes);
      case "TUPLE(STRING,INT)" ->
          check(
              row,
              Codecs.tuple(Codecs.STRING, Codecs.INT),
              new Tuple2<>(parts[0], Integer.parseInt(parts[1])),
              bytes);
      case "TUPLE(INT,STRING)" ->
          check(
              row,
              Codecs.tuple(Codecs.INT, Codecs.STRING),
              new Tuple2<>(Integer.parseInt(parts[0]), parts[1]),
              bytes);
      default -> check(row, PERSON, new Person(parts[0], Integer.parseInt(parts[1])), bytes);
    }
  }

  private static <T> void check(List<String> row, Codec<T> codec, T value, byte[] bytes) {
    assertThat(codec.name()).isEqualTo(row.get(0));
    assertThat(HEX.formatHex(codec.encode(value))).as("%s", row).isEqualTo(HEX.formatHex(bytes));
    assertThat(codec.decode(bytes)).as("%s", row).isEqualTo(value);
  }

  /** Reads the escapes of Java for units. */
  private static String unescaped(String text) {
    return Pattern.compile("\\\\u([0-9a-f]{4})")
        .matcher(text)
        .replaceAll(match -> Character.toString(Integer.parseInt(match.group(1), 16)));
  }

  @Test
  void eachCodecHasAnEncodingAndAnExample() {
    Set<String> numbered =
        FormatTable.rows("id", "codec").stream()
            .map(row -> row.get(1))
            .filter(name -> name.matches("[A-Z_0-9]+"))
            .collect(Collectors.toSet());
    Set<String> told =
        FormatTable.rows("codec", "encoding").stream()
            .map(row -> row.get(0))
            .collect(Collectors.toSet());
    Set<String> shown = examples().map(row -> row.get(0)).collect(Collectors.toSet());
    assertThat(numbered).hasSize(10);
    assertThat(told).containsAll(numbered);
    assertThat(shown).containsAll(numbered);
  }
}
