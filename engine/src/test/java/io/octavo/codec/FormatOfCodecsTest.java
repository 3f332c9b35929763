package io.octavo.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.fixture.FormatTable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
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

  private record Contact(String name, int born, String email) {}

  private record Email(String text) {}

  private static final Codec<Contact> CONTACT =
      Codecs.record(Contact.class)
          .with("name", Codecs.STRING, Contact::name)
          .with("born", Codecs.INT, Contact::born)
          .with("email", Codecs.STRING, Contact::email, "none")
          .build();

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
      case "RECORD(name:STRING,born:INT)" ->
          check(row, PERSON, new Person(parts[0], Integer.parseInt(parts[1])), bytes);
      case "RECORD(name:STRING,born:INT,email?:STRING)" -> checkContact(row, parts, bytes);
      default -> checkOther(row, text, bytes);
    }
  }

  private static void checkOther(List<String> row, String text, byte[] bytes) {
    String[] parts = text.split(", ", -1);
    switch (row.get(0)) {
      case "FLOAT" -> check(row, Codecs.FLOAT, Float.parseFloat(text), bytes);
      case "SHORT" -> check(row, Codecs.SHORT, Short.parseShort(text), bytes);
      case "CHAR" -> check(row, Codecs.CHAR, text.charAt(0), bytes);
      case "LOCAL_DATE" -> check(row, Codecs.LOCAL_DATE, LocalDate.parse(text), bytes);
      case "LOCAL_DATE_TIME" ->
          check(row, Codecs.LOCAL_DATE_TIME, LocalDateTime.parse(text), bytes);
      case "DURATION" -> check(row, Codecs.DURATION, Duration.parse(text), bytes);
      case "BIG_INTEGER" -> check(row, Codecs.BIG_INTEGER, new BigInteger(text), bytes);
      case "BIG_DECIMAL" -> check(row, Codecs.BIG_DECIMAL, new BigDecimal(text), bytes);
      case "OPTIONAL(STRING)" ->
          check(row, Codecs.optional(Codecs.STRING), Optional.of(text), bytes);
      case "LIST(STRING)" -> check(row, Codecs.list(Codecs.STRING), List.of(parts), bytes);
      case "LIST(INT)" ->
          check(
              row, Codecs.list(Codecs.INT), Stream.of(parts).map(Integer::valueOf).toList(), bytes);
      case "SET(STRING)" -> check(row, Codecs.set(Codecs.STRING), Set.of(parts), bytes);
      default ->
          check(row, Codecs.STRING.map("Email", Email::new, Email::text), new Email(text), bytes);
    }
  }

  /** One that lacks the last component is only read. */
  private static void checkContact(List<String> row, String[] parts, byte[] bytes) {
    boolean isLacking = parts.length == 2;
    String email = isLacking ? "none" : parts[2];
    Contact contact = new Contact(parts[0], Integer.parseInt(parts[1]), email);
    if (isLacking) {
      assertThat(CONTACT.decode(bytes)).as("%s", row).isEqualTo(contact);
    } else {
      check(row, CONTACT, contact, bytes);
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
    assertThat(numbered).hasSize(18);
    assertThat(numbered).allMatch(name -> Codecs.constant(name) != null);
    assertThat(told).containsAll(numbered);
    assertThat(shown).containsAll(numbered);
  }
}
