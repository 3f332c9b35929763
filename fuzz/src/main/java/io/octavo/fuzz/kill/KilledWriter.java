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
 * transactions, each of which it acknowledges when it is durable.
 *
 * <pre>
 * start
 * opened NUMBER HASH ...     for each thread
 * ok THREAD NUMBER NANOS DURABLE
 * </pre>
 *
 * The last line says that a transaction has been committed, when its commit returned, and before
 * which time commits returned that are durable by the word of the store.
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
   * @param arguments file, seed, threads, durability, {@code check} or another word
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
      new Thread(() -> write(store, seed, writer, found[writer].number())).start();
    }
  }

  private static void write(Store store, long seed, int thread, long last) {
    long end = System.nanoTime() + MOST_NANOS;
    SplittableRandom random = new SplittableRandom(Hashes.mix(seed, last));
    try {
      for (long number = last + 1; System.nanoTime() < end; number++) {
        KillScript.commit(store, seed, thread, number);
        long returned = System.nanoTime();
        say("ok " + thread + " " + number + " " + returned + " " + durable(store));
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

  /** Returns the time before which commits returned that are durable. */
  private static long durable(Store store) {
    // Before the store is asked: what returns meanwhile may be missing in its answer.
    long now = System.nanoTime();
    return now - store.stats().oldestNonDurable().toNanos();
  }

  /** Writes a line at once: a pipe takes one so short as a whole or not at all. */
  private static void say(String line) throws IOException {
    OUT.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
  }
}
