package io.octavo.profile.stored;

import io.octavo.error.CodecException;
import io.octavo.map.BytesMap;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a profile, as text under the empty key of its slots.
 *
 * @param slot the length of a slot
 * @param border the first slot not deleted; {@link Long#MIN_VALUE} if none was
 */
public record ProfileSettings(Duration slot, long border) {
  public static final byte[] KEY = {};

  private static final String VERSION = "octavo-profile=1";

  /** Reads the settings; null if there are none. */
  public static @Nullable ProfileSettings read(BytesMap slots) {
    byte[] value = slots.get(KEY);
    return value == null ? null : parse(new String(value, StandardCharsets.UTF_8));
  }

  private static ProfileSettings parse(String text) {
    Map<String, String> lines =
        text.lines()
            .map(line -> line.split("=", 2))
            .filter(line -> line.length == 2)
            .collect(Collectors.toMap(line -> line[0], line -> line[1], (a, b) -> b));
    Duration slot = value(lines, "slot", Duration::parse);
    Long border = value(lines, "border", Long::parseLong);
    if (!text.startsWith(VERSION + "\n") || slot == null || border == null) {
      throw new CodecException(
          "profile settings",
          text.getBytes(StandardCharsets.UTF_8),
          "expected version, slot and border; another version may have written them");
    }
    return new ProfileSettings(slot, border);
  }

  private static <T> @Nullable T value(
      Map<String, String> lines, String name, Function<String, T> parse) {
    try {
      String text = lines.get(name);
      return text == null ? null : parse.apply(text);
    } catch (DateTimeParseException | NumberFormatException e) {
      return null;
    }
  }

  public void write(BytesMap slots) {
    String text = VERSION + "\nslot=" + slot + "\nborder=" + border + "\n";
    slots.put(KEY, text.getBytes(StandardCharsets.UTF_8));
  }
}
