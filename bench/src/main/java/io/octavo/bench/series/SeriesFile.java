package io.octavo.bench.series;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.bench.measure.Passes;
import io.octavo.series.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes a store with one series, named {@code s}, of up to a billion entries of a {@link
 * SeriesSet}. Entries are drawn while they are added: 2 GiB of heap suffice for any number.
 *
 * <pre>
 * java -Xmx2g io.octavo.bench.series.SeriesFile OUT events|gauge COUNT [SEED]
 * </pre>
 *
 * <p>Commits every ten million entries. Prints how many entries are added a second, by the time of
 * this thread's processor and by the clock, the drawing left out and commits and closing included,
 * and the bytes of the closed file for each entry.
 */
public final class SeriesFile {
  /** The name of the series. */
  static final String NAME = "s";

  private static final int CHUNK = 1 << 14;
  private static final long COMMIT = 10_000_000;
  private static final long CACHE = 512 << 20;

  private final SeriesSet.Source source;
  private final long count;
  private final long[] times = new long[CHUNK];
  private final long[] values = new long[CHUNK];
  private long processorNanos;
  private long nanos;

  private SeriesFile(SeriesSet.Source source, long count) {
    this.source = source;
    this.count = count;
  }

  /**
   * Writes the file.
   *
   * @param arguments as above
   * @throws IOException if the file exists or cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length < 3 || arguments.length > 4) {
      System.err.println("usage: SeriesFile OUT events|gauge COUNT [SEED]");
      System.exit(2);
    }
    Path file = Path.of(arguments[0]);
    SeriesSet set = SeriesSet.valueOf(arguments[1].toUpperCase(Locale.ROOT));
    long count = Long.parseLong(arguments[2]);
    long seed = arguments.length > 3 ? Long.parseLong(arguments[3]) : SeriesSet.SEED;
    System.out.println(write(file, set, count, seed));
  }

  /** Writes the file; returns what it took. */
  static String write(Path file, SeriesSet set, long count, long seed) throws IOException {
    if (Files.exists(file)) {
      throw new IOException(file + " exists: delete the file, or name another");
    }
    SeriesFile writer = new SeriesFile(set.new Source(seed), count);
    writer.write(file);
    return String.format(
        Locale.ROOT,
        "%s: %,d entries, seed %d, %.3f bytes an entry, %.3f million/s of the processor,"
            + " %.3f million/s by the clock",
        set,
        count,
        seed,
        (double) Files.size(file) / count,
        count / (writer.processorNanos / 1e3),
        count / (writer.nanos / 1e3));
  }

  private void write(Path file) {
    StoreOptions options =
        StoreOptions.defaults().cacheBytes(CACHE).durability(Durability.CHECKPOINT);
    try (Store store = Store.open(file, options)) {
      for (long done = 0; done < count; done += COMMIT) {
        long part = Math.min(COMMIT, count - done);
        begin();
        store.write(tx -> append(tx.series(NAME), part));
        end();
      }
      begin();
      store.checkpoint();
      end();
    }
  }

  private void append(Series series, long part) {
    for (long done = 0; done < part; done += CHUNK) {
      int length = (int) Math.min(CHUNK, part - done);
      end();
      source.draw(times, values, 0, length);
      begin();
      series.addAll(times, values, 0, length);
    }
  }

  private void begin() {
    processorNanos -= Passes.processorNanos();
    nanos -= System.nanoTime();
  }

  private void end() {
    processorNanos += Passes.processorNanos();
    nanos += System.nanoTime();
  }
}
