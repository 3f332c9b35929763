package io.octavo.command.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.command.cli.Screen;
import io.octavo.command.cli.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NotationTest {
  private static final int RUNS = 5_000;

  /** What is likely to be on the edge of something. */
  private static final int[] BYTES = {
    0, '\t', '\n', '\r', 0x1F, ' ', '"', '\\', 'n', 'x', 'a', 0x7E, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
    0xA0, 0xBB, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF
  };

  private static String write(Notation notation, byte[] bytes) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Output out = output(printed);
    notation.write(bytes, bytes.length, out);
    out.flush();
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static Output output(ByteArrayOutputStream printed) {
    PrintStream stream = new PrintStream(printed, false, StandardCharsets.UTF_8);
    return new Output(
        new Streams(InputStream.nullInputStream(), stream, stream, Screen.NONE), false);
  }

  private static byte[] someBytes(Random random) {
    byte[] bytes = new byte[random.nextInt(8)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) BYTES[random.nextInt(BYTES.length)];
    }
    return bytes;
  }

  @ParameterizedTest
  @EnumSource(Notation.class)
  void everyByteStringHasOneFormOfOneLineAndIsReadBack(Notation notation) {
    Random random = new Random(1);
    Set<String> texts = new HashSet<>();
    Set<String> byteStrings = new HashSet<>();
    for (int run = 0; run < RUNS; run++) {
      byte[] bytes = someBytes(random);
      String text = write(notation, bytes);
      assertThat(notation.decode(text)).as(text).isEqualTo(bytes);
      assertThat(text.codePoints().noneMatch(Character::isISOControl)).as(text).isTrue();
      assertThat(text).doesNotContain("\uFFFD").doesNotContain("\uFEFF");
      texts.add(text);
      byteStrings.add(new String(bytes, StandardCharsets.ISO_8859_1));
    }
    assertThat(texts).hasSameSizeAs(byteStrings);
  }

  @Test
  void textIsWrittenAsItIs() {
    String text = "naïve 日本 😀 \u00A0\u07FF\u0800\uD7FF\uE000\uFFFF \"quoted\"";

    assertThat(write(Notation.UTF8, text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
  }

  @Test
  void whatIsNoTextIsEscaped() {
    assertThat(write(Notation.UTF8, new byte[] {'\t', '\n', '\r', '\\', 0, 0x1B, 0x7F}))
        .isEqualTo("\\t\\n\\r\\\\\\x00\\x1b\\x7f");
    byte[] none = {
      (byte) 0xC3, 'a', (byte) 0xE2, (byte) 0x82, (byte) 0xFF, (byte) 0xC2, (byte) 0x85
    };
    assertThat(write(Notation.UTF8, none)).isEqualTo("\\xc3a\\xe2\\x82\\xff\\xc2\\x85");
  }

  /** The parts end anywhere within characters and groups. */
  @ParameterizedTest
  @EnumSource(Notation.class)
  void whatIsWrittenInPartsIsTheSame(Notation notation) {
    Random random = new Random(2);
    for (int run = 0; run < RUNS; run++) {
      byte[] bytes = someBytes(random);
      ByteArrayOutputStream printed = new ByteArrayOutputStream();
      Output out = output(printed);
      notation.write(new ByteArrayInputStream(bytes), new byte[4 + random.nextInt(3)], out);
      out.flush();
      assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo(write(notation, bytes));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UTF8, a\\, bad escape",
    "UTF8, \\q, bad escape",
    "UTF8, \\x4, bad escape",
    "UTF8, \\x4g, bad escape",
    "UTF8, \\X41, bad escape",
    "UTF8, a\uD800, lone surrogate",
    "HEX, abc, odd number of hex digits",
    "HEX, 0g, is not hex",
    "HEX, 0x00, is not hex",
    "HEX, é0, is not hex",
    "BASE64, YQ, is not padded",
    "BASE64, YQ=, is not padded",
    "BASE64, Y Q=, is not padded",
    "BASE64, YW-_, is not padded",
    "BASE64, YQ==YQ==, is not padded"
  })
  void refusesWhatIsMalformed(Notation notation, String text, String reason) {
    assertThatThrownBy(() -> notation.read("the key", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the key ")
        .hasMessageContaining(reason);
  }

  @Test
  void readsEscapesOfWhatNeedsNone() {
    assertThat(Notation.UTF8.decode("\\x41b\\xC3\\xa9")).isEqualTo(bytes("Abé"));
    assertThat(Notation.HEX.decode("C3a9")).isEqualTo(bytes("é"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
