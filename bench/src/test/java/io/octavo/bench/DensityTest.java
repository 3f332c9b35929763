package io.octavo.bench;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DensityTest {
  @Test
  void everyRowReachesItsFigure() {
    assertAll(
        Density.measure(1_000_000).stream().map(row -> () -> assertTrue(row.met(), row::toString)));
  }
}
