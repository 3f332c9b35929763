package io.octavo.examples.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No public name is one that programs use together with Octavo, and import by a star. */
class StarImportsTest {
  private static final List<String> OF_JAVA =
      List.of(
          "java.io",
          "java.math",
          "java.nio.file",
          "java.time",
          "java.util",
          "java.util.concurrent",
          "java.util.function",
          "java.util.stream");

  /** What Kotlin imports into every file. */
  private static final List<String> OF_KOTLIN =
      List.of(
          "kotlin",
          "kotlin.annotation",
          "kotlin.collections",
          "kotlin.comparisons",
          "kotlin.io",
          "kotlin.ranges",
          "kotlin.sequences",
          "kotlin.text");

  private static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String program(List<String> types) {
    String imports =
        Stream.concat(
                OF_JAVA.stream(),
                types.stream().map(name -> name.substring(0, name.lastIndexOf('.'))).distinct())
            .map(name -> "import " + name + ".*;\n")
            .collect(Collectors.joining());
    return imports
        + "class Program {\n  Class<?>[] types = {\n"
        + types.stream()
            .map(name -> "    " + simple(name) + ".class,\n")
            .collect(Collectors.joining())
        + "  };\n}\n";
  }

  private static String compile(Path directory, String program) throws IOException {
    Path file = Files.writeString(directory.resolve("Program.java"), program);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none",
              "-d",
              directory.toString(),
              "-cp",
              System.getProperty("java.class.path"));
      boolean unused =
          compiler
              .getTask(errors, files, null, options, null, files.getJavaFileObjects(file))
              .call();
    }
    return errors.toString();
  }

  @Test
  void aJavaProgramCompiles(@TempDir Path directory) throws Exception {
    List<String> types = PublicTypes.names();
    assertThat(types)
        .contains("io.octavo.Store", "io.octavo.ids.StringTable")
        .hasSizeGreaterThan(60);
    assertThat(compile(directory, program(types))).isEmpty();
    List<String> ambiguous = Stream.concat(types.stream(), Stream.of("java.awt.List")).toList();
    assertThat(compile(directory, program(ambiguous))).contains("reference to List is ambiguous");
  }

  @Test
  void kotlinHasNoTypeOfTheName() throws Exception {
    assertThat(ClassLoader.getSystemResource("kotlin/Pair.class")).isNotNull();
    for (String name : PublicTypes.names()) {
      for (String other : OF_KOTLIN) {
        String file = other.replace('.', '/') + "/" + simple(name) + ".class";
        assertThat(ClassLoader.getSystemResource(file)).as(name).isNull();
      }
    }
  }
}
