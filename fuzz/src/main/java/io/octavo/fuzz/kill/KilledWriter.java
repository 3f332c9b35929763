package io.octavo.fuzz.kill;

import io.octavo.CheckReport;
import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.fuzz.disk.Hashes;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The process that {@link KillLoop} kills: opens a store, says what it finds there, and writes
 * transactions, each of which it acknowledges when its commit has returned.
 *
 * <pre>
 * start
 * opened NUMBER HASH ...     for each thread
 * ok THREAD NUMBER
 * </pre>
 *
 * With the word {@code exit}, the process ends itself after some transactions, without closing the
 * store.
 */
public final class KilledWriter {
  /** Nobody kills it where its parent has ended. */
  private static final long MOST_NANOS = 60_000_000_000L;

  private static final Duration DURABLE_WITHIN = Duration.ofMillis(300);

  private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

  private KilledWriter() {}

  /**
   * Runs until it is killed.
   *
   * @param arguments file, seed, threads, durability, {@code check}, {@code exit} or another word
   * @throws IOException if nobody listens
   */
  public static void main(String[] arguments) throws IOException {
    long seed = Long.parseLong(arguments[1]);
    int threads = Integer.parseInt(arguments[2]);
    StoreOptions options =
        StoreOptions.defaults()
            .cacheBytes(1 << 20)
            .durability(Durability.valueOf(arguments[3]))
            .durableWithin(DURABLE_WITHIN);
    say("start");
    Store store = Store.open(Path.of(arguments[0]), options);
    if (arguments[4].equals("check")) {
      CheckReport report = store.check();
      if (!report.ok()) {
        throw new AssertionError(report.problems());
      }
    }
    KillScript.Found[] found = KillScript.look(store);
    StringBuilder opened = new StringBuilder("opened");
    for (KillScript.Found of : found) {
      opened.append(' ').append(of.number()).append(' ').append(of.hash());
    }
    say(opened.toString());
    for (int thread = 0; thread < threads; thread++) {
      int writer = thread;
      boolean isExit = thread == 0 && arguments[4].equals("exit");
      new Thread(() -> write(store, seed, writer, found[writer].number(), isExit)).start();
    }
  }

  private static void write(Store store, long seed, int thread, long last, boolean isExit) {
    long end = System.nanoTime() + MOST_NANOS;
    SplittableRandom random = new SplittableRandom(Hashes.mix(seed, last));
    try {
      for (long number = last + 1; System.nanoTime() < end; number++) {
        KillScript.commit(store, seed, thread, number);
        say("ok " + thread + " " + number);
        if (isExit && random.nextInt(100) == 0) {
          System.exit(0);
        }
        if (thread == 0 && random.nextInt(40) == 0) {
          store.checkpoint();
        }
      }
    } catch (IOException | RuntimeException e) {
      e.printStackTrace();
      // The others would hide it.
      Runtime.getRuntime().halt(1);
    }
  }

  /** Writes a line at once: a pipe takes one so short as a whole or not at all. */
  private static void say(String line) throws IOException {
    OUT.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
  }
}
