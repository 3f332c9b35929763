package io.octavo.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.bench.data.Entries;
import io.octavo.bench.data.Ranges;
import java.io.IOException;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The benchmarks do what they say. */
class BenchmarksTest {
  /** Five calls of a scan. */
  private static final int KEYS = 5 << 12;

  /** Calls a benchmark in a state of its own, so that every first call has the same keys. */
  private static long call(Ranges set, ToLongFunction<TreeBenchmark> method) {
    TreeBenchmark benchmark = new TreeBenchmark();
    benchmark.set = set;
    benchmark.keys = KEYS;
    benchmark.setUp();
    long result = method.applyAsLong(benchmark);
    benchmark.tearDown();
    return result;
  }

  @ParameterizedTest
  @EnumSource(names = {"REALISTIC", "LONG"})
  void getsAgree(Ranges set) {
    long expected = call(set, TreeBenchmark::get);
    assertThat(expected).isNotEqualTo(-1 << 12);
    assertThat(call(set, TreeBenchmark::getDependent)).isEqualTo(expected);
    assertThat(call(set, TreeBenchmark::getAll)).isEqualTo(expected);
    assertThat(call(set, TreeBenchmark::getAbsent)).isEqualTo(-1 << 12);
    assertThat(call(set, TreeBenchmark::range)).isNotZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"REALISTIC", "LONG"})
  void aScanVisitsEveryEntryAgainAndAgain(Ranges set) {
    Entries entries = Entries.drawn(set, KEYS, 1);
    long sum = 0;
    for (int i = 0; i < KEYS; i++) {
      sum += entries.key(i) + entries.value(i);
    }
    long scanned =
        call(
            set,
            benchmark -> {
              long total = 0;
              for (int i = 0; i < 10; i++) {
                total += benchmark.scan();
              }
              return total;
            });
    assertThat(scanned).isEqualTo(2 * sum);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void changesAreUndone(boolean file) throws IOException {
    WriteBenchmark benchmark = new WriteBenchmark();
    benchmark.keys = 20_000;
    benchmark.file = file;
    benchmark.setUp();
    for (int round = 0; round < 3; round++) {
      assertThat(benchmark.insert()).isEqualTo(30_000);
      benchmark.undo();
      assertThat(benchmark.remove()).isEqualTo(10_000);
      benchmark.undo();
      assertThat(benchmark.replace()).isEqualTo(20_000);
      benchmark.undo();
    }
    assertThat(benchmark.commit()).isEqualTo(20_000);
    benchmark.tearDown();
  }

  @Test
  void scansOfByteStringsAgree() throws Exception {
    BytesBenchmark benchmark = new BytesBenchmark();
    benchmark.count = 5_000;
    benchmark.setUp();
    long gets = benchmark.get();
    assertThat(gets).isNotZero();
    assertThat(benchmark.scanBatches()).isEqualTo(benchmark.scanEntries());
    benchmark.put();
    assertThat(benchmark.scanBatches()).isEqualTo(benchmark.scanEntries());
    benchmark.tearDown();
  }

  @Test
  void shortTransactionsReadWhatIsThere() throws IOException {
    TransactionBenchmark benchmark = new TransactionBenchmark();
    benchmark.open();
    assertThat(benchmark.read()).isEqualTo(1);
    assertThat(benchmark.readNothing()).isEqualTo(1);
    assertThat(benchmark.readBytes()).isEqualTo(100);
    benchmark.write();
    benchmark.close();
  }
}
