package io.octavo.agrona;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.page.PageHeader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program in a module of its own, with the flag that the description of the package states, and
 * without Agrona's checks of bounds.
 */
class BufferModuleTest {
  private static final String DESCRIPTOR =
      """
      @SuppressWarnings("requires-automatic")
      module consumer {
        requires io.octavo.agrona;
        requires org.agrona;
      }
      """;

  private static final String PROGRAM =
      """
      package consumer;

      import io.octavo.Store;
      import io.octavo.agrona.BufferMap;
      import org.agrona.concurrent.UnsafeBuffer;

      public final class Program {
        public static void main(String[] arguments) {
          try (Store store = Store.inMemory()) {
            UnsafeBuffer buffer = new UnsafeBuffer(new byte[16]);
            buffer.putLong(8, 4096);
            store.write(tx -> BufferMap.of(tx.bytesMap("m")).put(buffer, 0, 8, buffer, 8, 8));
            store.view(
                tx ->
                    BufferMap.of(tx.bytesMap("m"))
                        .get(buffer, 0, 8, (b, at, size) -> System.out.println(b.getLong(at))));
            store.write(tx -> BufferMap.of(tx.bytesMap("m")).put(buffer, 0, 8, buffer, 8, 9));
          } catch (IndexOutOfBoundsException e) {
            System.out.println("refused");
          }
        }
      }
      """;

  @TempDir Path directory;

  private static String home(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  private Path source(String name, String text) throws IOException {
    Path file = directory.resolve("src").resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void aModuleCompilesAndRuns() throws Exception {
    String libraries =
        String.join(
            File.pathSeparator,
            home(PageHeader.class),
            home(Store.class),
            home(BufferMap.class),
            home(DirectBuffer.class));
    Path classes = directory.resolve("classes");
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    Path output = directory.resolve("out");

    int compiled =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                out,
                out,
                "-Xlint:all",
                "-Werror",
                "-p",
                libraries,
                "-d",
                classes.toString(),
                source("module-info.java", DESCRIPTOR).toString(),
                source("consumer/Program.java", PROGRAM).toString());
    assertThat(compiled).as(said.toString()).isZero();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens",
                "java.base/jdk.internal.misc=org.agrona",
                "-Dagrona.disable.bounds.checks=true",
                "-p",
                libraries + File.pathSeparator + classes,
                "-m",
                "consumer/consumer.Program")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
    assertThat(output).hasContent("4096\nrefused");
  }
}
