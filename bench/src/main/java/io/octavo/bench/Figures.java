package io.octavo.bench;

import io.octavo.bench.measure.FigureTable;
import io.octavo.bench.measure.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the figures of {@code bench/RESULTS.md} and {@code README.md}, so that nobody types one.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar io.octavo.bench.Figures [all | ANCHOR...]
 * </pre>
 *
 * <p>Runs in the root of the repository. A section of {@code RESULTS.md} has a command in a block
 * of code, and the lines that the command printed between {@value #BEGIN} and {@value #END}. For
 * each section whose anchor is given, this program runs the command and replaces these lines. Then
 * it writes the table of figures of {@code README.md} again: each row has a link to a section and
 * the name of a row of that section's table, and receives the figure of Octavo, the best of the
 * other stores, and the ratio.
 */
public final class Figures {
  /** The line before what a command has printed. */
  static final String BEGIN = "<!-- printed -->";

  /** The line after what a command has printed. */
  static final String END = "<!-- end -->";

  private static final String FENCE = "```";

  private static final Pattern ROW =
      Pattern.compile("\\| \\**\\[([^]]*)]\\(bench/RESULTS\\.md#([^)]*)\\): ([^|*]*)\\** \\|.*");

  private Figures() {}

  /**
   * Runs commands and writes both documents.
   *
   * @param anchors the sections whose commands are to be run
   * @throws IllegalArgumentException if there is no such section; nothing was run
   * @throws IOException if a document cannot be read or written, or a command fails
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] anchors) throws IOException, InterruptedException {
    Path results = Path.of("bench", "RESULTS.md");
    Path readme = Path.of("README.md");
    List<String> known = anchors(Files.readAllLines(results));
    List<String> chosen = List.of(anchors).equals(List.of("all")) ? known : List.of(anchors);
    for (String anchor : chosen) {
      if (!known.contains(anchor)) {
        throw new IllegalArgumentException("no section '" + anchor + "' among " + known);
      }
    }
    for (String anchor : chosen) {
      // Written one by one: a command that fails loses no figures of the sections before it.
      Files.write(results, run(Files.readAllLines(results), anchor));
    }
    Files.write(readme, fill(Files.readAllLines(readme), Files.readAllLines(results)));
  }

  /** A heading and the lines up to the next one. */
  private record Section(String anchor, List<String> lines) {}

  private static List<Section> split(List<String> lines) {
    List<Section> sections = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("#") || sections.isEmpty()) {
        sections.add(new Section(anchor(line), new ArrayList<>()));
      }
      sections.get(sections.size() - 1).lines().add(line);
    }
    return sections;
  }

  /** Returns the anchors of the sections that have a command. */
  static List<String> anchors(List<String> lines) {
    return split(lines).stream()
        .filter(section -> section.lines().contains(BEGIN))
        .map(Section::anchor)
        .toList();
  }

  /** Runs the command of a section. Returns all lines, with what it printed. */
  static List<String> run(List<String> lines, String anchor)
      throws IOException, InterruptedException {
    List<String> written = new ArrayList<>();
    for (Section section : split(lines)) {
      List<String> old = section.lines();
      int begin = section.anchor().equals(anchor) ? old.indexOf(BEGIN) : -1;
      if (begin < 0) {
        written.addAll(old);
        continue;
      }
      List<String> head = old.subList(0, begin + 1);
      written.addAll(head);
      written.addAll(printed(head.subList(head.indexOf(FENCE) + 1, head.lastIndexOf(FENCE))));
      written.addAll(old.subList(old.lastIndexOf(END), old.size()));
    }
    return written;
  }

  private static List<String> printed(List<String> command)
      throws IOException, InterruptedException {
    System.err.println(String.join("\n", command));
    Process process =
        new ProcessBuilder("sh", "-c", String.join("\n", command))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("exit status " + process.exitValue() + ": " + command);
    }
    List<String> lines = new ArrayList<>();
    for (String line : text.strip().lines().toList()) {
      boolean isFirstOfTable = line.startsWith("|") && !lines.isEmpty();
      String before = isFirstOfTable ? lines.get(lines.size() - 1) : "";
      if (!before.isEmpty() && !before.startsWith("|")) {
        lines.add("");
      }
      lines.add(line);
    }
    if (lines.stream().noneMatch(line -> line.startsWith("|"))) {
      lines.add(0, FENCE);
      lines.add(FENCE);
    }
    return lines;
  }

  /** Fills the rows of README.md. */
  static List<String> fill(List<String> readme, List<String> results) {
    List<String> filled = new ArrayList<>();
    for (String line : readme) {
      Matcher row = ROW.matcher(line);
      filled.add(row.matches() ? row(row, results) : line);
    }
    return filled;
  }

  private static String row(Matcher row, List<String> results) {
    String name = row.group(3).strip();
    List<String> section =
        split(results).stream()
            .filter(each -> each.anchor().equals(row.group(2)))
            .flatMap(each -> each.lines().stream())
            .toList();
    FigureTable table = FigureTable.of(section);
    FigureTable.Comparison comparison = table.compare(name);
    String mark = comparison.isLoss() ? "**" : "";
    return String.format(
        Locale.ROOT,
        "| %s[%s](bench/RESULTS.md#%s): %s%s | %s | %s | %s%s%s |",
        mark,
        row.group(1),
        row.group(2),
        name,
        mark,
        comparison.octavo(),
        comparison.best(),
        mark,
        Table.number("%.2f", comparison.ratio()),
        mark);
  }

  /** Returns the anchor of a heading, as web pages of repositories name it. */
  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+ ", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\w -]", "")
        .replace(' ', '-');
  }
}
