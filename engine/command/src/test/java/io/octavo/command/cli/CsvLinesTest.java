package io.octavo.command.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields of CSV. */
class CsvLinesTest {
  private static final List<String> PIECES =
      List.of("a", ",", "\"", "\n", " ", "é", "\"\"", "1.5", "\t", "x y");

  private static CsvLines lines(String text) {
    return lines(text, ",", null);
  }

  private static CsvLines lines(String text, String separator, @Nullable String nullText) {
    Input input = Input.open(null, new ByteArrayInputStream(text.getBytes(UTF_8)), true);
    return new CsvLines(new LineReader(input), separator, nullText);
  }

  private static List<List<@Nullable String>> read(String text) {
    return read(lines(text));
  }

  private static List<List<@Nullable String>> read(CsvLines lines) {
    List<List<@Nullable String>> records = new ArrayList<>();
    while (lines.next()) {
      records.add(lines.fields());
    }
    return records;
  }

  /** Any fields are read as they were written, in quotes wherever that is needed or wanted. */
  @Test
  void whatWasWrittenIsRead() {
    for (int seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<List<String>> records = new ArrayList<>();
      List<Integer> numbers = new ArrayList<>();
      StringBuilder text = new StringBuilder();
      int line = 1;
      for (int i = random.nextInt(5); i >= 0; i--) {
        List<String> fields = new ArrayList<>();
        StringBuilder written = new StringBuilder();
        String end = random.nextBoolean() ? "\n" : "\r\n";
        for (int j = random.nextInt(4); j >= 0; j--) {
          StringBuilder drawn = new StringBuilder();
          for (int k = random.nextInt(5); k > 0; k--) {
            drawn.append(PIECES.get(random.nextInt(PIECES.size())));
          }
          String field = drawn.toString();
          fields.add(field.replace("\n", end));
          written.append(written(field, random)).append(j == 0 ? "" : ",");
        }
        text.append(written.toString().replace("\n", end)).append(end);
        if (!written.toString().isBlank()) {
          records.add(fields);
          numbers.add(line);
        }
        line += 1 + (int) written.chars().filter(c -> c == '\n').count();
      }
      assertThat(read(text.toString())).as("seed %d: %s", seed, text).isEqualTo(records);
      CsvLines again = lines(text.toString());
      for (int number : numbers) {
        assertThat(again.next()).isTrue();
        assertThat(again.malformed("why")).hasMessageContaining(": line " + number + ": why: ");
      }
    }
  }

  private static String written(String field, SplittableRandom random) {
    boolean needsQuotes =
        field.indexOf('"') >= 0 || field.indexOf(',') >= 0 || field.contains("\n");
    if (!needsQuotes && random.nextInt(3) > 0) {
      return field;
    }
    String blanks = " ".repeat(random.nextInt(2));
    return blanks + '"' + field.replace("\"", "\"\"") + '"' + blanks;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "1,2;3,5\" pipe|line 2: malformed CSV: a quote within a field; put the field in quotes, and",
        "1,2;\"3\"x,4|line 2: malformed CSV: Unexpected character after closing quote: 'x' (0x78): \"\"3",
        "1,2;\"3,4;5,6|line 2: malformed CSV: Unclosed quoted field at end of input: \"\"3,4\"",
        "1,2;\"3\",\"|line 2: malformed CSV: Unclosed quoted field",
        "\"1;;2\";x\"|line 4: malformed CSV: a quote within a field",
        "\"1;;2\"x|line 1: malformed CSV: Unexpected character after closing quote: 'x' (0x78): \"\"1\""
      })
  void wrongQuotesAreRefused(String text, String problem) {
    assertThatThrownBy(() -> read(text.replace(';', '\n')))
        .isInstanceOf(Failure.class)
        .hasMessageContaining(problem);
  }

  /** A quote too many does not make a field of the whole input. */
  @Test
  void aFieldThatDoesNotEndIsRefusedSoon() {
    String line = "0123456789,".repeat(100) + "\n";
    CsvLines lines = lines("1,2\n3,\"4\n" + line.repeat(20_000) + "\"\n");
    assertThat(lines.next()).isTrue();
    assertThatThrownBy(lines::next)
        .hasMessageContainingAll("line 2: ", "insufficient to read the data of a single field");
    assertThat(read("\"" + line.repeat(9_000) + "\"")).hasSize(1);
  }

  @Test
  void aFieldWithoutQuotesMayStandForNoValue() {
    assertThat(read(lines("a,,\"\"\n\n  \n,\n", ",", "")))
        .containsExactly(Arrays.asList("a", null, ""), Arrays.asList(null, null));
    assertThat(read(lines("NA;\"NA\";\n\"\"\nNA\n", ";", "NA")))
        .containsExactly(Arrays.asList(null, "NA", ""), List.of(""), Arrays.asList((String) null));
    assertThat(read(lines("a::b:c\n", "::", null))).containsExactly(List.of("a", "b:c"));
    assertThatThrownBy(() -> lines("", "\n", null)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsNoUtf8IsNamedByItsLine() {
    byte[] latin = "a,b\n\"c\n\u00ef\",d\n".getBytes(ISO_8859_1);
    Input input = Input.open(null, new ByteArrayInputStream(latin), true);
    CsvLines lines = new CsvLines(new LineReader(input), ",", null);
    assertThat(lines.next()).isTrue();
    assertThatThrownBy(lines::next)
        .isInstanceOf(Failure.class)
        .hasMessageContaining("line 3: the line is not UTF-8");
  }
}
