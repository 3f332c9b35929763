package io.octavo.command.profile.view;

import static io.octavo.command.profile.view.ProfileSample.ALLOC;
import static io.octavo.command.profile.view.ProfileSample.CPU;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.command.cli.Text;
import io.octavo.command.web.Browser;
import io.octavo.command.web.Resources;
import io.octavo.command.web.ViewServer;
import io.octavo.command.web.Viewed;
import io.octavo.profile.Labels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a profile whose weights have more digits than a double. */
class LargeWeightsViewTest {
  private static final int SLOTS = 71;

  /** Half of the slots, from which on the page compares with the others. */
  private static final int HALF = 35;

  /** Weights of which a double would lose digits, also where doubles are added. */
  private final ProfileSample sample =
      new ProfileSample()
          .add(CPU, 0, List.of("main", "b"), (1L << 60) + 1)
          .add(CPU, 0, List.of("main", "a"), 1L << 60)
          .add(CPU, 1, List.of("main", "a", "b"), (1L << 53) - 1)
          .add(CPU, 2, List.of("main", "a", "b"), 2)
          .add(CPU, 9, List.of("main", "c"), (1L << 59) + 7)
          .add(CPU, 9, List.of("main", "d"), (1L << 59) + 8)
          .add(CPU, 70, List.of("gc"), 3)
          .add(ALLOC, 0, List.of("main", "a"), 3L << 60);

  private static Browser browser;

  @TempDir Path directory;
  private Store store;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.sharedOrSkip();
  }

  @BeforeEach
  void setUp() throws Exception {
    browser.show(1_400, 900, "light");
    store = Store.inMemory();
    sample.write(store, "p");
  }

  @AfterEach
  void tearDown() {
    store.close();
  }

  private @Nullable Object does(String script) throws Exception {
    return browser.run(Resources.text("web/until.js") + script);
  }

  private void choose(int from, int end) throws Exception {
    does(
        "view.choose('chosen', [view.first + "
            + from
            + ", view.first + "
            + end
            + "]);"
            + "await draws();");
  }

  /** All that is written and drawn has each digit. */
  private void assertLarge(Labels labels, int from, int end, boolean isInverted) throws Exception {
    Map<String, Long> expected = sample.totals(labels, from, end, isInverted);
    Map<?, ?> found =
        (Map<?, ?>)
            Objects.requireNonNull(
                does(
                    "const frames = {}; for (const frame of view.flame.rows.flat())"
                        + "  frames[frame.path().map(symbol => view.stacks.names[symbol]).join(';')] = String(frame.total);"
                        + "return frames;"));
    assertThat(found).isNotEmpty();
    found.forEach(
        (path, total) ->
            assertThat(total).isEqualTo(String.valueOf(expected.getOrDefault(path, 0L))));
    assertThat(does("return element('range').textContent"))
        .asString()
        .contains(Text.count(expected.get("")) + (labels.equals(ALLOC) ? " bytes" : " samples"));
  }

  /** Returns the symbols with their self weights and totals, the greatest self weight first. */
  private String symbols() {
    Map<String, Long> selves = new TreeMap<>();
    Map<String, Long> totals = new TreeMap<>();
    for (ProfileSample.Sample one : sample.samples) {
      if (one.labels().equals(CPU)) {
        one.stack().forEach(symbol -> totals.merge(symbol, one.weight(), Long::sum));
        selves.merge(one.stack().get(one.stack().size() - 1), one.weight(), Long::sum);
      }
    }
    return totals.keySet().stream()
        .sorted(Comparator.comparing(symbol -> -selves.getOrDefault(symbol, 0L)))
        .map(
            symbol ->
                symbol
                    + " "
                    + Text.count(selves.getOrDefault(symbol, 0L), "samples", "samples")
                    + " "
                    + Text.count(totals.get(symbol), "samples", "samples"))
        .collect(Collectors.joining("; "));
  }

  private void assertAll() throws Exception {
    assertLarge(CPU, 0, SLOTS, false);
    assertThat(
            does(
                "return [...document.querySelectorAll('#symbols tbody tr')].map(row =>"
                    + "  [row.querySelector('button').title,"
                    + "    ...[...row.querySelectorAll('.n')].map(cell => cell.title)].join(' ')).join('; ');"))
        .isEqualTo(symbols());
    does(
        "for (const head of document.querySelectorAll('#symbols th:not([hidden]) button')) head.click();"
            + "view.search('b'); await draws();"
            + "check('a share', element('found').textContent === '33.5 % in 1 symbol');"
            + "view.search(''); view.flame.move('Down'); view.flame.move('Down');"
            + "check('words', element('said').textContent.startsWith('main: total "
            + Text.count(sample.totals(CPU, 0, SLOTS, false).get("main"))
            + " samples, '));"
            + "view.zoom([view.stacks.names.indexOf('main')]); await draws();"
            + "check('the width', view.flame.rows[1][0].width === view.flame.width);"
            + "view.back(); view.invert(); await draws();");
    assertLarge(CPU, 0, SLOTS, true);
    does("view.invert(); view.compare(); await draws();");
    assertLarge(CPU, HALF, SLOTS, false);
    does(
        "document.querySelector('th[data-by=change] button').click(); await draws();"
            + "view.flame.move('Down'); view.compare(); await draws();"
            + "view.focusOn(view.stacks.names.indexOf('a')); await draws(); view.showAll(); await draws();");
    choose(70, 71);
    assertLarge(CPU, 70, 71, false);
    does(
        "element('choice').selectedIndex = 1;"
            + "element('choice').dispatchEvent(new Event('change')); view.showAll(); await draws();");
    assertLarge(ALLOC, 0, SLOTS, false);
  }

  @Test
  void weightsHaveAllTheirDigits() throws Exception {
    Viewed profile = new ViewedProfile(Path.of("m.oct"), store, "p", Labels.NONE);
    try (ViewServer server = new ViewServer(profile, 0)) {
      browser.visit(server.address());
      does("await draws();");
      assertAll();
    }
  }

  @Test
  void weightsOfAnEmbeddedPageHaveAllTheirDigits() throws Exception {
    Path html = directory.resolve("p.html");
    Files.writeString(
        html,
        ProfilePage.html(Path.of("m.oct"), store, "p", Labels.NONE, Instant.MIN, Instant.MAX));
    browser.open(html, "");
    does("await draws();");
    assertAll();
  }
}
