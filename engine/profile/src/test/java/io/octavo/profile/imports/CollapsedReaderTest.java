package io.octavo.profile.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link CollapsedReader}. */
class CollapsedReaderTest {
  private static LineSink read(String text) throws IOException {
    LineSink sink = new LineSink();
    CollapsedReader.read(new ByteArrayInputStream(text.getBytes(UTF_8)), "a.txt", sink);
    return sink;
  }

  @Test
  void linesAreStacksWithWeights() throws IOException {
    LineSink sink =
        read(
            "a;b;c 12\na;b;c 3\na;b 1\r\n\na;bc;c 0\na b;operator()(int, long) 7\n"
                + "# slot 1769857200\na 9223372036854775807\n# slot 1.5\n\u20AC;#x 5");
    assertThat(sink.samples)
        .containsExactly(
            "a;b;c 12",
            "a;b;c 3",
            "a;b 1",
            "a;bc;c 0",
            "a b;operator()(int, long) 7",
            "@2026-01-31T11:00:00Z a 9223372036854775807",
            "@1970-01-01T00:00:01.500Z \u20AC;#x 5");
    assertThat(read("").samples).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a;b 1~x|line 2: expected FRAME;FRAME;... WEIGHT: 'x'",
        "a;b 1~~;c x|line 3: the weight 'x' is no whole number",
        "a;b 1.5|line 1: the weight '1.5' is no whole number",
        "a;b -1|line 1: the weight '-1' is no whole number",
        "a;b 9223372036854775808|line 1: the weight '9223372036854775808' is no whole number",
        "'a;b 1 '|line 1: expected FRAME",
        "' 1'|line 1: expected FRAME",
        "a;;b 1|line 1: frame 2 has no name",
        ";a 1|line 1: frame 1 has no name",
        "a; 1|line 1: frame 2 has no name",
        "a 1~a; 1|line 2: frame 2 has no name",
        "# slot x|line 1: the time of the slot is no number of seconds",
        "# slot 99999999999999|line 1: the time of the slot is no number of seconds",
        "# slots 1|line 1: a line that begins with '# ' must be '# slot EPOCH_SECONDS'",
        "'# '|line 1: a line that begins with '# ' must be"
      })
  void aLineThatCannotBeReadIsNamed(String text, String problem) {
    assertThatThrownBy(() -> read(text.replace('~', '\n') + "\nc;d 2\n"))
        .isInstanceOf(ImportException.class)
        .hasMessageStartingWith("a.txt: " + problem)
        .hasMessageEndingWith("; correct or remove the line");
  }

  @Test
  void stacksMayBeDeepButNotTooDeep() throws IOException {
    String deep = "a;".repeat(65_534) + "a";
    assertThat(read(deep + " 1").samples).containsExactly(deep + " 1");
    assertThatThrownBy(() -> read(deep + ";a 1"))
        .hasMessageStartingWith("a.txt: line 1: more than 65535 frames: 'a;a;")
        .hasMessageContaining("...'");
  }

  /** Lines that share frames with those before, in reads of few bytes, beside a plain reading. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void sharedFramesAreThoseOfTheText(int seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> lines = new ArrayList<>();
    List<String> names = List.of("a", "ab", "b", "a b", "\u20AC", "abc", "x".repeat(300));
    for (int i = 0; i < 2_000; i++) {
      List<String> frames = new ArrayList<>();
      for (int depth = 1 + random.nextInt(6); depth > 0; depth--) {
        frames.add(names.get(random.nextInt(depth > 3 ? 2 : names.size())));
      }
      lines.add(String.join(";", frames) + " " + random.nextInt(100));
    }
    byte[] bytes = (String.join("\n", lines) + "\n").getBytes(UTF_8);
    LineSink sink = new LineSink();
    CollapsedReader.read(inPieces(bytes, random), "a.txt", sink);
    assertThat(sink.samples).isEqualTo(lines);
    assertThat(sink.framesAsked()).isEqualTo(names.size());
  }

  private static InputStream inPieces(byte[] bytes, SplittableRandom random) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int from, int length) {
        return super.read(into, from, Math.min(length, 1 + random.nextInt(500)));
      }
    };
  }

  @Test
  void manyNamesAreToldApart() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      lines.add("name" + i % 25_000 + ";a 1");
    }
    LineSink sink = read(String.join("\n", lines));
    assertThat(sink.samples).isEqualTo(lines);
    assertThat(sink.framesAsked()).isEqualTo(25_001);
  }
}
