package io.octavo.bench;

import io.octavo.Store;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.exports.Exports;
import io.octavo.profile.imports.ImportReport;
import io.octavo.profile.imports.Imports;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Imports of files of profilers into a new profile, in a new store in a temporary directory, with
 * the options that {@code octavo profile import} has: how many files, samples and bytes of the file
 * a second.
 *
 * <p>The recordings of the Flight Recorder have events with stacks of some hundred frames, fifty
 * drawn calls of two frames each, see {@link DeepStacks}. In one, the innermost call or two are
 * drawn anew for each event, so that stacks repeat; in the other, twelve calls on average, so that
 * most stacks are distinct. Collapsed stacks have 30 drawn frames. The pprof profile is what the
 * distinct stacks are exported as.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 5)
public class ImportBenchmark {
  private static final int DEPTH = 50;
  private static final int STACKS = 2_000;
  private static final int FRAMES = 30;
  private static final int LINES_OF_SLOT = 1_000;

  /** Makes the benchmark. */
  public ImportBenchmark() {}

  /** What makes a file that is imported. */
  public enum Format {
    /** A recording whose stacks repeat. */
    JFR_REPEATING {
      @Override
      void write(Path to, int samples) throws IOException {
        DeepStacks.record(to, samples, DEPTH, 1);
      }
    },

    /** A recording whose stacks are distinct. */
    JFR_DISTINCT {
      @Override
      void write(Path to, int samples) throws IOException {
        DeepStacks.record(to, samples, DEPTH, 12);
      }
    },

    /** Collapsed stacks. */
    COLLAPSED {
      @Override
      void write(Path to, int samples) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        String[] stacks = new String[STACKS];
        for (int i = 0; i < STACKS; i++) {
          StringBuilder stack = new StringBuilder("main");
          for (int depth = 1; depth < FRAMES; depth++) {
            stack.append(";org.example.part").append(depth % 7);
            stack.append(".Class").append(random.nextInt(9));
            stack.append(".run").append(random.nextInt(3));
          }
          stacks[i] = stack.toString();
        }
        try (BufferedWriter text = Files.newBufferedWriter(to)) {
          for (int i = 0; i < samples; i++) {
            if (i % LINES_OF_SLOT == 0) {
              text.write("# slot " + (1_769_857_200L + i / LINES_OF_SLOT * 10L) + "\n");
            }
            text.write(stacks[random.nextInt(STACKS)] + " " + (1 + random.nextInt(9)) + "\n");
          }
        }
      }
    },

    /** A profile of pprof. */
    PPROF {
      @Override
      void write(Path to, int samples) throws IOException {
        Path recording = to.resolveSibling("a.jfr");
        JFR_DISTINCT.write(recording, samples);
        try (Store store = Store.inMemory();
            OutputStream out = Files.newOutputStream(to)) {
          Imports.into(store, "p").jfr(recording);
          FlameGraph graph =
              store.read(
                  tx -> ProfileStore.open(tx, "p").query(Labels.NONE, Instant.EPOCH, Instant.MAX));
          Exports.pprof(graph, out);
        }
      }
    };

    /** Makes a file with a number of events or lines. */
    abstract void write(Path to, int samples) throws IOException;
  }

  /** A file, and the store that it is imported into. */
  @State(Scope.Thread)
  public static class Source {
    /** What makes the file. */
    @Param public Format format = Format.COLLAPSED;

    /** Number of events of a recording, or of lines. */
    @Param("50000")
    public int samples = 50_000;

    private Path directory;
    private Path file;
    private Path target;

    /** Makes the state. */
    public Source() {}

    /**
     * Makes the file in a new directory.
     *
     * @throws IOException if it cannot be written
     */
    @Setup
    public void setUp() throws IOException {
      directory = Files.createTempDirectory("octavo-import");
      file = directory.resolve("file");
      target = directory.resolve("a.oct");
      format.write(file, samples);
    }

    /**
     * Deletes the store of the last import.
     *
     * @throws IOException if it cannot be deleted
     */
    @Setup(Level.Invocation)
    public void deleteStore() throws IOException {
      Files.deleteIfExists(target);
    }

    /**
     * Deletes the directory.
     *
     * @throws IOException if it cannot be deleted
     */
    @TearDown
    public void tearDown() throws IOException {
      Directories.delete(directory);
    }
  }

  /** What was imported. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Imported {
    /** Samples. */
    public long samples;

    /** Bytes of files, as they are on disk. */
    public long bytes;

    /** Makes the counters. */
    public Imported() {}
  }

  /**
   * Imports the file.
   *
   * @param source the file
   * @param imported what was imported
   * @return what was done
   * @throws IOException if a file cannot be read or written
   */
  @Benchmark
  public ImportReport file(Source source, Imported imported) throws IOException {
    try (Store store = Store.open(source.target)) {
      ImportReport report = Imports.into(store, "p").file(source.file);
      imported.samples += report.samples();
      imported.bytes += Files.size(source.file);
      return report;
    }
  }
}
