package io.octavo.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class InterleavingsTest {
  @Test
  @Timeout(300)
  void readersAndTheWriterGetAlongInEveryOrder() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+EnableDynamicAgentLoading",
                // Twice as fast: most of the time is that of the second compiler otherwise.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Interleavings.class.getName(),
                String.valueOf(10 * Integer.getInteger("octavo.effort", 1)))
            .redirectErrorStream(true)
            .start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
      assertThat(output).contains("no violation");
    } finally {
      process.destroyForcibly();
    }
  }
}
