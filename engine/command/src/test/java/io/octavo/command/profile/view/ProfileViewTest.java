package io.octavo.command.profile.view;

import static io.octavo.command.profile.view.ProfileSample.ALLOC;
import static io.octavo.command.profile.view.ProfileSample.CPU;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.command.Octavo;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Text;
import io.octavo.command.web.Browser;
import io.octavo.command.web.Resources;
import io.octavo.command.web.ViewServer;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a profile in a browser without a screen. */
class ProfileViewTest {
  private static final int WIDE = 1400;
  private static final int NARROW = 600;
  private static final int HEIGHT = 900;
  private static final int SLOTS = 100;

  private static Browser browser;

  @TempDir Path directory;
  private Store store;
  private ProfileSample sample;
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
    sample = ProfileSample.random(1, SLOTS, 40);
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

  private void visit() throws Exception {
    sample.write(store, "p");
    server = new ViewServer(new ViewedProfile(Path.of("m.oct"), store, "p", Labels.NONE), 0);
    browser.visit(server.address());
  }

  private void view() throws Exception {
    visit();
    does("await draws();");
  }

  /** Opens the page that needs no server. */
  private void embedded(Instant from, Instant to) throws Exception {
    sample.write(store, "p");
    Path html = directory.resolve("p.html");
    Files.writeString(html, ProfilePage.html(Path.of("m.oct"), store, "p", Labels.NONE, from, to));
    browser.open(html, "");
    does("await draws();");
  }

  /** Has the page that is open do what a reader would; returns what the script finds. */
  private @Nullable Object does(String script) throws Exception {
    return browser.run(Resources.text("web/until.js") + script);
  }

  private void choose(int from, int end) throws Exception {
    does(
        String.format(
            Locale.ROOT,
            "view.choose('chosen', [%d, %d]); await draws();",
            ProfileSample.FIRST + from,
            ProfileSample.FIRST + end));
  }

  /** Returns the totals of the frames that are drawn. */
  private Map<String, Long> frames(String figure) throws Exception {
    Object found =
        does(
            "const frames = {}; let before;"
                + "for (const frame of view.flame.rows.flat()) {"
                + "  const names = frame.path().map(symbol => view.stacks.names[symbol]);"
                + "  check('one frame of ' + names, frames[names.join(';')] === undefined);"
                + "  const last = before && before.above === frame.above && before.symbol;"
                + "  check('the order of names', !last || view.stacks.names[last] < names.at(-1));"
                + "  before = frame;"
                + "  check('a width', frame.width >= 0.5 && frame.left >= 0"
                + "    && frame.left + frame.width <= view.flame.width + 1e-6);"
                + "  check('its place', !frame.above || frame.left >= frame.above.left - 1e-6"
                + "    && frame.left + frame.width <= frame.above.left + frame.above.width + 1e-6);"
                + "  frames[names.join(';')] = frame."
                + figure
                + ";"
                + "}"
                + "return frames;");
    Map<String, Long> frames = new TreeMap<>();
    ((Map<?, ?>) Objects.requireNonNull(found))
        .forEach(
            (path, total) ->
                frames.put(
                    String.valueOf(path), ((Number) Objects.requireNonNull(total)).longValue()));
    return frames;
  }

  /** The frames are what is expected, except those that are narrower than half a pixel. */
  private void assertFrames(Map<String, Long> expected) throws Exception {
    Map<String, Long> found = frames("total");
    double width = ((Number) Objects.requireNonNull(does("return view.flame.width"))).doubleValue();
    long least = (long) (expected.get("") * 0.5 / width);
    expected.forEach(
        (path, total) -> {
          if (total > least) {
            assertThat(found).as(path).containsEntry(path, total);
          } else if (total < least) {
            assertThat(found).doesNotContainKey(path);
          }
        });
    assertThat(expected).containsAllEntriesOf(found);
    assertThat(found).hasSizeGreaterThan(5);
  }

  /** The symbols have their weights; one that calls itself counts once. */
  private void assertSymbols(Labels labels, int from, int end) throws Exception {
    Object found =
        does(
            "const {chosen} = view.shown;"
                + "return view.stacks.names.map((name, symbol) => [name,"
                + " String(chosen.symbolSelves[symbol]), String(chosen.symbolTotals[symbol])]);");
    for (Object one : (List<?>) Objects.requireNonNull(found)) {
      List<?> symbol = (List<?>) one;
      String name = String.valueOf(symbol.get(0));
      long total = sample.sum(labels, from, end, stack -> stack.contains(name));
      long self = sample.sum(labels, from, end, stack -> stack.get(stack.size() - 1).equals(name));
      assertThat((Object) symbol)
          .isEqualTo(List.of(name, Long.toString(self), Long.toString(total)));
    }
  }

  @Test
  void aMoveOfTheBrushGivesTheNaiveSums() throws Exception {
    view();
    assertFrames(sample.totals(CPU, 0, SLOTS, false));
    for (int[] range : new int[][] {{0, 1}, {99, 100}, {3, 71}, {8, 16}, {7, 64}, {64, 100}}) {
      choose(range[0], range[1]);
      assertFrames(sample.totals(CPU, range[0], range[1], false));
      assertSymbols(CPU, range[0], range[1]);
      assertThat(does("return element('range').textContent"))
          .asString()
          .endsWith(": " + Text.count(sample.sum(CPU, range[0], range[1])) + " samples");
    }
  }

  @Test
  void theTimelineHasTheWeightsOfItsParts() throws Exception {
    view();
    List<?> parts =
        (List<?>)
            Objects.requireNonNull(
                does(
                    "const {slots, weights} = view.strip.parts;"
                        + "return weights.map((weight, i) => [slots[i], slots[i + 1], weight]);"));
    assertThat(parts).hasSize(SLOTS);
    for (Object part : parts) {
      List<?> figures = (List<?>) part;
      int from = (int) (((Number) figures.get(0)).longValue() - ProfileSample.FIRST);
      int end = (int) (((Number) figures.get(1)).longValue() - ProfileSample.FIRST);
      assertThat(((Number) figures.get(2)).longValue()).isEqualTo(sample.sum(CPU, from, end));
    }
  }

  @Test
  void invertedFramesAreTheSumsOfTheirCallees() throws Exception {
    view();
    does("element('inverted').click(); await draws();");
    assertFrames(sample.totals(CPU, 0, SLOTS, true));
    choose(13, 59);
    assertFrames(sample.totals(CPU, 13, 59, true));
    does(
        "const row = view.flame.rows[1], names = row.map(frame => view.stacks.names[frame.symbol]);"
            + "check('the order of names', names.join() === [...names].sort().join());"
            + "view.zoom(row[1].path()); await draws();"
            + "const [frame] = view.flame.rows[1];"
            + "check('one frame', view.flame.rows[1].length === 1);"
            + "check('as wide as all', frame.width === view.flame.width);"
            + "check('all below', Math.abs(view.flame.rows[2].reduce((sum, one) => sum + one.width, 0)"
            + "  - frame.width) < frame.width * 0.9);");
  }

  @Test
  void aSearchTellsTheShareOfTheStacksThatHaveAMatch() throws Exception {
    view();
    does(
        "element('search').value = 'PART1';"
            + "element('search').dispatchEvent(new Event('input')); await draws();");
    long part =
        sample.sum(
            CPU, 0, SLOTS, stack -> stack.stream().anyMatch(name -> name.contains(".Part1.")));
    long all = sample.sum(CPU, 0, SLOTS);
    assertThat(does("return element('found').textContent"))
        .isEqualTo(Text.percent(Text.share(part, all)) + " in 2 symbols");
    does(
        "const {flame, colours, stacks} = view;"
            + "for (const frame of flame.rows.flat().slice(1)) {"
            + "  const isFound = stacks.names[frame.symbol].includes('Part1');"
            + "  check('the colour of a match', flame.colourOf(frame) === colours.found === isFound);"
            + "}"
            + "const rows = [...document.querySelectorAll('#symbols tbody [data-symbol]')].map(one => one.title).sort();"
            + "check('the rows of matches', rows.join() === 'com.example.Part1.run0,com.example.Part1.run1');");
    String name = "com.example.Part1.run0";
    does("view.search('\"" + name + "\"'); await draws();");
    long one = sample.sum(CPU, 0, SLOTS, stack -> stack.contains(name));
    assertThat(does("return element('found').textContent"))
        .isEqualTo(Text.percent(Text.share(one, all)) + " in 1 symbol");
    does("element('focus').click(); await draws();");
    assertFrames(sample.totals(CPU, 0, SLOTS, false, stack -> stack.contains(name)));
    does("view.search('nothing like it'); await draws();");
    assertThat(does("return element('found').textContent")).isEqualTo("0.0 % in 0 symbols");
    does("element('focus').click(); await draws();");
    assertFrames(sample.totals(CPU, 0, SLOTS, false));
  }

  @Test
  void twoRangesAreComparedByTheirShares() throws Exception {
    sample.add(CPU, 0, List.of("main", "gone"), 300).add(CPU, 60, List.of("main", "new"), 500);
    view();
    String ranges =
        String.format(
            Locale.ROOT,
            "view.choose('other', [%d, %d]); await draws();",
            ProfileSample.FIRST,
            ProfileSample.FIRST + 20);
    choose(50, 80);
    does(ranges);
    Map<String, Long> before = sample.totals(CPU, 0, 20, false);
    Map<String, Long> after = sample.totals(CPU, 50, 80, false);
    frames("total")
        .forEach((path, total) -> assertThat(total).isEqualTo(after.getOrDefault(path, 0L)));
    frames("otherTotal")
        .forEach((path, total) -> assertThat(total).isEqualTo(before.getOrDefault(path, 0L)));
    does(
        "const {flame, shown, colours} = view;"
            + "check('a legend', !element('legend').hidden);"
            + "const named = name => flame.rows[2].find(frame => view.stacks.names[frame.symbol] === name);"
            + "check('the second one', flame.colourOf(named('gone')) === colours.lesser[SHADES]);"
            + "check('the first one', flame.colourOf(named('new')) === colours.greater[SHADES]);"
            + "check('the same', flame.colourOf(flame.rows[1][0]) === colours.same"
            + "  || flame.colourOf(flame.rows[1][0]) === colours.greater[0]);"
            + "for (const frame of flame.rows.flat()) {"
            + "  const share = (frame.total / shown.chosen.total + frame.otherTotal / shown.other.total) / 2;"
            + "  check('a width', Math.abs(frame.width - share * flame.width) < 1e-6);"
            + "}"
            + "check('a column', !document.querySelector('th[data-by=change]').hidden);"
            + "document.querySelector('th[data-by=change] button').click();"
            + "const first = document.querySelector('#symbols tbody [data-symbol]').textContent;"
            + "check('what is new being first', first === 'new');"
            + "const texts = selector => [...document.querySelectorAll(selector)].map(one => one.textContent);"
            + "check('names', texts('#range b').join() === 'first range,second range');"
            + "check('names of brushes', texts('.brush:not([hidden]) span:not([hidden])').join() === 'first,second');"
            + "check('heads', texts('#symbols th').join() === 'symbol,first: self,first: total,total share: first − second');"
            + "flame.move('Down');"
            + "check('names of figures', texts('#said b').slice(1).join() === 'first range,second range');");
    assertThat(does("return [...element('range').children].map(one => one.textContent)"))
        .asString()
        .containsSubsequence(
            "first range",
            Text.count(sample.sum(CPU, 50, 80)) + " samples",
            "second range",
            Text.count(sample.sum(CPU, 0, 20)) + " samples");
    does("element('inverted').click(); await draws();");
    Map<String, Long> callers = sample.totals(CPU, 0, 20, true);
    frames("otherTotal")
        .forEach((path, total) -> assertThat(total).isEqualTo(callers.getOrDefault(path, 0L)));
    does(
        "element('compare').click(); await draws();"
            + "check('no legend', element('legend').hidden && !view.shown.other);"
            + "check('no names', !document.querySelector('.brush span:not([hidden]), #range b, th.first'));");
    assertFrames(sample.totals(CPU, 50, 80, true));
  }

  @Test
  void aZoomFillsTheWidthAndGoesBack() throws Exception {
    view();
    does(Resources.text("profile/view/zooms.js"));
  }

  @Test
  void aZoomStaysWhileTheBrushMoves() throws Exception {
    view();
    does(
        "view.zoom(view.flame.rows[2][0].path()); await draws();"
            + "const path = view.path.join();"
            + "view.choose('chosen', [view.first + 3, view.first + 5]); await draws();"
            + "check('the path', view.path.join() === path && view.flame.rows[2][0].path().join() === path);");
  }

  @Test
  void theTableIsSortedByItsHeadsAndSearches() throws Exception {
    view();
    does(
        "const rows = () => [...document.querySelectorAll('#symbols tbody [data-symbol]')].map(one => Number(one.dataset.symbol));"
            + "const head = by => document.querySelector(`th[data-by=${by}]`);"
            + "const {symbolSelves, symbolTotals} = view.shown.chosen;"
            + "const sorted = (name, of, sign) => rows().forEach((one, i, all) =>"
            + "  check(name + ' of ' + i, i === 0 || sign * (of(all[i - 1]) < of(one) ? -1 : of(all[i - 1]) > of(one) ? 1 : 0) >= 0));"
            + "check('all symbols', rows().length === view.stacks.names.length);"
            + "sorted('self', one => symbolSelves[one], 1);"
            + "check('how it is sorted', head('self').ariaSort === 'descending' && head('total').ariaSort === 'none');"
            + "head('total').firstChild.click(); sorted('total', one => symbolTotals[one], 1);"
            + "head('total').firstChild.click(); sorted('total', one => symbolTotals[one], -1);"
            + "check('turned', head('total').ariaSort === 'ascending');"
            + "head('symbol').firstChild.click(); sorted('name', one => view.stacks.names[one], -1);"
            + "const button = document.querySelector('#symbols tbody [data-symbol]'), name = view.stacks.names[button.dataset.symbol];"
            + "check('a full name', button.title === name);"
            + "button.click(); await draws();"
            + "check('the search', element('search').value === JSON.stringify(name));"
            + "check('only its row', rows().join() === button.dataset.symbol);"
            + "view.search(''); await draws();"
            + "check('all rows again', rows().length === view.stacks.names.length);");
  }

  @Test
  void onlyRowsInSightAreMade() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      sample.add(CPU, i % SLOTS, List.of("main", "leaf" + i), i + 1);
    }
    view();
    does(
        "const box = element('symbols'), shown = () => box.querySelectorAll('[data-symbol]').length;"
            + "check('few rows', shown() > 10 && shown() < 80);"
            + "check('the number of rows', view.table.table.ariaRowCount === null"
            + "  ? view.table.table.getAttribute('aria-rowcount') === '3008' : view.table.table.ariaRowCount === '3008');"
            + "box.scrollTop = box.scrollHeight;"
            + "await until('the last row', () => box.querySelector('[aria-rowindex=\"3008\"]'));"
            + "check('few rows again', shown() < 80);");
  }

  @Test
  void keysDoWhatThePointerDoes() throws Exception {
    view();
    does("element('all').focus();");
    browser.press("Tab");
    does("check('the timeline', document.activeElement === element('strip'));");
    browser.press("PageDown");
    does("await draws(); check('no more', view.isWhole);");
    does("view.choose('chosen', [view.first, view.first + 20]); await draws();");
    browser.press("ArrowRight", "ArrowRight", "PageDown", "ArrowLeft");
    does(
        "await draws(); const [from, end] = view.ranges.chosen;"
            + "check('22 to 42', from - view.first === 22 && end - view.first === 42);");
    assertFrames(sample.totals(CPU, 22, 42, false));
    browser.press("+");
    does("await draws(); check('a zoom', view.strip.sight[1] - view.strip.sight[0] < 70);");
    browser.press("Tab");
    does("check('the frames', document.activeElement === element('flame'));");
    browser.press("ArrowDown", "ArrowDown", "ArrowDown");
    does(
        "const {cursor} = view.flame; check('the third row', cursor.row === 2);"
            + "check('the widest', cursor.width === Math.max(...view.flame.rows[2].map(one => one.width)));"
            + "check('words', element('said').textContent.startsWith(view.stacks.names[cursor.symbol]));"
            + "view.start = cursor.left;");
    browser.press("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Enter");
    does("await draws(); check('a zoom', view.path.length === 2);");
    browser.press("Escape");
    does("await draws(); check('back', view.path.length === 0);");
    browser.press("i");
    does("await draws(); check('inverted', view.isInverted);");
    browser.press("i", "c");
    does("await draws(); check('compared', !view.isInverted && !!view.ranges.other);");
    browser.press("x");
    does("await draws(); check('exchanged', view.ranges.other[0] - view.first === 22);");
    browser.press("c", "/", "r", "u", "n", "0");
    does(
        "await draws(); check('a search', element('search').value === 'run0' && view.found.symbols.length === 3);");
    browser.press("Escape");
    does("await draws(); check('no search', element('search').value === '' && !view.found);");
    browser.press("Escape");
    does("check('the frames again', document.activeElement === element('flame'));");
    browser.press("ArrowDown", "ArrowDown", "ArrowDown", "f");
    does("await draws(); check('a focus', view.focus.length === 1);");
    browser.press("0");
    does("await draws(); check('all', view.isWhole && !view.focus && !view.ranges.other);");
    browser.press("Tab");
    does("check('the heads', document.activeElement.closest('th'));");
    does("document.querySelector('#symbols tbody [data-symbol]').focus();");
    browser.press("ArrowDown");
    does(
        "check('the second row', document.activeElement.closest('tr').getAttribute('aria-rowindex') === '3');");
  }

  @Test
  void theBrushesAreDrawnMovedAndStretched() throws Exception {
    view();
    does(Resources.text("profile/view/brushes.js"));
  }

  @Test
  void theAddressKeepsWhatIsShown() throws Exception {
    view();
    does(
        "view.choose('chosen', [view.first + 4, view.first + 9]); view.choose('other', [view.first, view.first + 3]);"
            + "view.invert(); view.search('run'); await draws();"
            + "view.focusOn(view.stacks.names.indexOf('com.example.Part1.run0')); await draws();"
            + "await until('the address', () => /slots=.*other=.*inverted.*focus=.*search=run/.test(location.hash));");
    browser.reload();
    does(
        "await draws();"
            + "check('the ranges', view.ranges.chosen[0] === view.first + 4 && view.ranges.other[1] === view.first + 3);"
            + "check('the rest', view.isInverted && view.found && view.focus.length === 1);");
    Map<String, Long> expected =
        sample.totals(CPU, 4, 9, true, stack -> stack.contains("com.example.Part1.run0"));
    frames("total")
        .forEach((path, total) -> assertThat(total).isEqualTo(expected.getOrDefault(path, 0L)));
  }

  @Test
  void otherSeriesAreChosenByTheirLabels() throws Exception {
    view();
    assertThat(does("return [...element('choice').options].map(one => one.text).join(' ')"))
        .isEqualTo(CPU + " " + ALLOC);
    does(
        "element('choice').selectedIndex = 1; element('choice').dispatchEvent(new Event('change'));"
            + "await draws();");
    assertFrames(sample.totals(ALLOC, 0, SLOTS, false));
    assertThat(does("return element('range').textContent"))
        .asString()
        .matches(".*: [\\d.]+ MiB \\(" + Text.count(sample.sum(ALLOC, 0, SLOTS)) + " bytes\\)");
  }

  @Test
  void anEmbeddedPageNeedsNoCommandAndAsksNobody() throws Exception {
    embedded(Instant.MIN, Instant.MAX);
    assertFrames(sample.totals(CPU, 0, SLOTS, false));
    choose(3, 71);
    assertFrames(sample.totals(CPU, 3, 71, false));
    assertSymbols(CPU, 3, 71);
    does(
        "element('choice').selectedIndex = 1; element('choice').dispatchEvent(new Event('change'));"
            + "await draws();");
    assertFrames(sample.totals(ALLOC, 3, 71, false));
    does(
        "check('no request', performance.getEntriesByType('resource').length === 0);"
            + "check('nothing merged', !element('merged'));");
  }

  @Test
  void aSeriesWithoutSamplesOfItsOwnUnitIsLeftOut() throws Exception {
    sample.add(Labels.NONE, 3, List.of("of", "no", "unit"), 7);
    embedded(Instant.MIN, Instant.MAX);
    assertThat(does("return [...element('choice').options].map(one => one.text).join(' ')"))
        .isEqualTo(CPU + " " + ALLOC);
    assertFrames(sample.totals(CPU, 0, SLOTS, false));
  }

  @Test
  void anEmbeddedPageHasTheSlotsOfItsRange() throws Exception {
    embedded(ProfileSample.BEGIN.plusSeconds(205), ProfileSample.BEGIN.plusSeconds(400));
    assertFrames(sample.totals(CPU, 20, 40, false));
    assertThat(does("return element('range').textContent"))
        .asString()
        .startsWith("2026-01-31T10:03:20Z to 2026-01-31T10:06:40Z (3.333 min): ");
  }

  @Test
  void slotsAreMergedUntilThePageIsSmallEnough() throws Exception {
    sample.write(store, "p");
    store.read(
        tx -> {
          ProfileStore profile = ProfileStore.open(tx, "p");
          ProfileModel model =
              ProfileModel.of(null, profile, Labels.NONE, Instant.MIN, Instant.MAX);
          SlotLists lists = new SlotLists(model, 8_000);
          profile.forEach(Labels.NONE, Instant.EPOCH, Instant.MAX, lists::visit);
          lists.end();
          assertThat(lists.grain()).isBetween(2L, 32L);
          Map<String, @Nullable Object> data = model.json(Path.of("m.oct"), 1, 0, 0);
          data.put("grain", lists.grain());
          data.put("lists", Resources.packed(lists.packed()));
          return write(ProfileModel.html(data));
        });
    browser.open(directory.resolve("p.html"), "");
    does("await draws();");
    assertFrames(sample.totals(CPU, 0, SLOTS, false));
    int grain = ((Number) Objects.requireNonNull(does("return view.grain"))).intValue();
    int first =
        (int) (Math.floorDiv(ProfileSample.FIRST, grain) * grain + grain - ProfileSample.FIRST);
    does(
        "view.choose('chosen', [view.first + 1, view.first + 3]); await draws();"
            + "check('what is merged', element('merged').textContent.startsWith('This page merges every "
            + grain
            + " slots into one of '));");
    assertFrames(sample.totals(CPU, first, Math.min(SLOTS, first + 2 * grain), false));
  }

  private Path write(String page) {
    try {
      return Files.writeString(directory.resolve("p.html"), page);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Views a store of a file, and starts a process that writes to it the samples that it is sent.
   */
  private BufferedWriter viewAndWrite() throws Exception {
    Path file = directory.resolve("m.oct");
    try (Store target = Store.open(file)) {
      sample.write(target, "p");
    }
    store.close();
    store = Stores.openToRead(file);
    server = new ViewServer(new ViewedProfile(file, store, "p", Labels.NONE), 0);
    browser.visit(server.address());
    does("await draws(); window.isSame = true;");
    writer = Octavo.start(List.of(), SampleWriter.class, file);
    return writer.outputWriter();
  }

  /** Has the other process commit a sample, and waits until the page knows the commit. */
  private void write(BufferedWriter lines, int slot, int weight, String stack) throws Exception {
    sample.add(CPU, slot, List.of(stack.split(";", -1)), weight);
    Object before = does("return view.data.sequence");
    lines.write(slot + " " + weight + " " + stack + "\n");
    lines.flush();
    does("await until('a commit', () => view.data.sequence !== '" + before + "'); await draws();");
  }

  @Test
  void samplesOfAnotherProcessAppearAtTheRightEdge() throws Exception {
    try (BufferedWriter lines = viewAndWrite()) {
      does("check('no news', element('state').textContent === 'waiting for data');");
      write(lines, SLOTS, 500, "main;added.by.Another.process");
      does(
          "check('all', view.isWhole && view.end - view.first === 101 && location.hash === '');"
              + "check('the timeline', view.strip.isAll([view.first, view.end]));"
              + "check('it follows', element('follow').ariaPressed === 'true');"
              + "check('news', element('state').textContent === 'live');");
      assertFrames(sample.totals(CPU, 0, SLOTS + 1, false));
      assertSymbols(CPU, 0, SLOTS + 1);
      choose(SLOTS - 9, SLOTS + 1);
      write(lines, SLOTS + 2, 300, "main;com.example.Part1.run0;another");
      assertFrames(sample.totals(CPU, SLOTS - 7, SLOTS + 3, false));
      assertSymbols(CPU, SLOTS - 7, SLOTS + 3);
      does("await until('the address', () => location.hash === '#last=10');");
      // Late ones, in a slot that the page has and with a symbol that it has not.
      write(lines, SLOTS - 6, 700, "main;late");
      assertFrames(sample.totals(CPU, SLOTS - 7, SLOTS + 3, false));
      assertSymbols(CPU, SLOTS - 7, SLOTS + 3);
      does("check('no load', window.isSame);");
      browser.reload();
      does("await draws(); check('the range', view.follow.isOn && !view.isWhole);");
      assertSymbols(CPU, SLOTS - 7, SLOTS + 3);
    }
  }

  @Test
  void whoLooksElsewhereStaysUntilTheButtonIsPressed() throws Exception {
    try (BufferedWriter lines = viewAndWrite()) {
      choose(20, 30);
      does("check('it stays', element('follow').ariaPressed === 'false');");
      write(lines, SLOTS + 4, 500, "main;added");
      assertFrames(sample.totals(CPU, 20, 30, false));
      does(
          "check('the button', element('follow').textContent === 'follow: newer data');"
              + "element('follow').click(); await draws();"
              + "check('the button', element('follow').textContent === 'follow');");
      assertSymbols(CPU, SLOTS - 5, SLOTS + 5);
      does("element('all').click(); element('follow').click(); await draws();");
      write(lines, SLOTS + 9, 200, "main;added");
      assertSymbols(CPU, 0, SLOTS + 5);
      does("element('follow').click(); await draws(); check('all again', view.isWhole);");
      assertSymbols(CPU, 0, SLOTS + 10);
    }
  }

  @Test
  void seriesThatComeLaterCanBeChosen() throws Exception {
    sample.samples.removeIf(one -> one.labels().equals(ALLOC));
    try (BufferedWriter lines = viewAndWrite()) {
      does("check('no choice', !element('choice').getClientRects().length);");
      lines.write(SLOTS + " 77 main;added bytes\n");
      lines.flush();
      does(
          "await until('the series', () => element('choice').options.length === 2); await draws();");
      assertSymbols(CPU, 0, SLOTS + 1);
      sample.add(ALLOC, SLOTS, List.of("main", "added"), 77);
      does(
          "element('choice').selectedIndex = 1; element('choice').dispatchEvent(new Event('change'));"
              + "await draws();");
      assertSymbols(ALLOC, 0, SLOTS + 1);
    }
  }

  @Test
  void aLostConnectionIsNamedAndFoundAgain() throws Exception {
    try (BufferedWriter lines = viewAndWrite()) {
      browser.disconnect(true);
      String alert = "document.querySelector('[role=alert]').textContent";
      does(
          "await until('the loss', () => element('state').textContent === 'connection lost');"
              + "check('words', "
              + alert
              + " === 'The command that serves this page has ended.');");
      browser.disconnect(false);
      write(lines, SLOTS, 500, "main;added");
      does("check('no words', " + alert + " === '' && window.isSame);");
      assertSymbols(CPU, 0, SLOTS + 1);
    } finally {
      browser.disconnect(false);
    }
  }

  @Test
  void aLaterCommitIsShownWithoutALoad() throws Exception {
    view();
    does("window.isSame = true;");
    store.write(
        tx -> {
          try (var writer = ProfileStore.open(tx, "p").writer()) {
            int[] frames = {writer.frame("added")};
            writer.add(CPU, ProfileSample.BEGIN, writer.stack(0, frames, 1), 9);
          }
        });
    does(
        "await until('the symbol', () => view.stacks.names.includes('added')); await draws();"
            + "check('no load', window.isSame);");
    sample.add(CPU, 0, List.of("added"), 9);
    assertSymbols(CPU, 0, SLOTS);
  }

  @Test
  void thePageSaysThatTheCommandHasEnded() throws Exception {
    view();
    Objects.requireNonNull(server).close();
    does(
        "view.all.clear(); view.choose('chosen', [view.first, view.first + 3]);"
            + "await until('words', () => /has ended/.test(document.querySelector('[role=alert]').textContent));");
  }

  @Test
  void textIsReadableInBothThemesAndInANarrowWindow() throws Exception {
    sample.add(
        CPU, 5, List.of("main", "a.very.long.name.of.a.package.that.has.Methods.andMore"), 9);
    for (String theme : List.of("light", "dark")) {
      for (int width : List.of(WIDE, NARROW)) {
        browser.show(width, HEIGHT, theme);
        if (server != null) {
          server.close();
          store.close();
          store = Store.inMemory();
        }
        view();
        does(
            "view.compare(); view.search('run'); await draws();"
                + "view.flame.move('Down'); view.flame.move('Down'); view.flame.move('Down');");
        assertThat((List<?>) does(Resources.text("web/look.js")))
            .as("%s, %d", theme, width)
            .isEmpty();
        does(Resources.text("profile/view/ranges.js"));
        does(
            "const ratio = (a, b) => { const l = c => c.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)"
                + ".reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0); const [x, y] = [l(a), l(b)].sort((p, q) => p - q); return (y + 0.05) / (x + 0.05); };"
                + "const {rgb} = view.colours;"
                + "for (const name of Object.keys(rgb).filter(one => /^(flame-\\d|found|all|less|same|more)$/.test(one))) {"
                + "  check(name + ' behind text', ratio(rgb[name], rgb.ink) >= 4.5);"
                + "}");
      }
    }
  }

  @Test
  void aProfileWithoutSamplesIsShown() throws Exception {
    sample = new ProfileSample();
    visit();
    assertThat(does("return element('said').textContent")).isEqualTo("No samples.");
  }
}
