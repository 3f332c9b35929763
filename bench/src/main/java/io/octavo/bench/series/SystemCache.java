package io.octavo.bench.series;

import java.io.IOException;
import java.nio.file.Path;

/** What the operating system keeps of files in memory. */
final class SystemCache {
  private SystemCache() {}

  /**
   * Asks the system to forget what it keeps of a file, by GNU's {@code dd}, which does that if it
   * is to copy nothing.
   *
   * @return whether the system was asked
   */
  static boolean drop(Path file) throws InterruptedException {
    ProcessBuilder dd =
        new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0", "status=none");
    try {
      return dd.redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
    } catch (IOException e) {
      // There is no dd.
      return false;
    }
  }
}
