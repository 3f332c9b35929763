package io.octavo.bench.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strings for tables of strings are what they are said to be. */
class IdStringsTest {
  @TempDir private Path directory;

  private List<String> words(int most) throws Exception {
    return Stream.of(IdStrings.words(directory, most))
        .map(word -> new String(word, StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void wordsAreThoseOfTheTextInItsOrder() throws Exception {
    Files.writeString(directory.resolve("b"), "two, to be\nor");
    Files.writeString(directory.resolve("a"), "\u00FCber-one 1 one.");
    Files.write(directory.resolve("aa"), new byte[] {'n', 'o', ' ', (byte) 0xFF});
    assertThat(words(7)).containsExactly("\u00FCber", "one", "1", "one", "two", "to", "be");
    assertThat(words(100)).hasSize(8);
  }

  @Test
  void withoutTextWordsAreDrawn() throws Exception {
    List<String> words = words(10_000);
    assertThat(words).hasSize(10_000).isEqualTo(words(10_000)).doesNotContain("", "0");
    assertThat(words.stream().distinct().count()).isBetween(3_000L, 9_000L);
  }

  @Test
  void longStringsDifferFromTheFirstByteOnOrInTheLastFour() {
    byte[][] late = IdStrings.random(1_000, true);
    byte[][] early = IdStrings.random(1_000, false);
    assertThat(late[0]).hasSize(200);
    assertThat(Stream.of(late).map(Arrays::hashCode).distinct()).hasSize(1_000);
    for (int i = 1; i < late.length; i++) {
      assertThat(Arrays.mismatch(late[0], late[i])).isBetween(196, 199);
      assertThat(Arrays.mismatch(early[0], early[i])).isBetween(0, 8);
    }
  }
}
