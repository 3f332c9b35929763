package io.octavo.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RangesTest {
  @Test
  void lengthsOfOneDrawAddUpToOne() {
    for (Ranges ranges : Ranges.values()) {
      assertEquals(1, Arrays.stream(ranges.distinctByLength(1)).sum(), 1e-9, ranges::name);
    }
  }

  @Test
  void drawsFollowTheWeights() {
    int draws = 1_000_000;
    SplittableRandom random = new SplittableRandom(1);
    double[] counts = new double[Long.BYTES];
    for (int i = 0; i < draws; i++) {
      counts[ClassSet.length(Ranges.FULL.draw(random)) - 1]++;
    }
    double[] expected = Ranges.FULL.distinctByLength(1);
    for (int i = 0; i < counts.length; i++) {
      assertEquals(expected[i], counts[i] / draws, 0.002, "length=" + (i + 1));
    }
  }
}
