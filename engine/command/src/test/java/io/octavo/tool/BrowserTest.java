package io.octavo.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.octavo.Store;
import io.octavo.page.PageKind;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages of HTML in a browser without a screen. Skipped where there is none, except where the
 * environment says {@code CI=true}: there nobody would notice.
 */
class BrowserTest {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  @TempDir Path directory;
  private Path browser;
  private Path store;

  @BeforeEach
  void setUp() {
    Path found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    String missing = "no chromium on the PATH, so that no page of HTML is looked at";
    assumeTrue(found != null || "true".equals(System.getenv("CI")), missing);
    browser = Objects.requireNonNull(found, missing);
    store = directory.resolve("a.oct");
  }

  /** Runs the browser on a page; gives what it printed. */
  private String browse(Path page, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(browser.toString());
    // Within a container the browser cannot have a sandbox of its own.
    command.addAll(List.of("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"));
    command.add("--user-data-dir=" + directory.resolve("profile"));
    command.add("--virtual-time-budget=20000");
    command.addAll(List.of(options));
    command.add(page.toUri().toString());
    Path out = directory.resolve("out.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor(180, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(out);
  }

  /** Returns an attribute that the script left at the root of the page, empty if it left none. */
  private static String left(String dom, String name) {
    Matcher matcher = Pattern.compile("<html[^>]* data-" + name + "=\"([^\"]*)\"").matcher(dom);
    return matcher.find() ? matcher.group(1) : "";
  }

  /** Makes a page, and has it do what a reader would. */
  private Path inspected(String script, int exitCode) throws IOException {
    Path page = directory.resolve("a.html");
    assertThat(Octavo.run("inspect", store, "--html", page, "--force").exitCode())
        .isEqualTo(exitCode);
    String html = Files.readString(page);
    try (var in = Objects.requireNonNull(BrowserTest.class.getResourceAsStream(script))) {
      String steps = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Files.writeString(
          page, html.replace("</body>", "<script>" + steps + "</script></body>"));
    }
  }

  @Test
  void clicksLeadFromTheMapToAPageToAnEntryAndAKeyToItsPath() throws Exception {
    PictureSamples.mixed(store);

    String dom = browse(inspected("visit.js", 0), "--dump-dom");

    assertThat(left(dom, "error")).isEmpty();
    assertThat(left(dom, "visit")).isEqualTo("done");
  }

  @Test
  void keysAreFoundByTheirOrderAndByAllTheirBytes() throws Exception {
    try (Store opened = Store.open(store)) {
      opened.write(
          tx -> {
            for (long list = -3_000; list < 3_000; list++) {
              tx.postings("lists").add(list, 9);
            }
            for (long id = 0; id < 40_000; id++) {
              tx.postings("lists").add(2_500, id * id);
            }
            // Longer than what an entry shows, and with what an entry has between key and value.
            String alike = "a directory -> \"with\" a \\ long name/".repeat(3);
            for (int i = 10_000; i < 13_000; i++) {
              tx.bytesMap("paths").put((alike + i).getBytes(StandardCharsets.UTF_8), new byte[2]);
            }
            tx.bytesMap("paths").put(new byte[] {'z', (byte) 0x80, '\t'}, new byte[2]);
          });
    }

    String dom = browse(inspected("find.js", 0), "--dump-dom");

    assertThat(left(dom, "error")).isEmpty();
    assertThat(left(dom, "visit")).isEqualTo("done");
  }

  @Test
  void damageAndEmptinessAreShownWithoutErrors() throws Exception {
    PictureSamples.empty(store);
    String dom = browse(inspected("visit.js", 0), "--dump-dom");
    assertThat(left(dom, "error")).isEmpty();
    assertThat(left(dom, "ready")).isEqualTo("yes");

    store = directory.resolve("b.oct");
    PictureSamples.mixed(store);
    PictureSamples.damage(store, PictureSamples.find(store, PageKind.LEAF));
    dom = browse(inspected("visit.js", 1), "--dump-dom");
    assertThat(left(dom, "error")).isEmpty();
    assertThat(dom).contains("breaks rule R1 (checksum)");
  }

  @Test
  void aPageOfItsOwnIsDrawn() throws Exception {
    PictureSamples.mixed(store);
    Path page = directory.resolve("p.html");
    Octavo.run("page", store, PictureSamples.find(store, PageKind.LEAF), "--html", page).succeeds();
    String dom = browse(page, "--dump-dom");
    assertThat(left(dom, "error")).isEmpty();
    assertThat(dom).contains("data-part=\"entry 5\"", "class=\"cell r-key\"");
  }

  @Test
  void aScreenshotIsNotBlank() throws Exception {
    PictureSamples.mixed(store);
    Path page = directory.resolve("a.html");
    Octavo.run("inspect", store, "--html", page).succeeds();
    Path png = directory.resolve("a.png");

    browse(page, "--window-size=1400,900", "--screenshot=" + png);

    BufferedImage image = ImageIO.read(png.toFile());
    Set<Integer> colours = new HashSet<>();
    for (int x = 0; x < image.getWidth(); x += 3) {
      for (int y = 0; y < image.getHeight(); y += 3) {
        colours.add(image.getRGB(x, y));
      }
    }
    assertThat(colours).hasSizeGreaterThan(20);
  }
}
