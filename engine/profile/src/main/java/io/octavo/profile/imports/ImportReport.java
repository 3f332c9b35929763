package io.octavo.profile.imports;

import io.octavo.profile.Labels;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The result of an import.
 *
 * @param source the name of the file
 * @param format {@code jfr}, {@code collapsed}, {@code pprof} or {@code perf}
 * @param isRepeated whether the file had been imported before; then nothing was added, and all
 *     numbers are 0
 * @param samples the number of samples added
 * @param resumedAfter the number of samples of the file that an interrupted import had consumed;
 *     this import continued after them
 * @param weights the sum of the weights added, by series
 * @param first the time of the first sample added, if any
 * @param last the time of the last sample added, if any
 * @param truncated the number of samples with stacks truncated by the profiler; their outermost
 *     frame is {@code [truncated]}
 * @param skipped the number of samples or events of the whole file not added, by reason
 */
public record ImportReport(
    String source,
    String format,
    boolean isRepeated,
    long samples,
    long resumedAfter,
    SortedMap<Labels, Long> weights,
    Optional<Instant> first,
    Optional<Instant> last,
    long truncated,
    SortedMap<String, Long> skipped) {
  /** Returns the report of a file that was imported before. */
  static ImportReport repeated(String source, ImportFormat format) {
    return new ImportReport(
        source,
        format.text(),
        true,
        0,
        0,
        new TreeMap<>(),
        Optional.empty(),
        Optional.empty(),
        0,
        new TreeMap<>());
  }
}
