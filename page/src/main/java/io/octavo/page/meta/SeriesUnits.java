package io.octavo.page.meta;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the times and values of a series count, as the tail of its record keeps it. FORMAT.md,
 * section "Series".
 *
 * @param time what times count since 1970, null if that is not known
 * @param places the decimal places of the values, 0 to {@value #MAX_PLACES}
 * @param isOfEvents whether the values are durations of events, in the unit of the times
 */
public record SeriesUnits(@Nullable TimeUnit time, int places, boolean isOfEvents) {
  /** The units of a series without a description. */
  public static final SeriesUnits NONE = new SeriesUnits(null, 0, false);

  /** The most decimal places of a value: a long has no more digits after the first. */
  public static final int MAX_PLACES = 18;

  /** Bytes of a tail. */
  static final int LENGTH = 2;

  /** The code for durations instead of decimal places. */
  static final int DURATIONS = 0xFF;

  /** Units by code, from 1; never changed. */
  private static final List<TimeUnit> UNITS =
      List.of(
          TimeUnit.NANOSECONDS,
          TimeUnit.MICROSECONDS,
          TimeUnit.MILLISECONDS,
          TimeUnit.SECONDS,
          TimeUnit.MINUTES,
          TimeUnit.HOURS,
          TimeUnit.DAYS);

  /** The words for the units, in the same order. */
  private static final List<String> WORDS = List.of("ns", "us", "ms", "s", "min", "h", "d");

  private static final Pattern TEXT =
      Pattern.compile("events ([a-z]+)|(?:time ([a-z]+))?(?:(?:^|(?<=.), )places (1?[0-9]))?");

  /**
   * Makes units.
   *
   * @param time as the component
   * @param places as the component
   * @param isOfEvents as the component
   * @throws IllegalArgumentException if the places are out of range, or events have no unit or
   *     places
   */
  public SeriesUnits {
    if (places < 0 || places > MAX_PLACES) {
      throw new IllegalArgumentException("places=" + places + " is not from 0 to " + MAX_PLACES);
    }
    if (isOfEvents && (time == null || places > 0)) {
      throw new IllegalArgumentException("events have a time unit, and no decimal places");
    }
  }

  /**
   * Reads the units of a series.
   *
   * @throws IllegalArgumentException if this version does not know them
   */
  public static SeriesUnits of(CatalogueRecord record) {
    if (record.keyCodec() != 0 || record.valueCodec() != 0) {
      throw new IllegalArgumentException("a series has no codecs");
    }
    return of(record.tail());
  }

  /**
   * Reads a tail.
   *
   * @param tail the bytes
   * @throws IllegalArgumentException if this version does not know them
   */
  public static SeriesUnits of(byte[] tail) {
    if (tail.length == 0) {
      return NONE;
    }
    if (tail.length != LENGTH) {
      throw new IllegalArgumentException(
          "a tail of " + tail.length + " bytes, expected 0 or " + LENGTH);
    }
    int unit = tail[0] & 0xFF;
    int values = tail[1] & 0xFF;
    if (unit > UNITS.size()) {
      throw new IllegalArgumentException("time unit " + unit + " is not from 0 to " + UNITS.size());
    }
    TimeUnit time = unit == 0 ? null : UNITS.get(unit - 1);
    return values == DURATIONS
        ? new SeriesUnits(time, 0, true)
        : new SeriesUnits(time, values, false);
  }

  /**
   * Writes the tail of the record.
   *
   * @return its bytes; none if nothing is known
   */
  public byte[] tail() {
    if (equals(NONE)) {
      return new byte[0];
    }
    int unit = time == null ? 0 : UNITS.indexOf(time) + 1;
    return new byte[] {(byte) unit, (byte) (isOfEvents ? DURATIONS : places)};
  }

  /**
   * Returns the word for a unit.
   *
   * @return one of ns, us, ms, s, min, h and d
   */
  public static String word(TimeUnit unit) {
    return WORDS.get(UNITS.indexOf(unit));
  }

  /**
   * Returns the units as text, as {@link #parse} reads them.
   *
   * @return such as "time ms, places 3" or "events ns"; empty if nothing is known
   */
  public String text() {
    if (time != null && isOfEvents) {
      return "events " + word(time);
    }
    String times = time == null ? "" : "time " + word(time);
    String values = places == 0 ? "" : "places " + places;
    return times + (times.isEmpty() || values.isEmpty() ? "" : ", ") + values;
  }

  /**
   * Reads what {@link #text} writes.
   *
   * @throws IllegalArgumentException if the text is invalid
   */
  public static SeriesUnits parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "units=" + text + " are not like \"time ms, places 3\" or \"events ns\"");
    }
    String events = matcher.group(1);
    String time = events == null ? matcher.group(2) : events;
    String places = matcher.group(3);
    int index = time == null ? 0 : WORDS.indexOf(time);
    if (index < 0) {
      throw new IllegalArgumentException(
          "unit=" + time + " is not one of " + String.join(", ", WORDS));
    }
    return new SeriesUnits(
        time == null ? null : UNITS.get(index),
        places == null ? 0 : Integer.parseInt(places),
        events != null);
  }

  /**
   * Converts a decimal to a value.
   *
   * @throws ArithmeticException if it has more decimal places, or no long is that value
   */
  public long valueOf(BigDecimal decimal) {
    try {
      return decimal.scaleByPowerOfTen(places).longValueExact();
    } catch (ArithmeticException e) {
      boolean isTooFine = decimal.stripTrailingZeros().scale() > places;
      ArithmeticException told =
          new ArithmeticException(
              "value="
                  + decimal
                  + (isTooFine
                      ? " has more decimal places than "
                      : " does not fit in 64 bits with ")
                  + places
                  + (isTooFine ? "" : " decimal places"));
      told.initCause(e);
      throw told;
    }
  }

  /**
   * Converts a time to an instant.
   *
   * @throws IllegalStateException if there is no time unit
   * @throws ArithmeticException if no instant is that time
   */
  public Instant instantOf(long number) {
    TimeUnit unit = requireUnit();
    try {
      return Instant.EPOCH.plus(number, unit.toChronoUnit());
    } catch (ArithmeticException | DateTimeException e) {
      ArithmeticException told =
          new ArithmeticException(
              "time=" + number + " " + word(unit) + " is outside the range of Instant");
      told.initCause(e);
      throw told;
    }
  }

  private TimeUnit requireUnit() {
    if (time == null) {
      throw new IllegalStateException(
          "the series has no time unit: set one by describe, or give times as longs");
    }
    return time;
  }

  /**
   * Converts an instant to a time, rounded down.
   *
   * @return the greatest time not after it
   * @throws IllegalStateException if there is no time unit
   * @throws ArithmeticException if no long is that time
   */
  public long timeOf(Instant instant) {
    TimeUnit unit = requireUnit();
    long seconds = instant.getEpochSecond();
    long perSecond = unit.convert(1, TimeUnit.SECONDS);
    if (perSecond == 0) {
      return Math.floorDiv(seconds, unit.toSeconds(1));
    }
    long part = instant.getNano() / unit.toNanos(1);
    try {
      // The begin of the first second that has a time may be no long.
      return seconds < 0
          ? Math.addExact(Math.multiplyExact(seconds + 1, perSecond), part - perSecond)
          : Math.addExact(Math.multiplyExact(seconds, perSecond), part);
    } catch (ArithmeticException e) {
      ArithmeticException told =
          new ArithmeticException(
              "instant=" + instant + " does not fit in 64 bits of " + word(unit));
      told.initCause(e);
      throw told;
    }
  }
}
