package io.octavo.fuzz;

import io.octavo.CheckReport;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.map.BytesMap;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Writes a value as a stream, reads it as a stream, compares it, and removes it, again and again:
 * in a heap that is much smaller than the value, and in a file that must not grow.
 *
 * <pre>
 * LargeValueRun MEBIBYTES TIMES
 * </pre>
 */
public final class LargeValueRun {
  private static final byte[] KEY = "large".getBytes(StandardCharsets.US_ASCII);
  private static final StoreOptions OPTIONS = StoreOptions.defaults().cacheBytes(16 << 20);

  /**
   * Rounds after which the file must not grow any more. What the last checkpoint reaches is not
   * written over, so there is room for two values in it, one of them removed.
   */
  private static final int SETTLED = 4;

  private LargeValueRun() {}

  /** Random bytes of a seed, the same each time. */
  private static final class Source extends InputStream {
    private final SplittableRandom random;

    /** What the random has given and nobody has taken yet. */
    private long bytes;

    private int left;

    Source(long seed) {
      this.random = new SplittableRandom(seed);
    }

    @Override
    public int read() {
      if (left == 0) {
        bytes = random.nextLong();
        left = Long.BYTES;
      }
      int next = (int) bytes & 0xFF;
      bytes >>>= Byte.SIZE;
      left--;
      return next;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      for (int i = 0; i < length; i++) {
        into[offset + i] = (byte) read();
      }
      return length;
    }
  }

  /**
   * Runs.
   *
   * @param arguments the length of the value in MiB, and how often it is put and removed
   * @throws IOException if there is no room for the file
   */
  public static void main(String[] arguments) throws IOException {
    long length = Long.parseLong(arguments[0]) << 20;
    int times = Integer.parseInt(arguments[1]);
    Path directory = Files.createTempDirectory("octavo-large");
    Path file = directory.resolve("large.oct");
    try {
      run(file, length, times);
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(directory.resolve("large.oct.lock"));
      Files.delete(directory);
    }
  }

  private static void run(Path file, long length, int times) throws IOException {
    double put = 0;
    double got = 0;
    long longest = 0;
    long first = 0;
    try (Store store = Store.open(file, OPTIONS)) {
      for (int i = 1; i <= times; i++) {
        long seed = i;
        long start = System.nanoTime();
        store.writeThrowing(tx -> tx.bytesMap("map").put(KEY, new Source(seed), length));
        long written = System.nanoTime();
        store.readThrowing(tx -> compare(tx.bytesMap("map"), seed, length));
        got += (System.nanoTime() - written) / 1e9;
        put += (written - start) / 1e9;
        if (i == times) {
          requireSound(store.check());
        }
        store.write(tx -> tx.bytesMap("map").remove(KEY));
        longest = Math.max(longest, Files.size(file));
        first = i <= SETTLED ? longest : first;
      }
      requireSound(store.check());
    }
    System.out.printf(
        Locale.ROOT,
        "%d bytes, %d times: put %.2f s, read and compared %.2f s each; file at most %d bytes, in"
            + " the first rounds %d, closed %d; heap at most %d MiB%n",
        length,
        times,
        put / times,
        got / times,
        longest,
        first,
        Files.size(file),
        Runtime.getRuntime().maxMemory() >> 20);
    if (longest > first + first / 100) {
      throw new AssertionError("the file has grown");
    }
  }

  private static boolean compare(BytesMap map, long seed, long length) throws IOException {
    InputStream found = map.open(KEY);
    if (found == null || map.length(KEY) != length) {
      throw new AssertionError("no value of the length that was put");
    }
    Source expected = new Source(seed);
    byte[] part = new byte[1 << 16];
    long compared = 0;
    for (int count = found.read(part); count >= 0; count = found.read(part)) {
      for (int i = 0; i < count; i++) {
        if ((part[i] & 0xFF) != expected.read()) {
          throw new AssertionError("seed " + seed + ": another byte at " + (compared + i));
        }
      }
      compared += count;
    }
    if (compared != length) {
      throw new AssertionError("seed " + seed + ": the value ends after " + compared);
    }
    return true;
  }

  private static void requireSound(CheckReport report) {
    if (!report.ok()) {
      throw new AssertionError("check: " + report.problems());
    }
  }
}
