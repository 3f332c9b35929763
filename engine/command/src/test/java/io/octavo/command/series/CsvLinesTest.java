package io.octavo.command.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields of CSV. */
class CsvLinesTest {
  private static final List<String> PIECES =
      List.of("a", ",", "\"", "\n", " ", "é", "\"\"", "1.5", "\t", "x y");

  private static CsvLines lines(String text) {
    return new CsvLines(Input.open(null, new ByteArrayInputStream(text.getBytes(UTF_8)), true));
  }

  private static List<List<String>> read(String text) {
    CsvLines lines = lines(text);
    List<List<String>> records = new ArrayList<>();
    while (lines.next()) {
      List<String> fields = lines.fields();
      for (int i = 0; i < fields.size(); i++) {
        assertThat(lines.field(i)).isEqualTo(fields.get(i));
      }
      assertThat(lines.field(fields.size())).isEmpty();
      assertThat(lines.field(fields.size() + 1)).isEmpty();
      records.add(fields);
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
        for (int j = random.nextInt(4); j >= 0; j--) {
          StringBuilder drawn = new StringBuilder();
          for (int k = random.nextInt(5); k > 0; k--) {
            drawn.append(PIECES.get(random.nextInt(PIECES.size())));
          }
          String field = drawn.toString();
          fields.add(field.strip());
          written.append(written(field, random)).append(j == 0 ? "" : ",");
        }
        String end = random.nextBoolean() ? "\n" : "\r\n";
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
      quoteCharacter = '\'',
      value = {
        "1,2;3,5\" pipe|line 2: a quote within a field; put the field in quotes, and that quote",
        "1,2;\"3\"x,4|line 2: text behind the last quote of a field: \"\"3\"x,4\"",
        "1,2;\"3,4;5,6|line 2: a field begins with a quote and does not end with one: \"\"3,4\"",
        "1,2;\"3\",\"|line 2: a field begins with a quote and does not end with one",
        "\"1;;2\";x\"|line 4: a quote within a field",
        "\"1;;2\"x|line 1: text behind the last quote of a field: \"\"1\""
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
    CsvLines lines = lines("1,2\n3,\"4\n" + line.repeat(2_000) + "\"\n");
    assertThat(lines.next()).isTrue();
    assertThatThrownBy(lines::next).hasMessageContaining("line 2: a field begins with a quote");
    assertThat(read("\"" + line.repeat(900) + "\"")).hasSize(1);
  }
}
