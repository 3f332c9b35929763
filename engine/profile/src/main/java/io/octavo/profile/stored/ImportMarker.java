package io.octavo.profile.stored;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.octavo.error.StoreException;
import io.octavo.map.BytesMap;
import org.jspecify.annotations.Nullable;

/**
 * The position of the import of a file. The map {@code PROFILE.imports} has one for each file, by
 * the SHA-256 of the contents of the file: text such as {@code done 1234 app.jfr}, or {@code begun
 * 1000 app.jfr} if the import has not ended.
 *
 * @param samples the number of samples consumed
 * @param isWhole whether it has ended
 * @param source the name of the file
 */
public record ImportMarker(long samples, boolean isWhole, String source) {
  /** The suffix of the name of the map of markers, after the name of the profile. */
  public static final String MAP = ".imports";

  private static final String DONE = "done";
  private static final String BEGUN = "begun";

  /** Returns the marker of a file; null if its import has not committed. */
  public static @Nullable ImportMarker read(BytesMap markers, byte[] digest) {
    byte[] value = markers.get(digest);
    return value == null ? null : parse(new String(value, UTF_8));
  }

  private static ImportMarker parse(String text) {
    String[] parts = text.split(" ", 3);
    if (parts.length < 3 || !parts[1].matches("[0-9]{1,18}")) {
      throw new StoreException(
          "'" + text + "' in the map of imports of the profile is not '" + DONE + " COUNT FILE'");
    }
    return new ImportMarker(Long.parseLong(parts[1]), parts[0].equals(DONE), parts[2]);
  }

  public byte[] bytes() {
    return ((isWhole ? DONE : BEGUN) + " " + samples + " " + source).getBytes(UTF_8);
  }
}
