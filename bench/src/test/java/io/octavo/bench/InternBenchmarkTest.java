package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The benchmarks of tables of ids do what they say. */
class InternBenchmarkTest {
  private static final int ITEMS = 5_000;

  private final InternBenchmark benchmark = new InternBenchmark();

  /** Calls a benchmark in a state of its own, so that every first call has the same items. */
  private static long call(PairFamily family, ToLongFunction<InternBenchmark.Pairs> method) {
    InternBenchmark.Pairs state = new InternBenchmark.Pairs();
    state.family = family;
    state.items = ITEMS;
    state.setUp();
    long result = method.applyAsLong(state);
    state.tearDown();
    return result;
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SPARSE_CROSS_PRODUCT")
  void pairsAgreeWithTheMap(PairFamily family) {
    assertThat(call(family, benchmark::pairIntern)).isEqualTo(ITEMS - 1);
    assertThat(call(family, benchmark::longMapGetAndPut)).isEqualTo(ITEMS - 1);
    long ids = call(family, benchmark::longMapGet);
    assertThat(ids).isBetween(1L, (long) InternBenchmark.BATCH * ITEMS);
    assertThat(call(family, benchmark::pairFind)).isEqualTo(ids);
  }

  @Test
  void pairsAreThoseOfTheirIds() {
    assertThat(call(PairFamily.SEQUENTIAL, benchmark::pairGet))
        .isEqualTo(call(PairFamily.SEQUENTIAL, benchmark::pairFind));
  }

  @Test
  void pairsMayComeTwice() {
    long distinct = Arrays.stream(PairFamily.SPARSE_CROSS_PRODUCT.first(ITEMS)).distinct().count();
    assertThat(call(PairFamily.SPARSE_CROSS_PRODUCT, benchmark::pairIntern)).isLessThan(distinct);
    assertThat(call(PairFamily.SPARSE_CROSS_PRODUCT, benchmark::pairGet)).isNotZero();
  }

  @Test
  void stringsAreInternedFoundAndRead() throws Exception {
    InternBenchmark.Strings state = new InternBenchmark.Strings();
    state.items = ITEMS;
    state.setUp();
    assertThat(benchmark.stringIntern(state)).isEqualTo(ITEMS - 1);
    assertThat(benchmark.stringFind(state)).isBetween(1L, (long) InternBenchmark.BATCH * ITEMS);
    assertThat(benchmark.stringGet(state)).isGreaterThan(InternBenchmark.BATCH);
    state.tearDown();
  }

  @Test
  void stacksAreTheSameNodeByNode() {
    InternBenchmark.Stacks state = new InternBenchmark.Stacks();
    state.items = ITEMS;
    state.setUp();
    assertThat(benchmark.stackIntern(state))
        .isPositive()
        .isEqualTo(benchmark.stackInternNodes(state));
    assertThat(benchmark.stackResolve(state))
        .isBetween((long) InternBenchmark.BATCH, (long) InternBenchmark.BATCH * DrawnStacks.DEPTH);
    state.tearDown();
  }
}
