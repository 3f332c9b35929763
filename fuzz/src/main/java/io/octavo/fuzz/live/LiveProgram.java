package io.octavo.fuzz.live;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.map.LongMap;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that {@link LiveLoop} kills: it writes a store, or reads one that another process
 * writes.
 *
 * <pre>
 * LiveProgram write FILE SEED     opened NUMBER, ok NUMBER ...
 * LiveProgram read FILE SEED      saw NUMBER ...
 * </pre>
 *
 * Commit n puts n under n modulo {@value #KEYS} into each map, and removes the key half a turn
 * ahead. So each entry follows from the number of the last commit.
 */
public final class LiveProgram {
  static final int KEYS = 20_000;

  private static final String COUNT = "count";
  private static final List<String> MAPS = List.of("a", "b");
  private static final byte[] FILLER = new byte[100];
  private static final int MOST_HELD = 4;

  /** Nobody kills it where its parent has ended. */
  private static final long MOST_NANOS = 60_000_000_000L;

  private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

  private LiveProgram() {}

  /**
   * Runs until it is killed.
   *
   * @param arguments as above
   * @throws IOException if nobody listens
   */
  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[1]);
    SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[2]));
    try {
      if (arguments[0].equals("write")) {
        write(file, random);
      } else {
        read(file, random);
      }
    } catch (IOException | RuntimeException | AssertionError e) {
      say("failed: " + e);
      throw e;
    }
  }

  private static void write(Path file, SplittableRandom random) throws IOException {
    long end = System.nanoTime() + MOST_NANOS;
    Durability level = random.nextInt(4) == 0 ? Durability.CHECKPOINT : Durability.SYNC;
    StoreOptions options = StoreOptions.defaults().cacheBytes(4 << 20).durability(level);
    while (System.nanoTime() < end) {
      try (Store store = Store.open(file, options)) {
        long number = store.readLong(LiveProgram::number);
        say("opened " + number);
        for (int i = random.nextInt(2_000); i > 0 && System.nanoTime() < end; i--) {
          int batch = random.nextInt(30) == 0 ? 2_000 : 1 + random.nextInt(20);
          long last = number;
          store.write(tx -> commit(tx, last, batch));
          number += batch;
          if (level == Durability.SYNC) {
            say("ok " + number);
          }
          if (random.nextInt(20) == 0) {
            store.checkpoint();
            say("ok " + number);
          }
          if (random.nextInt(200) == 0) {
            var unused = store.compact(1 << 20);
          }
        }
      }
    }
  }

  private static void commit(Transaction tx, long last, int count) {
    for (long number = last + 1; number <= last + count; number++) {
      for (String name : MAPS) {
        tx.longMap(name).put(number % KEYS, number);
        var unused = tx.longMap(name).remove((number + KEYS / 2) % KEYS);
      }
      tx.bytesMap("bytes")
          .put(Long.toString(number % KEYS).getBytes(StandardCharsets.US_ASCII), FILLER);
    }
    tx.longMap(COUNT).put(0, last + count);
  }

  private static long number(Transaction tx) {
    return tx.longMap(COUNT).get(0, 0);
  }

  private static void read(Path file, SplittableRandom random) throws IOException {
    long end = System.nanoTime() + MOST_NANOS;
    while (System.nanoTime() < end) {
      Duration every = random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(100);
      StoreOptions options =
          StoreOptions.defaults().cacheBytes(16 << 20).readOnly(true).refreshEvery(every);
      List<Transaction> held = new ArrayList<>();
      try (Store store = Store.open(file, options)) {
        for (int i = random.nextInt(2_000); i > 0 && System.nanoTime() < end; i--) {
          act(store, held, random);
        }
        held.forEach(tx -> require(tx, random));
        held.forEach(Transaction::close);
      }
    }
  }

  private static void act(Store store, List<Transaction> held, SplittableRandom random)
      throws IOException {
    switch (random.nextInt(8)) {
      case 0 -> {
        if (held.size() < MOST_HELD) {
          held.add(store.beginRead());
        }
      }
      case 1 -> {
        if (!held.isEmpty()) {
          try (Transaction tx = held.remove(random.nextInt(held.size()))) {
            require(tx, random);
          }
        }
      }
      case 2 -> {
        if (random.nextInt(50) == 0 && !store.check().ok()) {
          throw new AssertionError(store.check().problems());
        }
      }
      case 3 -> LockSupport.parkNanos(random.nextInt(3_000_000));
      default -> {
        var unused = store.refresh();
        long number = store.readLong(LiveProgram::number);
        say("saw " + number);
        store.view(tx -> require(tx, random));
      }
    }
  }

  /** Throws unless some entries are those that the last commit of a snapshot has left. */
  private static void require(Transaction tx, SplittableRandom random) {
    long number = number(tx);
    for (String name : MAPS) {
      LongMap map = tx.longMap(name);
      for (int i = 0; i < 20; i++) {
        long key = random.nextInt(KEYS);
        long put = number - Math.floorMod(number - key, (long) KEYS);
        long removed = number - Math.floorMod(number - key + KEYS / 2, (long) KEYS);
        long expected = put > 0 && put > removed ? put : -1;
        long found = map.get(key, -1);
        if (found != expected) {
          throw new AssertionError(
              "commit " + number + ": key " + key + " has " + found + ", not " + expected);
        }
      }
    }
  }

  /** Writes a line at once: a pipe takes one so short as a whole or not at all. */
  private static void say(String line) throws IOException {
    OUT.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
  }
}
