package io.octavo.bench;

import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.bench.data.DataSet;
import io.octavo.bench.data.Entries;
import io.octavo.bench.data.Shape;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.measure.RunHeader;
import io.octavo.bench.peer.OctavoPeer;
import io.octavo.bench.peer.Peer;
import io.octavo.bench.peer.PeerStore;
import io.octavo.bench.peer.PeerStore.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How long the files of stores are while they are used and after they are closed, with commits that
 * are durable each:
 *
 * <pre>
 * java -Dcache=256 -Dsmall=100000 FLAGS -cp ... io.octavo.bench.FileLengths DIRECTORY [ENTRIES]
 * </pre>
 *
 * <p>FLAGS are those that LMDB needs, and small is the number of the small commits; {@code
 * -Dstores=octavo,lmdb,mvstore,sqlite} chooses stores, {@code
 * -Dworks=puts_large,puts,single,delete,queue} workloads. A large commit has a tenth of all
 * entries, or as many as {@code -Dlarge} says; with {@code -DqueueSeconds=600} the queue is used
 * for ten minutes, and begins again with the lowest key behind the highest. In use, a file is as
 * long as the longest of twenty looks in the last half of a workload. Of Octavo, a second line has
 * a store that moves no pages while it is open; and the ring and the reserve, which are part of its
 * file, are reported apart.
 */
public final class FileLengths {
  private static final int ENTRIES = 1_000_000;
  private static final int LOOKS = 40;

  /** Puts after the deletions. */
  private static final int AFTER = 2_000;

  /** Commits of the workloads of small commits. */
  private static final int SMALL = Integer.getInteger("small", 100_000);

  private static final List<String> STORES =
      List.of(System.getProperty("stores", "octavo,lmdb,mvstore,sqlite").split(",", -1));

  /** The entries of a large commit; 0 for a tenth of all. */
  private static final int LARGE = Integer.getInteger("large", 0);

  /** How long the queue is used; 0 for as many commits as those of the other small workloads. */
  private static final int QUEUE_SECONDS = Integer.getInteger("queueSeconds", 0);

  /** Empty for all. */
  private static final String WORKS = System.getProperty("works", "");

  private static final int MOVES = StoreOptions.defaults().compactWhileOpen();
  private static final double MEBI = 1 << 20;

  private final Path directory;
  private final Entries data;
  private final int[] order;

  private FileLengths(Path directory, int entries) throws IOException {
    this.directory = directory;
    data = DataSet.UNIFORM.draw(entries);
    order = data.shuffled(DataSet.SEED + 1);
  }

  /** What is done to a store. */
  private enum Workload {
    PUTS_LARGE("random puts in large commits"),
    PUTS("random puts, 1,000 a commit"),
    SINGLE("random puts, one a commit, after the other entries"),
    DELETE("delete nine in ten at random, 1,000 a commit; then 2,000 puts, one a commit"),
    QUEUE("queue of a tenth: 10 in, 10 out a commit");

    final String label;

    Workload(String label) {
      this.label = label;
    }
  }

  /** A store to be measured. */
  private record Subject(String label, boolean isOctavo, int moves, Peer peer) {}

  /** Looks at the files from time to time. */
  private static final class Looks {
    private final Path place;
    private final long steps;
    private long done;
    private long longest;

    Looks(Path place, long steps) {
      this.place = place;
      this.steps = steps;
    }

    void step() throws IOException {
      done++;
      if (2 * done >= steps && (done == steps || done % Math.max(1, steps / LOOKS) == 0)) {
        longest = Math.max(longest, Directories.bytes(place));
      }
    }
  }

  /**
   * Measures.
   *
   * @param arguments a directory to work in, and how many entries
   * @throws Exception if a store fails
   */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    int entries = arguments.length > 1 ? Integer.parseInt(arguments[1]) : ENTRIES;
    System.out.println(RunHeader.line(directory));
    System.out.printf(
        Locale.ROOT,
        "%,d entries of longs, cache %d MiB, at most %,d small commits%n",
        entries,
        PeerStore.CACHE_MEBIBYTES,
        SMALL);
    new FileLengths(directory, entries).run();
  }

  private void run() throws Exception {
    List<Subject> subjects =
        List.of(
            new Subject("octavo", true, MOVES, Peer.OCTAVO),
            new Subject("octavo, no moves", true, 0, Peer.OCTAVO),
            new Subject("lmdb", false, 0, Peer.LMDB),
            new Subject("mvstore", false, 0, Peer.MVSTORE),
            new Subject("sqlite", false, 0, Peer.SQLITE));
    for (Workload workload : Workload.values()) {
      String name = workload.name().toLowerCase(Locale.ROOT);
      if (!WORKS.isEmpty() && !List.of(WORKS.split(",", -1)).contains(name)) {
        continue;
      }
      System.out.println(workload.label);
      for (Subject subject : subjects) {
        if (STORES.contains(subject.peer().label())) {
          measure(workload, subject);
        }
      }
    }
  }

  private void measure(Workload workload, Subject subject) throws Exception {
    Path place = Files.createTempDirectory(directory, "lengths");
    PeerStore store =
        subject.isOctavo()
            ? new OctavoPeer(place, Use.EACH, subject.moves())
            : subject.peer().open(place, Use.EACH, Shape.LONGS);
    long start = System.nanoTime();
    long longest;
    @Nullable StoreStats stats;
    try (PeerStore open = store) {
      longest = run(workload, open, place);
      stats = store instanceof OctavoPeer octavo ? octavo.stats() : null;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long closed = Directories.bytes(place);
    System.out.printf(
        Locale.ROOT,
        "  %-18s %8.1f MiB in use %8.1f MiB closed %8.1f s%s%n",
        subject.label(),
        longest / MEBI,
        closed / MEBI,
        seconds,
        stats == null ? "" : of(stats, longest));
    Directories.delete(place);
  }

  private static String of(StoreStats stats, long longest) {
    long contents = stats.liveBytes() - stats.ringBytes();
    long others = stats.ringBytes() + stats.reserveBytes();
    return String.format(
        Locale.ROOT,
        "  contents %.1f, ring %.1f, reserve %.1f MiB; %.2f of the contents beside these",
        contents / MEBI,
        stats.ringBytes() / MEBI,
        stats.reserveBytes() / MEBI,
        (longest - others) / (double) contents);
  }

  private long run(Workload workload, PeerStore store, Path place) throws Exception {
    int count = data.count();
    return switch (workload) {
      case PUTS_LARGE -> put(store, place, 0, count, LARGE > 0 ? LARGE : count / 10);
      case PUTS -> put(store, place, 0, count, 1000);
      case SINGLE -> {
        int first = Math.max(0, count - SMALL) / 10_000 * 10_000;
        put(store, place, 0, first, 10_000);
        yield put(store, place, first, Math.min(count, first + SMALL), 1);
      }
      case DELETE -> {
        put(store, place, 0, count, 10_000);
        yield delete(store, place, count / 10 * 9);
      }
      case QUEUE -> queue(store, place);
    };
  }

  private long put(PeerStore store, Path place, int from, int to, int each) throws Exception {
    Entries drawn = data.take(Arrays.copyOfRange(order, from, to));
    Looks looks = new Looks(place, (to - from) / each);
    for (int i = 0; i + each <= drawn.count(); i += each) {
      store.begin();
      for (int j = i; j < i + each; j++) {
        store.put(drawn, j);
      }
      store.commit();
      looks.step();
    }
    return looks.longest;
  }

  private long delete(PeerStore store, Path place, int count) throws Exception {
    Entries drawn = data.take(Arrays.copyOf(order, count));
    Looks looks = new Looks(place, count / 1000);
    for (int i = 0; i + 1000 <= count; i += 1000) {
      store.begin();
      for (int j = i; j < i + 1000; j++) {
        store.remove(drawn, j);
      }
      store.commit();
      looks.step();
    }
    // In use again: some of the entries come back, one a commit.
    for (int i = 0; i < Math.min(AFTER, count); i++) {
      store.begin();
      store.put(drawn, i);
      store.commit();
    }
    return Directories.bytes(place);
  }

  private long queue(PeerStore store, Path place) throws Exception {
    int held = data.count() / 10;
    int count = Math.min(data.count(), held + 10 * SMALL);
    boolean isTimed = QUEUE_SECONDS > 0;
    Looks looks = new Looks(place, isTimed ? QUEUE_SECONDS : count / 10);
    long start = System.nanoTime();
    int seconds = 0;
    for (long i = 0; isTimed ? seconds < QUEUE_SECONDS : i + 10 <= count; i += 10) {
      store.begin();
      for (long j = i; j < i + 10; j++) {
        store.put(data, (int) (j % data.count()));
      }
      for (long j = i - held; j >= 0 && j < i - held + 10; j++) {
        store.remove(data, (int) (j % data.count()));
      }
      store.commit();
      if (!isTimed) {
        looks.step();
      } else if (Passes.since(start) >= seconds + 1) {
        seconds++;
        looks.step();
      }
    }
    return looks.longest;
  }
}
