package io.octavo.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.kafka.example.WordCount;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application needs no rocksdbjni, and no JVM prints a warning. */
class WithoutRocksDbTest {
  @TempDir Path directory;

  /** Counts words without a broker; in a process without RocksDB. */
  static final class Application {
    private Application() {}

    public static void main(String[] arguments) {
      try {
        Class.forName("org.rocksdb.RocksDB");
        System.out.println("RocksDB is on the class path");
      } catch (ClassNotFoundException e) {
        Properties properties = WordCount.configuration("none:1", Path.of(arguments[0]));
        try (TopologyTestDriver driver =
            new TopologyTestDriver(WordCount.topology(properties), properties)) {
          driver
              .createInputTopic(WordCount.INPUT, new StringSerializer(), new StringSerializer())
              .pipeInput("a b a");
          System.out.println("a=" + driver.getKeyValueStore(WordCount.COUNTS).get("a"));
        }
      }
    }
  }

  @Test
  void anApplicationRunsWithoutRocksDb() throws Exception {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("rocksdb") && !entry.contains("log4j-slf4j"))
            .collect(Collectors.joining(File.pathSeparator));
    Path errors = directory.resolve("errors");
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                classPath,
                Application.class.getName(),
                directory.toString())
            .redirectError(errors.toFile())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
    assertThat(output).contains("a=2");
    assertThat(Files.readString(errors)).doesNotContain("WARNING");
  }
}
