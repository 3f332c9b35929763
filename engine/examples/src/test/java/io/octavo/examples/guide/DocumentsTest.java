package io.octavo.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.examples.imports.PublicTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents link to each other, are short, and omit no failure and no invariant. */
class DocumentsTest {
  private static final int MOST_WORDS = 1_200;
  private static final int MOST_WORDS_OF_README = 1_500;
  private static final int MOST_WORDS_OF_OVERVIEW = 3_000;

  /** A section of the format as comments name it, also at the end of a line. */
  private static final Pattern SECTION =
      Pattern.compile("FORMAT\\.md,[\\s*/]+section[\\s*/]+\"([^\"]+)\"");

  @Test
  void linksLeadSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Document document : Document.all()) {
      for (String link : document.links()) {
        int sign = link.indexOf('#');
        String file = sign < 0 ? link : link.substring(0, sign);
        Path target =
            file.isEmpty()
                ? document.path()
                : document.path().resolveSibling(file).toAbsolutePath().normalize();
        if (!Files.exists(target)) {
          broken.add(document.name() + ": " + link + ": no such file");
        } else if (sign >= 0
            && !Document.read(target).anchors().contains(link.substring(sign + 1))) {
          broken.add(document.name() + ": " + link + ": no such heading");
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void sectionsOfTheFormatThatSourcesNameExist() throws IOException {
    Path entrance = Document.ROOT.resolve("page/FORMAT.md");
    Set<String> headings = new HashSet<>();
    for (Document document : Document.all()) {
      if (document.path().equals(entrance)
          || document.path().startsWith(entrance.resolveSibling("format"))) {
        document.prose().stream()
            .filter(line -> line.startsWith("##"))
            .forEach(line -> headings.add(line.replaceFirst("#+ ", "")));
      }
    }
    List<String> missing = new ArrayList<>();
    int found = 0;
    for (Path source : Document.sources()) {
      Matcher matcher = SECTION.matcher(Files.readString(source));
      for (; matcher.find(); found++) {
        if (!headings.contains(matcher.group(1))) {
          missing.add(source + ": " + matcher.group(1));
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(found).isGreaterThan(50);
  }

  @Test
  void pagesAreShort() throws IOException {
    for (Document page : Document.pages()) {
      int most = page.path().equals(Document.README) ? MOST_WORDS_OF_README : MOST_WORDS;
      assertThat(page.words()).as("words of " + page.name()).isLessThanOrEqualTo(most);
    }
  }

  @Test
  void theDesignIsShort() throws IOException {
    assertThat(Document.read(Document.DESIGN).words()).isLessThanOrEqualTo(MOST_WORDS_OF_OVERVIEW);
    for (Document chapter : Document.chapters()) {
      assertThat(chapter.words()).as("words of " + chapter.name()).isLessThanOrEqualTo(MOST_WORDS);
    }
  }

  @Test
  void theOverviewListsEveryChapter() throws IOException {
    List<String> listed = Document.read(Document.DESIGN).links();
    List<Document> chapters = Document.chapters();
    assertThat(chapters).hasSizeGreaterThan(10);
    for (Document chapter : chapters) {
      Path directory = Document.DESIGN.getParent();
      assertThat(listed)
          .contains(directory.relativize(chapter.path()).toString().replace('\\', '/'));
    }
  }

  @Test
  void theInvariantsAreThoseOfTheAssertions() throws IOException {
    Set<String> listed = new TreeSet<>();
    for (String line : Document.read(Document.DESIGN).prose()) {
      Matcher invariant = Pattern.compile("- \\*\\*(I\\d+)\\.\\*\\* .*").matcher(line);
      if (invariant.matches()) {
        listed.add(invariant.group(1));
      }
    }
    Set<String> asserted = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(Document.ROOT.resolve("engine/src/main/java"))) {
      for (Path source : sources.filter(path -> path.toString().endsWith(".java")).toList()) {
        Matcher assertion = Pattern.compile("\"(I\\d+): ").matcher(Files.readString(source));
        while (assertion.find()) {
          asserted.add(assertion.group(1));
        }
      }
    }
    // An exception refuses the second thread, in all runs.
    asserted.add("I10");
    assertThat(listed).isEqualTo(asserted);
  }

  @Test
  void theIndexListsEveryPage() throws IOException {
    List<String> listed = Document.read(Document.GUIDE.resolve("index.md")).links();
    for (Document page : Document.pages()) {
      String name = page.path().getFileName().toString();
      if (!name.equals("index.md") && !name.equals("README.md")) {
        assertThat(listed).contains(name);
      }
    }
  }

  @Test
  void everyExceptionHasARow() throws Exception {
    List<String> rows =
        Document.read(Document.GUIDE.resolve("troubleshooting.md")).prose().stream()
            .filter(line -> line.startsWith("| `"))
            .toList();
    List<String> exceptions = new ArrayList<>();
    for (String name : PublicTypes.names()) {
      Class<?> type = Class.forName(name, false, ClassLoader.getSystemClassLoader());
      if (Throwable.class.isAssignableFrom(type)) {
        exceptions.add(type.getSimpleName());
      }
    }
    assertThat(exceptions).contains("StoreFullException", "ImportException");
    for (String exception : exceptions) {
      assertThat(rows).as(exception).anyMatch(row -> row.startsWith("| `" + exception + "`"));
    }
  }
}
