package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The adversaries find what they are there for. All bugs are hunted by {@link BugHunt}, in {@code
 * .ci/run}; here each only has to fit the source, and each adversary has to find one.
 */
final class BugHuntTest {
  /** Seconds after which a bug counts as not found; these are found in one. */
  private static final long BOUND = 120;

  @ParameterizedTest
  @EnumSource(SeededBug.class)
  void aSeededBugFitsTheSource(SeededBug bug) throws Exception {
    assertThat(BugHunt.loader(bug).loadClass(bug.className())).isNotNull();
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "RECORD_NOT_FORCED",
        "FAILED_FORCE_FORGIVEN",
        "CHECKSUM_OF_THE_PARENT_NOT_CHECKED",
        "HEADS_COMPARED_SIGNED"
      })
  void anAdversaryFindsASeededBug(SeededBug bug) throws Exception {
    assertThat(BugHunt.hunt(bug, BOUND, 1)).as(bug.name()).isNotEmpty();
  }

  @Test
  void eachAdversaryIsAsked() {
    assertThat(SeededBug.values())
        .extracting(bug -> bug.hunter)
        .contains(SeededBug.Hunter.values());
  }
}
