package io.octavo.tool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a picture goes: a file, or standard output. */
final class Target {
  /** Stands for standard output. */
  static final String STANDARD = "-";

  private Target() {}

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
