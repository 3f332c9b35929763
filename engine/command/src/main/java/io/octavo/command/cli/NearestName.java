package io.octavo.command.cli;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the command, the option or the map that a mistyped name probably means. */
public final class NearestName {
  /** Two typing errors; with more, a suggestion is a guess. */
  private static final int MAX_DISTANCE = 2;

  private NearestName() {}

  /**
   * Returns the message for an unknown word, with the nearest known one or a pointer to the help.
   *
   * @param kind what the word is, for example a command
   */
  public static String unknown(String kind, String word, Collection<String> known, String help) {
    String nearest = of(word, known);
    return "unknown "
        + kind
        + " '"
        + word
        + "'; "
        + (nearest == null ? "see " + help : "did you mean '" + nearest + "'?");
  }

  /** Returns the name that a mistyped one probably means, null if none is similar. */
  public static @Nullable String of(String mistyped, Collection<String> known) {
    String nearest = null;
    int least = Math.min(MAX_DISTANCE, mistyped.length() - 1) + 1;
    for (String name : known) {
      // Each character of difference in length is at least one edit.
      if (Math.abs(name.length() - mistyped.length()) < least) {
        int distance = distance(mistyped, name);
        nearest = distance < least ? name : nearest;
        least = Math.min(least, distance);
      }
    }
    return nearest;
  }

  /** Returns the edit distance, in which a swap of two adjacent characters is one edit. */
  private static int distance(String a, String b) {
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        int change = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        edits[i][j] = Math.min(change, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
        }
      }
    }
    return edits[a.length()][b.length()];
  }
}
