package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.fuzz.fail.PointInserter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class CleanupHuntTest {
  /** Looks for what is left of threads, locks and logs, and so needs a process of its own. */
  static final class Cases {
    private Cases() {}

    public static void main(String[] arguments) throws Exception {
      String found = CleanupHunt.findBy(CleanupCases.class, new PointInserter(null));
      System.out.println(found);
      System.exit(found.isEmpty() ? 0 : 1);
    }
  }

  @Test
  void theCasesFindNothing() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-cp",
                System.getProperty("java.class.path"),
                Cases.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void whatIsExemptIsThere() throws Exception {
    assertThat(CleanupHunt.statements().values()).containsAll(CleanupHunt.EXEMPT.keySet());
  }
}
