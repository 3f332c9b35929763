package io.octavo.tool;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Which keys are asked for, in the notation of their map.
 *
 * @param from the least one, null for no bound
 * @param to the greatest one, null for no bound
 * @param prefix what all begin with; null for anything
 */
record Range(@Nullable String from, @Nullable String to, @Nullable String prefix) {
  static final Range ALL = new Range(null, null, null);

  static Range only(String key) {
    return new Range(key, key, null);
  }

  /** The options of all verbs on a range of keys. */
  static final class Choice {
    @Option(names = "--from", paramLabel = "KEY", description = "The lowest key, inclusive.")
    @Nullable String from;

    @Option(names = "--to", paramLabel = "KEY", description = "The highest key, inclusive.")
    @Nullable String to;

    @Option(
        names = "--prefix",
        paramLabel = "PREFIX",
        description = "Only keys with this prefix; keys that are strings or bytes.")
    @Nullable String prefix;

    boolean isGiven() {
      return from != null || to != null || prefix != null;
    }

    /** Returns what was asked for. */
    Range given() {
      if (prefix != null && (from != null || to != null)) {
        throw new Failure(Failure.USAGE, "--prefix: not with --from or --to");
      }
      return new Range(from, to, prefix);
    }
  }
}
