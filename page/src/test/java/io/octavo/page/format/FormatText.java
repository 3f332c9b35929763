package io.octavo.page.format;

import io.octavo.page.ModuleFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** FORMAT.md, as a machine reads it: sections, tables, and examples marked by a comment. */
public final class FormatText {
  private static final Pattern EXAMPLE =
      Pattern.compile("<!-- example: (.+) -->\n((?:```\n(?:.*\n)*?```\n)|(?:\\|.*\n)+)");

  private final String text;

  public FormatText(String text) {
    this.text = text;
  }

  public static FormatText read() throws IOException {
    return new FormatText(ModuleFiles.read(ModuleFiles.path("FORMAT.md")));
  }

  String text() {
    return text;
  }

  /** Returns the text below a heading of the second rank. */
  public String section(String heading) {
    int start = text.indexOf("\n## " + heading + "\n");
    if (start < 0) {
      throw new AssertionError("FORMAT.md has no section " + heading);
    }
    int end = text.indexOf("\n## ", start + 1);
    return text.substring(start, end < 0 ? text.length() : end);
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
      examples.put(matcher.group(1), matcher.group(2));
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
