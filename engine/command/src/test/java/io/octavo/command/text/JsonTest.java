package io.octavo.command.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.JsonReader;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void whatIsWrittenCanBeRead() {
    String awkward = "\"\\\n\t\u0001é€😀\ud800";
    Map<String, Object> object =
        Json.object(
            "a", Long.MIN_VALUE, "b", Arrays.asList(1, null, true), awkward, awkward, "d", 1.5);
    Map<String, Object> expected =
        Json.object(
            "a",
            BigDecimal.valueOf(Long.MIN_VALUE),
            "b",
            Arrays.asList(BigDecimal.ONE, null, true),
            awkward,
            awkward,
            "d",
            new BigDecimal("1.500"));

    assertThat(new JsonReader(Json.of(object)).document()).isEqualTo(expected);
    assertThat(Json.of(object)).contains("é€😀\\ud800");
  }

  @Test
  void whatIsNoNumberIsNull() {
    assertThat(Json.of(List.of(Double.NaN, Double.POSITIVE_INFINITY))).isEqualTo("[null,null]");
  }
}
