package io.octavo.bench.profile;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.bench.measure.Directories;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.imports.Imports;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * How long a profile is in a closed file, beside the text of the same samples, a line a stack a
 * slot, and beside that text as {@code gzip -9} compresses it.
 *
 * <pre>
 * java [-Dslot=PT1S] io.octavo.bench.profile.ProfileFile FILE.jfr...
 * </pre>
 *
 * <p>The profile is written twice: with methods as frames, read from the text; and with methods and
 * lines, from the recording. Random ranges of the copies are compared with the sums of their slots.
 */
public final class ProfileFile {
  private static final int GZIP_HEADER_AND_TRAILER = 18;

  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().durability(Durability.CHECKPOINT).cacheBytes(256L << 20);
  private static final int RANGES = 200;

  private final Path directory;
  private final PrintStream out;
  private final Duration slot = Duration.parse(System.getProperty("slot", "PT1S"));

  private ProfileFile(Path directory, PrintStream out) {
    this.directory = directory;
    this.out = out;
  }

  /**
   * Prints the figures.
   *
   * @param arguments recordings of the Flight Recorder
   * @throws Exception if a file cannot be read or written
   */
  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createTempDirectory("octavo-profile");
    try {
      new ProfileFile(directory, System.out).run(Arrays.stream(arguments).map(Path::of).toList());
    } finally {
      Directories.delete(directory);
    }
  }

  private void run(List<Path> recordings) throws IOException {
    Path lines = directory.resolve("lines.oct");
    try (Store store = Store.open(lines, OPTIONS)) {
      for (Path recording : recordings) {
        out.println(Imports.into(store, "p").slot(slot).jfr(recording));
      }
    }
    print("methods and lines", lines, true);
    Path text = directory.resolve("text.collapsed");
    write(lines, text, false);
    Path methods = directory.resolve("methods.oct");
    try (Store store = Store.open(methods, OPTIONS)) {
      Imports.into(store, "p").slot(slot).collapsed(text);
    }
    print("methods", methods, false);
  }

  private void print(String title, Path file, boolean hasLines) throws IOException {
    Path text = directory.resolve("printed");
    long count = write(file, text, hasLines);
    long bytes = Files.size(text);
    long zipped = zipped(text);
    long stored = Files.size(file);
    out.printf(
        Locale.ROOT,
        "%s: %,d lines, %,d bytes of text, gzip -9 %,d, closed file %,d:"
            + " 1/%.1f of the text, %.2f of gzip, %.2f bytes a line%n",
        title,
        count,
        bytes,
        zipped,
        stored,
        (double) bytes / stored,
        (double) stored / zipped,
        (double) stored / count);
    try (Store store = Store.open(file, OPTIONS)) {
      store.view(this::compare);
    }
  }

  /** Writes the samples as text. Returns the number of lines. */
  private long write(Path file, Path text, boolean hasLines) throws IOException {
    long[] lines = {0};
    try (Store store = Store.open(file, OPTIONS);
        Transaction tx = store.beginRead();
        Writer writer =
            new BufferedWriter(
                new OutputStreamWriter(Files.newOutputStream(text), StandardCharsets.UTF_8))) {
      ProfileStore profile = ProfileStore.open(tx, "p");
      Labels labels = hottest(profile);
      FlameGraph graph = profile.query(labels, Instant.MIN, Instant.MAX);
      Int2IntOpenHashMap nodes = new Int2IntOpenHashMap();
      for (int node = 0; node < graph.size(); node++) {
        nodes.put(graph.stack(node), node);
      }
      long[] last = {Long.MIN_VALUE};
      profile.forEach(
          labels,
          Instant.MIN,
          Instant.MAX,
          (series, time, stack, weight) -> {
            try {
              if (time.toEpochMilli() != last[0]) {
                last[0] = time.toEpochMilli();
                writer.write("# slot " + time.getEpochSecond() + "\n");
              }
              write(graph, nodes.get(stack), hasLines, writer);
              writer.write(" " + weight + "\n");
              lines[0]++;
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    return lines[0];
  }

  private static Labels hottest(ProfileStore profile) {
    return profile.series(Labels.NONE).get(0);
  }

  private static void write(FlameGraph graph, int node, boolean hasLines, Writer writer)
      throws IOException {
    if (graph.parent(node) != FlameGraph.NONE) {
      write(graph, graph.parent(node), hasLines, writer);
      writer.write(';');
    }
    writer.write(graph.symbol(node));
    if (hasLines) {
      writer.write(":" + graph.line(node));
    }
  }

  private static long zipped(Path text) throws IOException {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    try (var zip = new DeflaterOutputStream(OutputStream.nullOutputStream(), deflater)) {
      Files.copy(text, zip);
    }
    long length = GZIP_HEADER_AND_TRAILER + deflater.getBytesWritten();
    deflater.end();
    return length;
  }

  /** Compares sums of random ranges with those of their slots, one by one. */
  private void compare(Transaction tx) {
    ProfileStore profile = ProfileStore.open(tx, "p");
    Labels labels = hottest(profile);
    Instant first = profile.first(labels).orElseThrow();
    Instant last = profile.last(labels).orElseThrow();
    long slots = Duration.between(first, last).dividedBy(slot);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < RANGES; i++) {
      long from = random.nextLong(slots);
      long to = from + 1 + random.nextLong(slots - from);
      Instant begin = first.plus(slot.multipliedBy(from));
      Instant end = first.plus(slot.multipliedBy(to));
      Map<Integer, Long> expected = new HashMap<>();
      profile.forEach(
          labels, begin, end, (series, time, stack, w) -> expected.merge(stack, w, Long::sum));
      FlameGraph graph = profile.query(labels, begin, end);
      Map<Integer, Long> found = new HashMap<>();
      for (int node = 0; node < graph.size(); node++) {
        if (graph.self(node) > 0) {
          found.put(graph.stack(node), graph.self(node));
        }
      }
      if (!found.equals(expected)) {
        throw new AssertionError("range " + begin + " to " + end);
      }
    }
    out.println("  " + slots + " slots, " + RANGES + " ranges are the sums of their slots");
  }
}
