package io.octavo.command.text;

import io.octavo.page.meta.SeriesUnits;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the times of a series count, and so how they are read and written as text. */
public enum TimeForm {
  /** Anything: plain numbers. */
  number(null),

  /** Nanoseconds since 1970, which are read as ISO 8601 only. */
  iso(TimeUnit.NANOSECONDS),

  /** Seconds since 1970. */
  s(TimeUnit.SECONDS),

  /** Milliseconds since 1970. */
  ms(TimeUnit.MILLISECONDS),

  /** Microseconds since 1970. */
  us(TimeUnit.MICROSECONDS),

  /** Nanoseconds since 1970. */
  ns(TimeUnit.NANOSECONDS),

  /** Minutes since 1970. */
  min(TimeUnit.MINUTES),

  /** Hours since 1970. */
  h(TimeUnit.HOURS),

  /** Days since 1970. */
  d(TimeUnit.DAYS);

  private final @Nullable TimeUnit time;
  private final @Nullable ChronoUnit unit;

  TimeForm(@Nullable TimeUnit time) {
    this.time = time;
    this.unit = time == null ? null : time.toChronoUnit();
  }

  /** Returns the form of times that count a unit, or none. */
  public static TimeForm of(@Nullable TimeUnit unit) {
    return unit == null ? number : valueOf(SeriesUnits.word(unit));
  }

  /** Returns what the times count, null if they are plain numbers. */
  public @Nullable TimeUnit unit() {
    return time;
  }

  /** The option of all commands on times. */
  public static final class Choice {
    @Option(
        names = "--time",
        paramLabel = "FORM",
        description = {
          "What the times are: ${COMPLETION-CANDIDATES};",
          "default: what the series keeps, or number."
        })
    public @Nullable TimeForm form;
  }

  /** Reads a time; the subject is what it is called if it is none. */
  public long read(String subject, String text) {
    if (unit == null) {
      return Decimal.number(subject, text);
    }
    if (this != iso && text.matches("[-+]?[0-9]+")) {
      return Decimal.number(subject, text);
    }
    Instant instant;
    try {
      instant = Times.instant(text);
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
    throw new BadField(subject + " is between two of the unit " + this, text);
  }

  /** Returns a time as a number, or as the text of ISO 8601 if it has one. */
  public Object json(long time) {
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
  public String text(long time) {
    return json(time).toString();
  }
}
