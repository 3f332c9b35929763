package io.octavo.fuzz.damage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In a small heap, and with a limit in time: damage must not cost either. */
final class DamageSweepTest {
  /** One byte in how many is damaged; {@code .ci/run} damages one in 53 beside. */
  private static final int STRIDE = 11_981;

  @Test
  @Timeout(value = 300, unit = TimeUnit.SECONDS)
  void damageIsFoundOrHarmless() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                DamageSweep.class.getName(),
                "--seconds",
                "250",
                "--stride",
                String.valueOf(STRIDE),
                "--repaired",
                "500")
            .redirectErrorStream(true)
            .start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
      assertThat(output).contains("no violation", "repaired 500 ", "LIST=");
    } finally {
      process.destroyForcibly();
    }
  }
}
