package io.octavo.command.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads times and lengths of time, in the same forms for all verbs. */
public final class Times {
  private static final Pattern LENGTH = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");
  private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

  /** The zone applies to a time without one. */
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ISO_DATE_TIME.withZone(ZoneOffset.UTC);

  private Times() {}

  /**
   * Reads a time in ISO 8601. A blank may stand for the T. A time without a zone is in UTC, and so
   * is a day, which stands for its first moment.
   *
   * @throws DateTimeException if it is none
   */
  public static Instant instant(String text) {
    String time = DAY.matcher(text).matches() ? text + "T00:00:00" : text.replace(' ', 'T');
    return Instant.from(ISO.parse(time));
  }

  /** Returns a length such as 500ms, 10s, 15m, 8h or 7d; null if the text is none. */
  public static @Nullable Duration length(String text) {
    Matcher found = LENGTH.matcher(text);
    if (!found.matches()) {
      return null;
    }
    long count = Long.parseLong(found.group(1));
    return switch (found.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofDays(count);
    };
  }

  /** Returns how long a relative time such as -15m is before another; null if it is not one. */
  public static @Nullable Duration ago(String text) {
    return text.startsWith("-") ? length(text.substring(1)) : null;
  }
}
