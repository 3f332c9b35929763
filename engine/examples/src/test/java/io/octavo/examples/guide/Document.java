package io.octavo.examples.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Markdown file of the repository.
 *
 * @param path the file
 * @param blocks its blocks of code
 * @param prose its other lines
 */
record Document(Path path, List<Block> blocks, List<String> prose) {
  /** The root of the repository. */
  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  static final Path GUIDE = ROOT.resolve("engine/guide");
  static final Path README = ROOT.resolve("README.md");
  static final Path DESIGN = ROOT.resolve("engine/DESIGN.md");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("#{1,6}\\s+(.*?)\\s*#*");
  private static final Pattern NAMED = Pattern.compile("<a (?:id|name)=\"([^\"]+)\">");

  /**
   * A block of code.
   *
   * @param kind what follows the fence, such as {@code java}
   * @param line the number of its first line
   * @param text its lines
   */
  record Block(String kind, int line, String text) {}

  static Document read(Path path) throws IOException {
    List<Block> blocks = new ArrayList<>();
    List<String> prose = new ArrayList<>();
    List<String> lines = Files.readAllLines(path);
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).startsWith("```")) {
        prose.add(lines.get(i));
        continue;
      }
      int first = ++i;
      while (!lines.get(i).equals("```")) {
        i++;
      }
      String kind = lines.get(first - 1).substring("```".length()).strip();
      blocks.add(new Block(kind, first + 1, String.join("\n", lines.subList(first, i)) + "\n"));
    }
    return new Document(path, blocks, prose);
  }

  /** Returns the README and the pages of the guide. */
  static List<Document> pages() throws IOException {
    List<Document> pages = new ArrayList<>(List.of(read(README)));
    try (Stream<Path> files = Files.list(GUIDE)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".md")).sorted().toList()) {
        pages.add(read(file));
      }
    }
    return pages;
  }

  /** Returns the chapters of the design: the READMEs in the folders of the sources. */
  static List<Document> chapters() throws IOException {
    return all().stream()
        .filter(document -> document.path().endsWith("README.md"))
        .filter(document -> document.name().replace('\\', '/').contains("/src/main/java/"))
        .toList();
  }

  /** Returns all files of the repository that are Markdown. */
  static List<Document> all() throws IOException {
    List<Document> all = new ArrayList<>();
    for (Path file : files(".md")) {
      all.add(read(file));
    }
    return all;
  }

  /** Returns all files of the repository that are Java. */
  static List<Path> sources() throws IOException {
    return files(".java");
  }

  private static List<Path> files(String ending) throws IOException {
    List<Path> found = new ArrayList<>();
    collect(ROOT, ending, found);
    return found;
  }

  private static void collect(Path directory, String ending, List<Path> found) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (Files.isDirectory(file) && !name.startsWith(".") && !name.equals("target")) {
          collect(file, ending, found);
        } else if (name.endsWith(ending)) {
          found.add(file);
        }
      }
    }
  }

  String name() {
    return ROOT.relativize(path).toString();
  }

  /** Counts the words outside of blocks of code. */
  int words() {
    return (int)
        prose.stream()
            .flatMap(line -> Stream.of(line.strip().split("\\s+", -1)))
            .filter(word -> !word.isEmpty())
            .count();
  }

  /** Returns the links to files of the repository, and to parts of this one. */
  List<String> links() {
    List<String> links = new ArrayList<>();
    for (String line : prose) {
      Matcher matcher = LINK.matcher(line.replaceAll("`[^`]*`", "code"));
      while (matcher.find()) {
        if (!matcher.group(1).matches("[a-z]+:.*")) {
          links.add(matcher.group(1));
        }
      }
    }
    return links;
  }

  /** Returns what links may name after a number sign, made of the headings as GitHub does. */
  Set<String> anchors() {
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    for (String line : prose) {
      Matcher named = NAMED.matcher(line);
      while (named.find()) {
        anchors.add(named.group(1));
      }
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String text = heading.group(1).replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1");
        String anchor =
            text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}_\\- ]", "").replace(' ', '-');
        int before = seen.merge(anchor, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? anchor : anchor + "-" + before);
      }
    }
    return anchors;
  }
}
