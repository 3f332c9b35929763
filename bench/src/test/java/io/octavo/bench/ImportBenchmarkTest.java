package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.profile.ImportReport;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The imports that are measured have samples. */
class ImportBenchmarkTest {
  private static final int SAMPLES = 300;

  private final ImportBenchmark benchmark = new ImportBenchmark();

  /** Imports a file. */
  private interface Run<S> {
    ImportReport run(S source, ImportBenchmark.Imported imported) throws IOException;
  }

  private static <S extends ImportBenchmark.Source> ImportReport twice(S source, Run<S> run)
      throws IOException {
    source.samples = SAMPLES;
    source.setUp();
    try {
      ImportBenchmark.Imported imported = new ImportBenchmark.Imported();
      ImportReport report = run.run(source, imported);
      source.deleteStore();
      assertThat(run.run(source, imported).samples()).isEqualTo(report.samples());
      assertThat(imported.samples).isEqualTo(2 * report.samples());
      assertThat(imported.bytes).isGreaterThan(1_000);
      return report;
    } finally {
      source.tearDown();
    }
  }

  @Test
  void eachFormatIsImported() throws IOException {
    ImportReport repeating = twice(new ImportBenchmark.Repeating(), benchmark::jfrRepeating);
    assertThat(repeating.format()).isEqualTo("jfr");
    assertThat(repeating.samples()).isEqualTo(SAMPLES);
    assertThat(twice(new ImportBenchmark.Distinct(), benchmark::jfrDistinct).samples())
        .isEqualTo(SAMPLES);
    ImportReport text = twice(new ImportBenchmark.Collapsed(), benchmark::collapsed);
    assertThat(text.format()).isEqualTo("collapsed");
    assertThat(text.samples()).isEqualTo(SAMPLES);
    ImportReport pprof = twice(new ImportBenchmark.Pprof(), benchmark::pprof);
    assertThat(pprof.format()).isEqualTo("pprof");
    // Of equal stacks, the export has one.
    assertThat(pprof.samples()).isBetween(SAMPLES / 2L, (long) SAMPLES);
  }
}
