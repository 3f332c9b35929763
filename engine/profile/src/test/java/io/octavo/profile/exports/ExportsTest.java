package io.octavo.profile.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.ProfileWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is exported, byte by byte; {@code fuzz} reads pprof with the library of others. */
class ExportsTest {
  private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");

  /** Frames are separated by semicolons, and have their line after a colon. */
  private static void add(ProfileWriter writer, Labels labels, String frames, long weight) {
    String[] names = frames.split(";", -1);
    int[] ids = new int[names.length];
    for (int i = 0; i < ids.length; i++) {
      String[] parts = names[i].split(":", -1);
      ids[i] = writer.frame(parts[0], parts.length == 1 ? 0 : Integer.parseInt(parts[1]));
    }
    writer.add(labels, BEGIN, writer.stack(0, ids, ids.length), weight);
  }

  private static FlameGraph graph(Labels labels, Object... framesAndWeights) {
    try (Store store = Store.inMemory()) {
      store.write(
          tx -> {
            try (ProfileWriter writer =
                ProfileStore.create(tx, "p", Duration.ofSeconds(10)).writer()) {
              for (int i = 0; i < framesAndWeights.length; i += 2) {
                add(
                    writer,
                    labels,
                    (String) framesAndWeights[i],
                    ((Number) framesAndWeights[i + 1]).longValue());
              }
            }
          });
      return store.read(
          tx -> ProfileStore.open(tx, "p").query(Labels.NONE, BEGIN, BEGIN.plusSeconds(60)));
    }
  }

  private static String collapsed(FlameGraph graph) throws IOException {
    StringBuilder out = new StringBuilder();
    Exports.collapsed(graph, out);
    return out.toString();
  }

  private static String firefox(FlameGraph graph) throws IOException {
    StringBuilder out = new StringBuilder();
    Exports.firefox(graph, out);
    return out.toString();
  }

  @Test
  void collapsedStacksAreAddedUpWhateverTheirLines() throws IOException {
    FlameGraph graph =
        graph(Labels.NONE, "main:1;run", 3, "main:2;run:7", 4, "main:2", 1, "run;run", 5);

    assertThat(collapsed(graph).lines())
        .containsExactlyInAnyOrder("main 1", "main;run 7", "run;run 5");
    assertThat(collapsed(graph)).endsWith("\n");
  }

  @Test
  void collapsedSymbolsKeepToTheirPlace() throws IOException {
    FlameGraph[] graph = new FlameGraph[1];
    try (Store store = Store.inMemory()) {
      store.write(
          tx -> {
            ProfileStore profile = ProfileStore.create(tx, "p", Duration.ofSeconds(10));
            try (ProfileWriter writer = profile.writer()) {
              int[] frames = {writer.frame("a;b 1\n"), writer.frame("größer\r\n2")};
              writer.add(Labels.NONE, BEGIN, writer.stack(0, frames, 2), Long.MAX_VALUE);
            }
            graph[0] = profile.query(Labels.NONE, BEGIN, BEGIN.plusSeconds(1));
          });
    }
    assertThat(collapsed(graph[0])).isEqualTo("a:b 1 ;größer  2 9223372036854775807\n");
  }

  @Test
  void nothingIsExportedAsNothing() throws IOException {
    FlameGraph nothing = graph(Labels.NONE);
    assertThat(collapsed(nothing)).isEmpty();
    assertThat(firefox(nothing)).contains("\"samples\":{\"length\":0,", "\"stringArray\":[]");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Exports.pprof(nothing, out);
    assertThat(out.size()).isPositive();
  }

  /** {@code -Dgolden.rewrite=true} writes the file. */
  @Test
  void theFirefoxProfileIsThatOfTheGoldenFile() throws IOException {
    Labels labels = Labels.of(Labels.TYPE, "cpu", Labels.UNIT, "samples", "host", "a");
    FlameGraph graph =
        graph(
            labels,
            "main:1;run \"q\" \\ \u0001",
            3,
            "main:1;größer:7",
            9_007_199_254_740_993L,
            "main:2",
            1,
            "𝕏;main:2",
            5);
    String exported = firefox(graph);
    if (Boolean.getBoolean("golden.rewrite")) {
      Files.writeString(Path.of("src/test/resources/io/octavo/profile/firefox.json"), exported);
    }
    try (InputStream golden = ExportsTest.class.getResourceAsStream("firefox.json")) {
      byte[] bytes = Objects.requireNonNull(golden).readAllBytes();
      assertThat(exported).isEqualTo(new String(bytes, StandardCharsets.UTF_8));
    }
  }

  @Test
  void firefoxIsToldWhatTheWeightsAre() throws IOException {
    assertThat(firefox(graph(Labels.of(Labels.UNIT, "bytes"), "a", 1)))
        .contains("\"weightType\":\"bytes\"", "\"name\":\"samples (bytes)\"");
    assertThat(firefox(graph(Labels.of(Labels.UNIT, "milliseconds", Labels.TYPE, "wall"), "a", 1)))
        .contains("\"weightType\":\"tracing-ms\"", "\"name\":\"wall (milliseconds)\"");
    assertThat(firefox(graph(Labels.of(Labels.UNIT, "nanoseconds"), "a", 1)))
        .contains("\"weightType\":\"samples\"", "\"name\":\"samples (nanoseconds)\"");
    assertThat(firefox(graph(Labels.NONE, "a", 1)))
        .contains("\"weightType\":\"samples\"", "\"name\":\"samples\"");
  }
}
