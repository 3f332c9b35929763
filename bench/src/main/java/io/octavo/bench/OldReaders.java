package io.octavo.bench;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.measure.Rounds;
import io.octavo.bench.measure.RunHeader;
import io.octavo.bench.measure.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.lmdbjava.EnvFlags;

/**
 * What readers cost that stay open while commits go on: the length of the file, and the time of a
 * commit beside that of the same store without readers. Each store holds 100,000 longs, and each
 * commit puts one of them. One reader is open from the first commit to the last; the others are
 * replaced at random, so that they have all ages.
 *
 * <pre>
 * java [-Dcommits=100000] [-Dsync=true] [-Dreaders=0,1,10,1000] [-Ddirectory=.]
 *     io.octavo.bench.OldReaders
 * </pre>
 *
 * With {@code sync=false} commits do not wait for the disk: {@link Durability#ASYNC}, and {@code
 * MDB_NOSYNC}. The stores take turns of 500 commits. A ratio is the median of the ratios of turns.
 */
public final class OldReaders {
  private static final int COMMITS = Integer.getInteger("commits", 100_000);
  private static final boolean IS_SYNC = !"false".equals(System.getProperty("sync"));
  private static final int ENTRIES = 100_000;
  private static final int TURN = 500;

  /** How often each reader is replaced in a run, on average. */
  private static final int REPLACEMENTS = 4;

  /** The microseconds of a commit in each turn. */
  private static final Rounds<Run> MICROS = new Rounds<>();

  private OldReaders() {}

  /**
   * Runs all.
   *
   * @param arguments none
   * @throws Exception if a store fails
   */
  public static void main(String[] arguments) throws Exception {
    Path directory =
        Files.createTempDirectory(Path.of(System.getProperty("directory", ".")), "readers");
    int[] counts =
        Stream.of(System.getProperty("readers", "0,1,10,1000").split(","))
            .mapToInt(Integer::parseInt)
            .toArray();
    List<Run> runs = new ArrayList<>();
    try {
      for (int readers : counts) {
        runs.add(new Run("Octavo", octavo(directory, readers), readers, directory));
      }
      for (int readers : counts) {
        runs.add(new Run("LMDB", lmdb(directory, readers), readers, directory));
      }
      for (Run run : runs) {
        run.openReaders();
      }
      for (int turn = 0; turn < COMMITS / TURN; turn++) {
        for (Run run : runs) {
          run.turn(turn);
        }
      }
      System.out.printf(
          Locale.ROOT,
          "%s%n%,d commits of one put, %s%n%n",
          RunHeader.line(directory),
          COMMITS,
          IS_SYNC ? "durable" : "not waiting for the disk");
      Table table =
          new Table(System.out, "store", "readers", "us a commit", "to none", "file, MiB");
      for (Run run : runs) {
        run.print(table, runs.get(runs.indexOf(run) / counts.length * counts.length));
      }
      for (Run run : runs) {
        run.close();
      }
    } finally {
      Directories.delete(directory);
    }
  }

  private static CommitStore octavo(Path directory, int readers) {
    StoreOptions options =
        StoreOptions.defaults().durability(IS_SYNC ? Durability.SYNC : Durability.ASYNC);
    Store store = Store.open(directory.resolve("Octavo" + readers), options);
    store.write(
        tx -> {
          for (long key = 0; key < ENTRIES; key++) {
            tx.longMap("m").put(key, key);
          }
        });
    return new CommitStore.Octavo(store);
  }

  private static CommitStore lmdb(Path directory, int readers) throws IOException, SQLException {
    Path file = Files.createDirectory(directory.resolve("LMDB" + readers));
    try (CommitStore loaded = new CommitStore.Lmdb(file, EnvFlags.MDB_NOSYNC)) {
      for (long key = 0; key < ENTRIES; key++) {
        loaded.commit(key, key);
      }
    }
    return IS_SYNC ? new CommitStore.Lmdb(file) : new CommitStore.Lmdb(file, EnvFlags.MDB_NOSYNC);
  }

  /** A store with its readers and the times of its turns. */
  private static final class Run {
    private final String name;
    private final CommitStore store;
    private final Path file;
    private final AutoCloseable[] readers;
    private final SplittableRandom random = new SplittableRandom(1);

    Run(String name, CommitStore store, int readers, Path directory) {
      this.name = name;
      this.store = store;
      this.readers = new AutoCloseable[readers];
      Path own = directory.resolve(name + readers);
      this.file = Files.isDirectory(own) ? own.resolve("data.mdb") : own;
    }

    void openReaders() {
      for (int i = 0; i < readers.length; i++) {
        readers[i] = store.openReader();
      }
    }

    void turn(int turn) throws Exception {
      long start = System.nanoTime();
      for (int i = 0; i < TURN; i++) {
        store.commit(random.nextInt(ENTRIES), i);
        if (readers.length > 1 && random.nextInt(COMMITS) < (readers.length - 1) * REPLACEMENTS) {
          int replaced = 1 + random.nextInt(readers.length - 1);
          readers[replaced].close();
          readers[replaced] = store.openReader();
        }
      }
      MICROS.add(this, turn, Passes.since(start) * 1e6 / TURN);
    }

    void print(Table table, Run alone) throws IOException {
      double[] ratios = MICROS.ratios(this, alone);
      String ratio =
          String.format(
              Locale.ROOT,
              "%.2f (%.2f to %.2f)",
              Passes.median(ratios),
              ratios[ratios.length / 4],
              ratios[ratios.length * 3 / 4]);
      table.row(
          List.of(
              name,
              Table.number("%,.0f", readers.length),
              Table.number("%.1f", MICROS.median(this)),
              ratio,
              Table.number("%.1f", Files.size(file) / (double) (1 << 20))));
    }

    void close() throws Exception {
      for (AutoCloseable reader : readers) {
        reader.close();
      }
      store.close();
    }
  }
}
