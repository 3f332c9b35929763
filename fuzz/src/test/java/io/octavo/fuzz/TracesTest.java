package io.octavo.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.meta.CatalogueRecord;
import io.octavo.replay.TraceReplay;
import io.octavo.shrink.TraceCheck;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is in fuzz/traces is done again by every build, on every JDK. */
class TracesTest {
  private static final Path DIRECTORY = Path.of("traces");
  private static final Path DIGESTS = DIRECTORY.resolve("digests.txt");

  static List<Path> traces() throws IOException {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files.filter(file -> file.toString().endsWith(".trace")).sorted().toList();
    }
  }

  private static List<TraceEvent> events(Path trace) throws IOException {
    List<TraceEvent> events = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (TraceEvent event = reader.next(); event != null; event = reader.next()) {
        events.add(event);
      }
    }
    return events;
  }

  @ParameterizedTest
  @MethodSource("traces")
  void nothingIsWrongAfterAnyCommit(Path trace) throws IOException {
    try (TraceCheck check = TraceCheck.of(null, 0, 1)) {
      for (TraceEvent event : events(trace)) {
        assertThat(check.apply(event)).as("%s", check.problem()).isTrue();
      }
      assertThat(check.replay().commits()).isPositive();
    }
  }

  /**
   * A change of how pages are made changes digests, on purpose or not: {@code ./mvnw -pl
   * page,engine,engine/command,fuzz test -Dgolden.rewrite=true} writes them anew.
   */
  @Test
  void theDigestsAreThoseOfEveryMachine() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path trace : traces()) {
      try (TraceReplay replay = TraceReplay.inMemory()) {
        events(trace).forEach(replay::apply);
        found.add(
            String.format(
                Locale.ROOT,
                "%s %d %d %016x",
                trace.getFileName(),
                replay.commits(),
                replay.operations(),
                replay.digest()));
      }
    }
    if (Boolean.getBoolean("golden.rewrite")) {
      Files.write(DIGESTS, found);
    }
    assertThat(found).isNotEmpty().isEqualTo(Files.readAllLines(DIGESTS));
  }

  /** Returns what is done to series in a trace, and whether transactions roll back. */
  private static Set<String> doneToSeries(Path trace) throws IOException {
    Set<String> done = new TreeSet<>();
    Set<Integer> series = new HashSet<>();
    Map<Integer, Long> latest = new HashMap<>();
    for (TraceEvent event : events(trace)) {
      if (event instanceof TraceEvent.Create created) {
        boolean isSeries = created.type() == CatalogueRecord.SERIES;
        // Identifiers of what was rolled back are given out again.
        series.remove(created.collection());
        latest.remove(created.collection());
        series.addAll(isSeries ? Set.of(created.collection()) : Set.of());
      } else if (event instanceof TraceEvent.RolledBack) {
        done.add("RolledBack");
      }
      if (!(event instanceof TraceEvent.Operation operation)
          || !series.contains(operation.collection())) {
        continue;
      }
      String name = event.getClass().getSimpleName();
      if (event instanceof TraceEvent.Put put) {
        boolean isLate = latest.merge(put.collection(), put.key(), Math::max) > put.key();
        name = isLate ? "late Put" : name;
      }
      done.add(name);
    }
    return done;
  }

  @Test
  void theTracesOfSeriesHaveEveryOperation() throws IOException {
    List<Path> ofSeries =
        traces().stream().filter(trace -> trace.toString().contains("series-")).toList();
    assertThat(ofSeries).hasSize(3);
    for (Path trace : ofSeries) {
      assertThat(doneToSeries(trace))
          .as("%s", trace)
          .contains(
              "Create",
              "Put",
              "late Put",
              "RemoveRange",
              "Clear",
              "Describe",
              "Drop",
              "RolledBack");
    }
  }

  @Test
  void aFailureLeavesATraceThatFails(@TempDir Path directory) throws IOException {
    Scenario scenario = Scenario.of(17, 200);
    String before = System.setProperty("octavo.traces", directory.toString());
    String told;
    try {
      told =
          FailureTrace.record(
              "a",
              trace -> {
                new Execution(scenario.with(scenario.options().recordTo(trace))).run();
                throw new AssertionError("as if the model were another one");
              });
    } finally {
      if (before == null) {
        System.clearProperty("octavo.traces");
      } else {
        System.setProperty("octavo.traces", before);
      }
    }
    Path trace = directory.resolve("a.trace");
    assertThat(told).contains("octavo trace replay " + trace + " --check", "no problem");
    assertThat(events(trace)).hasSizeGreaterThan(20);
  }
}
