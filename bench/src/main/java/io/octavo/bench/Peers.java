package io.octavo.bench;

import io.octavo.bench.PeerFigures.Place;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Maps of longs and of byte strings beside those of other stores, each store in a JVM of its own.
 * In each round all stores take turns with all sets, in reverse order every other time. Answers are
 * checked before they are timed and while they are; probes are drawn before. Entries are drawn from
 * a fixed seed. Prints tables in Markdown, and progress to the standard error stream.
 *
 * <pre>
 * java [-Dsizes=1000000] [-Dsets=realistic,sequential,strings] [-Drounds=3]
 *     [-Dstores=octavo,lmdb,lmdb-writemap,rocksdb,rocksdb-filters,mvstore,sqlite]
 *     [-Dworks=load,get,get2,scan,range,reopen,insertEnd,random,delete,insertEach,allocated]
 *     [-Dseconds=0.3] [-Dcap=60] [-Dlimit=60] [-Dminutes=40] [-Dcache=1024] [-Dheap=6g] [-Dputs=each]
 *     [-Ddirectory=.] [-Dcsv=peers.csv] [-Dtree=DIRECTORY] -cp benchmarks.jar io.octavo.bench.Peers
 * </pre>
 *
 * <p>LMDB and RocksDB are measured with two settings each; the better one counts. {@code seconds}
 * is how long each figure is warmed up; it is then measured up to five times within thrice that,
 * and the median taken. {@code cap} is the seconds after which commits that are durable each are
 * stopped, {@code limit} the same for other inserts and for deletes: the rate so far is given then,
 * with how far it came, but no length of files. No round begins that would probably end after
 * {@code minutes}, but the first one. {@code cache} is the memory for pages or blocks of each store
 * in MiB; RocksDB has write buffers of up to 128 MiB besides, LMDB the cache of the system. {@code
 * heap} is that of each store's JVM, which takes all of it from the system at its start, {@code
 * directory} where stores and entries lie meanwhile. A transaction of Octavo makes its changes by
 * one call of {@code putAll} or {@code removeAll}, one of RocksDB by a {@code WriteBatch}; {@code
 * puts=each} has Octavo make them one by one. Of several sizes, a last table shows the growth.
 * {@code random} and {@code delete} run {@code insertEnd}; {@code allocated} is measured of Octavo
 * only.
 *
 * <p>There are more sets, {@code uniform}, {@code blobs} and {@code paths}, and {@code array},
 * {@code tree} and {@code hash} among the stores, which show what memory alone gives, of longs
 * only. {@code tree} is the directory of the set {@code paths}, by default that of the JDK; where
 * it has fewer paths than the size, all are taken.
 */
public final class Peers {
  private static final long FIRST_SEED = 1000;
  private static final int SHOWN_ERROR_LINES = 20;

  private final PeerFigures figures = new PeerFigures();
  private final PeerSettings settings;
  private final PeerProgress progress;
  private final Path directory;
  private final PrintWriter csv;

  private Peers(PeerSettings settings, Path directory, PrintWriter csv) {
    this.settings = settings;
    this.progress = new PeerProgress(settings);
    this.directory = directory;
    this.csv = csv;
  }

  /**
   * Runs all.
   *
   * @param arguments none
   * @throws Exception if the entries cannot be written; a store that fails is left out
   */
  public static void main(String[] arguments) throws Exception {
    run(PeerSettings.read(System.getProperties()), System.out);
  }

  /** Runs all, and prints the tables. */
  static void run(PeerSettings settings, PrintStream out) throws Exception {
    Path directory = Files.createTempDirectory(settings.directory(), "peers");
    try (PrintWriter csv = new PrintWriter(Files.newBufferedWriter(settings.csv()))) {
      new Peers(settings, directory, csv).run(out);
    } finally {
      Directories.delete(directory);
    }
  }

  /** The entries of a set, in a file. */
  private record Drawn(PeerData.Kind kind, int count, Path entries) {}

  private void run(PrintStream out) throws IOException, InterruptedException {
    out.println(RunHeader.line(directory));
    out.println();
    out.println(settings);
    csv.println(PeerFigures.HEAD);
    List<Drawn> sets = draw();
    int rounds = 0;
    while (rounds < settings.rounds() && progress.hasTime(rounds)) {
      for (Drawn set : sets) {
        round(set, rounds);
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
    for (PeerData.Kind kind : settings.kinds()) {
      List<Integer> counts =
          sets.stream().filter(set -> set.kind() == kind).map(Drawn::count).toList();
      counts.forEach(count -> table.print(kind, count));
      if (counts.size() > 1) {
        table.printGrowth(kind, counts);
      }
    }
    table.printNotes();
  }

  /** Writes the entries of all sets; a set may have fewer than were wanted. */
  private List<Drawn> draw() throws IOException {
    List<Drawn> sets = new ArrayList<>();
    for (PeerData.Kind kind : settings.kinds()) {
      for (int size : settings.sizes()) {
        PeerData data = kind.draw(size);
        Path entries = directory.resolve(kind.label() + data.count());
        if (!Files.exists(entries)) {
          data.write(entries);
          sets.add(new Drawn(kind, data.count(), entries));
          progress.plan(kind, data.count());
        }
      }
    }
    return sets;
  }

  private void round(Drawn set, int round) throws IOException, InterruptedException {
    List<Peer> order = new ArrayList<>(settings.peers(set.kind()));
    if (round % 2 == 1) {
      Collections.reverse(order);
    }
    for (Peer peer : order) {
      if (figures.hasFailed(new Place(set.kind(), set.count(), peer, PeerFigure.LOAD))) {
        progress.skip(set.kind(), set.count());
      } else {
        run(set.kind(), set.count(), set.entries(), round, peer);
      }
    }
  }

  private void run(PeerData.Kind kind, int count, Path entries, int round, Peer peer)
      throws IOException, InterruptedException {
    String name =
        String.format(
            Locale.ROOT,
            "%s, %,d entries, round %d of %d, %s",
            kind.label(),
            count,
            round + 1,
            settings.rounds(),
            peer.label());
    System.err.print("[" + progress + "] " + name + ": ");
    long start = System.nanoTime();
    Path place = Files.createDirectory(directory.resolve("run"));
    Path errors = directory.resolve("errors");
    ProcessBuilder child = child(kind, peer, entries, place, round).redirectError(errors.toFile());
    int status = collect(child.start(), kind, count, peer, round);
    System.err.printf(Locale.ROOT, "%.0f s%n", Passes.since(start));
    if (status != 0) {
      figures.addNote(name + ": failed, and was left out from there on");
      figures.addFailure(kind, count, peer);
      List<String> lines = Files.readAllLines(errors);
      lines
          .subList(Math.max(0, lines.size() - SHOWN_ERROR_LINES), lines.size())
          .forEach(System.err::println);
    }
    csv.flush();
    Directories.delete(place);
    progress.end(kind, count);
  }

  private ProcessBuilder child(PeerData.Kind kind, Peer peer, Path entries, Path place, int round) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + settings.heap());
    // The first access to a page of memory can take longer than what is measured: 12 us on a
    // virtual machine. So all pages are accessed before.
    command.add("-Xms" + settings.heap());
    command.add("-XX:+AlwaysPreTouch");
    command.add("-Dcache=" + settings.cache());
    command.addAll(peer.flags());
    if (peer != Peer.OCTAVO) {
      // Peers may use what later JDKs warn about; earlier ones do not know the flags.
      command.add("-XX:+IgnoreUnrecognizedVMOptions");
      command.add("--sun-misc-unsafe-memory-access=allow");
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), PeerRun.class.getName()));
    command.add(peer.name());
    command.add(kind.name());
    command.add(entries.toString());
    command.add(place.toString());
    command.add(settings.works().stream().map(Enum::name).collect(Collectors.joining(",")));
    command.add(Double.toString(settings.seconds()));
    command.add(Double.toString(settings.cap()));
    command.add(Double.toString(settings.limit()));
    command.add(Long.toString(FIRST_SEED + round));
    return new ProcessBuilder(command);
  }

  /** Takes what a store prints; gives its exit status. */
  private int collect(Process process, PeerData.Kind kind, int count, Peer peer, int round)
      throws IOException, InterruptedException {
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        accept(kind, count, peer, round, line.split("\t", -1));
      }
      return process.waitFor();
    } finally {
      process.destroyForcibly();
    }
  }

  private void accept(PeerData.Kind kind, int count, Peer peer, int round, String[] words) {
    switch (words[0]) {
      case PeerRun.FIGURE -> {
        Place where = new Place(kind, count, peer, PeerFigure.valueOf(words[1]));
        double number = Double.parseDouble(words[2]);
        figures.add(where, round, number);
        csv.println(PeerFigures.line(where, round, number));
      }
      case PeerRun.STOPPED ->
          figures.addStop(
              new Place(kind, count, peer, PeerFigure.valueOf(words[1])),
              Double.parseDouble(words[2]));
      case PeerRun.SETTINGS -> figures.addSettings(peer, words[1]);
      default -> System.err.println(String.join(" ", words));
    }
  }
}
