package io.octavo.tool;

import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all commands on a range of a profile. */
final class ProfileRange {
  private static final Pattern AGO = Pattern.compile("-([0-9]{1,9})(ms|s|m|h|d)");

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "The begin of the range; default: the first sample.")
  @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "The end of the range, exclusive; default: behind the last sample.")
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
    return profile.query(selector(), bounds.from, bounds.to);
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
          option + "=" + text + " is neither ISO 8601, such as 2026-01-31T23:59:59Z, nor -1h",
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
            : " has no samples of " + selector + "; its series: " + some(all);
    return new Failure(Failure.PROBLEM, "profile " + profile.name() + what);
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
          series.stream().map(ProfileRange::choice).distinct().collect(Collectors.joining(", "));
      throw new Failure(
          Failure.USAGE,
          "the weights of profile " + profile.name() + " have several units; give " + choices);
    }
    return units.isEmpty() ? "" : units.get(0);
  }

  private static String unit(Labels labels) {
    return Objects.requireNonNullElse(labels.get(Labels.UNIT), "");
  }

  private static String choice(Labels labels) {
    String name = labels.get(Labels.TYPE) == null ? Labels.UNIT : Labels.TYPE;
    String value = labels.get(name);
    return value == null ? "the labels of " + labels : "--select " + Labels.of(name, value);
  }

  /**
   * A range.
   *
   * @param from its begin
   * @param to its end, exclusive
   */
  record Bounds(Instant from, Instant to) {}
}
