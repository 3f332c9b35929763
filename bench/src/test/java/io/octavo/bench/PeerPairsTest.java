package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PeerPairsTest {
  @Test
  void twoVersionsAreRunAndCompared(@TempDir Path directory) throws Exception {
    Properties properties = new Properties();
    String classPath = System.getProperty("java.class.path");
    properties.putAll(
        Map.of(
            "java.home", System.getProperty("java.home"),
            "old", classPath,
            "new", classPath,
            "sizes", "2000",
            "sets", "realistic",
            "works", "load,scan",
            "seconds", "0.001",
            "heap", "200m",
            "directory", directory.toString()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PeerPairs.run(properties, 1, new PrintStream(bytes, true, StandardCharsets.UTF_8));
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("realistic, 2000, scan | ")
        .contains("realistic, 2000, load_bytes | 1.00 | 1.00..1.00 | 1 |");
  }

  @Test
  void ratesBecomeTimes() {
    assertThat(
            PeerPairs.read(
                List.of(
                    "round,set,size,store,figure,unit,number",
                    "0,realistic,10,octavo,scan,M/s,4",
                    "0,realistic,10,octavo,get_hit,ns,8")))
        .containsEntry("realistic, 10, scan", 0.25)
        .containsEntry("realistic, 10, get_hit", 8.0);
  }

  /** The ranks of published tables of the interval of a median. */
  @Test
  void theIntervalIsThatOfOrderStatistics() {
    assertThat(PeerPairs.cut(5)).isZero();
    assertThat(PeerPairs.cut(6)).isZero();
    assertThat(PeerPairs.cut(10)).isEqualTo(1);
    assertThat(PeerPairs.cut(15)).isEqualTo(3);
    assertThat(PeerPairs.cut(20)).isEqualTo(5);
  }

  @Test
  void aMissingVersionIsNamed() {
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    assertThatThrownBy(() -> PeerPairs.run(new Properties(), 1, out))
        .hasMessage("-Dold=CLASSPATH is missing");
  }
}
