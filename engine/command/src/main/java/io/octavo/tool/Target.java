package io.octavo.tool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a picture goes: a file, or standard output. */
final class Target {
  /** Stands for standard output. */
  static final String STANDARD = "-";

  private Target() {}

  /**
   * Refuses options of which only one can have standard output.
   *
   * @param targets where each writes, null where it was not given
   */
  static void requireOneOutput(Map<String, @Nullable String> targets) {
    List<String> sharing =
        targets.entrySet().stream()
            .filter(option -> STANDARD.equals(option.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    if (sharing.size() > 1) {
      throw new Failure(
          Failure.USAGE,
          String.join(" and ", sharing)
              + " cannot both write to standard output; give OUT, a file, or only one of them");
    }
  }

  /**
   * Writes a picture.
   *
   * @param option the option that asked for it
   * @param store the store that it shows, which must not be written over
   */
  static void write(Streams streams, String option, String target, Path store, String picture)
      throws IOException {
    if (target.equals(STANDARD)) {
      streams.out().print(picture);
      return;
    }
    Path path = Path.of(target);
    if (Files.exists(path) && Files.isSameFile(path, store)) {
      throw new Failure(Failure.USAGE, option + "=" + target + " is the store itself");
    }
    Files.write(path, picture.getBytes(StandardCharsets.UTF_8));
  }
}
