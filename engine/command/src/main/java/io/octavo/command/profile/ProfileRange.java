package io.octavo.command.profile;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Times;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.TimelinePoint;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all commands on a range of a profile. */
final class ProfileRange {
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
    Duration ago = Times.ago(text);
    try {
      return ago == null ? Times.instant(text) : last.minus(ago);
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
    List<String> units = units(profile, selector());
    if (units.size() > 1) {
      throw new Failure(
          Failure.USAGE,
          "the weights of profile "
              + profile.name()
              + " have several units; give "
              + options(choices(profile)));
    }
    return units.isEmpty() ? "" : units.get(0);
  }

  /**
   * Selects the series of one unit if those that match have several, and says so: what was sampled
   * on a processor, else by the clock, else the heaviest.
   */
  void selectOneUnit(Streams streams, ProfileStore profile) {
    if (units(profile, selector()).size() < 2) {
      return;
    }
    List<Labels> others = new ArrayList<>(choices(profile));
    Labels chosen =
        Collections.max(
            others,
            Comparator.comparing((Labels each) -> "cpu".equals(each.get(Labels.TYPE)))
                .thenComparing(each -> "wall".equals(each.get(Labels.TYPE)))
                .thenComparing(each -> weight(profile, each)));
    others.remove(chosen);
    select = chosen.toString();
    streams
        .err()
        .println(
            "octavo: several units; this is "
                + options(List.of(chosen))
                + "; others: "
                + options(others));
  }

  private static double weight(ProfileStore profile, Labels selector) {
    return profile.series(selector).stream()
        .flatMap(series -> profile.extent(series).stream())
        .mapToDouble(TimelinePoint::weight)
        .sum();
  }

  private static List<String> units(ProfileStore profile, Labels selector) {
    return profile.series(selector).stream().map(ProfileRange::unit).distinct().toList();
  }

  private static String options(List<Labels> choices) {
    return choices.stream().map(each -> "--select " + text(each)).collect(Collectors.joining(", "));
  }

  /** Returns labels for each unit of the series that match. */
  private List<Labels> choices(ProfileStore profile) {
    return profile.series(selector()).stream()
        .flatMap(labels -> choice(profile, labels).stream())
        .distinct()
        .toList();
  }

  private static String unit(Labels labels) {
    return Objects.requireNonNullElse(labels.get(Labels.UNIT), "");
  }

  /** Returns the fewest labels that select a series, and beside it only others of its unit. */
  private Optional<Labels> choice(ProfileStore profile, Labels labels) {
    Labels given = selector();
    return Stream.of(
            with(given, labels, Labels.TYPE),
            with(given, labels, Labels.UNIT),
            with(with(given, labels, Labels.TYPE), labels, Labels.UNIT),
            labels)
        .filter(each -> units(profile, each).size() == 1)
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
