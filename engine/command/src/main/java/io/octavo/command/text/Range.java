package io.octavo.command.text;

import io.octavo.command.cli.Failure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * A range of keys, in the notation of their map.
 *
 * @param from the least key, null for no bound
 * @param to the greatest key, null for no bound
 * @param prefix the prefix of all keys; null for any
 */
public record Range(@Nullable String from, @Nullable String to, @Nullable String prefix) {
  public static final Range ALL = new Range(null, null, null);

  public static Range only(String key) {
    return new Range(key, key, null);
  }

  /** The options of all commands on a range of keys. */
  public static final class Choice {
    @Option(names = "--from", paramLabel = "KEY", description = "The lowest key, inclusive.")
    @Nullable String from;

    @Option(names = "--to", paramLabel = "KEY", description = "The highest key, inclusive.")
    @Nullable String to;

    @Option(
        names = "--prefix",
        paramLabel = "PREFIX",
        description = "Only keys with this prefix; keys that are strings or bytes.")
    @Nullable String prefix;

    public boolean isGiven() {
      return from != null || to != null || prefix != null;
    }

    /** Returns the range of the options. */
    public Range given() {
      if (prefix != null && (from != null || to != null)) {
        throw new Failure(Failure.USAGE, "--prefix: not with --from or --to");
      }
      return new Range(from, to, prefix);
    }
  }
}
