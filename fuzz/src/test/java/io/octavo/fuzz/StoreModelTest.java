package io.octavo.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Scenarios against the model; {@link ModelRun} runs the same for longer. */
class StoreModelTest {
  private static final int SHORT = 300;
  private static final int LONG = 2_000;

  @Test
  void manyShortScenariosEndLikeTheModel() {
    long operations = 0;
    for (long seed = 1_001; seed <= 1_015; seed++) {
      operations += FailureTrace.run(Scenario.of(seed, SHORT));
    }
    assertThat(operations).isGreaterThan(15L * SHORT);
  }

  @Test
  void aLongScenarioEndsLikeTheModel() {
    FailureTrace.run(Scenario.of(1, LONG));
  }

  /** Each family of items with small pages and large ones. */
  @Test
  void whatInternsEndsLikeTheModel() {
    for (long seed = 1; seed <= 7; seed++) {
      FailureTrace.run(Scenario.of(InternSteps.INTERNING + seed, SHORT / 2));
    }
  }

  /** Each family of series with small pages and large ones. */
  @Test
  void seriesEndLikeTheModel() {
    for (long seed = 1; seed <= 2; seed++) {
      FailureTrace.run(Scenario.of(SeriesSteps.SERIES + seed, SHORT));
    }
  }

  @Test
  void aScenarioIsAFunctionOfItsSeed() {
    assertThat(Scenario.of(7, SHORT).operations()).isEqualTo(Scenario.of(7, SHORT).operations());
    assertThat(Scenario.of(7, SHORT).operations()).isNotEqualTo(Scenario.of(8, SHORT).operations());
  }

  @Test
  void scenariosReachEveryKindOfOperation() {
    for (Operation.Kind kind : Operation.Kind.values()) {
      assertThat(Scenario.of(1, 10_000).operations())
          .as(kind.toString())
          .anyMatch(operation -> operation.kind() == kind);
    }
  }
}
