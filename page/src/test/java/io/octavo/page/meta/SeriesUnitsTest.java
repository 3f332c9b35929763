package io.octavo.page.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What times and values of a series count. */
class SeriesUnitsTest {
  private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);

  /** All units that can be. */
  private static List<SeriesUnits> all() {
    List<SeriesUnits> all = new ArrayList<>();
    for (int places = 0; places <= SeriesUnits.MAX_PLACES; places++) {
      all.add(new SeriesUnits(null, places, false));
      for (TimeUnit unit : TimeUnit.values()) {
        all.add(new SeriesUnits(unit, places, false));
      }
    }
    for (TimeUnit unit : TimeUnit.values()) {
      all.add(new SeriesUnits(unit, 0, true));
    }
    return all;
  }

  @Test
  void tailsAndTextsAreReadAsTheyWereWritten() {
    Set<String> texts = new HashSet<>();
    for (SeriesUnits units : all()) {
      assertThat(SeriesUnits.of(units.tail())).isEqualTo(units);
      assertThat(SeriesUnits.parse(units.text())).isEqualTo(units);
      assertThat(texts.add(units.text())).as(units.text()).isTrue();
    }
    assertThat(SeriesUnits.NONE.tail()).isEmpty();
    assertThat(SeriesUnits.NONE.text()).isEmpty();
  }

  /** Every pair of bytes is either refused or stands for units of which the tail is these bytes. */
  @Test
  void otherTailsAreRefused() {
    int known = 0;
    for (int bytes = 0; bytes < 1 << 16; bytes++) {
      byte[] tail = {(byte) bytes, (byte) (bytes >>> 8)};
      try {
        SeriesUnits units = SeriesUnits.of(tail);
        known++;
        assertThat(units.tail()).isEqualTo(bytes == 0 ? new byte[0] : tail);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageMatching("time unit .*|places=.*|events have a time unit.*");
      }
    }
    assertThat(known).isEqualTo(all().size());
    for (int length : new int[] {1, 3, 1024}) {
      assertThatThrownBy(() -> SeriesUnits.of(new byte[length]))
          .hasMessage("a tail of " + length + " bytes, expected 0 or 2");
    }
    CatalogueRecord record = CatalogueRecord.empty("s", 1, CatalogueRecord.SERIES, 1);
    assertThatThrownBy(() -> SeriesUnits.of(record.described(7, 0, new byte[0])))
        .hasMessage("a series has no codecs");
    assertThatThrownBy(() -> SeriesUnits.of(record.described(0, 7, new byte[0])))
        .hasMessage("a series has no codecs");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "time",
        "time y",
        "time ms,",
        "time ms,places 3",
        "time ms, ",
        ", places 3",
        "places 19",
        "places -1",
        "places",
        "events",
        "events y",
        "events ns, places 1",
        "places 3, time ms",
        "time msplaces 3",
        " time ms"
      })
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> SeriesUnits.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource(TimeUnit.class)
  void instantsAreRoundedDown(TimeUnit unit) {
    SplittableRandom random = new SplittableRandom(unit.toNanos(1));
    SeriesUnits units = new SeriesUnits(unit, 0, false);
    BigInteger perUnit = BigInteger.valueOf(unit.toNanos(1));
    int outside = 0;
    for (int i = 0; i < 20_000; i++) {
      Instant instant = instant(random, unit);
      BigInteger nanos =
          BigInteger.valueOf(instant.getEpochSecond())
              .multiply(NANOS)
              .add(BigInteger.valueOf(instant.getNano()));
      BigInteger[] parts = nanos.divideAndRemainder(perUnit);
      BigInteger time = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
      if (time.bitLength() < Long.SIZE) {
        assertThat(units.timeOf(instant)).as("%s", instant).isEqualTo(time.longValue());
        verifyInstant(units, time.longValue());
      } else {
        outside++;
        assertThatThrownBy(() -> units.timeOf(instant))
            .isExactlyInstanceOf(ArithmeticException.class)
            .hasMessage(
                "instant=" + instant + " does not fit in 64 bits of " + units.text().substring(5));
      }
    }
    boolean isShort = unit.compareTo(TimeUnit.MILLISECONDS) < 0;
    assertThat(outside > 0).isEqualTo(isShort || unit == TimeUnit.MILLISECONDS);
    assertThatThrownBy(() -> SeriesUnits.NONE.timeOf(Instant.EPOCH))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessageContaining("describe");
  }

  /** A time is the instant that so many units after 1970 are, if there is one. */
  private static void verifyInstant(SeriesUnits units, long time) {
    BigInteger perUnit = BigInteger.valueOf(Objects.requireNonNull(units.time()).toNanos(1));
    BigInteger[] parts = BigInteger.valueOf(time).multiply(perUnit).divideAndRemainder(NANOS);
    try {
      Instant expected = Instant.ofEpochSecond(parts[0].longValueExact(), parts[1].longValue());
      assertThat(units.instantOf(time)).isEqualTo(expected);
    } catch (ArithmeticException | DateTimeException e) {
      assertThatThrownBy(() -> units.instantOf(time))
          .isExactlyInstanceOf(ArithmeticException.class)
          .hasMessage(
              "time="
                  + time
                  + " "
                  + units.text().substring(5)
                  + " is outside the range of Instant");
    }
  }

  @ParameterizedTest
  @EnumSource(TimeUnit.class)
  void timesAreInstantsIfThereAreAny(TimeUnit unit) {
    SplittableRandom random = new SplittableRandom(unit.toNanos(1));
    SeriesUnits units = new SeriesUnits(unit, 0, false);
    for (int i = 0; i < 20_000; i++) {
      verifyInstant(units, random.nextLong() >> random.nextInt(64));
    }
    verifyInstant(units, Long.MIN_VALUE);
    verifyInstant(units, Long.MAX_VALUE);
    assertThatThrownBy(() -> SeriesUnits.NONE.instantOf(1))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessageContaining("describe");
  }

  @Test
  void decimalsAreConvertedExactlyOrRefused() {
    SplittableRandom random = new SplittableRandom(1);
    int[] outcomes = new int[3];
    for (int i = 0; i < 20_000; i++) {
      int places = random.nextInt(SeriesUnits.MAX_PLACES + 1);
      SeriesUnits units = new SeriesUnits(null, places, false);
      BigDecimal decimal =
          BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), random.nextInt(30) - 10);
      BigDecimal scaled = decimal.movePointRight(places).stripTrailingZeros();
      if (scaled.scale() > 0) {
        outcomes[0]++;
        assertRefused(units, decimal, " has more decimal places than " + places);
      } else if (scaled.toBigInteger().bitLength() >= Long.SIZE) {
        outcomes[1]++;
        assertRefused(
            units, decimal, " does not fit in 64 bits with " + places + " decimal places");
      } else {
        outcomes[2]++;
        long value = units.valueOf(decimal);
        assertThat(BigDecimal.valueOf(value, places)).isEqualByComparingTo(decimal);
      }
    }
    assertThat(outcomes).doesNotContain(0);
    // A number of a thousand million digits is not written out.
    SeriesUnits units = new SeriesUnits(null, 3, false);
    assertRefused(units, new BigDecimal("1E+1000000000"), " does not fit in 64 bits");
    assertRefused(units, new BigDecimal("1E-1000000000"), " has more decimal places than 3");
    assertThat(units.valueOf(new BigDecimal("0E+1000000000"))).isZero();
  }

  private static void assertRefused(SeriesUnits units, BigDecimal decimal, String problem) {
    assertThatThrownBy(() -> units.valueOf(decimal))
        .isExactlyInstanceOf(ArithmeticException.class)
        .hasMessageStartingWith("value=" + decimal + problem);
  }

  /** Draws any instant, or one near the ends of times. */
  private static Instant instant(SplittableRandom random, TimeUnit unit) {
    long seconds = random.nextLong() >> random.nextInt(64);
    if (random.nextInt(3) == 0) {
      long end = unit.toSeconds(random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
      seconds = Math.floorDiv(end, 1) + random.nextInt(5) - 2;
    }
    seconds = Math.max(Instant.MIN.getEpochSecond(), seconds);
    seconds = Math.min(Instant.MAX.getEpochSecond(), seconds);
    return Instant.ofEpochSecond(seconds, random.nextInt(1_000_000_000));
  }
}
