package io.octavo.command.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.Main;
import io.octavo.command.Octavo;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Json;
import io.octavo.command.text.Places;
import io.octavo.command.text.TimeForm;
import io.octavo.command.web.Browser;
import io.octavo.command.web.Resources;
import io.octavo.command.web.ViewServer;
import io.octavo.series.Series;
import io.octavo.series.Summary;
import java.io.BufferedWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of series in a browser without a screen. */
class SeriesViewTest {
  private static final int WIDE = 1400;
  private static final int NARROW = 600;
  private static final int HEIGHT = 900;

  /** 2026-01-31 in milliseconds. */
  private static final long BEGIN = 1_769_817_600_000L;

  private static Browser browser;

  @TempDir Path directory;
  private Store store;
  private @Nullable ViewServer server;
  private @Nullable Process writer;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.sharedOrSkip();
  }

  @BeforeEach
  void setUp() throws Exception {
    browser.show(WIDE, HEIGHT, "light");
    store = Store.inMemory();
  }

  @AfterEach
  void tearDown() {
    if (server != null) {
      server.close();
    }
    if (writer != null) {
      writer.destroyForcibly();
    }
    store.close();
  }

  private void fill(String name, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    store.write(
        tx -> {
          Series series = tx.series(name);
          long time = BEGIN;
          for (int i = 0; i < count; i++) {
            time += 1 + random.nextInt(random.nextInt(200) == 0 ? 90_000 : 300);
            series.add(time, Math.round(1_000 / (0.002 + random.nextDouble())) - 2_000);
          }
        });
  }

  private void view(List<String> names, String fragment) throws Exception {
    Places.Choice places = new Places.Choice();
    places.places = 3;
    ViewedSeries series = new ViewedSeries(Path.of("m.oct"), store, names, TimeForm.ms, places);
    server = new ViewServer(series, 0);
    browser.visit(server.address().resolve(fragment));
    does("await settles();");
  }

  /** Has the page that is open do what a reader would; returns what the script finds. */
  private @Nullable Object does(String script) throws Exception {
    return browser.run(Resources.text("web/until.js") + script);
  }

  private String said() throws Exception {
    return String.valueOf(does("await told(); return element('said').textContent"));
  }

  /** The columns of pixels are the entries of the windows that are under them. */
  private void assertColumns(String name, boolean isFine) throws Exception {
    String script =
        "const {columns, canvas} = timeline.bands[0], {sight} = timeline, found = [];"
            + "const band = timeline.bands[0];"
            + "const picture = band.context.getImageData(0, 0, canvas.width, canvas.height);"
            + "const pixels = new Uint32Array(picture.data.buffer);"
            + "const shades = new Set(timeline.colours.shades), {meanPixel} = timeline.colours;"
            + "check('the width', columns.width === canvas.width && canvas.width > 500);"
            + "for (let x = 0; x < columns.width; x += 7) {"
            + "  const begin = (columns.offset + x * sight.scale) / columns.span;"
            + "  const end = (columns.offset + (x + 1) * sight.scale) / columns.span;"
            + "  const time = i => String(columns.first * BigInt(512 * columns.span)"
            + "    + BigInt(i) * BigInt(columns.span));"
            + "  const is = columns.density[x] > 0;"
            + "  if (is) {"
            + "    const top = band.row(band.scale(columns.greatest[x]));"
            + "    const pixel = pixels[top * columns.width + x];"
            + "    check('a pixel of ' + x, shades.has(pixel) || pixel === meanPixel);"
            + "    for (let y = 0; y < top - 2; y++) {"
            + "      check('no pixel above ' + x, !shades.has(pixels[y * columns.width + x]));"
            + "    }"
            + "  }"
            + "  found.push([time(Math.floor(begin)), time(Math.ceil(end)), columns.span,"
            + "    is ? columns.least[x] : null, is ? columns.greatest[x] : null,"
            + "    (columns.span / sight.scale).toFixed(6)]);"
            + "}"
            + "return found;";
    List<?> columns = (List<?>) Objects.requireNonNull(does(script));
    try (Transaction tx = store.beginRead()) {
      Series series = tx.series(name);
      for (Object one : columns) {
        List<?> column = (List<?>) one;
        long from = Long.parseLong((String) column.get(0));
        long to = Long.parseLong((String) column.get(1)) - 1;
        Summary summary = series.summary(from, to);
        Object least = summary.isEmpty() ? null : BigDecimal.valueOf(summary.least());
        Object greatest = summary.isEmpty() ? null : BigDecimal.valueOf(summary.greatest());
        assertThat(column.get(3)).as("%s to %s", from, to).isEqualTo(least);
        assertThat(column.get(4)).as("%s to %s", from, to).isEqualTo(greatest);
        if (isFine) {
          assertThat(new BigDecimal((String) column.get(5)).doubleValue()).isBetween(1.0, 2.0);
        }
      }
    }
  }

  @Test
  void columnsAreWhatIsUnderThem() throws Exception {
    fill("a", 60_000, 1);
    view(List.of("a"), "");
    assertColumns("a", true);
    does(
        "check('the height', timeline.bands[0].canvas.height > 400);"
            + "check('no scrolling', document.body.offsetHeight <= innerHeight);"
            + "const band = timeline.bands[0], last = band.canvas.height - 1;"
            + "const row = band.row(band.scale(band.columns.high));"
            + "check('a margin of 4 %', row === Math.round(last * (1 - 1.04 / 1.08)));"
            + "const lowest = band.row(band.scale(band.columns.low));"
            + "check('the same below', lowest === Math.round(last * (1 - 0.04 / 1.08)));");
    for (long span : new long[] {7_000_000, 91_234, 1_400}) {
      String range = "from=" + (BEGIN + 4_321) + "&to=" + (BEGIN + 4_320 + span);
      does(
          "location.hash = '"
              + range
              + "'; await until('it', () =>"
              + " Math.abs(timeline.sight.scale * timeline.width - "
              + span
              + ") < 1); await settles();"
              + "check('the left', timeline.sight.left === "
              + (BEGIN + 4_321)
              + "n);");
      assertColumns("a", true);
    }
  }

  @Test
  void coarserWindowsStandInForThoseToCome() throws Exception {
    fill("a", 60_000, 1);
    view(List.of("a"), "");
    does(
        "const {windows, width} = timeline, level = timeline.levelOf(timeline.sight);"
            + "const sight = timeline.sight.scaled(timeline.sight.scale / 4, 300);"
            + "timeline.go(sight);"
            + "await settles();"
            + "const fine = timeline.bands[0].columns, coarse = new Columns();"
            + "check('two levels finer', fine.level === level - 2);"
            + "const some = {get: (series, at, index) =>"
            + "  at === level ? windows.get(series, at, index) : undefined};"
            + "const missing = coarse.gather(some, 0, timeline.sight, width, level - 2, 0);"
            + "check('all tiles missing', missing.length === coarse.size / 512);"
            + "let narrow = 0;"
            + "for (let x = 0; x < width; x++) {"
            + "  if (!fine.density[x]) continue;"
            + "  check('the least of ' + x, coarse.least[x] <= fine.least[x]);"
            + "  check('the greatest of ' + x, coarse.greatest[x] >= fine.greatest[x]);"
            + "  narrow += coarse.least[x] === fine.least[x] ? 1 : 0;"
            + "}"
            + "check('those of the same place', narrow > width / 6);");
  }

  @Test
  void whatComesNextIsAskedForBefore() throws Exception {
    fill("a", 200_000, 1);
    view(List.of("a"), "");
    does(
        "timeline.zoom(1 / 16, 500);"
            + "await until('the zoom', () => !timeline.goal);"
            + "await settles();"
            + "await until('the rest', () => !timeline.windows.busy);"
            + "const {sight, width, windows} = timeline, level = timeline.levelOf(sight);"
            + "const tile = (time, at) => windows.kept.has(windows.key(0, at, time >> BigInt(at + 9)));"
            + "const middle = sight.firstAt(width / 2), span = 1n << BigInt(level + 9);"
            + "for (const down of [1, 2, 3, 4, -1]) check('level ' + down, tile(middle, level - down));"
            + "check('not all', !tile(middle, level - 6));"
            + "check('the left', tile(sight.left - span, level));"
            + "check('the right', tile(sight.firstAt(width) + span, level));"
            + "const next = sight.scaled(sight.scale * 0.9, 300);"
            + "const ahead = next.ahead(sight, 2), third = sight.scaled(sight.scale * 0.729, 300);"
            + "const isNear = (one, other) => Math.abs(one.xOf(other.left)) < 0.01"
            + "  && Math.abs(one.scale / other.scale - 1) < 1e-9;"
            + "check('a zoom that goes on', isNear(ahead, third));"
            + "const moved = sight.moved(1e4).ahead(sight, 2);"
            + "check('a drag that goes on', isNear(moved, sight.moved(3e4)));");
  }

  @Test
  void timesAndValuesOfSixtyFourBitsAreShown() throws Exception {
    store.write(
        tx -> {
          tx.series("a").add(Long.MIN_VALUE, 1);
          tx.series("a").add(0, Long.MIN_VALUE);
          tx.series("a").add(Long.MAX_VALUE, Long.MAX_VALUE);
        });
    view(List.of("a"), "");
    assertColumns("a", false);
    does(
        "for (let i = 0; i < 60; i++) timeline.zoom(0.5, timeline.width);"
            + "await until('the end', () => timeline.sight.scale === 1 && !timeline.goal);"
            + "timeline.lanes.dispatchEvent(new KeyboardEvent('keydown', {key: 'End'}));"
            + "await settles();"
            + "check('the last time', timeline.sight.firstAt(timeline.width) === (1n << 63n));");
    assertColumns("a", true);
    point(((Number) Objects.requireNonNull(does("return timeline.width - 1"))).intValue());
    assertThat(said())
        .contains("1 entry", "greatest 9223372036854775.807", "9,223,372,036,854,775,807");
  }

  private void point(int x) throws Exception {
    does(
        "const canvas = timeline.bands[0].canvas, box = canvas.getBoundingClientRect();"
            + "const at = {bubbles: true, clientX: box.left + "
            + x
            + ", clientY: box.top + 20};"
            + "canvas.dispatchEvent(new PointerEvent('pointermove', at));");
  }

  @Test
  void thePointerIsToldTheExactSummaryOfItsPixel() throws Exception {
    fill("a", 60_000, 1);
    view(List.of("a"), "");
    for (int x : new int[] {0, 300, 777, 1_200}) {
      point(x);
      String said = said();
      List<?> range =
          (List<?>)
              Objects.requireNonNull(
                  does("return timeline.sight.rangeAt(timeline.pointed.x).map(String)"));
      long from = Long.parseLong((String) range.get(0));
      long to = Long.parseLong((String) range.get(1));
      try (Transaction tx = store.beginRead()) {
        Series series = tx.series("a");
        Summary summary = series.summary(from, to);
        if (summary.isEmpty()) {
          assertThat(said).endsWith(": no entries");
          continue;
        }
        long time = series.timeAt(series.rankOfGreatest(from, to));
        assertThat(said)
            .startsWith("a, " + TimeForm.ms.text(from) + " to " + TimeForm.ms.text(to) + ": ")
            .contains(
                Text.count(summary.count(), "entry", "entries"),
                "greatest "
                    + BigDecimal.valueOf(summary.greatest(), 3)
                    + " at "
                    + TimeForm.ms.text(time)
                    + ",",
                "least " + BigDecimal.valueOf(summary.least(), 3) + ",",
                "sum " + new BigDecimal(summary.bigSum(), 3));
      }
    }
  }

  @Test
  void thePointerIsToldWhatAllSeriesHaveAtItsTime() throws Exception {
    fill("a", 60_000, 1);
    fill("b", 50_000, 2);
    store.write(tx -> tx.series("c").add(BEGIN, 1));
    view(List.of("a", "b", "c"), "");
    point(300);
    said();
    String all = "return timeline.bands.map(band => band.pointed.textContent).join('; ')";
    assertThat(does(all)).isEqualTo(text("a") + "; " + text("b") + "; no entries");
    does(
        "const old = "
            + Json.of(does(all))
            + ";"
            + "timeline.go(timeline.sight.moved(1e5));"
            + "await until('other figures', () => timeline.bands[1].pointed.textContent !== old);"
            + "timeline.point(null);"
            + "check('nothing', timeline.bands.every(band => band.pointed.textContent === ''));");
  }

  /** Returns what a band is to say of the entries under the pointer. */
  private String text(String name) throws Exception {
    List<?> range =
        (List<?>)
            Objects.requireNonNull(
                does("return timeline.sight.rangeAt(timeline.pointed.x).map(String)"));
    try (Transaction tx = store.beginRead()) {
      Summary summary =
          tx.series(name)
              .summary(
                  Long.parseLong((String) range.get(0)), Long.parseLong((String) range.get(1)));
      assertThat(summary.count()).isGreaterThan(1);
      BigDecimal mean =
          new BigDecimal(summary.bigSum(), 3)
              .divide(BigDecimal.valueOf(summary.count()), 5, RoundingMode.HALF_UP);
      return BigDecimal.valueOf(summary.least(), 3)
          + " to "
          + BigDecimal.valueOf(summary.greatest(), 3)
          + ", mean "
          + mean.stripTrailingZeros().toPlainString();
    }
  }

  @Test
  void axesHaveThreeLabelsThatAreWholeAndCoverNoData() throws Exception {
    fill("a", 9_000, 1);
    store.write(
        tx -> {
          tx.series("far").describe(TimeUnit.MILLISECONDS, 2);
          tx.series("events").describeEvents(TimeUnit.MILLISECONDS);
          for (int i = 0; i < 200; i++) {
            tx.series("far").add(BEGIN + 900L * i, 700_000_000_000L - i % 60);
            tx.series("below").add(BEGIN + 900L * i, -5 - i % 9);
            tx.series("events").add(BEGIN + 900L * i, 1L << i % 27);
          }
        });
    for (int width : List.of(WIDE, NARROW)) {
      browser.show(width, HEIGHT, "light");
      if (server != null) {
        server.close();
      }
      view(List.of("a", "far", "below", "events"), "");
      runs("series/axes.js");
    }
  }

  private void runs(String name) throws Exception {
    does(Resources.text(name));
  }

  @Test
  void keysDoWhatThePointerDoes() throws Exception {
    fill("a", 9_000, 1);
    fill("b", 9_000, 2);
    view(List.of("a", "b"), "");
    does(
        "const canvas = timeline.bands[0].canvas;"
            + "check('a name', /^a, 9,000 entries\\. Arrow keys/.test(canvas.ariaLabel));"
            + "check('a live region', element('said').role === 'status');"
            + "element('log').focus();");
    browser.press("Tab");
    does("check('the first series', document.activeElement === timeline.bands[0].canvas)");
    browser.press("Tab");
    does("check('the second series', document.activeElement === timeline.bands[1].canvas)");
    does("check('the overview', timeline.all.series.name === 'b' || timeline.isDue)");
    browser.press("ArrowUp", "+", "+", "+");
    String still = "await until('rest', () => !timeline.goal); await settles();";
    does(
        still
            + "check('the zoom', Math.abs(timeline.whole().scale / timeline.sight.scale - 8) < 0.01);");
    Object left = does("return String(timeline.sight.left)");
    browser.press("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft");
    assertThat(new BigDecimal(String.valueOf(does(still + "return String(timeline.sight.left)"))))
        .isBetween(
            new BigDecimal(String.valueOf(left)).subtract(BigDecimal.TEN),
            new BigDecimal(String.valueOf(left)).add(BigDecimal.TEN));
    browser.press("End");
    does(still + "check('the end', timeline.sight.firstAt(timeline.width) === timeline.last + 1n)");
    browser.press("Home");
    does(still + "check('the beginning', timeline.sight.left === timeline.first)");
    browser.press(".", ".", ",", "Enter");
    String told = said();
    assertThat(told).startsWith("a, 2026-01-31T");
    assertThat(figures()).contains("entries", "0.999");
    browser.press(">");
    browser.press("Escape", "0");
    does(
        still
            + "check('the whole', timeline.sight.equals(timeline.whole()));"
            + "check('no selection', !timeline.selected && !element('figures').hasChildNodes());");
  }

  private String figures() throws Exception {
    return String.valueOf(
        does(
            "await until('figures', () => document.querySelector('#figures table'));"
                + "return [...document.querySelectorAll('#figures th, #figures td')]"
                + "  .map(cell => cell.textContent).join(' ')"));
  }

  @Test
  void aClickTellsTheQuantilesOfTheSelection() throws Exception {
    fill("a", 9_000, 1);
    view(List.of("a"), "");
    does(
        "const canvas = timeline.bands[0].canvas, box = canvas.getBoundingClientRect();"
            + "const send = (type, x, shiftKey) => canvas.dispatchEvent(new PointerEvent(type,"
            + "  {bubbles: true, button: 0, clientX: box.left + x, clientY: box.top + 9, shiftKey}));"
            + "send('pointerdown', 200, true); send('pointermove', 300, true);"
            + "send('pointermove', 700, true); send('pointerup', 700, true);"
            + "check('no move', timeline.sight.equals(timeline.whole()));"
            + "send('pointerdown', 444, false); send('pointerup', 444, false);"
            + "check('the selection', timeline.isSelected(444) && !timeline.isSelected(701));");
    String figures = figures();
    List<?> range =
        (List<?>)
            Objects.requireNonNull(
                does("return [timeline.selected.from, timeline.selected.to].map(String)"));
    long from = Long.parseLong((String) range.get(0));
    long to = Long.parseLong((String) range.get(1));
    try (Transaction tx = store.beginRead()) {
      Series series = tx.series("a");
      Summary summary = series.summary(from, to);
      assertThat(summary.count()).isGreaterThan(2_000);
      StringBuilder expected = new StringBuilder();
      for (long value : series.quantiles(from, to, 0.5, 0.9, 0.99, 0.999)) {
        expected.append(BigDecimal.valueOf(value, 3)).append(' ');
      }
      assertThat(figures)
          .contains(
              "entries sum least mean 0.5 0.9 0.99 0.999 greatest",
              Text.count(summary.count()),
              expected + BigDecimal.valueOf(summary.greatest(), 3).toString());
    }
    does(
        "element('zoom-selection').click(); await settles();"
            + "check('it fills the width', timeline.sight.left === timeline.selected.from);");
  }

  @Test
  void wheelDragAndBrushMoveTheRange() throws Exception {
    fill("a", 9_000, 1);
    view(List.of("a"), "");
    does(
        "const canvas = timeline.bands[0].canvas, box = canvas.getBoundingClientRect();"
            + "const at = x => ({bubbles: true, cancelable: true, button: 0, clientX: box.left + x, clientY: box.top + 9});"
            + "const still = () => until('rest', () => !timeline.goal && !timeline.isDue);"
            + "const time = timeline.sight.firstAt(500);"
            + "const wheel = new WheelEvent('wheel', {...at(500), deltaY: -1000});"
            + "canvas.dispatchEvent(wheel);"
            + "await still();"
            + "check('no scrolling', wheel.defaultPrevented);"
            + "check('a zoom', Math.abs(timeline.whole().scale / timeline.sight.scale - Math.exp(2.2)) < 0.1);"
            + "check('around the pointer', Math.abs(timeline.sight.xOf(time) - 500) < 2);"
            + "const held = timeline.sight.firstAt(400);"
            + "canvas.dispatchEvent(new PointerEvent('pointerdown', at(400)));"
            + "canvas.dispatchEvent(new PointerEvent('pointermove', at(500)));"
            + "canvas.dispatchEvent(new PointerEvent('pointerup', at(500)));"
            + "await still();"
            + "check('a drag', Math.abs(timeline.sight.xOf(held) - 500) < 2);"
            + "check('no quantiles', !element('figures').hasChildNodes());"
            + "const strip = element('overview'), top = strip.getBoundingClientRect();"
            + "const of = x => ({bubbles: true, button: 0, clientX: top.left + 1 + x, clientY: top.top + 9});"
            + "timeline.go(timeline.whole().scaled(timeline.whole().scale / 10, 0));"
            + "strip.dispatchEvent(new PointerEvent('pointerdown', of(1000)));"
            + "strip.dispatchEvent(new PointerEvent('pointerup', of(1000)));"
            + "const [from, to] = timeline.brushed();"
            + "check('the brush under the pointer', Math.abs((from + to) / 2 - 1000) < 2);"
            + "strip.dispatchEvent(new PointerEvent('pointerdown', of(1000)));"
            + "strip.dispatchEvent(new PointerEvent('pointermove', of(900)));"
            + "strip.dispatchEvent(new PointerEvent('pointerup', of(900)));"
            + "check('a moved brush', Math.abs(timeline.brushed()[0] - from + 100) < 2);"
            + "await settles();"
            + "await until('the address', () => /^#from=\\d+&to=\\d+$/.test(location.hash));");
    Object range = does("return location.hash");
    browser.reload();
    assertThat(does("await settles(); return `#from=${timeline.sight.firstAt(0)}`"))
        .isEqualTo(String.valueOf(range).replaceAll("&.*", ""));
  }

  @Test
  void aZoomIsDrawnFromFineWindows() throws Exception {
    fill("a", 200_000, 1);
    fill("b", 50_000, 2);
    view(List.of("a", "b"), "");
    Map<?, ?> found =
        (Map<?, ?>)
            Objects.requireNonNull(does("const FRAMES = 60;" + Resources.text("series/zoom.js")));
    assertThat(found.get("frames")).isEqualTo(BigDecimal.valueOf(60));
    assertThat(found.get("never")).isEqualTo(BigDecimal.ZERO);
    does("await settles();");
    assertColumns("a", true);
  }

  @Test
  void laterCommitsAreShownAndNamed() throws Exception {
    fill("a", 900, 1);
    view(List.of("a"), "");
    assertThat(does("return element('subtitle').textContent"))
        .isEqualTo("1 series, 900 entries, as of commit 1");
    store.write(tx -> tx.series("a").add(BEGIN, 77_000_000));
    point(0);
    does(
        "await until('the commit', () => /901 entries, as of commit 2/.test(element('subtitle').textContent));"
            + "await settles();");
    assertColumns("a", false);
    does(
        "await until('words', () => element('said').textContent"
            + ".includes('greatest 77000.000 at 2026-01-31T00:00:00Z'))");
  }

  /** Views a store of a file, and starts a process that writes to it the lines that it is sent. */
  private BufferedWriter viewAndWrite(int entries) throws Exception {
    Path file = directory.resolve("m.oct");
    Octavo.runOn(lines(0, entries), "series", "import", file, "a", "--time", "ms").succeeds();
    store.close();
    store = Stores.openToRead(file);
    view(List.of("a"), "");
    does("window.isSame = true;");
    writer =
        Octavo.start(
            List.of(), Main.class, "series", "import", file, "a", "-", "--commit-every", "1");
    return writer.outputWriter();
  }

  private static String lines(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> (BEGIN + 100L * i) + "," + i % 977 + "\n")
        .collect(Collectors.joining());
  }

  private void write(BufferedWriter lines, int from, int to) throws Exception {
    lines.write(lines(from, to));
    lines.flush();
  }

  private static String knows(int entries) {
    return "await until('entries', () => timeline.series[0].entries === '"
        + entries
        + "');"
        + "await settles(); await until('the end', () => !timeline.follow.isOn ||"
        + " timeline.sight.equals(timeline.isWhole ? timeline.whole() : timeline.newest(timeline.sight.scale)));";
  }

  @Test
  void entriesOfAnotherProcessAppearAtTheRightEdge() throws Exception {
    try (BufferedWriter lines = viewAndWrite(2_000)) {
      does(
          "check('it follows', element('follow').ariaPressed === 'true');"
              + "check('no news', element('state').textContent === 'waiting for data');");
      write(lines, 2_000, 2_300);
      does(
          knows(2_300)
              + "check('all', timeline.sight.equals(timeline.whole()) && location.hash === '');"
              + "check('news', element('state').textContent === 'live');");
      assertColumns("a", true);
      does("timeline.go(timeline.newest(timeline.sight.scale / 8)); await settles();");
      Object scale = does("return timeline.sight.scale");
      write(lines, 2_300, 2_420);
      does(
          knows(2_420)
              + "await until('the address', () => /^#last=\\d+$/.test(location.hash));"
              + "check('the width', timeline.sight.scale === "
              + scale
              + ");");
      assertColumns("a", true);
      // A late entry changes a window that the page has.
      lines.write((BEGIN + 100L * 2_410 + 1) + ",70000\n");
      lines.flush();
      does(knows(2_421) + "check('the entry', timeline.bands[0].columns.high === 70000);");
      assertColumns("a", true);
      does("check('no load', window.isSame);");
      browser.reload();
      does(
          "await settles(); check('the range', timeline.follow.isOn && Math.abs(timeline.sight.scale / "
              + scale
              + " - 1) < 1e-3);");
    }
  }

  @Test
  void whoLooksElsewhereStaysUntilTheButtonIsPressed() throws Exception {
    try (BufferedWriter lines = viewAndWrite(2_000)) {
      does(
          "timeline.go(timeline.newest(timeline.sight.scale / 8));"
              + "check('it follows', timeline.follow.isOn);"
              + "timeline.go(timeline.sight.moved(-50 * timeline.sight.scale)); await settles();"
              + "check('it stays', element('follow').ariaPressed === 'false');");
      Object sight = does("const {left, scale} = timeline.sight; return `${left} ${scale}`");
      write(lines, 2_000, 2_300);
      does(
          knows(2_300)
              + "check('the button', element('follow').textContent === 'follow: newer data');"
              + "check('no move', `${timeline.sight.left} ${timeline.sight.scale}` === '"
              + sight
              + "');"
              + "element('follow').click();"
              + knows(2_300)
              + "check('as wide', `${timeline.sight.scale}` === '"
              + sight.toString().replaceFirst(".* ", "")
              + "');"
              + "check('the button', element('follow').textContent === 'follow');");
      assertColumns("a", true);
      does(
          "element('follow').click();"
              + "check('it stays', element('follow').ariaPressed === 'false');");
      write(lines, 2_300, 2_301);
      does(knows(2_301) + "check('no move', !timeline.isAtEnd());");
    }
  }

  @Test
  void aLostConnectionIsNamedAndFoundAgain() throws Exception {
    try (BufferedWriter lines = viewAndWrite(2_000)) {
      browser.disconnect(true);
      String alert = "document.querySelector('[role=alert]').textContent";
      does(
          "await until('the loss', () => element('state').textContent === 'connection lost');"
              + "check('words', "
              + alert
              + " === 'The command that serves this page has ended.');");
      write(lines, 2_000, 2_100);
      browser.disconnect(false);
      does(knows(2_100) + "check('no words', " + alert + " === '' && window.isSame);");
    } finally {
      browser.disconnect(false);
    }
  }

  @Test
  void thePageSaysThatTheCommandHasEnded() throws Exception {
    fill("a", 900, 1);
    view(List.of("a"), "");
    Objects.requireNonNull(server).close();
    point(99);
    does(
        "await until('words', () => /has ended/.test(document.querySelector('[role=alert]').textContent));");
  }

  @Test
  void theLongestEventUnderAPixelIsDrawnAndNamed() throws Exception {
    store.write(
        tx -> {
          tx.series("e/long").describeEvents(TimeUnit.MILLISECONDS);
          tx.series("e/long").add(BEGIN, 40_000);
          tx.series("e/long").add(BEGIN + 20_000, 5_000);
          tx.series("e/long").add(BEGIN + 90_001, 7);
          tx.series("e/short").describeEvents(TimeUnit.MILLISECONDS);
          tx.series("e/short").add(BEGIN + 100_000, 1);
        });
    view(List.of("e/long", "e/short"), "");
    does(
        "const band = timeline.bands[0], {canvas, context} = band, {meanPixel} = timeline.colours;"
            + "check('a logarithmic scale', element('log').checked);"
            + "const row = band.row(band.scale(40000));"
            + "const data = context.getImageData(0, row, canvas.width, 1).data;"
            + "const pixels = new Uint32Array(data.buffer);"
            + "const bar = [...pixels.keys()].filter(x => pixels[x] === meanPixel);"
            + "const long = 40 / 100.001 * canvas.width;"
            + "check('as long as it is', Math.abs(bar[bar.length - 1] - long) < 3 && bar.length > long - 90);"
            + "check('durations', band.valueMarks(9).some(mark => /^1 s$/.test(mark.text)));");
    point(WIDE / 4);
    assertThat(said())
        .startsWith("e/long, 2026-01-31T00:00:00Z to ")
        .contains("1 event begins, longest 40 s (40000 ms) at 2026-01-31T00:00:00Z, shortest 40 s");
    point(WIDE / 2);
    assertThat(said()).endsWith(": no event begins");
  }

  @Test
  void bandsOutOfSightTakeNoMemory() throws Exception {
    for (int i = 0; i < 30; i++) {
      fill("s" + i, 50, i);
    }
    view(store.read(tx -> List.copyOf(tx.names())), "");
    String drawn = "return timeline.bands.map(band => band.canvas.width > 0 ? 1 : 0).join('')";
    assertThat(String.valueOf(does(drawn))).matches("1{7,12}0{18,23}");
    does(
        "window.scrollTo(0, document.body.scrollHeight); await new Promise(resolve =>"
            + " requestAnimationFrame(() => requestAnimationFrame(resolve))); await settles();");
    assertThat(String.valueOf(does(drawn))).matches("0{10,23}1{7,20}");
  }

  @Test
  void anEmbeddedPageNeedsNoCommand() throws Exception {
    Path file = directory.resolve("m.oct");
    Path html = directory.resolve("m.html");
    try (Store target = Store.open(file)) {
      store.close();
      store = target;
      fill("a", 20_000, 1);
    }
    Octavo.run("series", "view", file, "--time", "ms", "--places", 3, "--html", html).succeeds();
    store = Stores.openToRead(file);
    browser.open(html, "");
    does("await settles();");
    assertColumns("a", true);
    String filled =
        "return timeline.bands[0].columns.density.findIndex((d, x) => d > 0 && x > 500)";
    point(((Number) Objects.requireNonNull(does(filled))).intValue());
    assertThat(said()).contains(", greatest ", ", mean ").doesNotContain("sum");
    does(
        "const {columns} = timeline.bands[0];"
            + "check('no quantiles', (timeline.tellQuantiles(), /has no quantiles/.test(element('figures').textContent)));"
            + "check('what is left out', /^The shortest windows of this page are .* long; .*m\\.oct shows shorter ones\\.$/.test(element('finest').textContent));"
            + "timeline.go(new Sight(timeline.first, 0, 1)); await settles();"
            + "check('the finest', columns.level === timeline.source.finest && columns.level > 0);");
    assertColumns("a", false);
    assertThat(Files.size(html)).isBetween(1L << 20, (8L << 20) + 80_000);
  }

  @Test
  void aNameStandsForTheKindsBelowIt() throws Exception {
    Path file = directory.resolve("m.oct");
    Path html = directory.resolve("m.html");
    for (String name : List.of("e/b", "e/a", "ex", "f")) {
      Octavo.runOn("1,2\n", "series", "import", file, name).succeeds();
    }
    Octavo.run("series", "view", file, "f", "e", "e/a", "--html", html).succeeds();
    browser.open(html, "");
    assertThat(does("return timeline.bands.map(band => band.series.name).join()"))
        .isEqualTo("f,e/a,e/b");
  }

  @Test
  void textIsReadableInBothThemesAndInANarrowWindow() throws Exception {
    fill("latency of all requests that the first machine of the second row answered", 2_000, 1);
    fill("b", 2_000, 2);
    for (String theme : List.of("light", "dark")) {
      for (int width : List.of(WIDE, NARROW)) {
        browser.show(width, HEIGHT, theme);
        if (server != null) {
          server.close();
        }
        view(store.read(tx -> List.copyOf(tx.names())), "");
        point(200);
        does(
            "timeline.tellQuantiles();"
                + "await until('the range', () => element('range').textContent);");
        figures();
        assertThat((List<?>) does(Resources.text("web/look.js")))
            .as("%s, %d", theme, width)
            .isEmpty();
      }
    }
  }

  @Test
  void aSeriesWithoutEntriesIsShown() throws Exception {
    store.write(tx -> tx.series("a"));
    view(List.of("a"), "");
    assertThat(does("return element('said').textContent")).isEqualTo("There are no entries.");
    store.write(tx -> tx.series("a").add(4, 4));
    does("await until('an entry', () => !timeline.isEmpty); await settles();");
    assertColumns("a", false);
    assertThat(does("return element('said').textContent")).asString().startsWith("Point at");
  }
}
