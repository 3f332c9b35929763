package io.octavo.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.fixture.Effort;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** {@link TextLines}. */
class TextLinesTest {
  private static final int MOST_BYTES = 1 << 17;
  private static final String MARK = "\uFEFF";

  /** Text in pieces of any length, beside a plain reading. */
  @Test
  void linesAreThoseOfTheText() {
    Effort.forEachSeed(
        TextLinesTest.class,
        400,
        seed -> {
          SplittableRandom random = new SplittableRandom(seed);
          String text = text(random);
          List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
          boolean isEnded = lines.get(lines.size() - 1).isEmpty();
          if (isEnded) {
            lines.remove(lines.size() - 1);
          }
          lines.replaceAll(line -> line.endsWith("\r") ? chopped(line) : line);
          String marked = random.nextBoolean() ? MARK + text : text;
          try {
            TextLines read = new TextLines(inPieces(marked, random), MOST_BYTES);
            for (int i = 0; i < lines.size(); i++) {
              assertThat(read.next()).isTrue();
              assertThat(read.text()).isEqualTo(lines.get(i));
              assertThat(read.number()).isEqualTo(i + 1);
              assertThat(read.isEnded()).isEqualTo(isEnded || i + 1 < lines.size());
            }
            assertThat(read.next()).isFalse();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static String chopped(String line) {
    return line.substring(0, line.length() - 1);
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i > 0; i--) {
      switch (random.nextInt(6)) {
        case 0 -> text.append('\n');
        case 1 -> text.append("\r\n");
        case 2 -> text.append('\r');
        case 3 -> text.append("x".repeat(random.nextInt(2 << random.nextInt(16))));
        case 4 -> text.append("\u0445\u5168\u00C5\u0085\u2028");
        default -> text.append("a").append(MARK);
      }
    }
    return text.toString();
  }

  private static InputStream inPieces(String text, SplittableRandom random) {
    int most = random.nextInt(1, 10_000);
    return new ByteArrayInputStream(text.getBytes(UTF_8)) {
      @Override
      public synchronized int read(byte[] into, int from, int length) {
        return super.read(into, from, Math.min(length, random.nextInt(1, most + 1)));
      }
    };
  }

  @Test
  void aLineThatIsTooLongIsRefused() throws IOException {
    String line = "x".repeat(MOST_BYTES - 1);
    TextLines lines = lines(line + "\n" + line + "xx\n");
    assertThat(lines.next()).isTrue();
    assertThat(lines.text()).isEqualTo(line);
    assertThatThrownBy(lines::next)
        .isInstanceOf(MalformedInputException.class)
        .hasMessage("line 2 is longer than 131072 bytes");
  }

  @Test
  void theMarkOfUtf16IsRefusedAndAllElseIsText() throws IOException {
    for (byte[] text :
        new byte[][] {{(byte) 0xFF, (byte) 0xFE}, {(byte) 0xFE, (byte) 0xFF, 0, 97}}) {
      TextLines lines = new TextLines(new ByteArrayInputStream(text), MOST_BYTES);
      assertThatThrownBy(lines::next)
          .isInstanceOf(MalformedInputException.class)
          .hasMessageStartingWith("the text is UTF-16");
    }
    assertThat(lines("").next()).isFalse();
    assertThat(lines(MARK).next()).isFalse();
    byte[] half = {(byte) 0xEF, (byte) 0xBB};
    TextLines lines = new TextLines(new ByteArrayInputStream(half), MOST_BYTES);
    assertThat(lines.next()).isTrue();
    assertThat(lines.to() - lines.from()).isEqualTo(2);
  }

  private static TextLines lines(String text) {
    return new TextLines(new ByteArrayInputStream(text.getBytes(UTF_8)), MOST_BYTES);
  }
}
