package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules about the sources that no compiler knows. */
class TidyTest {
  private static final int MAX_LINES = 600;

  private enum Where {
    EVERYWHERE,
    /** Programs talk to whoever started them; the store has listeners of its own. */
    OUTSIDE_OF_PROGRAMS,
    /** What users run; locks name the time for people. */
    IN_THE_LIBRARY;

    boolean contains(Source source) {
      boolean inProgram = source.isProgram() || source.path().contains("/io/octavo/tool/");
      return switch (this) {
        case EVERYWHERE -> true;
        case OUTSIDE_OF_PROGRAMS -> !inProgram;
        case IN_THE_LIBRARY ->
            source.path().matches("(page|engine|engine/command|engine/kafka)/src/main/.*")
                && !inProgram
                && !source.path().endsWith("/StoreLock.java");
      };
    }
  }

  private record Rule(Pattern pattern, String reason, Where where) {
    Rule(String pattern, String reason, Where where) {
      this(Pattern.compile(pattern), reason, where);
    }

    boolean isBroken(Source source, String line) {
      return pattern.matcher(line).find() && where.contains(source);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "\\b(TODO|FIXME|XXX|HACK)\\b",
              "unfinished work is an issue, where it is seen",
              Where.EVERYWHERE),
          new Rule(
              "new (Splittable)?Random\\(\\)|ThreadLocalRandom|Math\\.random",
              "what has no seed cannot be replayed",
              Where.EVERYWHERE),
          new Rule(
              "System\\.(out|err)\\b",
              "the streams belong to the program; a library logs or throws",
              Where.OUTSIDE_OF_PROGRAMS),
          new Rule(
              "printStackTrace\\(",
              "an exception is handled or thrown on",
              Where.OUTSIDE_OF_PROGRAMS),
          new Rule(
              "currentTimeMillis|Instant\\.now|LocalDateTime\\.now",
              "files are a function of the operations; clocks are for locks and benchmarks",
              Where.IN_THE_LIBRARY),
          new Rule(
              "(?i)//.*\\b(previously|used to be|no longer needed|was changed|changed from)\\b",
              "history belongs to the commits; a comment says what is",
              Where.EVERYWHERE),
          new Rule(
              "(?i)\\b(simply|obviously|of course|basically|trivially)\\b",
              "the word adds nothing for who knows and offends who does not",
              Where.EVERYWHERE),
          new Rule(
              "(?i)\\b(utilize|leverage|robust|seamless(ly)?|blazing(ly)?|cutting-edge)\\b",
              "the word praises instead of saying what is so",
              Where.EVERYWHERE),
          new Rule(
              "\\b(class|interface|record|enum) \\w+(Impl|Utils?|Manager|Helper)\\b",
              "the name says nothing; a concept has one of its own",
              Where.EVERYWHERE),
          new Rule(
              "@SuppressWarnings\\(\"all\"\\)",
              "warnings are named, so that the others are still seen",
              Where.EVERYWHERE),
          new Rule("\t", "two spaces, as in the rest of the sources", Where.EVERYWHERE));

  private record Source(String path, List<String> lines) {
    boolean isProgram() {
      return lines.stream().anyMatch(line -> line.contains("public static void main("));
    }
  }

  @Test
  void sourcesAreShortFinishedAndPlain() throws IOException {
    List<String> problems = new ArrayList<>();
    List<Source> sources = sources();
    for (Source source : sources) {
      if (source.lines().size() > MAX_LINES) {
        problems.add(
            source.path() + ": " + source.lines().size() + " lines; a file is read in one sitting");
      }
      for (int i = 0; i < source.lines().size(); i++) {
        String line = source.lines().get(i);
        for (Rule rule : RULES) {
          if (rule.isBroken(source, line)) {
            problems.add(
                source.path() + ":" + (i + 1) + ": " + line.strip() + " (" + rule.reason() + ")");
          }
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(sources).hasSizeGreaterThan(50);
  }

  @Test
  void everyRuleIsBrokenByItsExample() {
    List<String> examples =
        List.of(
            "// TODO later",
            "Random random = new Random();",
            "System.out.println(x);",
            "e.printStackTrace();",
            "long now = System.currentTimeMillis();",
            "int x; // previously 4",
            "/** Simply adds. */",
            "/** A robust cache. */",
            "final class StoreManager {",
            "@SuppressWarnings(\"all\")",
            "\tint x;");
    Source source = new Source("engine/src/main/java/io/octavo/Example.java", examples);
    for (int i = 0; i < RULES.size(); i++) {
      assertThat(RULES.get(i).isBroken(source, examples.get(i))).as(examples.get(i)).isTrue();
    }
  }

  private static List<Source> sources() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("mvnw"))) {
      root = root.getParent();
    }
    List<Source> sources = new ArrayList<>();
    for (String module :
        List.of(
            "page",
            "engine",
            "engine/command",
            "engine/examples",
            "engine/kafka",
            "fuzz",
            "bench")) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          if (!file.endsWith("TidyTest.java")) {
            String path = root.relativize(file).toString().replace('\\', '/');
            sources.add(new Source(path, Files.readAllLines(file)));
          }
        }
      }
    }
    return sources;
  }
}
