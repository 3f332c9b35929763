package io.octavo.fuzz.bug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The adversaries find what they are there for. All bugs are hunted by {@link BugHunt}, in {@code
 * .ci/run}; here each only has to fit the engine, and each adversary has to find one.
 */
final class BugHuntTest {
  /** Seconds after which a bug counts as not found; these are found in one. */
  private static final long BOUND = 120;

  @ParameterizedTest
  @EnumSource(SeededBug.class)
  void aSeededBugFitsTheEngine(SeededBug bug) throws Exception {
    ClassLoader loader = new BuggyLoader(bug);
    for (String name : bug.classes().keySet()) {
      // To initialise a class verifies it.
      assertThat(Class.forName(name, true, loader).getClassLoader()).isSameAs(loader);
    }
  }

  @Test
  void aBugThatDoesNotFitNamesItsPlace() throws Exception {
    byte[] list = BuggyLoader.soundBytes("io.octavo.cache.IntList");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Mutator.mutate(Mutation.without("cache.IntList.add", "none()"), list))
        .withMessage("no none()");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Mutator.mutate(Mutation.without("cache.IntList.none", "add()"), list))
        .withMessage("no such method");
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

  /** Each invariant of DESIGN.md has an assertion that finds the code that breaks it. */
  @ParameterizedTest
  @CsvSource({
    "I1, PAGES_RELEASED_WHILE_A_SNAPSHOT_READS, 1",
    "I2, PAGE_REUSED_ONE_CHECKPOINT_EARLY, 1",
    "I3, COMMITTED_PAGE_CHANGED_IN_PLACE, 1",
    "I4, ROOT_KEEPS_ITS_OLD_PAGE, 1",
    "I5, ROOT_LEFT_WITH_ONE_CHILD, 6",
    "I7, CHILD_CHECKSUM_NOT_UPDATED, 1",
    "I8, BITMAP_NOT_MARKED_IN_ITSELF, 1",
    "I9, META_WRITTEN_AFTER_A_FAILURE, 1",
    "I11, ENTRY_CHANGED_IN_AN_ARRAY_TAKEN_OVER, 1",
    "I12, PAGE_OF_NO_STATE_NEVER_FREED, 1"
  })
  void anInvariantFindsASeededBug(String invariant, SeededBug bug, long seed) throws Exception {
    assertThat(BugHunt.hunt(bug, BOUND, seed)).as(bug.name()).contains(invariant + ": ");
  }

  @Test
  void eachAdversaryIsAsked() {
    assertThat(SeededBug.values())
        .extracting(bug -> bug.hunter)
        .contains(SeededBug.Hunter.values());
  }
}
