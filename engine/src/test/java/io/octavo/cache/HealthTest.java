package io.octavo.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class HealthTest {
  @Test
  void aFailedStoreNamesTheFirstCauseThoughAThreadHasMetTheFailure() {
    Health health = new Health("s.oct", false);
    IOException first = new IOException("disk");
    health.cause = first;
    health.cause = health.exception();
    assertThat(health.exception()).hasCause(first).hasMessageContaining("(" + first + ")");
  }
}
