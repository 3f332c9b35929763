package io.octavo.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.octavo.bench.data.Ranges;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A faster wrong answer is no result: whoever is compared must agree. */
class ContestantsTest {
  @Test
  void getsAgree() {
    for (Ranges set : List.of(Ranges.REALISTIC, Ranges.FULL, Ranges.LONG)) {
      for (boolean hit : new boolean[] {true, false}) {
        PageBenchmark benchmark = new PageBenchmark();
        benchmark.set = set;
        benchmark.hit = hit;
        benchmark.keysOfTree = 10_000;
        benchmark.setUp();
        long expected = benchmark.longArrays();
        assertEquals(expected, benchmark.leaf(), set::name);
      }
    }
  }
}
