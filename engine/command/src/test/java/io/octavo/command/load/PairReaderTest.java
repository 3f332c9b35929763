package io.octavo.command.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.map.LongEntry;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairReaderTest {
  private static final int BUFFER = 1 << 10;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1\t-2",
        "1 -2\n",
        "  +1 ,  -2  \r\n",
        "1;-2",
        "001,-002",
        "\n \n# note\n#\n1\t-2\n\r\n",
        "\uFEFF1\t-2\n"
      })
  void readsAPair(String text) {
    assertThat(read(text, BUFFER)).containsExactly(new LongEntry(1, -2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "#", "# 1 2", " \t \r\n", "\uFEFF"})
  void readsNothing(String text) {
    assertThat(read(text, BUFFER)).isEmpty();
  }

  @Test
  void readsAllLongs() {
    String text = Long.MIN_VALUE + " " + Long.MAX_VALUE + "\n" + Long.MAX_VALUE + " -0";
    assertThat(read(text, BUFFER))
        .containsExactly(
            new LongEntry(Long.MIN_VALUE, Long.MAX_VALUE), new LongEntry(Long.MAX_VALUE, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | the value is missing: \"1\"",
        "1, | the value is missing: \"1,\"",
        "key,value | the key is not an integer: \"key\"",
        "1x 2 | the key is not an integer: \"1x\"",
        "1 2.5 | the value is not an integer: \"2.5\"",
        "1 - | the value is not an integer: \"-\"",
        "1 2 3 | unexpected text after the value: \"3\"",
        "1 9223372036854775808 | the value does not fit in 64 bits: \"9223372036854775808\"",
        "-9223372036854775809 1 | the key does not fit in 64 bits: \"-9223372036854775809\"",
        "1 99999999999999999999999 | the value does not fit in 64 bits"
      })
  void refusesALineAndShowsTheWrongField(String line, String message) {
    assertThatThrownBy(() -> read("0 0\n" + line + "\n5 5", BUFFER))
        .hasMessageStartingWith("standard input: line 2: " + message);
  }

  @Test
  void showsTheBeginningOfALongFieldAndNoControlCharacters() {
    assertThatThrownBy(() -> read("1 a\u001B[2J\u00e9" + "c".repeat(5_000), BUFFER))
        .hasMessageContaining(": \"a\\x1b[2J\u00e9ccc")
        .hasMessageEndingWith("c\"...")
        .extracting(e -> e.getMessage().length())
        .satisfies(length -> assertThat((int) length).isLessThan(160));
  }

  /** The same lines to a parser that is slow and plain; buffers shorter than a line too. */
  @Test
  void agreesWithANaiveParser() {
    for (long seed = 0; seed < 4_000; seed++) {
      Random random = new Random(seed);
      String text = text(random);
      int buffer = 8 + random.nextInt(200);
      List<LongEntry> expected = new ArrayList<>();
      int wrongLine = readNaively(text, expected);
      List<LongEntry> found = new ArrayList<>();
      String message = "";
      try {
        read(text, buffer, found);
      } catch (Failure e) {
        message = e.getMessage();
      }
      assertThat(found).as("seed %d", seed).isEqualTo(expected);
      if (wrongLine == 0) {
        assertThat(message).as("seed %d", seed).isEmpty();
      } else {
        assertThat(message).as("seed %d", seed).contains(": line " + wrongLine + ": ");
      }
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(30); i > 0; i--) {
      int choice = random.nextInt(100);
      if (choice < 8) {
        text.append(blanks(random)).append("# a note ").append(random.nextInt());
      } else if (choice < 16) {
        text.append(blanks(random));
      } else if (choice < 18) {
        for (int c = random.nextInt(12); c > 0; c--) {
          text.append("0123456789+- \t,;#x\r".charAt(random.nextInt(19)));
        }
      } else {
        text.append(blanks(random)).append(number(random));
        text.append(random.nextBoolean() ? "\t" : blanks(random) + "," + blanks(random));
        text.append(number(random)).append(blanks(random));
      }
      text.append(random.nextInt(4) == 0 ? "\r" : "");
      text.append(i > 1 || random.nextBoolean() ? "\n" : "");
    }
    return text.toString();
  }

  private static String blanks(Random random) {
    return " \t  ".substring(0, random.nextInt(8) == 0 ? random.nextInt(4) : 0);
  }

  private static String number(Random random) {
    if (random.nextInt(200) == 0) {
      return new BigInteger(65, random).toString();
    }
    long number = random.nextLong() >> random.nextInt(64);
    return (number >= 0 && random.nextInt(10) == 0 ? "+0" : "") + number;
  }

  private static final Pattern NOTHING = Pattern.compile("[ \t]*(\r?|#.*)", Pattern.DOTALL);
  private static final Pattern PAIR =
      Pattern.compile("[ \t]*([+-]?[0-9]+)(?:[ \t]+|[ \t]*[,;][ \t]*)([+-]?[0-9]+)[ \t]*\r?");

  /** Returns the number of the first wrong line, or 0. */
  private static int readNaively(String text, List<LongEntry> pairs) {
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      if (NOTHING.matcher(lines[i]).matches()) {
        continue;
      }
      Matcher pair = PAIR.matcher(lines[i]);
      if (!pair.matches()) {
        return i + 1;
      }
      try {
        pairs.add(
            new LongEntry(
                new BigInteger(pair.group(1)).longValueExact(),
                new BigInteger(pair.group(2)).longValueExact()));
      } catch (ArithmeticException e) {
        return i + 1;
      }
    }
    return 0;
  }

  private static List<LongEntry> read(String text, int buffer) {
    List<LongEntry> pairs = new ArrayList<>();
    read(text, buffer, pairs);
    return pairs;
  }

  private static void read(String text, int buffer, List<LongEntry> pairs) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    PairReader reader =
        new PairReader(Input.open(null, new ByteArrayInputStream(bytes), true), "", buffer);
    while (reader.next()) {
      pairs.add(new LongEntry(reader.key(), reader.value()));
    }
  }
}
