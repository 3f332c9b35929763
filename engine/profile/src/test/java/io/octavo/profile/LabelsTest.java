package io.octavo.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelsTest {
  @Test
  void theTextIsCanonical() {
    Labels labels = Labels.of("host", "a", "app", "web shop", "v", "");
    assertThat(labels).hasToString("app=\"web shop\",host=a,v=\"\"");
    assertThat(Labels.parse(" host = a ,v=\"\",  app=\"web shop\" ")).isEqualTo(labels);
    assertThat(Labels.parse("")).isEqualTo(Labels.NONE).hasToString("");
    assertThat(labels.get("host")).isEqualTo("a");
    assertThat(labels.get("none")).isNull();
    assertThat(labels.with("host", "b").get("host")).isEqualTo("b");
  }

  @Test
  void selectorsSelectTheSetsThatHaveThem() {
    Labels labels = Labels.of("app", "web", "host", "a");
    assertThat(labels.matches(Labels.NONE)).isTrue();
    assertThat(labels.matches(Labels.of("host", "a"))).isTrue();
    assertThat(labels.matches(Labels.of("host", "b"))).isFalse();
    assertThat(labels.matches(labels.with("zone", "x"))).isFalse();
    assertThat(labels.intersection(Labels.of("app", "web", "host", "b")))
        .isEqualTo(Labels.of("app", "web"));
  }

  @Test
  void anyValueComesBack() {
    SplittableRandom random = new SplittableRandom(1);
    String characters = "ab,=\"\\ \n\t\u00E4\uD834\uDD1E";
    for (int i = 0; i < 2_000; i++) {
      StringBuilder value = new StringBuilder();
      random
          .ints(random.nextInt(8), 0, characters.codePointCount(0, characters.length()))
          .forEach(
              index ->
                  value.appendCodePoint(
                      characters.codePointAt(characters.offsetByCodePoints(0, index))));
      Labels labels = Labels.of("a", value.toString(), "b", "c");
      assertThat(Labels.parse(labels.toString())).isEqualTo(labels);
      assertThat(Labels.parse(labels.toString()).get("a")).isEqualTo(value.toString());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a|column 1: expected NAME=VALUE",
        "a=1,|column 5: expected a comma",
        "a=1 b=2|column 5: expected a comma",
        "a=1,,b=2|column 5: expected NAME=VALUE",
        "a=1,a=2|column 5: label 'a' is given twice",
        "a=\"x|column 1: expected NAME=VALUE",
        "1a=x|label name '1a'",
        "a=x\"y|column 4: expected a comma"
      })
  void whatIsNoSetOfLabelsIsTold(String text, String message) {
    assertThatThrownBy(() -> Labels.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatCannotBeStoredIsRefused() {
    assertThatThrownBy(() -> Labels.of("a")).hasMessage("label 'a' has no value");
    assertThatThrownBy(() -> Labels.of("a", "1", "a", "2")).hasMessage("label 'a' is given twice");
    assertThatThrownBy(() -> Labels.of("a b", "1")).hasMessageContaining("label name 'a b'");
    assertThatThrownBy(() -> Labels.of("a", "\uD800")).hasMessageContaining("lone surrogate");
    assertThatThrownBy(() -> Labels.of("a", "x".repeat(4_000)))
        .hasMessageContaining("labels of 4002 bytes; a set may have 4000");
  }
}
