package io.octavo.bench.peer;

import io.octavo.bench.data.DataSet;
import io.octavo.bench.data.Entries;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.measure.Rounds;
import io.octavo.bench.measure.RunHeader;
import io.octavo.bench.peer.PeerFigures.Place;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Collectors;

/** All stores with all sets, by turns, each in a JVM of its own: what {@code Peers} runs. */
public final class PeerRace {
  private static final long FIRST_SEED = 1000;
  private static final int SHOWN_ERROR_LINES = 20;

  private final PeerFigures figures = new PeerFigures();
  private final long start = System.nanoTime();
  private final PeerSettings settings;
  private final Path directory;
  private final PrintWriter csv;
  private final PrintStream progress;

  private PeerRace(PeerSettings settings, Path directory, PrintWriter csv, PrintStream progress) {
    this.settings = settings;
    this.directory = directory;
    this.csv = csv;
    this.progress = progress;
  }

  /**
   * Runs all, and prints the tables.
   *
   * @param properties the options
   * @param out receives the tables
   * @param progress receives what has been done, and the errors of stores
   * @throws IOException if the entries cannot be written; a store that fails is left out
   * @throws InterruptedException if the thread is interrupted
   */
  public static void run(Properties properties, PrintStream out, PrintStream progress)
      throws IOException, InterruptedException {
    PeerSettings settings = PeerSettings.read(properties);
    Path directory = Files.createTempDirectory(settings.directory(), "peers");
    try (PrintWriter csv = new PrintWriter(Files.newBufferedWriter(settings.csv()))) {
      new PeerRace(settings, directory, csv, progress).run(out);
    } finally {
      Directories.delete(directory);
    }
  }

  /** The entries of a set, in a file. */
  private record Drawn(DataSet set, int count, Path entries) {
    Place place(Peer peer, PeerFigure figure) {
      return new Place(set, count, peer, figure);
    }
  }

  private void run(PrintStream out) throws IOException, InterruptedException {
    out.println(RunHeader.line(directory));
    out.println();
    out.println(settings);
    csv.println(PeerFigures.HEAD);
    List<Drawn> sets = draw();
    int rounds = 0;
    while (rounds < settings.rounds() && hasTime(Passes.since(start), rounds, settings.minutes())) {
      for (Drawn set : sets) {
        for (Peer peer : Rounds.order(settings.peers(), rounds)) {
          if (!figures.hasFailed(set.place(peer, PeerFigure.LOAD))) {
            run(set, rounds, peer);
          }
        }
      }
      rounds++;
    }
    if (rounds < settings.rounds()) {
      figures.addNote(
          String.format(
              Locale.ROOT,
              "%d of %d rounds: the next one would have ended after more than %.0f minutes",
              rounds,
              settings.rounds(),
              settings.minutes()));
    }
    PeerTable table = new PeerTable(figures, settings.peers(), out);
    sets.forEach(set -> table.print(set.set(), set.count()));
    if (!settings.isBrief()) {
      table.printSettings();
    }
    figures.notes().forEach(note -> out.println("- " + note));
  }

  /** Returns whether another round would end in time; the first one always may begin. */
  static boolean hasTime(double seconds, int rounds, double minutes) {
    return rounds == 0 || seconds * (rounds + 1) / rounds <= minutes * 60;
  }

  /** Writes the entries of all sets; a set may have fewer than were wanted. */
  private List<Drawn> draw() throws IOException {
    List<Drawn> sets = new ArrayList<>();
    for (DataSet set : settings.sets()) {
      for (int size : settings.sizes()) {
        Entries data = set.draw(size);
        Path file = directory.resolve(set.label() + data.count());
        if (!Files.exists(file)) {
          data.write(file);
          sets.add(new Drawn(set, data.count(), file));
        }
      }
    }
    return sets;
  }

  private void run(Drawn set, int round, Peer peer) throws IOException, InterruptedException {
    String name =
        String.format(
            Locale.ROOT,
            "%s, %,d entries, round %d of %d, %s",
            set.set().label(),
            set.count(),
            round + 1,
            settings.rounds(),
            peer.label());
    progress.printf(Locale.ROOT, "[%.0f min] %s: ", Passes.since(start) / 60, name);
    long before = System.nanoTime();
    Path place = Files.createDirectory(directory.resolve("run"));
    Path errors = directory.resolve("errors");
    int status = child(set, round, peer, place, errors);
    progress.printf(Locale.ROOT, "%.0f s%n", Passes.since(before));
    if (status != 0) {
      figures.addNote(name + ": failed, and was left out from there on");
      figures.addFailure(set.set(), set.count(), peer);
      List<String> lines = Files.readAllLines(errors);
      lines
          .subList(Math.max(0, lines.size() - SHOWN_ERROR_LINES), lines.size())
          .forEach(progress::println);
    }
    csv.flush();
    Directories.delete(place);
  }

  private int child(Drawn set, int round, Peer peer, Path place, Path errors)
      throws IOException, InterruptedException {
    // The first access to a page of memory can take longer than what is measured: 12 us on a
    // virtual machine. So all pages are accessed before.
    return peer.jvm()
        .with("-Xmx" + settings.heap(), "-Xms" + settings.heap(), "-XX:+AlwaysPreTouch")
        .with("-Dcache=" + settings.cache())
        .program(
            PeerRun.class,
            peer.name(),
            set.set().name(),
            set.entries().toString(),
            place.toString(),
            settings.works().stream().map(Enum::name).collect(Collectors.joining(",")),
            Double.toString(settings.seconds()),
            Double.toString(settings.cap()),
            Double.toString(settings.limit()),
            Long.toString(FIRST_SEED + round))
        .run(errors, words -> accept(set, round, peer, words));
  }

  private void accept(Drawn set, int round, Peer peer, String[] words) {
    switch (words[0]) {
      case PeerRun.FIGURE -> {
        Place where = set.place(peer, PeerFigure.valueOf(words[1]));
        double number = Double.parseDouble(words[2]);
        figures.rounds().add(where, round, number);
        csv.println(PeerFigures.line(where, round, number));
      }
      case PeerRun.STOPPED ->
          figures.addStop(
              set.place(peer, PeerFigure.valueOf(words[1])), Double.parseDouble(words[2]));
      case PeerRun.SETTINGS -> figures.addSettings(peer, words[1]);
      default -> progress.println(String.join(" ", words));
    }
  }
}
