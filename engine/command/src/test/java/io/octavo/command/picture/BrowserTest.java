package io.octavo.command.picture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.command.Octavo;
import io.octavo.command.PictureSamples;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Screen;
import io.octavo.command.cli.Streams;
import io.octavo.command.web.Browser;
import io.octavo.command.web.Resources;
import io.octavo.page.PageKind;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of HTML in a browser without a screen. */
class BrowserTest {
  private static final int WIDE = 1400;
  private static final int NARROW = 600;
  private static final int HEIGHT = 900;

  @TempDir static Path shared;
  private static Browser browser;

  /** The sample that most tests only look at, and what inspect makes of it. */
  private static Path sample;

  private static Path sampleHtml;

  @TempDir Path directory;
  private Path store;
  private Path html;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.sharedOrSkip();
    sample = PictureSamples.mixed(shared.resolve("a.oct"));
    sampleHtml = shared.resolve("a.html");
    Octavo.run("inspect", sample, "--html", sampleHtml).succeeds();
  }

  @BeforeEach
  void setUp() throws Exception {
    browser.show(WIDE, HEIGHT, "light");
    store = directory.resolve("a.oct");
    html = directory.resolve("a.html");
  }

  /** Makes a page of a store, and opens it. */
  private void inspect(String fragment, int exitCode) throws Exception {
    assertThat(Octavo.run("inspect", store, "--html", html, "--force").exitCode())
        .isEqualTo(exitCode);
    browser.open(html, fragment);
  }

  /** Has the page that is open do what a reader would; returns what the script finds. */
  private @Nullable Object does(String script) throws Exception {
    return browser.run(Resources.text("web/until.js") + script);
  }

  private @Nullable Object runs(String name) throws Exception {
    return does(Resources.text(name));
  }

  @Test
  void clicksLeadFromTheMapToAPageToAnEntryAndAKeyToItsPath() throws Exception {
    browser.open(sampleHtml, "");
    runs("picture/visit.js");
  }

  @Test
  void keysAreFoundByTheirOrderAndByAllTheirBytes() throws Exception {
    try (Store opened = Store.open(store)) {
      opened.write(
          tx -> {
            for (long list = -3_000; list < 3_000; list++) {
              tx.postings("lists").add(list, 9);
            }
            tx.postings("lists")
                .addAll(2_500, LongStream.range(0, 40_000).map(id -> id * id).toArray());
            // Longer than what an entry shows, and with what an entry has between key and value.
            String alike = "a directory -> \"with\" a \\ long name/".repeat(3);
            for (int i = 10_000; i < 13_000; i++) {
              tx.bytesMap("paths").put((alike + i).getBytes(UTF_8), new byte[2]);
            }
            tx.bytesMap("paths").put(new byte[] {'z', (byte) 0x80, '\t'}, new byte[2]);
          });
    }
    inspect("", 0);
    runs("picture/find.js");
  }

  @Test
  void aMapIsSelectedInAllPanels() throws Exception {
    browser.open(sampleHtml, "");
    runs("picture/select.js");
  }

  @Test
  void arrowKeysMoveOverThePagesAndEnterOpensOne() throws Exception {
    int leaf = PictureSamples.find(sample, PageKind.LEAF);
    browser.open(sampleHtml, "#page=" + leaf);

    does(
        "const canvas = element('tiles');"
            + "check('a name', /pages of a\\.oct.*Arrow keys/.test(canvas.ariaLabel));"
            + "check('a role', canvas.role === 'application');"
            + "const live = element(canvas.getAttribute('aria-describedby'));"
            + "check('a live region', live.role === 'status');"
            + "element('all').focus();");
    browser.press("Tab");
    does("check('a tab leading to the canvas', document.activeElement.id === 'tiles')");
    browser.press("ArrowLeft", "ArrowLeft");
    assertIsTold(leaf - 2);
    browser.press("ArrowRight");
    assertIsTold(leaf - 1);
    browser.press("ArrowDown");
    assertIsTold(leaf - 1);
    browser.press("End");
    assertIsTold(PictureSamples.pages(sample) - 1);
    browser.press("Home");
    assertIsTold(0);
    browser.press("ArrowUp");
    assertIsTold(0);
    browser.press("ArrowRight", "ArrowRight", "Enter");
    does(
        "await shows(2);"
            + "check('the address', asked().get('page') === '2');"
            + "await until('the focus', () => document.activeElement.id === 'shown');");

    does("element('tiles').focus();");
    browser.press("+", "+", "-", "+");
    does("check('the zoom', asked().get('zoom') === '2')");
    browser.press("ArrowDown");
    Object below = does("return Number(/^page (\\d+):/.exec(element('said').textContent)[1]) - 2");
    assertThat(((Number) Objects.requireNonNull(below)).intValue()).isBetween(5, 40);
  }

  private void assertIsTold(int page) throws Exception {
    assertThat(does("return element('said').textContent")).asString().startsWith("page " + page);
  }

  @Test
  void entriesAreChosenByArrowKeys() throws Exception {
    browser.open(sampleHtml, "#page=" + PictureSamples.find(sample, PageKind.LEAF));
    does("document.querySelector('.list').focus()");
    browser.press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp");
    does(
        "const second = document.querySelectorAll('.list [data-entry]')[1].dataset.entry;"
            + "check('the second', document.querySelector('.list .found').dataset.entry === second);"
            + "check('what it says', document.querySelector('.about b').textContent === 'entry ' + second);"
            + "check('the address', asked().get('entry') === second);"
            + "const list = document.querySelector('.list'), head = list.querySelector('th');"
            + "list.scrollTop = 700;"
            + "list.scrollIntoView({block: 'center'});"
            + "await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));"
            + "const box = head.getBoundingClientRect();"
            + "check('a head above all rows',"
            + "  document.elementFromPoint(box.x + 9, box.y + 9) === head);");
  }

  @Test
  void theAddressKeepsWhatIsSelected() throws Exception {
    browser.open(sampleHtml, "");
    String state =
        "const now = () => [element('which').value, element('shown').textContent,"
            + " element('by').value, document.querySelector('tr.entry.found')?.dataset.entry,"
            + " element('tiles').placeOf(1).clientX - element('tiles').placeOf(0).clientX];";
    String leaf = "page " + PictureSamples.find(sample, PageKind.LEAF) + ": leaf";
    String fragment = "#page=" + PictureSamples.find(sample, PageKind.LEAF);

    Object first = does(state + "return now()");
    does(
        "document.querySelector('#maps [data-map=names]').click(); await until('it', () => asked().has('map')); await shows(asked().get('page'))");
    Object second = does(state + "return now()");
    does(
        "element('by').value = 'fill'; element('by').dispatchEvent(new Event('change'));"
            + "element('zoom-in').click();"
            + "location.hash = location.hash.replace(/map=names&page=\\d+/, '"
            + fragment.substring(1)
            + "');"
            + "await until('the leaf', () => element('shown').textContent.startsWith('"
            + leaf
            + "'));"
            + "document.querySelector('[data-entry=\"5\"]').click();");
    List<?> third = (List<?>) Objects.requireNonNull(does(state + "return now()"));
    assertThat(third.get(0)).isEqualTo("squares");
    assertThat(third.get(2)).isEqualTo("fill");
    assertThat(third.get(3)).isEqualTo("5");
    String address = String.valueOf(does("return location.hash"));
    assertThat(address).contains("map=squares", "zoom=1", "by=fill", "entry=5");

    browser.reload();
    assertThat(does(state + "return now()")).isEqualTo(third);
    browser.open(sampleHtml, address);
    assertThat(does(state + "return now()")).isEqualTo(third);
    assertThat(does("return element('tree').getBoundingClientRect().top < 200")).isEqualTo(true);

    browser.open(sampleHtml, "");
    does(
        "document.querySelector('#maps [data-map=names]').click(); await until('it', () => asked().has('map')); await shows(asked().get('page'))");
    does(
        "document.querySelector('#maps [data-map=squares]').click();"
            + "await until('it', () => asked().get('map') === 'squares')");
    does("history.back(); await until('names', () => element('which').value === 'names')");
    assertThat(does(state + "await shows(asked().get('page')); return now()")).isEqualTo(second);
    does("history.forward(); await until('squares', () => element('which').value === 'squares')");
    does(
        "history.go(-2);"
            + "await until('nothing', () => location.hash === '' && element('all').hidden);"
            + "await shows((await theData()).collections.find(map => map.root !== null && !map.own).root)");
    assertThat(((List<?>) Objects.requireNonNull(does(state + "return now()"))).get(1))
        .isEqualTo(((List<?>) Objects.requireNonNull(first)).get(1));

    browser.open(sampleHtml, "#map=nothing&page=99999999&entry=-1&by=x&zoom=77&%00");
    does("check('nothing', element('all').hidden && element('by').value === 'kind')");
  }

  @Test
  void rootsAreNotLeftOut() throws Exception {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    SurveyedFile.look(
        sample,
        new Streams(InputStream.nullInputStream(), nowhere, nowhere, Screen.NONE),
        new Progress.Choice(),
        (survey, pages) ->
            Files.writeString(
                html,
                new InspectPage(sample, survey, new InspectPage.Limits(8, 10_000)).all(pages)));
    browser.open(html, "");
    does(
        "const data = await theData();"
            + "const roots = data.collections.filter(one => one.root !== null).map(one => one.root);"
            + "check('roots further up', roots.some(root => root >= 8));"
            + "for (const number of [...roots, data.roots.catalogue, data.roots.space]) {"
            + "  const canvas = element('tiles');"
            + "  canvas.dispatchEvent(new MouseEvent('click', canvas.placeOf(number)));"
            + "  await shows(number);"
            + "  await until('its bytes', () => document.querySelector('#page .bytes'));"
            + "  check('its name', !element('said').textContent.includes('behind'));"
            + "}"
            + "check('others left out', /^Of \\d+ pages, \\d are here/.test(element('cap').textContent));"
            + "check('a note', /The first 8 of .* pages are shown.* roots/.test(element('beyond').textContent));"
            + "const buttons = document.querySelectorAll('.roots button');"
            + "check('a button for each', buttons.length === roots.length + 2);");
  }

  @Test
  void damageAndEmptinessAreShownWithoutErrors() throws Exception {
    PictureSamples.empty(store);
    inspect("", 0);
    runs("picture/visit.js");

    store = directory.resolve("b.oct");
    PictureSamples.mixed(store);
    PictureSamples.damage(store, PictureSamples.find(store, PageKind.LEAF));
    inspect("", 1);
    runs("picture/visit.js");
    assertThat(does("return document.body.textContent"))
        .asString()
        .contains("breaks rule R1 (checksum)");

    PictureSamples.damageMetas(store);
    inspect("#page=5", 1);
    assertThat(does("return element('subtitle').textContent"))
        .isEqualTo("A store that cannot be opened");
  }

  @Test
  void aPageOfItsOwnHasItsLegendOnTheFirstScreenAndAsciiBesideItsBytes() throws Exception {
    int leaf = PictureSamples.find(sample, PageKind.BYTES_LEAF, "names");
    Octavo.run("page", sample, leaf, "--html", html).succeeds();
    for (int width : List.of(WIDE, NARROW)) {
      browser.show(width, HEIGHT, "light");
      browser.open(html, "#entry=5");
      does(
          "const legend = element('roles'), box = legend.getBoundingClientRect();"
              + "check('the first screen', box.bottom < innerHeight && box.height > 10);"
              + "check('the map', legend.querySelector('b').textContent === 'names');"
              + "check('the title', element('title').textContent === 'Page "
              + leaf
              + " of names');"
              + "check('roles', /values [\\d,]+/.test(legend.textContent));"
              + "check('an entry', document.querySelector('[data-part=\"entry 5\"] .r-value'));"
              + "check('the entry of the address', document.querySelector('.found').dataset.entry === '5');"
              + "const hex = [...document.querySelectorAll('.hex:not(.ascii)')];"
              + "const ascii = [...document.querySelectorAll('.ascii')];"
              + "check('rows', hex.length === ascii.length && hex.length > 20);"
              + "check('a key to read', ascii.some(row => row.textContent.includes('name/1')));"
              + "hex.forEach((row, i) => {"
              + "  const bytes = row.textContent.split(' ').map(two => parseInt(two, 16));"
              + "  check('as many', bytes.length === ascii[i].textContent.length);"
              + "  bytes.forEach((byte, at) => check('a letter', ascii[i].textContent[at] ==="
              + "    (byte === 0x20 ? '\\u00a0' : byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')));"
              + "});"
              + "document.querySelector('[data-entry=\"9\"]').click();"
              + "check('the address', location.hash === '#entry=9');");
    }
  }

  @Test
  void textIsReadableInBothThemesAndInANarrowWindow() throws Exception {
    int leaf = PictureSamples.find(sample, PageKind.BYTES_LEAF);
    String selected = "#entry=3&page=" + PictureSamples.find(sample, PageKind.LEAF);
    Path damaged = directory.resolve("b.oct");
    Files.copy(sample, damaged);
    PictureSamples.damage(damaged, leaf);
    Path page = directory.resolve("page.html");
    Path map = directory.resolve("map.html");
    Path pageSvg = directory.resolve("page.svg");
    Path mapSvg = directory.resolve("map.svg");
    Path space = directory.resolve("space.svg");
    Octavo.run("inspect", damaged, "--html", html);
    Octavo.run("page", damaged, leaf, "--html", page);
    Octavo.run("page", damaged, leaf, "--svg", pageSvg);
    Octavo.run("page", sample, PictureSamples.find(sample, PageKind.SPACE), "--svg", space);
    Octavo.run("map", sample, "--html", map).succeeds();
    Octavo.run("map", sample, "--svg", mapSvg).succeeds();
    Map<Path, String> pages = Map.of(html, selected, page, "#entry=2", map, "", mapSvg, "");
    for (String theme : List.of("light", "dark")) {
      for (int width : List.of(WIDE, NARROW)) {
        browser.show(width, HEIGHT, theme);
        for (var one : pages.entrySet()) {
          browser.open(one.getKey(), one.getValue());
          assertThat((List<?>) runs("web/look.js"))
              .as("%s, %s, %d wide", one.getKey(), theme, width)
              .isEmpty();
        }
      }
      for (Path svg : List.of(pageSvg, space)) {
        browser.open(svg, "");
        assertThat((List<?>) runs("web/look.js")).as("%s, %s", svg, theme).isEmpty();
      }
    }
  }

  @Test
  void aScreenshotIsNotBlank() throws Exception {
    browser.open(sampleHtml, "");
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(browser.screenshot()));
    Set<Integer> colours = new HashSet<>();
    for (int x = 0; x < image.getWidth(); x += 3) {
      for (int y = 0; y < image.getHeight(); y += 3) {
        colours.add(image.getRGB(x, y));
      }
    }
    assertThat(colours).hasSizeGreaterThan(20);
  }
}
