package io.octavo.command.profile;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Text;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all commands on a range of a profile. */
final class ProfileRange {
  private static final Pattern AGO = Pattern.compile("-([0-9]{1,9})(ms|s|m|h|d)");

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "The start of the range; default: the start of the first slot with samples.")
  @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description =
          "The end of the range, exclusive; default: the end of the last slot with samples.")
  @Nullable String to;

  @Option(
      names = "--select",
      paramLabel = "LABELS",
      description = "Labels that the series must have, such as type=cpu; default: all series.")
  @Nullable String select;

  /** Returns the selector. */
  Labels selector() {
    return selector(select);
  }

  /** Returns the selector that is given, which selects all if it is null. */
  static Labels selector(@Nullable String given) {
    if (given == null) {
      return Labels.NONE;
    }
    try {
      return Labels.parse(given);
    } catch (IllegalArgumentException e) {
      throw new Failure(Failure.USAGE, "--select: " + e.getMessage(), e);
    }
  }

  /** Adds up the range. */
  FlameGraph graph(ProfileStore profile) {
    Bounds bounds = bounds(profile);
    return graph(profile, selector(), bounds);
  }

  /** Adds up a range. */
  static FlameGraph graph(ProfileStore profile, Labels selector, Bounds bounds) {
    try {
      return profile.query(selector, bounds.from, bounds.to);
    } catch (ArithmeticException e) {
      throw new Failure(
          Failure.PROBLEM,
          "the weights add up to more than 2^63 - 1; select fewer series, or a shorter range",
          e);
    }
  }

  /** Returns the range within a profile, all of whose series that match must have one unit. */
  Bounds bounds(ProfileStore profile) {
    unit(profile);
    return bounds(profile, "--from", from, "--to", to);
  }

  /** Returns a range within a profile that is given by other options. */
  Bounds bounds(
      ProfileStore profile,
      String fromOption,
      @Nullable String givenFrom,
      String toOption,
      @Nullable String givenTo) {
    Labels selector = selector();
    Instant last = profile.last(selector).orElseThrow(() -> noSamples(profile, selector));
    Instant begin =
        givenFrom == null
            ? profile.first(selector).orElseThrow()
            : time(fromOption, givenFrom, last);
    Instant end = givenTo == null ? last : time(toOption, givenTo, last);
    if (begin.isAfter(end)) {
      throw new Failure(Failure.USAGE, "the range ends at " + end + ", before " + begin);
    }
    return new Bounds(begin, end);
  }

  /** Reads a time in ISO 8601, or before the last one. */
  static Instant time(String option, String text, Instant last) {
    Matcher ago = AGO.matcher(text);
    try {
      return ago.matches()
          ? last.minus(duration(Long.parseLong(ago.group(1)), ago.group(2)))
          : Instant.parse(text);
    } catch (DateTimeException e) {
      throw new Failure(
          Failure.USAGE,
          option
              + "="
              + text
              + " is neither an ISO 8601 time, such as 2026-01-31T23:59:59Z,"
              + " nor a relative time, such as -1h",
          e);
    }
  }

  /** Returns the length of a number of units. */
  static Duration duration(long count, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofDays(count);
    };
  }

  /** Returns the failure for a profile without samples that are selected. */
  static Failure noSamples(ProfileStore profile, Labels selector) {
    List<Labels> all = profile.series(Labels.NONE);
    String what =
        all.isEmpty()
            ? " has no samples"
            : " has no samples of " + text(selector) + "; its series: " + some(all);
    return new Failure(Failure.PROBLEM, "profile " + profile.name() + what);
  }

  /** Returns the text of labels for people. */
  static String text(Labels labels) {
    return labels.equals(Labels.NONE) ? "no labels" : Text.printable(labels.toString());
  }

  private static String some(List<Labels> series) {
    int most = 10;
    String first =
        series.stream().limit(most).map(Labels::toString).collect(Collectors.joining("; "));
    int more = series.size() - most;
    return more <= 0 ? first : first + " and " + Text.count(more) + " more";
  }

  /** Returns what the weights count, empty if that is not known. Throws if it is not the same. */
  String unit(ProfileStore profile) {
    List<Labels> series = profile.series(selector());
    List<String> units = series.stream().map(ProfileRange::unit).distinct().toList();
    if (units.size() > 1) {
      String choices =
          series.stream()
              .map(labels -> choice(profile, labels))
              .flatMap(Optional::stream)
              .distinct()
              .collect(Collectors.joining(", "));
      throw new Failure(
          Failure.USAGE,
          "the weights of profile " + profile.name() + " have several units; give " + choices);
    }
    return units.isEmpty() ? "" : units.get(0);
  }

  private static String unit(Labels labels) {
    return Objects.requireNonNullElse(labels.get(Labels.UNIT), "");
  }

  /** Returns the fewest labels that select a series, and beside it only others of its unit. */
  private Optional<String> choice(ProfileStore profile, Labels labels) {
    Labels given = selector();
    return Stream.of(
            with(given, labels, Labels.TYPE),
            with(given, labels, Labels.UNIT),
            with(with(given, labels, Labels.TYPE), labels, Labels.UNIT),
            labels)
        .filter(
            each -> profile.series(each).stream().map(ProfileRange::unit).distinct().count() == 1)
        .map(each -> "--select " + each)
        .findFirst();
  }

  private static Labels with(Labels given, Labels labels, String name) {
    String value = labels.get(name);
    return value == null ? given : given.with(name, value);
  }

  /**
   * A range.
   *
   * @param from its start
   * @param to its end, exclusive
   */
  record Bounds(Instant from, Instant to) {}
}
