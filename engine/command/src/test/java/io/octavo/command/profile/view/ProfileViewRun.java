package io.octavo.command.profile.view;

import io.octavo.Store;
import io.octavo.command.web.Browser;
import io.octavo.command.web.Resources;
import io.octavo.command.web.ViewServer;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.ProfileWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Measures how {@code octavo profile view} redraws in a chromium without a screen while a brush
 * moves, and takes screenshots.
 *
 * <pre>
 * java -cp engine/command/target/octavo-command-0.1.0-SNAPSHOT-all.jar:engine/command/target/test-classes
 *     io.octavo.command.profile.view.ProfileViewRun [PICTURES]
 * </pre>
 *
 * <p>The profile is a program that seems to be real: packages, classes and methods that call each
 * other, 100,000 distinct stacks in 720 slots. Prints the time from a move of the brush to the
 * drawn frame, script of the page only: for callees, callers, and two ranges compared. Writes
 * screenshots, wide and narrow, light and dark, to the directory PICTURES.
 */
public final class ProfileViewRun {
  private static final int WIDE = 1400;
  private static final int NARROW = 600;
  private static final int HEIGHT = 900;
  private static final int STACKS = 100_000;
  private static final int SLOTS = 720;
  private static final int SAMPLES = 2_000;
  private static final Duration SLOT = Duration.ofSeconds(10);
  private static final Instant BEGIN = Instant.parse("2026-01-31T10:00:00Z");
  private static final String[] PARTS = {
    "http", "json", "store", "cache", "index", "codec", "auth", "metrics", "queue", "render"
  };
  private static final String[] CLASSES = {
    "Handler", "Reader", "Writer", "Table", "Session", "Parser", "Pool", "Request", "Cursor"
  };
  private static final String[] METHODS = {
    "run", "read", "write", "find", "handle", "decode", "encode", "flush", "next", "apply", "get"
  };

  private ProfileViewRun() {}

  /**
   * Runs.
   *
   * @param arguments as above
   */
  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createTempDirectory("octavo-view");
    Path program = Objects.requireNonNull(Browser.find(), "no chromium on the PATH");
    try (Store store = Store.open(directory.resolve("web.oct"));
        Browser browser = new Browser(program, directory.resolve("profile"))) {
      store.write(tx -> fill(ProfileStore.create(tx, "jvm", SLOT)));
      ViewedProfile viewed =
          new ViewedProfile(directory.resolve("web.oct"), store, "jvm", Labels.NONE);
      try (ViewServer server = new ViewServer(viewed, 0)) {
        browser.show(WIDE, HEIGHT, "light");
        browser.visit(server.address());
        report(browser, server);
        if (arguments.length > 0) {
          pictures(browser, Path.of(arguments[0]));
        }
      }
    }
  }

  /** Fills a profile with samples of CPU time, and of bytes in every fourth slot. */
  static void fill(ProfileStore profile) {
    SplittableRandom random = new SplittableRandom(1);
    Labels cpu = Labels.of("app", "web", Labels.TYPE, "cpu", Labels.UNIT, "samples");
    Labels bytes = Labels.of("app", "web", Labels.TYPE, "alloc", Labels.UNIT, "bytes");
    try (ProfileWriter writer = profile.writer()) {
      int[] stacks = stacks(writer, random);
      for (int slot = 0; slot < SLOTS; slot++) {
        Instant time = BEGIN.plus(SLOT.multipliedBy(slot));
        // A load that rises and falls, and stacks that come and go.
        double load = 1 + 0.6 * Math.sin(slot / 50.0) + (slot > 400 && slot < 460 ? 1.5 : 0);
        for (int i = 0; i < SAMPLES * load; i++) {
          double skewed = Math.pow(random.nextDouble(), slot > 400 && slot < 460 ? 2 : 5);
          int stack = stacks[(int) (skewed * stacks.length)];
          writer.add(cpu, time, stack, 1);
          if (slot % 4 == 0 && i % 8 == 0) {
            writer.add(bytes, time, stack, 16L * (1 + random.nextInt(4_000)));
          }
        }
      }
      // So that each has been seen.
      for (int i = 0; i < stacks.length; i++) {
        writer.add(cpu, BEGIN.plus(SLOT.multipliedBy(i % SLOTS)), stacks[i], 1);
      }
    }
  }

  /** Makes stacks: each leaves the one before somewhere, rather near its end. */
  private static int[] stacks(ProfileWriter writer, SplittableRandom random) {
    int[] stacks = new int[STACKS];
    int[] frames = new int[60];
    int depth = 0;
    for (int i = 0; i < stacks.length; i++) {
      int kept =
          depth == 0 ? 0 : Math.max(1, depth - 1 - (int) (12 * Math.pow(random.nextDouble(), 3)));
      depth = Math.min(frames.length, kept + 1 + random.nextInt(kept < 12 ? 9 : 4));
      for (int j = kept; j < depth; j++) {
        frames[j] = j == 0 ? writer.frame("java.lang.Thread.run", 840) : frame(writer, random, j);
      }
      stacks[i] = writer.stack(0, frames, depth);
    }
    return stacks;
  }

  /** Makes a frame: near the outermost ones there are few, and some are met more often. */
  private static int frame(ProfileWriter writer, SplittableRandom random, int depth) {
    int names = Math.min(PARTS.length * CLASSES.length * METHODS.length, 2 + depth * depth / 3);
    int name = depth / 4 * 31 + (int) (names * Math.pow(random.nextDouble(), 2));
    String part = PARTS[Math.min(PARTS.length - 1, depth / 6 + name % 3)];
    String prefix = name % 5 == 0 ? "java.util." : "com.example.web." + part + ".";
    String type = CLASSES[name * 7 % CLASSES.length];
    String method = METHODS[name / CLASSES.length % METHODS.length];
    return writer.frame(prefix + type + "." + method, 10 + random.nextInt(3));
  }

  private static void report(Browser browser, ViewServer server) throws Exception {
    Object found =
        browser.run(Resources.text("web/until.js") + Resources.text("profile/view/drag.js"));
    ((Map<?, ?>) Objects.requireNonNull(found))
        .forEach((what, figures) -> System.out.printf(Locale.ROOT, "%s: %s%n", what, figures));
    System.out.printf(Locale.ROOT, "server: longest answer %.1f ms%n", server.longest() / 1e6);
  }

  private static void pictures(Browser browser, Path directory) throws Exception {
    Files.createDirectories(directory);
    for (String theme : List.of("light", "dark")) {
      for (int width : List.of(WIDE, NARROW)) {
        String name = theme + "-" + width + ".png";
        browser.show(width, HEIGHT, theme);
        picture(browser, "view.showAll();", directory.resolve(name));
        picture(
            browser,
            "view.choose('chosen', [view.first + 401, view.first + 459]);"
                + "view.choose('other', [view.first + 330, view.first + 388]);",
            directory.resolve("compared-" + name));
        picture(
            browser,
            "view.compare(); view.invert(); view.search('cache');",
            directory.resolve("inverted-" + name));
        browser.run("view.invert(); view.search('');");
      }
    }
  }

  private static void picture(Browser browser, String script, Path target) throws Exception {
    String cursor =
        "await draws(); view.flame.cursor = null;"
            + "for (let row = 0; row < 5; row++) view.flame.move('Down'); await draws();";
    browser.run(Resources.text("web/until.js") + script + cursor);
    Files.write(target, browser.screenshot());
  }
}
