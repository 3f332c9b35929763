package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules about the sources that no compiler knows. */
class TidyTest {
  private static final int MAX_LINES = 1_000;

  /** Lines between the braces of a method. */
  private static final int MAX_BODY = 60;

  /** Files of a package folder. */
  private static final int MAX_FILES = 25;

  /** The methods that are longer, and their lines: a number may fall and not rise. */
  private static final Map<String, Integer> LONG_METHODS =
      Map.ofEntries(
          Map.entry(
              "engine/command/src/test/java/io/octavo/command/survey/ForgedRingTest.java accepted",
              66),
          Map.entry(
              "engine/command/src/test/java/io/octavo/command/survey/ForgedRingTest.java refused",
              106),
          Map.entry("engine/src/test/java/io/octavo/codec/CodecSubjects.java all", 117),
          Map.entry("engine/src/test/java/io/octavo/view/MapModelTest.java calls", 112),
          Map.entry(
              "engine/src/test/java/io/octavo/posting/PostingMapTest.java readersRefuseChangesAndHandlesEnd",
              61),
          Map.entry("fuzz/src/main/java/io/octavo/fuzz/Execution.java perform", 73),
          Map.entry("page/src/test/java/io/octavo/page/check/PageCheckCases.java bytes", 67));

  /** The most lines of main code of each module: a number may fall and not rise. */
  private static final Map<String, Integer> MOST_CODE =
      Map.of(
          "page", 14_050,
          "engine", 50_300,
          "engine/agrona", 700,
          "engine/command", 26_700,
          "engine/examples", 1_700,
          "engine/kafka", 4_100,
          "engine/profile", 5_700,
          "fuzz", 20_400,
          "bench", 11_600);

  /**
   * The first line of a method: in formatted sources, the nearest line above the closing brace that
   * begins in its column.
   */
  private static final Pattern METHOD =
      Pattern.compile(
          "(?!(assert|case|catch|default|do|else|finally|for|if|return|switch|throw|try|while|yield)"
              + "\\b)(?!synchronized \\()(?!.*\\b(class|enum|interface|record) )"
              + "[\\w@<].*?(?<name>\\w+)\\(.*");

  private enum Where {
    EVERYWHERE,
    /** Programs talk to whoever started them; the store has listeners of its own. */
    OUTSIDE_OF_PROGRAMS,
    /** What users run; locks name the time for people. */
    IN_THE_LIBRARY;

    boolean contains(Source source) {
      boolean inProgram = source.isProgram() || source.path().contains("/io/octavo/command/");
      return switch (this) {
        case EVERYWHERE -> true;
        case OUTSIDE_OF_PROGRAMS -> !inProgram;
        case IN_THE_LIBRARY ->
            source.path().matches("(page|engine|engine/(agrona|command|kafka|profile))/src/main/.*")
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

    /** Returns the greatest number of lines between the braces of the methods of each name. */
    Map<String, Integer> methods() {
      Map<String, Integer> methods = new TreeMap<>();
      for (int end = 0; end < lines.size(); end++) {
        if (!lines.get(end).strip().equals("}")) {
          continue;
        }
        int column = lines.get(end).indexOf('}');
        int begin = end - 1;
        while (begin > 0 && column(lines.get(begin)) != column) {
          begin--;
        }
        Matcher method = METHOD.matcher(lines.get(begin).strip());
        if (method.matches()) {
          int brace = begin;
          while (brace < end && !lines.get(brace).endsWith("{")) {
            brace++;
          }
          methods.merge(method.group("name"), end - brace - 1, Math::max);
        }
      }
      return methods;
    }

    private static int column(String line) {
      return line.isBlank() ? -1 : line.length() - line.stripLeading().length();
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
      if (source.path().endsWith("/TidyTest.java")) {
        // Its examples break the rules.
        continue;
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
  void methodsAreShort() throws IOException {
    Map<String, Integer> lengths = new TreeMap<>();
    for (Source source : sources()) {
      source.methods().forEach((name, lines) -> lengths.put(source.path() + " " + name, lines));
    }
    assertThat(lengths).hasSizeGreaterThan(5_000);
    assertThat(exceeding(lengths, MAX_BODY, LONG_METHODS)).isEmpty();
  }

  @Test
  void foldersHaveFewFiles() throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    for (Source source : sources()) {
      counts.merge(source.path().substring(0, source.path().lastIndexOf('/')), 1, Integer::sum);
    }
    assertThat(exceeding(counts, MAX_FILES, Map.of())).isEmpty();
  }

  @Test
  void mainCodeDoesNotGrow() throws IOException {
    Map<String, Integer> lines = new TreeMap<>();
    for (Source source : sources()) {
      int end = source.path().indexOf("/src/main/java/");
      if (end >= 0) {
        lines.merge(source.path().substring(0, end), source.lines().size(), Integer::sum);
      }
    }
    assertThat(lines.keySet()).isEqualTo(MOST_CODE.keySet());
    lines.forEach(
        (module, count) ->
            assertThat(count).as("lines of " + module).isLessThanOrEqualTo(MOST_CODE.get(module)));
  }

  /** Returns what is above a limit or above its exception, and the exceptions without need. */
  private static List<String> exceeding(
      Map<String, Integer> found, int limit, Map<String, Integer> exceptions) {
    List<String> problems = new ArrayList<>();
    found.forEach(
        (name, number) -> {
          int most = exceptions.getOrDefault(name, limit);
          if (number > most) {
            problems.add(name + ": " + number + ", at most " + most);
          }
        });
    exceptions.forEach(
        (name, number) -> {
          if (found.getOrDefault(name, 0) <= limit) {
            problems.add(name + ": needs no exception");
          }
        });
    return problems;
  }

  @Test
  void whatIsTooLongOrFullIsFound() {
    List<String> lines =
        List.of(
            "  @Test",
            "  void one(",
            "      int x)",
            "      throws IOException {",
            "    if (x > 0) {",
            "      run();",
            "    }",
            "  }",
            "",
            "  record Two(int x) {",
            "    Two {",
            "    }",
            "  }");
    assertThat(new Source("A.java", lines).methods()).isEqualTo(Map.of("one", 3));
    Map<String, Integer> found = Map.of("a", 3, "b", 5, "c", 1);
    assertThat(exceeding(found, 3, Map.of("b", 5))).isEmpty();
    assertThat(exceeding(found, 3, Map.of("b", 4))).containsExactly("b: 5, at most 4");
    assertThat(exceeding(found, 2, Map.of("b", 5))).containsExactly("a: 3, at most 2");
    assertThat(exceeding(found, 5, Map.of("d", 9))).containsExactly("d: needs no exception");
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
            "engine/agrona",
            "engine/command",
            "engine/examples",
            "engine/kafka",
            "engine/profile",
            "fuzz",
            "bench")) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          String path = root.relativize(file).toString().replace('\\', '/');
          sources.add(new Source(path, Files.readAllLines(file)));
        }
      }
    }
    return sources;
  }
}
