package io.octavo.fuzz;

import io.octavo.Transaction;
import io.octavo.fuzz.workload.Family;
import io.octavo.fuzz.workload.Target;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What an {@link Execution} does to the tables of strings, tables of pairs and tables of stacks of
 * an open transaction. A model maps the number of each item to its id.
 */
final class InternSteps implements Steps {
  /** Names, two of each type; none of them is that of another map. */
  static final List<String> NAMES =
      Family.INTERNED.stream()
          .flatMap(family -> Stream.of(family.prefix + "items", family.prefix + "Items"))
          .toList();

  /** A bit of the seeds of scenarios that intern in place of changing byte strings. */
  static final long INTERNING = 1L << 40;

  /** Items after which a collection is cleared before more are added. */
  private static final int MOST_ITEMS = 2_000;

  /** The most items that one operation adds. */
  private static final int MOST_AT_ONCE = 60;

  private static final int KEYS = 400;

  /** Shapes of items: all of them, or one of those that differ in few bits. */
  private static final int SHAPES = 5;

  private final NavigableMap<Long, Long> ids;
  private final Target target;
  private final int shape;
  private final boolean isOfStacks;
  private final SplittableRandom random;

  InternSteps(Scenario scenario, Transaction transaction, Model working, Operation operation) {
    int index = operation.map() % NAMES.size();
    String name = NAMES.get(index);
    Family family = Family.of(name);
    this.ids = working.writeInterned(name);
    this.target = new Target.Compared(family.open(transaction, name), family.model(ids));
    this.shape = (int) ((scenario.seed() + index) / NAMES.size() % SHAPES);
    this.isOfStacks = family == Family.STACKS;
    this.random = new SplittableRandom(operation.a());
  }

  /** Returns whether a scenario interns in place of changing byte strings. */
  static boolean isFor(Scenario scenario) {
    return (scenario.seed() & INTERNING) != 0;
  }

  /** Lets most changes of maps of longs be of what interns, and rolls back more often. */
  static Operation changed(Operation operation) {
    return switch (operation.kind()) {
      case PUT, REMOVE_AT_OR_ABOVE ->
          new Operation(
              Operation.Kind.STRINGS,
              (int) Math.floorMod(operation.a() + operation.b(), (long) NAMES.size()),
              31 * operation.a() + operation.b(),
              0,
              Math.min(MOST_AT_ONCE, operation.count() * 20));
      case REMOVE_RANGE, WALK -> new Operation(Operation.Kind.ROLL_BACK, 0, 0, 0, 1);
      default -> operation;
    };
  }

  /** Returns another name of the same type, or the name itself. */
  static String other(String name, long choice) {
    return NAMES.get((NAMES.indexOf(name) & ~1) + (int) (choice & 1));
  }

  /** Adds items, some of them known. */
  @Override
  public void change(int count) {
    if (ids.size() > MOST_ITEMS) {
      target.clear();
    }
    for (int i = 0; i < count; i++) {
      if (random.nextInt(300) == 0) {
        target.clear();
      }
      intern();
    }
  }

  /** Finds items, with new items between. */
  @Override
  public void walk(int count) {
    // What stacks have is looked for in the whole table.
    for (int i = 0; i < (isOfStacks ? count / 10 : count); i++) {
      target.remove(random.nextInt(KEYS));
      if (random.nextInt(4) == 0) {
        intern();
      }
    }
  }

  private void intern() {
    long value = random.nextInt();
    target.put(random.nextInt(KEYS), shape == 0 ? value : (value & 4) + shape - 1);
  }
}
