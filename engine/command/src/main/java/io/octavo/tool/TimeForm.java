package io.octavo.tool;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the times of a series count, and so how they are read and written as text. */
enum TimeForm {
  /** Anything: plain numbers. */
  number(null),

  /** Nanoseconds since 1970, which are read as ISO 8601 only. */
  iso(ChronoUnit.NANOS),

  /** Seconds since 1970. */
  s(ChronoUnit.SECONDS),

  /** Milliseconds since 1970. */
  ms(ChronoUnit.MILLIS),

  /** Microseconds since 1970. */
  us(ChronoUnit.MICROS),

  /** Nanoseconds since 1970. */
  ns(ChronoUnit.NANOS);

  private final @Nullable ChronoUnit unit;

  TimeForm(@Nullable ChronoUnit unit) {
    this.unit = unit;
  }

  /** The option of all commands on times. */
  static final class Choice {
    @Option(
        names = "--time",
        paramLabel = "FORM",
        description = "What the times are: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    TimeForm form = number;
  }

  /** Reads a time; the subject is what it is called if it is none. */
  long read(String subject, String text) {
    if (unit == null) {
      return LongTextMap.number(subject, text);
    }
    if (this != iso && text.matches("[-+]?[0-9]+")) {
      return LongTextMap.number(subject, text);
    }
    Instant instant;
    try {
      instant = Instant.parse(text);
    } catch (DateTimeException e) {
      String other = this == iso ? "not" : "neither a 64-bit integer nor";
      throw new BadField(
          subject + " is " + other + " ISO 8601, such as 2026-01-31T23:59:59Z", text, e);
    }
    try {
      long time = unit.between(Instant.EPOCH, instant);
      if (Instant.EPOCH.plus(time, unit).equals(instant)) {
        return time;
      }
    } catch (ArithmeticException e) {
      throw new BadField(subject + " does not fit in 64 bits of " + this, text, e);
    }
    throw new BadField(subject + " has parts of a unit of --time " + this, text);
  }

  /** Reads a bound of a range. */
  long bound(String option, @Nullable String text, long otherwise) {
    return text == null ? otherwise : read(option + "=" + text, text);
  }

  /** Returns a time as a number, or as the text of ISO 8601 if it has one. */
  Object json(long time) {
    if (unit == null) {
      return time;
    }
    try {
      return Instant.EPOCH.plus(time, unit).toString();
    } catch (DateTimeException | ArithmeticException e) {
      return time;
    }
  }

  /** Returns the text of a time. */
  String text(long time) {
    return json(time).toString();
  }
}
