package io.octavo.fuzz.crash;

import io.octavo.fuzz.disk.Choice;

/**
 * One crash.
 *
 * @param moment when, counted from the beginning of the run or of the recovery that it ends
 * @param kind how
 * @param choice what reached the disk
 */
record Crash(int moment, Kind kind, Choice choice) {
  /** Ways to end. */
  enum Kind {
    /** Power is lost: what was pending is kept or not. */
    POWER,
    /** The process ends: the system still has what is pending, and writes it some time. */
    KILL,
    /** A force fails, then the process ends: the system shows what the disk will never hold. */
    GATE
  }

  @Override
  public String toString() {
    return moment + " " + kind + " " + choice;
  }

  static Crash parse(String text) {
    String[] words = text.split(" ", -1);
    return new Crash(
        Integer.parseInt(words[0]),
        Kind.valueOf(words[1]),
        Choice.parse(words[2], words[3], words[4], words[5]));
  }
}
