package io.octavo.command.web;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.command.cli.Stores;
import io.octavo.command.profile.view.ViewedProfile;
import io.octavo.command.series.ViewedSeries;
import io.octavo.command.text.Places;
import io.octavo.command.text.TimeForm;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.ProfileWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how the pages of {@code octavo series view} and {@code octavo profile view} follow a
 * store in a chromium without a screen, while another process adds 1,000 entries and 1,000 samples
 * a second by 20 commits.
 *
 * <pre>
 * java -cp engine/command/target/octavo-command-0.1.0-SNAPSHOT-all.jar:engine/command/target/test-classes
 *     io.octavo.command.web.FollowRun [PICTURES]
 * </pre>
 *
 * <p>The series has ten minutes of entries, of which the last one is in sight; the profile has two
 * minutes in slots of a second and 20,000 stacks, of which the last minute is chosen, so that each
 * second brings another flame graph. Prints for 60 seconds of each page how many frames followed
 * the one before within 16.7 ms, how many commits the page has met, and how old the newest entry in
 * sight was. Writes screenshots, wide and narrow, light and dark, to the directory PICTURES.
 */
public final class FollowRun {
  private static final String WRITE = "--write";
  private static final int WIDE = 1400;
  private static final int NARROW = 600;
  private static final int HEIGHT = 900;
  private static final int PER_SECOND = 1_000;
  private static final int COMMITS = 20;
  private static final int STACKS = 20_000;
  private static final int MOST_DEPTH = 24;

  private FollowRun() {}

  /**
   * Runs.
   *
   * @param arguments as above; the other process has others
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals(WRITE)) {
      write(Path.of(arguments[1]));
      return;
    }
    Path directory = Files.createTempDirectory("octavo-follow");
    Path program = Objects.requireNonNull(Browser.find(), "no chromium on the PATH");
    Path file = directory.resolve("live.oct");
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FollowRun.class.getName(),
                WRITE,
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Objects.requireNonNull(writer.inputReader().readLine(), "the writer has ended");
    try (Store store = Stores.openToRead(file);
        Browser browser = new Browser(program, directory.resolve("profile"))) {
      Viewed series =
          new ViewedSeries(file, store, List.of("load"), TimeForm.ms, new Places.Choice());
      follow(browser, series, "series", "#last=60000", "await settles();", arguments);
      Viewed profile = new ViewedProfile(file, store, "jvm", Labels.NONE);
      follow(browser, profile, "profile", "#last=60", "await draws();", arguments);
    } finally {
      writer.destroyForcibly();
    }
  }

  private static void follow(
      Browser browser, Viewed viewed, String name, String range, String drawn, String... arguments)
      throws Exception {
    try (ViewServer server = new ViewServer(viewed, 0)) {
      browser.show(WIDE, HEIGHT, "light");
      browser.visit(URI.create(server.address() + range));
      String script = Resources.text("web/until.js") + drawn + Resources.text("web/watch.js");
      Map<?, ?> figures = (Map<?, ?>) Objects.requireNonNull(browser.run(script));
      System.out.printf(
          Locale.ROOT,
          "%s: %s of %s frames within 16.7 ms (%s %%), median %s ms, 99 %% %s ms, longest %s ms;"
              + " news %s times; newest %s ms old, at most %s ms; longest answer %.1f ms%n",
          name,
          figures.get("quick"),
          figures.get("frames"),
          figures.get("share"),
          figures.get("median"),
          figures.get("high"),
          figures.get("longest"),
          figures.get("news"),
          figures.get("age"),
          figures.get("oldest"),
          server.longest() / 1e6);
      if (arguments.length > 0) {
        pictures(browser, drawn, Path.of(arguments[0]), name);
      }
    }
  }

  private static void pictures(Browser browser, String drawn, Path directory, String name)
      throws Exception {
    Files.createDirectories(directory);
    for (String theme : List.of("light", "dark")) {
      for (int width : List.of(WIDE, NARROW)) {
        browser.show(width, HEIGHT, theme);
        // With some news after the change of the width.
        browser.run(
            Resources.text("web/until.js")
                + "await new Promise(done => setTimeout(done, 2500));"
                + drawn);
        Files.write(
            directory.resolve(name + "-" + theme + "-" + width + ".png"), browser.screenshot());
      }
    }
  }

  /** Writes until this process is ended; prints a line when there is something to look at. */
  private static void write(Path file) {
    SplittableRandom random = new SplittableRandom(1);
    try (Store store = Store.open(file, StoreOptions.defaults())) {
      Instant now = Instant.now();
      store.write(tx -> tx.series("load").describe(TimeUnit.MILLISECONDS, 0));
      add(store, random, now.minusSeconds(600), 600 * PER_SECOND, now.minusSeconds(120), 120);
      System.out.println("ready");
      long begun = System.nanoTime();
      for (long commit = 0; ; commit++) {
        Instant time = Instant.now();
        add(store, random, time, PER_SECOND / COMMITS, time, 1);
        long due = begun + (commit + 1) * TimeUnit.SECONDS.toNanos(1) / COMMITS;
        while (System.nanoTime() < due) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
      }
    }
  }

  /** Adds entries, a millisecond apart, and samples to slots, of each as many as in a commit. */
  private static void add(
      Store store, SplittableRandom random, Instant from, int entries, Instant slots, int seconds) {
    store.write(
        tx -> {
          long first = from.toEpochMilli();
          for (int i = 0; i < entries; i++) {
            double wave = 1 + Math.sin((first + i) / 5e3) * Math.sin((first + i) / 29e3);
            tx.series("load").add(first + i, Math.round(200 * wave / (0.05 + random.nextDouble())));
          }
          ProfileStore profile = ProfileStore.create(tx, "jvm", Duration.ofSeconds(1));
          try (ProfileWriter writer = profile.writer()) {
            Labels cpu = Labels.of(Labels.TYPE, "cpu", Labels.UNIT, "samples");
            int samples = seconds == 1 ? PER_SECOND / COMMITS : PER_SECOND;
            for (int i = 0; i < seconds * samples; i++) {
              int[] frames = frames(writer, (int) (Math.pow(random.nextDouble(), 3) * STACKS));
              int stack = writer.stack(0, frames, frames.length);
              writer.add(cpu, slots.plusSeconds(i / samples), stack, 1);
            }
          }
        });
  }

  /** Returns the frames of a stack: those of one number are always the same. */
  private static int[] frames(ProfileWriter writer, int number) {
    int[] frames = new int[4 + number % (MOST_DEPTH - 4)];
    for (int i = 0; i < frames.length; i++) {
      int name = i == 0 ? 0 : (number >> Math.max(0, 14 - i)) % (3 + 7 * i) + 31 * i;
      frames[i] = writer.frame("com.example.part" + name % 9 + ".Worker" + i + ".run" + name);
    }
    return frames;
  }
}
