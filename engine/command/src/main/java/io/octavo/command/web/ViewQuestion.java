package io.octavo.command.web;

import io.octavo.command.cli.Failure;
import io.octavo.command.text.BadField;
import io.octavo.command.text.Decimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a page asks its server.
 *
 * @param path what it asks for
 * @param fields the values of the query by their names
 */
public record ViewQuestion(String path, Map<String, String> fields) {
  /**
   * Reads a question.
   *
   * @param query fields as in {@code from=1&to=2}, null if there are none
   */
  static ViewQuestion of(String path, @Nullable String query) {
    Map<String, String> fields = new HashMap<>();
    if (query != null && !query.isEmpty()) {
      for (String field : query.split("&", -1)) {
        int equals = field.indexOf('=');
        String name = field.substring(0, Math.max(0, equals));
        if (name.isEmpty() || fields.put(name, field.substring(equals + 1)) != null) {
          throw new Failure(Failure.USAGE, "\"" + field + "\" is not one value of a name");
        }
      }
    }
    return new ViewQuestion(path, fields);
  }

  /** Throws unless the fields have these names. */
  public void requireOnly(String... names) {
    if (!fields.keySet().equals(Set.of(names))) {
      throw new Failure(
          Failure.USAGE,
          "asked with " + fields.keySet() + ", but needed are " + Arrays.toString(names));
    }
  }

  private String text(String name) {
    String text = fields.get(name);
    if (text == null) {
      throw new Failure(Failure.USAGE, name + " is missing");
    }
    return text;
  }

  public long number(String name) {
    return Decimal.number(name, text(name));
  }

  public int integer(String name) {
    return integer(name, text(name));
  }

  private static int integer(String name, String text) {
    long number = Decimal.number(name, text);
    if (number != (int) number) {
      throw new Failure(Failure.USAGE, name + "=" + text + " does not fit in 32 bits");
    }
    return (int) number;
  }

  /** Returns integers that commas separate. */
  public int[] integers(String name) {
    return Arrays.stream(text(name).split(",", -1)).mapToInt(one -> integer(name, one)).toArray();
  }

  /** Returns numbers that commas separate. */
  public long[] numbers(String name) {
    return Arrays.stream(text(name).split(",", -1))
        .mapToLong(one -> Decimal.number(name, one))
        .toArray();
  }

  /** Returns quantiles that commas separate. */
  public double[] quantiles(String name) {
    return Arrays.stream(text(name).split(",", -1))
        .mapToDouble(one -> quantile(name, one))
        .toArray();
  }

  private static double quantile(String name, String text) {
    double quantile;
    try {
      quantile = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new BadField(name + " is not a number", text, e);
    }
    if (!(quantile >= 0 && quantile <= 1)) {
      throw new Failure(Failure.USAGE, name + ": " + quantile + " is not from 0 to 1");
    }
    return quantile;
  }
}
