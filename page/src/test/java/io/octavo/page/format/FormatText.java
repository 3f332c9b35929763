package io.octavo.page.format;

import io.octavo.page.ModuleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * FORMAT.md and the files that it leads to, as a machine reads them: sections, tables, and examples
 * marked by a comment.
 */
public final class FormatText {
  private static final Pattern EXAMPLE =
      Pattern.compile("<!-- example: (.+) -->\n((?:```\n(?:.*\n)*?```\n)|(?:\\|.*\n)+)");

  /** The headings of files and of sections. */
  private static final Pattern HEADING = Pattern.compile("(?m)^##? ");

  private static final Pattern SECTION = Pattern.compile("(?m)^##+ (.+)$");

  private final String text;

  public FormatText(String text) {
    this.text = text;
  }

  /** Reads all files of the format as one text. */
  public static FormatText read() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Path file : files()) {
      text.append(ModuleFiles.read(file)).append('\n');
    }
    return new FormatText(text.toString());
  }

  /** Returns FORMAT.md, and then the files of its directory. */
  static List<Path> files() throws IOException {
    Path entrance = ModuleFiles.path("FORMAT.md");
    List<Path> files = new ArrayList<>(List.of(entrance));
    try (Stream<Path> parts = Files.list(entrance.resolveSibling("format"))) {
      parts.filter(file -> file.toString().endsWith(".md")).sorted().forEach(files::add);
    }
    return files;
  }

  String text() {
    return text;
  }

  /** Returns the text below a heading of the second rank, in whatever file it is. */
  public String section(String heading) {
    String line = "\n## " + heading + "\n";
    int start = text.indexOf(line);
    if (start < 0 || text.indexOf(line, start + 1) >= 0) {
      throw new AssertionError("FORMAT.md has no section, or two sections, " + heading);
    }
    Matcher next = HEADING.matcher(text);
    return text.substring(start, next.find(start + line.length()) ? next.start() : text.length());
  }

  /** Returns the headings of the second and third rank. */
  List<String> headings() {
    return SECTION.matcher(text).results().map(match -> match.group(1)).toList();
  }

  /** Returns the rows of a section's tables that have these columns, without the head. */
  List<List<String>> table(String heading, String... columns) {
    return rows(section(heading), columns);
  }

  static List<List<String>> rows(String part, String... columns) {
    List<List<String>> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : part.split("\n", -1)) {
      List<String> cells = cells(line);
      if (cells.equals(List.of(columns))) {
        inside = true;
      } else if (cells.isEmpty()) {
        inside = false;
      } else if (inside && !cells.get(0).startsWith("---")) {
        rows.add(cells);
      }
    }
    return rows;
  }

  private static List<String> cells(String line) {
    if (!line.startsWith("|")) {
      return List.of();
    }
    String inner = line.substring(1, line.lastIndexOf('|'));
    return Arrays.stream(inner.split("(?<!\\\\)\\|", -1))
        .map(cell -> cell.strip().replace("\\|", "|"))
        .collect(Collectors.toList());
  }

  /** Returns the marked examples by name. */
  Map<String, String> examples() {
    Map<String, String> examples = new LinkedHashMap<>();
    Matcher matcher = EXAMPLE.matcher(text);
    while (matcher.find()) {
      if (examples.put(matcher.group(1), matcher.group(2)) != null) {
        throw new AssertionError("FORMAT.md has two examples " + matcher.group(1));
      }
    }
    return examples;
  }

  /** Returns the same text with its examples changed. */
  String withExamples(Map<String, UnaryOperator<String>> changes) {
    return EXAMPLE
        .matcher(text)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    "<!-- example: "
                        + match.group(1)
                        + " -->\n"
                        + changes.get(match.group(1)).apply(match.group(2))));
  }
}
