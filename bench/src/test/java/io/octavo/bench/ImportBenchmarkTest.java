package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.profile.imports.ImportReport;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The imports that are measured have samples. */
class ImportBenchmarkTest {
  private static final int SAMPLES = 300;

  @ParameterizedTest
  @EnumSource
  void theFormatIsImported(ImportBenchmark.Format format) throws IOException {
    ImportBenchmark benchmark = new ImportBenchmark();
    ImportBenchmark.Source source = new ImportBenchmark.Source();
    source.format = format;
    source.samples = SAMPLES;
    source.setUp();
    try {
      ImportBenchmark.Imported imported = new ImportBenchmark.Imported();
      ImportReport report = benchmark.file(source, imported);
      source.deleteStore();
      assertThat(benchmark.file(source, imported).samples()).isEqualTo(report.samples());
      assertThat(imported.samples).isEqualTo(2 * report.samples());
      assertThat(imported.bytes).isGreaterThan(1_000);
      assertThat(format.name()).startsWithIgnoringCase(report.format());
      // Of equal stacks, the export to pprof has one.
      boolean isExport = format == ImportBenchmark.Format.PPROF;
      assertThat(report.samples()).isBetween(isExport ? SAMPLES / 2L : SAMPLES, (long) SAMPLES);
    } finally {
      source.tearDown();
    }
  }
}
