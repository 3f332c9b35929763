package io.octavo.fuzz.live;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.fuzz.kill.KillLoop;
import io.octavo.fuzz.workload.Arguments;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A process that writes a store and some that read it, all of which are killed at random moments
 * and started again ({@link LiveProgram}). Each snapshot must be what a commit has left; a commit
 * that was acknowledged or seen must be seen by all that look later; and no process may fail. In
 * the end, nobody reads, and the file must be as short as if nobody had.
 *
 * <pre>
 * LiveLoop [--rounds N] [--seed N] [--readers N]
 * </pre>
 *
 * A round is the end of one process.
 */
public final class LiveLoop {
  /** Bytes of the contents at most, and of the checkpoint before the last. */
  private static final long MOST_BYTES = 64L << 20;

  private final Path file;
  private final SplittableRandom random;
  private final Counts counts = new Counts();

  /** The last commit that was acknowledged or seen. */
  private final AtomicLong known = new AtomicLong();

  private volatile @Nullable String failure;

  /** What was done. */
  static final class Counts {
    final AtomicLong rounds = new AtomicLong();
    final AtomicLong acknowledged = new AtomicLong();
    final AtomicLong seen = new AtomicLong();

    @Override
    public String toString() {
      return "rounds "
          + rounds
          + ", times that a writer has acknowledged commits "
          + acknowledged
          + ", times that readers have looked "
          + seen;
    }
  }

  /** A process, and the thread that listens to it. */
  private record Child(Process process, Thread listener, boolean isWriter) {
    void kill() throws InterruptedException {
      // By its handle: the process itself would close the pipe with what is still in it.
      process.toHandle().destroyForcibly();
      listener.join();
      process.waitFor();
    }
  }

  private LiveLoop(Path directory, long seed) {
    this.file = directory.resolve("live.oct");
    this.random = new SplittableRandom(seed);
  }

  /**
   * Runs.
   *
   * @param arguments as above
   * @throws IOException if no process can be started
   * @throws InterruptedException if this thread is interrupted
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Arguments options = Arguments.of(arguments, "--rounds", "--seed", "--readers");
    long start = System.nanoTime();
    Counts counts =
        run(
            options.number("--rounds", 2_000),
            options.number("--seed", 1),
            (int) options.number("--readers", 4));
    System.out.printf(
        Locale.ROOT, "%s, %.1f s, no difference%n", counts, (System.nanoTime() - start) / 1e9);
  }

  /** Runs some rounds. The file is kept where a promise was broken. */
  static Counts run(long rounds, long seed, int readers) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("octavo-live");
    LiveLoop loop = new LiveLoop(directory, seed);
    try {
      loop.run(rounds, readers);
      loop.requireNothingLeft();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ", files in " + directory + ": " + e, e);
    }
    KillLoop.clear(directory);
    return loop.counts;
  }

  private void run(long rounds, int readers) throws IOException, InterruptedException {
    Store.open(file).close();
    List<Child> children = new ArrayList<>();
    try {
      children.add(start(true));
      for (int i = 0; i < readers; i++) {
        children.add(start(false));
      }
      while (counts.rounds.get() < rounds && failure == null) {
        Thread.sleep(random.nextInt(600));
        int killed = random.nextInt(children.size());
        Child child = children.get(killed);
        child.kill();
        counts.rounds.incrementAndGet();
        children.set(killed, start(child.isWriter()));
      }
    } finally {
      for (Child child : children) {
        child.kill();
      }
    }
    String found = failure;
    if (found != null) {
      throw new AssertionError(found);
    }
  }

  private Child start(boolean isWriter) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-ea",
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx96m",
            "-cp",
            System.getProperty("java.class.path"),
            LiveProgram.class.getName(),
            isWriter ? "write" : "read",
            file.toString(),
            Long.toString(random.nextLong()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    long before = known.get();
    Thread listener = new Thread(() -> listen(process, before));
    listener.start();
    return new Child(process, listener, isWriter);
  }

  /** Follows what a process says, which sees at least what was known before it was started. */
  private void listen(Process process, long before) {
    long last = before;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String word = line.substring(0, Math.max(0, line.indexOf(' ')));
        if (!List.of("opened", "ok", "saw").contains(word)) {
          fail(line, lines);
          return;
        }
        long number = Long.parseLong(line.substring(word.length() + 1));
        if (number < last) {
          fail("commit " + last + " is missing: " + line, lines);
          return;
        }
        last = number;
        if (!word.equals("opened")) {
          known.accumulateAndGet(number, Math::max);
          (word.equals("ok") ? counts.acknowledged : counts.seen).incrementAndGet();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void fail(String line, BufferedReader rest) throws IOException {
    StringBuilder said = new StringBuilder(line);
    for (String next = rest.readLine(); next != null; next = rest.readLine()) {
      said.append('\n').append(next);
    }
    failure = said.toString();
  }

  /** Opens the store alone: the file is sound, and keeps nothing for those that were killed. */
  private void requireNothingLeft() throws IOException {
    try (Store store = Store.open(file, StoreOptions.defaults())) {
      if (!store.check().ok()) {
        throw new AssertionError(store.check().problems());
      }
      while (store.compact(16 << 20).hasMore()) {}
    }
    if (Files.size(file) > MOST_BYTES) {
      throw new AssertionError("the file has " + Files.size(file) + " bytes");
    }
  }
}
