package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The adversaries find what they are there for. */
final class BugHuntTest {
  /** Seconds after which a bug counts as not found; most are found in one. */
  private static final long BOUND = 60;

  @ParameterizedTest
  @EnumSource(SeededBug.class)
  void aSeededBugIsFound(SeededBug bug) throws Exception {
    assertThat(BugHunt.hunt(bug, BOUND, bug.seed)).as(bug.name()).isNotEmpty();
  }

  @Test
  void withoutABugNothingIsFound() throws Exception {
    assertThat(BugHunt.hunt(null, 2, 100)).isEmpty();
  }
}
