package io.octavo.bench;

import io.octavo.bench.PeerFigure.Work;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Maps of longs and of byte strings beside those of other stores and beside what memory alone
 * gives, in rounds whose order alternates, each store in a JVM of its own. Answers are checked
 * before they are timed and while they are; probes are drawn before.
 *
 * <pre>
 * java [-Dsizes=1000000] [-Dsets=realistic,sequential,uniform,strings,blobs,paths] [-Drounds=5]
 *     [-Dstores=octavo,lmdb,rocksdb,mvstore,sqlite,array,tree,hash]
 *     [-Dworks=load,get,get2,scan,range,reopen,insertEnd,delete,insertEach,allocated]
 *     [-Dseconds=1] [-Dcap=20] [-Dlimit=120] [-Dheap=6g] [-Ddirectory=.] [-Dcsv=peers.csv]
 *     [-Dtree=/usr]
 *     io.octavo.bench.Peers
 * </pre>
 *
 * {@code seconds} is how long each figure is warmed up; it is then measured up to five times within
 * thrice that, and the median taken. {@code cap} is the seconds after which commits that are
 * durable each are stopped, {@code limit} the same for other inserts and for deletes: the rate so
 * far is given then, but no length of files. {@code heap} is that of each store's JVM, {@code
 * directory} where stores and entries lie meanwhile. Of several sizes, a last table shows the
 * growth. MVStore's files may grow to many times its entries. {@code allocated} is measured of
 * Octavo only; {@code delete} runs {@code insertEnd}. Byte strings are not put into what is only in
 * memory. {@code tree} is the directory of the set {@code paths}, of itself that of the JDK; where
 * it has fewer paths than the size, all are taken.
 */
public final class Peers {
  private static final double SECONDS = Double.parseDouble(System.getProperty("seconds", "1"));
  private static final double CAP = Double.parseDouble(System.getProperty("cap", "20"));
  private static final double LIMIT = Double.parseDouble(System.getProperty("limit", "120"));
  private static final int ROUNDS = Integer.getInteger("rounds", 5);
  private static final String HEAP = System.getProperty("heap", "6g");
  private static final long FIRST_SEED = 1000;
  private static final int SHOWN_ERROR_LINES = 20;

  private final PeerFigures figures = new PeerFigures();
  private final List<Integer> sizes = list("sizes", "1000000", Integer::valueOf);
  private final List<PeerData.Kind> kinds = choice("sets", PeerData.Kind.values(), Enum::name);
  private final List<Peer> peers = choice("stores", Peer.values(), Peer::label);
  private final List<Work> works = choice("works", Work.values(), Work::label);
  private final Path directory;
  private final PrintWriter csv;

  private Peers(Path directory, PrintWriter csv) {
    this.directory = directory;
    this.csv = csv;
  }

  private static <T> List<T> list(String property, String unset, Function<String, T> meaning) {
    return Arrays.stream(System.getProperty(property, unset).split(",", -1))
        .map(String::strip)
        .map(meaning)
        .toList();
  }

  /** Reads names; all where there are none. */
  private static <T> List<T> choice(String property, T[] all, Function<T, String> label) {
    String unset = Arrays.stream(all).map(label).collect(Collectors.joining(","));
    return list(
        property,
        unset,
        name ->
            Arrays.stream(all)
                .filter(one -> label.apply(one).equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            property + "=" + name + " is none of " + unset)));
  }

  /**
   * Runs all.
   *
   * @param arguments none
   * @throws Exception if the entries cannot be written; a store that fails is left out
   */
  public static void main(String[] arguments) throws Exception {
    Path directory =
        Files.createTempDirectory(Path.of(System.getProperty("directory", ".")), "peers");
    Path file = Path.of(System.getProperty("csv", "peers.csv"));
    try (PrintWriter csv = new PrintWriter(Files.newBufferedWriter(file))) {
      new Peers(directory, csv).run();
    } finally {
      Directories.delete(directory);
    }
  }

  private void run() throws IOException, InterruptedException {
    System.out.printf(
        Locale.ROOT,
        "JDK %s, %d processors, %d rounds, heap %s%n",
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        ROUNDS,
        HEAP);
    csv.println(PeerFigures.HEAD);
    PeerTable table = new PeerTable(figures, peers, System.out);
    for (PeerData.Kind kind : kinds) {
      Set<Integer> counts = new LinkedHashSet<>();
      for (int size : sizes) {
        PeerData data = kind.draw(size);
        int count = data.count();
        if (!counts.add(count)) {
          continue;
        }
        Path entries = directory.resolve(kind.label() + count);
        data.write(entries);
        List<Peer> running = new ArrayList<>(peers);
        running.removeIf(peer -> !peer.takes(kind.shape()));
        for (int round = 0; round < ROUNDS; round++) {
          running.removeAll(round(kind, count, entries, round, running));
        }
        Files.delete(entries);
        table.print(kind, count);
      }
      if (counts.size() > 1) {
        table.printGrowth(kind, List.copyOf(counts));
      }
    }
    table.printNotes();
  }

  /** Runs stores in turn; gives those that failed. */
  private List<Peer> round(
      PeerData.Kind kind, int size, Path entries, int round, List<Peer> running)
      throws IOException, InterruptedException {
    List<Peer> failed = new ArrayList<>();
    List<Peer> order = new ArrayList<>(running);
    if (round % 2 == 1) {
      Collections.reverse(order);
    }
    for (Peer peer : order) {
      String name =
          String.format(
              Locale.ROOT,
              "%s, %,d entries, round %d of %d, %s",
              kind.label(),
              size,
              round + 1,
              ROUNDS,
              peer.label());
      System.err.print(name + ": ");
      long start = System.nanoTime();
      Path place = Files.createDirectory(directory.resolve("run"));
      Path errors = directory.resolve("errors");
      ProcessBuilder child =
          child(kind, peer, entries, place, round).redirectError(errors.toFile());
      int status = collect(child.start(), kind, size, peer, round);
      System.err.printf(Locale.ROOT, "%.0f s%n", Passes.since(start));
      if (status != 0) {
        failed.add(peer);
        figures.addNote(name + ": failed, and was left out from there on");
        List<String> lines = Files.readAllLines(errors);
        lines
            .subList(Math.max(0, lines.size() - SHOWN_ERROR_LINES), lines.size())
            .forEach(System.err::println);
      }
      csv.flush();
      Directories.delete(place);
    }
    return failed;
  }

  private ProcessBuilder child(PeerData.Kind kind, Peer peer, Path entries, Path place, int round) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + HEAP);
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
    command.add(works.stream().map(Enum::name).collect(Collectors.joining(",")));
    command.add(Double.toString(SECONDS));
    command.add(Double.toString(CAP));
    command.add(Double.toString(LIMIT));
    command.add(Long.toString(FIRST_SEED + round));
    return new ProcessBuilder(command);
  }

  /** Takes what a store prints; gives its exit status. */
  private int collect(Process process, PeerData.Kind kind, int size, Peer peer, int round)
      throws IOException, InterruptedException {
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        accept(kind, size, peer, round, line.split("\t", -1));
      }
      return process.waitFor();
    } finally {
      process.destroyForcibly();
    }
  }

  private void accept(PeerData.Kind kind, int size, Peer peer, int round, String[] words) {
    switch (words[0]) {
      case PeerRun.FIGURE -> {
        PeerFigures.Place where =
            new PeerFigures.Place(kind, size, peer, PeerFigure.valueOf(words[1]));
        double number = Double.parseDouble(words[2]);
        figures.add(where, round, number);
        csv.println(PeerFigures.line(where, round, number));
      }
      case PeerRun.SETTINGS -> figures.addSettings(peer, words[1]);
      case PeerRun.NOTE ->
          figures.addNote(
              String.format(
                  Locale.ROOT,
                  "%s, %,d entries, %s: %s",
                  kind.label(),
                  size,
                  peer.label(),
                  words[1]));
      default -> System.err.println(String.join(" ", words));
    }
  }
}
