package io.octavo.fuzz.crash;

import io.octavo.fuzz.fail.Point;
import java.util.Set;

/** The exit paths of page and engine: what runs when a call ends that failed. */
final class Exits {
  /** The methods by which calls end that failed. */
  private static final Set<String> EXITS =
      Set.of(
          "rollback",
          "rollBack",
          "release",
          "releaseAll",
          "fail",
          "failed",
          "undo",
          "close",
          "closeAll",
          "closeStore",
          "end",
          "ended",
          "endUnclosed",
          "letGo",
          "completeIfDone",
          "giveBack",
          "discard",
          "relink",
          "thaw",
          "rolledBack",
          "unregister",
          "withdraw",
          "leave",
          "leaveFailed",
          "depart",
          "endAfter",
          "closeAfter",
          "closeFile",
          "retire",
          "completeCheckpoint",
          "isCommitted",
          "reclaim",
          "refused",
          "tellLog");

  /** Page layouts, whose methods named {@code end} return a place. */
  private static final Set<String> LAYOUTS =
      Set.of(
          "ListPage",
          "SeriesLeaf",
          "SeriesDirectory",
          "SlotWord",
          "SampleFrame",
          "SampleBlock",
          "PairBlock",
          "TextBlock",
          "Varint");

  private Exits() {}

  static boolean isExit(Point point) {
    return isExit(point.className(), point.method());
  }

  /** Returns whether a method ends what failed. */
  static boolean isExit(String className, String method) {
    // A cursor's methods of these names only make an exception, or move the cursor.
    return !className.endsWith("Cursor")
        && !LAYOUTS.contains(className)
        && EXITS.contains(
            method.endsWith("$body") ? method.substring(0, method.length() - 5) : method);
  }
}
