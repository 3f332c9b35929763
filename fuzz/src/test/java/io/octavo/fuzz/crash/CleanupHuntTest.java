package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.fuzz.fail.PointInserter;
import org.junit.jupiter.api.Test;

final class CleanupHuntTest {
  @Test
  void theCasesFindNothing() throws Exception {
    assertThat(CleanupHunt.findByCases(new PointInserter(null), 60)).isEmpty();
  }

  @Test
  void whatIsExemptIsThere() throws Exception {
    assertThat(CleanupHunt.statements().values()).containsAll(CleanupHunt.EXEMPT.keySet());
  }
}
