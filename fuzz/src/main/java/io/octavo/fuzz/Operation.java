package io.octavo.fuzz;

/**
 * One step of a scenario, as data: what it does to the store and to the model follows from it and
 * from what the model holds.
 *
 * @param kind what to do
 * @param map which map, by its place among the names of the scenario
 * @param a first operand: a key, a lower bound, a seed, a choice
 * @param b second operand: a value, an upper bound, a step
 * @param count how many times
 */
public record Operation(Kind kind, int map, long a, long b, int count) {
  /** What an operation does; those that change a map begin a transaction where none is open. */
  public enum Kind {
    /** Puts key a with value b. */
    PUT(300),
    /**
     * Puts as many keys of the map's family as the count says, drawn with seed a; in one call if a
     * is even.
     */
    PUT_MANY(60),
    /** Puts key a with value b if it is absent. */
    PUT_IF_ABSENT(60),
    /** Removes key a; an odd one without asking whether it was there. */
    REMOVE(30),
    /**
     * Removes as many keys as the count says, from the least one not below a upward; if the count
     * is even in one call, and with some that are drawn; if a is odd then without a count.
     */
    REMOVE_AT_OR_ABOVE(200),
    /** Removes the range from a to b. */
    REMOVE_RANGE(40),
    /** Removes everything. */
    CLEAR(2),
    /** Loads keys a, a + b, a + 2b, and so on. */
    LOAD(8),
    /** Loads the next map into this one, by its cursor from a to b. */
    LOAD_FROM_NEXT(3),
    /** Loads a source whose order is wrong at the end: the transaction fails. */
    LOAD_WRONG(1),
    /** Reads key a in every way there is. */
    READ(150),
    /** Reads as many keys as the count says, drawn with seed a, in one call. */
    READ_MANY(20),
    /** Moves a cursor over the range from a to b, with writes of the same transaction between. */
    WALK(30),
    /**
     * Does as many things as the count says to a map of byte strings, drawn with seed a; in every
     * fourth scenario to posting lists, in some to what interns or to series, as the next two.
     */
    STRINGS(150),
    /** Moves a cursor over a map of byte strings, with writes between, drawn with seed a. */
    STRINGS_WALK(20),
    /** Drops a map of byte strings, or renames it, by a. */
    STRINGS_NAMES(4),
    /** Compares the names. */
    NAMES(5),
    /** Drops the map. */
    DROP(3),
    /** Renames the map to name number a. */
    RENAME(4),
    /** Commits; then everything is compared and checked. */
    COMMIT(120),
    /** Rolls back. */
    ROLL_BACK(25),
    /** Makes the commits durable; where a is even, then compacts the file. */
    CHECKPOINT(8),
    /** Checks the store beside the open transaction. */
    CHECK(8),
    /** Opens a snapshot, to be compared at some later time. */
    OPEN_SNAPSHOT(30),
    /** Compares snapshot number a and closes it. */
    CLOSE_SNAPSHOT(30),
    /** Closes the store and opens it, with durability and cache by a. */
    REOPEN(10),
    /** Opens a copy of the file for reading only. */
    READ_ONLY(4),
    /** Opens a copy of the file as it is, as after a crash, and goes on with it where a is odd. */
    CRASH(20);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }

    int weight() {
      return weight;
    }
  }
}
