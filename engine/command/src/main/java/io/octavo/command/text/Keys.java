package io.octavo.command.text;

import io.octavo.command.cli.Failure;
import java.util.List;
import java.util.stream.Collectors;

/** Reports the keys, or what was sought, that were not found. */
public final class Keys {
  private static final int LISTED_MAX = 5;

  private Keys() {}

  public static void requireFound(List<String> missing, int asked, String what, String title) {
    if (missing.isEmpty()) {
      return;
    }
    String list = missing.stream().limit(LISTED_MAX).collect(Collectors.joining(", "));
    String more = missing.size() > LISTED_MAX ? ", ..." : "";
    String of = asked == 1 ? "" : missing.size() + " of " + asked + " " + what + ": ";
    throw new Failure(Failure.NO_KEY, of + "not in " + title + ": " + list + more);
  }
}
