package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.ProcessBuilder.Redirect;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program in a module of its own, which has the engine, the pages and nothing else. */
class ConsumerTest {
  private static final String DESCRIPTOR =
      """
      module consumer {
        requires io.octavo;
      }
      """;

  private static final String PROGRAM =
      """
      package consumer;

      import io.octavo.Store;
      import io.octavo.error.StoreException;
      import java.nio.file.Path;
      import java.util.Arrays;

      public final class Program {
        public static void main(String[] arguments) {
          try (Store store = Store.open(Path.of(arguments[0]))) {
            store.write(
                tx -> {
                  tx.longMap("longs").put(42, 4096);
                  tx.bytesMap("strings").put(new byte[] {1}, new byte[] {2, 3});
                });
            long value = store.read(tx -> tx.longMap("longs").get(42, -1));
            byte[] bytes = store.read(tx -> tx.bytesMap("strings").get(new byte[] {1}));
            System.out.println(value + " " + Arrays.toString(bytes) + " " + store.check().problems());
          } catch (StoreException e) {
            throw new AssertionError(e);
          }
        }
      }
      """;

  @TempDir Path directory;

  /** Returns the jar of a class, or the directory of its module where no jar was made. */
  private static Path home(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static String run(Path file, String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(file.toFile()))
            .start();
    int status = process.waitFor();
    return status + ": " + Files.readString(file);
  }

  private static void tool(String name, Object... arguments) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    String[] words = List.of(arguments).stream().map(Object::toString).toArray(String[]::new);
    int status = ToolProvider.findFirst(name).orElseThrow().run(out, out, words);
    assertThat(status).as(said.toString()).isZero();
  }

  private Path source(String name, String text) throws IOException {
    Path file = directory.resolve("src").resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void aModuleCompilesRunsAndIsLinked() throws Exception {
    String libraries = home(PageHeader.class) + File.pathSeparator + home(Store.class);
    Path classes = directory.resolve("classes");
    String modules = libraries + File.pathSeparator + classes;
    Path image = directory.resolve("image");
    String expected = "0: 4096 [2, 3] []" + System.lineSeparator();
    Path out = directory.resolve("out");

    tool(
        "javac",
        "-Xlint:all",
        "-Werror",
        "-p",
        libraries,
        "-d",
        classes,
        source("module-info.java", DESCRIPTOR),
        source("consumer/Program.java", PROGRAM));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String ran =
        run(out, java, "-p", modules, "-m", "consumer/consumer.Program", directory + "/a.oct");
    tool("jlink", "-p", modules, "--add-modules", "consumer", "--output", image);
    String linked =
        run(out, image + "/bin/java", "-m", "consumer/consumer.Program", directory + "/b.oct");

    assertThat(ran).isEqualTo(expected);
    assertThat(linked).isEqualTo(expected);
  }

  @Test
  void theEngineRequiresThePagesAndTheJdk() throws Exception {
    ModuleDescriptor engine =
        ModuleFinder.of(home(Store.class)).find("io.octavo").orElseThrow().descriptor();

    assertThat(names(engine, false))
        .containsExactlyInAnyOrder("java.base", "java.management", "jdk.jfr", "io.octavo.page");
    assertThat(names(engine, true)).containsExactly("org.jspecify");
    assertThat(engine.requires())
        .noneMatch(required -> required.modifiers().contains(Modifier.TRANSITIVE));
  }

  private static Set<String> names(ModuleDescriptor module, boolean isStatic) {
    return module.requires().stream()
        .filter(required -> required.modifiers().contains(Modifier.STATIC) == isStatic)
        .map(Requires::name)
        .collect(Collectors.toSet());
  }
}
