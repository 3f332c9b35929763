package io.octavo.command.text;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Text;
import io.octavo.page.meta.SeriesUnits;
import io.octavo.series.Summary;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How many decimal places the values of a series have, which are integers.
 *
 * @param places the number, 0 to 18
 */
public record Places(int places) {
  /** The option of all commands on values. */
  public static final class Choice {
    @Option(
        names = "--places",
        paramLabel = "N",
        description = {
          "Decimal places of values, 0 to 18: with 2, 1.5 is kept as 150;",
          "default: what the series keeps, or 0."
        })
    public @Nullable Integer places;

    /** Returns the places that were asked for, those of the series if none were. */
    public Places of(SeriesUnits units) {
      return new Places(places == null ? units.places() : places);
    }

    public void require() {
      if (places != null && (places < 0 || places > SeriesUnits.MAX_PLACES)) {
        throw new Failure(
            Failure.USAGE, "--places=" + places + " is not from 0 to " + SeriesUnits.MAX_PLACES);
      }
    }
  }

  /** Reads a value exactly; the subject is what it is called if it is none. */
  public long read(String subject, String text) {
    BigDecimal value;
    try {
      value = new BigDecimal(text).scaleByPowerOfTen(places);
    } catch (NumberFormatException | ArithmeticException e) {
      throw new BadField(subject + " is not a decimal number", text, e);
    }
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      boolean isWhole = value.stripTrailingZeros().scale() <= 0;
      String problem = isWhole ? " does not fit in 64 bits with " : " has more than ";
      throw new BadField(
          subject + problem + Text.count(places, "decimal place", "decimal places"), text, e);
    }
  }

  /** Returns a value as a program kept it before it was scaled. */
  public BigDecimal of(long value) {
    return BigDecimal.valueOf(value, places);
  }

  /** Returns a sum of values. */
  private BigDecimal of(BigInteger sum) {
    return new BigDecimal(sum, places);
  }

  /** Returns a mean with two places more than the values have. */
  private BigDecimal mean(BigInteger sum, long count) {
    return of(sum).divide(BigDecimal.valueOf(count), places + 2, RoundingMode.HALF_UP);
  }

  /** Returns what entries add up to, by the names that reports give it; nulls if there are none. */
  public Map<String, @Nullable Object> figures(Summary summary) {
    long count = summary.count();
    boolean isThere = count > 0;
    return Json.object(
        "count", count,
        "sum", of(summary.bigSum()),
        "least", isThere ? of(summary.least()) : null,
        "greatest", isThere ? of(summary.greatest()) : null,
        "mean", isThere ? mean(summary.bigSum(), count) : null);
  }

  /** Returns a figure as text, a hyphen for none. */
  public static String text(@Nullable Object figure) {
    return figure == null
        ? "-"
        : figure instanceof BigDecimal decimal ? decimal.toPlainString() : figure.toString();
  }
}
