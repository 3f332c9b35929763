package io.octavo.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A faster wrong answer is no result: whoever is compared must agree. */
class ContestantsTest {
  @Test
  void codecsAgree() {
    for (Ranges set : List.of(Ranges.REALISTIC, Ranges.FULL, Ranges.BITS_40, Ranges.LONG)) {
      CodecBenchmark benchmark = new CodecBenchmark();
      benchmark.set = set;
      benchmark.setUp();
      assertEquals(benchmark.keyNaive(), benchmark.key(), set::name);
      assertEquals(benchmark.valueNaive(), benchmark.value(), set::name);
      byte[] expected = benchmark.writeNaive().clone();
      assertArrayEquals(expected, benchmark.write(), set::name);
    }
  }

  @Test
  void getsAgree() {
    for (Ranges set : List.of(Ranges.REALISTIC, Ranges.FULL, Ranges.LONG)) {
      for (boolean hit : new boolean[] {true, false}) {
        PageBenchmark benchmark = new PageBenchmark();
        benchmark.set = set;
        benchmark.hit = hit;
        benchmark.setUp();
        long expected = benchmark.longArrays();
        assertEquals(expected, benchmark.leaf(), set::name);
        assertEquals(expected, benchmark.rawArray(), set::name);
      }
    }
  }
}
