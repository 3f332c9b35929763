package io.octavo.command.picture;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.Octavo;
import io.octavo.command.PictureSamples;
import io.octavo.page.PageKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** Pictures and numbers of pages, trees and files: of sound stores, empty and damaged ones. */
class PictureCommandsTest {
  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
  }

  /** The verbs that look at a whole store. */
  private List<List<Object>> verbs() {
    return List.of(
        List.of("stat", store),
        List.of("stat", store, "--json"),
        List.of("tree", store),
        List.of("tree", store, "--json"),
        List.of("map", store),
        List.of("map", store, "--by", "map"),
        List.of("map", store, "--by", "fill"),
        List.of("map", store, "--by", "age"),
        List.of("map", store, "--json"),
        List.of("map", store, "--svg"),
        List.of("map", store, "--html"),
        List.of("inspect", store, "--html"));
  }

  private static Octavo run(List<Object> verb) {
    return Octavo.run(verb.toArray());
  }

  @Test
  void everyVerbShowsAnEmptyStore() {
    PictureSamples.empty(store);

    verbs().forEach(verb -> run(verb).succeeds());
    for (int number = 0; number < 5; number++) {
      Octavo.run("page", store, number, "--svg").succeeds();
      Octavo.run("page", store, number, "--html").succeeds();
    }
    assertThat(Octavo.run("map", store).out()).startsWith("        0  MMMM#\n");
  }

  @Test
  void everyVerbShowsASmallStore() {
    PictureSamples.mixed(store);

    verbs().forEach(verb -> run(verb).succeeds());
    assertThat(Octavo.run("tree", store, "squares").succeeds().out())
        .startsWith("squares\n6,000 entries in 2 levels\n  level 1 ")
        .containsPattern("\npage [0-9]+, branch, count [0-9]+\n├─ page [0-9]+, leaf, count ")
        .contains("from the least\n", "... ")
        .doesNotContain("names");
    assertThat(Octavo.run("tree", store).out()).doesNotContain("\u001B", "\u0000");
    Octavo.run("tree", store, "nothing").fails(1, "no map named nothing");
    Octavo.run("tree", store, "--show=-1").fails(2, "--show=-1 is negative");
    Octavo.run("inspect", store).fails(2, "Missing required option: '--html'");
    Octavo.run("map", store, "--by=size").fails(2, "--by");
  }

  @Test
  void everyVerbShowsWhatIsLeftOfADamagedStore() throws IOException {
    PictureSamples.mixed(store);
    int leaf = PictureSamples.find(store, PageKind.BYTES_LEAF);
    PictureSamples.damage(store, leaf);

    for (List<Object> verb : verbs()) {
      Octavo run = run(verb).fails(1, "the store is damaged");
      assertThat(run.out()).as("%s", verb).isNotEmpty();
    }
    assertThat(Octavo.run("map", store).out())
        .contains(
            "!", "damaged ", "! page " + leaf + ": page " + leaf + " breaks rule R1 (checksum)");
    assertThat(Octavo.run("tree", store, "--show=1000").out())
        .containsPattern("page " + leaf + ", damaged  page " + leaf + " breaks rule R1");
    assertThat(Octavo.run("page", store, leaf, "--svg").out())
        .contains("breaks rule R1 (checksum)");
    assertThat(Octavo.run("page", store, leaf, "--html").exitCode()).isEqualTo(1);
  }

  @Test
  void outputsThatWouldMixAreRefused() {
    PictureSamples.mixed(store);
    Octavo.run("map", store, "--svg", "--json").fails(2, "--svg and --json cannot both write");
    Octavo.run("map", store, "--json", "--html").fails(2, "--html and --json cannot both");
    Octavo.run("map", store, "--html", "--svg=-").fails(2, "--svg and --html cannot both");
    Octavo.run("page", store, 5, "--svg", "--html").fails(2, "--svg and --html cannot both");
    Path svg = directory.resolve("a.svg");
    assertThat(Octavo.run("map", store, "--svg", svg, "--json").output()).startsWith("[");
    assertThat(svg).isNotEmptyFile();
    assertThat(Octavo.run("inspect", "--help").output())
        .contains("Usage: octavo inspect [-h] [--force] [--unlocked] --html[=OUT] FILE");
  }

  @Test
  void whatHangsBelowADamagedBranchIsMarked() throws IOException {
    PictureSamples.mixed(store);
    PictureSamples.damage(store, PictureSamples.find(store, PageKind.BYTES_BRANCH));

    Octavo map = Octavo.run("map", store);
    assertThat(map.exitCode()).isEqualTo(1);
    assertThat(map.out()).contains("????").containsPattern("\\? unreached +[0-9]+ pages");
    assertThat(Octavo.run("stat", store).out()).containsPattern("unreached +[0-9]+ ");
  }

  @Test
  void aStoreThatCannotBeOpenedIsDrawnPageByPage() throws IOException {
    PictureSamples.mixed(store);
    PictureSamples.cutOff(store);

    Octavo map = Octavo.run("map", store).fails(1, "the store is damaged");
    assertThat(map.out()).contains("LLLL", "llll");
    PictureSamples.damageMetas(store);
    map = Octavo.run("map", store).fails(1, "the store is damaged");
    assertThat(map.out()).startsWith("        0  !!!!").contains("LLLL", "llll");
    Octavo.run("inspect", store, "--html").fails(1, "the store is damaged");
    Octavo.run("stat", store).fails(3, "breaks rule R1");
    Octavo.run("tree", store).fails(3, "breaks rule R1");
  }

  @Test
  void aFileThatIsNoStoreIsRefused() throws IOException {
    Files.write(store, new byte[50_000]);

    verbs().forEach(verb -> run(verb).fails(3, "not an Octavo file"));
    Octavo.run("page", store, 0, "--svg").fails(3, "not an Octavo file");
    assertThat(Files.size(store)).isEqualTo(50_000);
  }

  @Test
  void everyPageIsAPictureThatSaysWhatItsDumpSays() throws Exception {
    PictureSamples.mixed(store);

    // One of each kind, and one that is not in use.
    Map<Object, Integer> pages = new HashMap<>();
    for (Object page : (List<?>) Octavo.run("map", store, "--json").json()) {
      pages.merge(
          ((Map<?, ?>) page).get("kind"), (int) number(((Map<?, ?>) page).get("page")), Math::max);
    }
    assertThat(pages).hasSizeGreaterThan(8);
    for (int number : pages.values()) {
      Octavo run = Octavo.run("page", store, number, "--svg");
      Document svg = parse(run.out());
      assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
      String text = svg.getDocumentElement().getTextContent();
      assertThat(text).contains("heap bound", "crc, bytes 0-3");
      boolean isInUse = !text.contains(", not in use");
      assertThat(text.contains("page " + number + ": ")).as(text).isIn(true, isInUse);
      assertThat(run.exitCode()).as(text).isIn(0, isInUse ? 0 : 1);
    }
    String leaf =
        parse(Octavo.run("page", store, PictureSamples.find(store, PageKind.LEAF), "--svg").out())
            .getDocumentElement()
            .getTextContent();
    assertThat(leaf)
        .containsPattern("slot 0, bytes 48-49\n0x[0-9A-F]{4}, end 8192, code [0-9]+: key 3, value ")
        .containsPattern("entry 0, bytes [0-9]+-8191\n[0-9]+ -> [0-9]+\n[0-9A-F ]+ \\| [0-9A-F ]+");
  }

  private static Document parse(String xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void mapsOfPagesArePictures() throws Exception {
    PictureSamples.mixed(store);

    for (Tiles.By by : Tiles.By.values()) {
      Document svg = parse(Octavo.run("map", store, "--by", by, "--svg").succeeds().out());
      int tiles = svg.getElementsByTagName("g").getLength();
      assertThat(tiles).isEqualTo(PictureSamples.pages(store));
    }
  }

  @Test
  void coloursAreOnlyWhereTheyAreWanted() {
    PictureSamples.mixed(store);

    for (List<Object> verb :
        List.<List<Object>>of(
            List.of("page", store, 8), List.of("tree", store), List.of("map", store))) {
      Object[] coloured = Stream.concat(verb.stream(), Stream.of("--color=always")).toArray();
      Octavo plain = run(verb).succeeds();
      Octavo painted = Octavo.run(coloured).succeeds();
      assertThat(plain.out()).as("%s", verb).doesNotContain("\u001B");
      assertThat(painted.out()).as("%s", verb).contains("\u001B[38;5;");
    }
    String dump = Octavo.run("page", store, 8).out();
    String painted = Octavo.run("page", store, 8, "--color=always").out();
    String text = painted.replaceAll("\u001B\\[[0-9;]*m", "");
    assertThat(text.lines()).containsAll(dump.lines().filter(l -> !l.contains("entry ")).toList());
  }

  @Test
  void theRingIsShownCommitByCommit() throws IOException {
    PictureSamples.unclosed(store);
    Map<?, ?> stat = (Map<?, ?>) Octavo.run("stat", store, "--json").succeeds().json();
    Map<?, ?> ring = (Map<?, ?>) Objects.requireNonNull(stat.get("ring"));
    long start = number(ring.get("start"));

    assertThat(number(ring.get("pages"))).isPositive();
    assertThat(Octavo.run("page", store, start).succeeds().out())
        .contains("of the commit ring", "commit ", "operation", "put ");
    assertThat(Octavo.run("page", store, start, "--svg").succeeds().out()).contains("put ");
    assertThat(Octavo.run("map", store).succeeds().out()).containsPattern("r ring +[0-9,]+ page");
    verbs().forEach(verb -> run(verb).succeeds());
  }

  @Test
  void numbersAddUp() {
    PictureSamples.mixed(store);

    Map<?, ?> stat = (Map<?, ?>) Octavo.run("stat", store, "--json").succeeds().json();
    long byUse = 0;
    for (Object count : ((Map<?, ?>) Objects.requireNonNull(stat.get("pagesByUse"))).values()) {
      byUse += number(count);
    }
    assertThat(byUse).isEqualTo(number(stat.get("pages")));
    for (Object element : (List<?>) Objects.requireNonNull(stat.get("maps"))) {
      Map<?, ?> map = (Map<?, ?>) element;
      long inEntries = 0;
      for (Object part : ((Map<?, ?>) Objects.requireNonNull(map.get("entryBytes"))).values()) {
        inEntries += number(part);
      }
      Map<?, ?> bytes = (Map<?, ?>) Objects.requireNonNull(map.get("bytes"));
      assertThat(inEntries).as("%s", map).isEqualTo(number(bytes.get("entries")));
      long leaves = 0;
      Map<?, ?> perLeaf = (Map<?, ?>) Objects.requireNonNull(map.get("entriesPerLeaf"));
      for (Object bar : (List<?>) Objects.requireNonNull(perLeaf.get("histogram"))) {
        leaves += number(((Map<?, ?>) bar).get("leaves"));
      }
      List<?> levels = (List<?>) Objects.requireNonNull(map.get("pagesByLevel"));
      assertThat(leaves).isEqualTo(levels.isEmpty() ? 0 : number(levels.get(0)));
    }
    String text = Octavo.run("stat", store).out();
    assertThat(text)
        .contains("largest values\n        50,000 bytes  large\n", "clustering ", "    keys ")
        .containsPattern("fallback +1[0-9]+ entries")
        .doesNotContain("\u001B");
    Map<?, ?> page = (Map<?, ?>) ((List<?>) Octavo.run("map", store, "--json").json()).get(0);
    assertThat(page.get("kind")).isEqualTo("meta");
  }

  private static long number(Object json) {
    return ((BigDecimal) json).longValueExact();
  }

  @Test
  void aPageForTheBrowserNeedsNothingElseAndHoldsNoMarkupOfUsers() throws IOException {
    PictureSamples.mixed(store);
    Path html = directory.resolve("a.html");

    assertThat(Octavo.run("inspect", store, "--html", html).succeeds().out()).isEmpty();

    String page = Files.readString(html);
    assertThat(page).startsWith("<!DOCTYPE html>").contains("default-src 'none'");
    assertThat(Pattern.compile("</script>").matcher(page).results()).hasSize(2);
    assertThat(page).doesNotContain("<b>bold", "src=", "@import", "\u001B");
    assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http:", "https:");
  }

  @Test
  void aPictureDoesNotTakeThePlaceOfTheStore() throws IOException {
    PictureSamples.mixed(store);
    byte[] before = Files.readAllBytes(store);

    Octavo.run("map", store, "--svg", store).fails(1, "is a store; name another file");
    Octavo.run("page", store, 5, "--html=" + store).fails(1, "is a store; name another file");
    Octavo.run("inspect", store, "--html", store).fails(1, "is a store; name another file");
    Octavo.run("page", store, 5, "--raw", "--svg").fails(2, "--raw");

    assertThat(Files.readAllBytes(store)).isEqualTo(before);
  }
}
