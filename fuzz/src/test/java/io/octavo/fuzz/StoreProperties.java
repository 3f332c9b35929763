package io.octavo.fuzz;

import io.octavo.Durability;
import io.octavo.StoreOptions;
import io.octavo.tree.TreeLimits;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/**
 * Laws of the store over lists of operations that jqwik makes shorter when they fail. {@link
 * Execution} compares every answer with the model and, after every commit, order, counters, equal
 * depth and the pages in use; at its end it opens the file again.
 */
class StoreProperties {
  @Property(tries = 300)
  void tinyPagesKeepOrderCountersAndDepthAfterEveryCommit(
      @ForAll("operations") List<Operation> operations,
      @ForAll KeyFamily family,
      @ForAll @IntRange(min = 2, max = 8) int leaf,
      @ForAll @IntRange(min = 4, max = 8) int branch,
      @ForAll Durability durability) {
    run(operations, family, new TreeLimits(leaf, branch), durability);
  }

  @Property(tries = 150)
  void fullPagesKeepOrderCountersAndDepthAfterEveryCommit(
      @ForAll("operations") List<Operation> operations,
      @ForAll KeyFamily family,
      @ForAll Durability durability) {
    run(operations, family, TreeLimits.PAGE, durability);
  }

  @Provide
  Arbitrary<List<Operation>> operations() {
    List<KeyFamily> families = families(KeyFamily.ANY_WIDTH);
    return Arbitraries.longs()
        .map(seed -> Scenario.operation(new SplittableRandom(seed), families, 2))
        .list()
        .ofMinSize(1)
        .ofMaxSize(150);
  }

  private static void run(
      List<Operation> operations, KeyFamily family, TreeLimits limits, Durability durability) {
    StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20).durability(durability);
    FailureTrace.run(new Scenario(0, options, limits, families(family), operations));
  }

  private static List<KeyFamily> families(KeyFamily family) {
    return Collections.nCopies(Scenario.NAMES.size(), family);
  }
}
