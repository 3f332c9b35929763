package io.octavo.command.series;

import io.octavo.CollectionType;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Stores;
import io.octavo.command.text.Places;
import io.octavo.command.text.TimeForm;
import io.octavo.command.web.Browser;
import io.octavo.command.web.Resources;
import io.octavo.command.web.ViewServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Measures how {@code octavo series view} draws a file in a chromium without a screen: zooms from
 * the whole range to single times and back in 300 frames.
 *
 * <pre>
 * java -cp engine/command/target/octavo-command-0.1.0-SNAPSHOT-all.jar:engine/command/target/test-classes
 *     io.octavo.command.series.SeriesViewRun FILE [PICTURES]
 * </pre>
 *
 * <p>Prints the share of frames that followed the one before within 16.7 ms and whose columns were
 * drawn from windows at most two pixels wide, or could have been within 100 ms; and the longest
 * answer of the server. Writes screenshots, wide and narrow, light and dark, to the directory
 * PICTURES.
 */
public final class SeriesViewRun {
  private static final int WIDE = 1400;
  private static final int NARROW = 600;
  private static final int HEIGHT = 900;

  private SeriesViewRun() {}

  /**
   * Runs.
   *
   * @param arguments as above
   */
  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[0]);
    Path profile = Files.createTempDirectory("octavo-view");
    Path program = Objects.requireNonNull(Browser.find(), "no chromium on the PATH");
    try (Store store = Stores.openToRead(file);
        Browser browser = new Browser(program, profile)) {
      List<String> names = store.read(SeriesViewRun::series);
      TimeForm form =
          store.read(tx -> TimeForm.of(tx.series(names.get(0)).timeUnit().orElse(null)));
      ViewedSeries series = new ViewedSeries(file, store, names, form, new Places.Choice());
      try (ViewServer server = new ViewServer(series, 0)) {
        browser.show(WIDE, HEIGHT, "light");
        browser.visit(server.address());
        report(browser, server);
        if (arguments.length > 1) {
          pictures(browser, Path.of(arguments[1]));
        }
      }
    }
  }

  private static List<String> series(Transaction transaction) {
    return transaction.names().stream()
        .filter(name -> transaction.type(name) == CollectionType.SERIES)
        .toList();
  }

  private static void report(Browser browser, ViewServer server) throws Exception {
    Object found =
        browser.run(
            "const FRAMES = 300;"
                + Resources.text("web/until.js")
                + Resources.text("series/zoom.js"));
    Map<?, ?> figures = (Map<?, ?>) Objects.requireNonNull(found);
    System.out.printf(
        Locale.ROOT,
        "frames %s: %s within 16.7 ms and fine within 100 ms, %s within 16.7 ms, %s fine at once,"
            + " %s fine within 100 ms, %s never%n",
        figures.get("frames"),
        figures.get("good"),
        figures.get("quick"),
        figures.get("fine"),
        figures.get("soon"),
        figures.get("never"));
    System.out.printf(
        Locale.ROOT,
        "between frames: median %s ms, 95 %% %s ms, longest %s ms; script of a frame: median %s ms,"
            + " 95 %% %s ms, longest %s ms%n",
        figures.get("median"),
        figures.get("high"),
        figures.get("longest"),
        figures.get("work"),
        figures.get("highWork"),
        figures.get("longestWork"));
    System.out.printf(
        Locale.ROOT,
        "server: %s answers, longest %.1f ms; as the page saw them: median %s ms, longest %s ms%n",
        figures.get("answers"),
        server.longest() / 1e6,
        figures.get("medianAnswer"),
        figures.get("longestAnswer"));
  }

  private static void pictures(Browser browser, Path directory) throws Exception {
    Files.createDirectories(directory);
    for (String theme : List.of("light", "dark")) {
      for (int width : List.of(WIDE, NARROW)) {
        browser.show(width, HEIGHT, theme);
        browser.run(Resources.text("web/until.js") + "await settles();");
        Files.write(directory.resolve(theme + "-" + width + ".png"), browser.screenshot());
      }
    }
  }
}
