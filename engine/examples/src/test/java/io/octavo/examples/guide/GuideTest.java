package io.octavo.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of the guide compile and run as they are printed. The blocks of a page that begin
 * with {@code ```java} are one program, in their order: a block sees the variables of those before
 * it. A block that begins with {@code ```java class} has types of its own. What follows {@code //
 * prints} is a line of what the program prints.
 */
class GuideTest {
  private static final List<String> IMPORTS =
      List.of(
          "io.octavo",
          "io.octavo.codec",
          "io.octavo.error",
          "io.octavo.expiry",
          "io.octavo.ids",
          "io.octavo.index",
          "io.octavo.map",
          "io.octavo.posting",
          "io.octavo.profile",
          "io.octavo.series",
          "java.nio.file",
          "java.time",
          "java.util");

  private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;\n");

  private static final Pattern PRINTS = Pattern.compile("// prints (.+)");

  /** Buffers of Agrona need it. */
  private static final String OPENED = "java.base/jdk.internal.misc=ALL-UNNAMED";

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> aPageIsAProgram() throws IOException {
    return Document.pages().stream()
        .filter(page -> page.blocks().stream().anyMatch(block -> block.kind().startsWith("java")))
        .map(page -> DynamicTest.dynamicTest(page.name(), () -> compileAndRun(page)));
  }

  private void compileAndRun(Document page) throws Exception {
    String name = page.path().getFileName().toString().replaceAll("\\W", "_");
    Path work = Files.createDirectory(directory.resolve(name));
    Path classes = Files.createDirectory(directory.resolve(name + ".classes"));
    List<Path> sources = new ArrayList<>();
    sources.add(Files.writeString(classes.resolve("Page.java"), program(page)));
    for (Document.Block block : page.blocks()) {
      if (block.kind().equals("java class")) {
        String file = "Part" + block.line() + ".java";
        sources.add(Files.writeString(classes.resolve(file), imports("") + block.text()));
      }
    }
    compile(page, sources, classes);
    run(page, classes, work);
  }

  private static String imports(String own) {
    StringBuilder imports = new StringBuilder();
    IMPORTS.forEach(name -> imports.append("import ").append(name).append(".*;\n"));
    return imports + own;
  }

  private static String program(Document page) {
    StringBuilder imports = new StringBuilder();
    StringBuilder body = new StringBuilder();
    for (Document.Block block : page.blocks()) {
      if (block.kind().equals("java")) {
        Matcher matcher = IMPORT.matcher(block.text());
        while (matcher.find()) {
          imports.append(matcher.group());
        }
        body.append("// line ").append(block.line()).append('\n');
        body.append(matcher.replaceAll(""));
      }
    }
    String open =
        body.indexOf("Store store = ") >= 0
            ? "{\n"
            : "try (Store store = Store.open(Path.of(\"guide.oct\"))) {\n";
    return imports(imports.toString())
        + "class Page {\npublic static void main(String[] args) throws Exception {\n"
        + open
        + body
        + "}\n}\n}\n";
  }

  /** Returns the lines that a page says its program prints. */
  private static List<String> printed(Document page) {
    return page.blocks().stream()
        .filter(block -> block.kind().equals("java"))
        .flatMap(block -> PRINTS.matcher(block.text()).results())
        .map(found -> found.group(1))
        .toList();
  }

  private static void compile(Document page, List<Path> sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none",
              "--release=17",
              "-d",
              classes.toString(),
              "-cp",
              System.getProperty("java.class.path"));
      Iterable<? extends JavaFileObject> units = files.getJavaFileObjectsFromPaths(sources);
      boolean unused = compiler.getTask(errors, files, null, options, null, units).call();
    }
    assertThat(errors.toString()).as(page.name()).isEmpty();
  }

  /** Runs a program in a process of its own, because the paths of its files are relative. */
  private void run(Document page, Path classes, Path work) throws Exception {
    Path output = directory.resolve(classes.getFileName() + ".output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-XX:TieredStopAtLevel=1",
                "--add-opens=" + OPENED,
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                "Page")
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      int code = process.waitFor();
      assertThat(code).as(page.name() + "\n" + Files.readString(output)).isZero();
      assertThat(output).content().doesNotContain("WARNING");
      assertThat(Files.readAllLines(output)).as(page.name()).containsAll(printed(page));
    } finally {
      process.destroyForcibly();
    }
  }
}
