package io.octavo.fuzz.damage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class PageSweepTest {
  private static final int PAGES = 25_000;

  @Test
  @Timeout(120)
  void aPageThatPassesTheCheckIsRightInAllThatItSays() {
    PageSweep.Counts counts = PageSweep.sweep(1, 0, PAGES, 60);
    assertThat(counts.pages).isGreaterThan(PAGES / 2);
    assertThat(counts.passed).as(counts.toString()).isGreaterThan(counts.pages / 10);
    assertThat(counts.passedOf).containsOnlyKeys(PageSweep.Kind.values());
    assertThat(counts.refusedOperations).isPositive();
  }
}
