package io.octavo.bench.profile;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.measure.Table;
import io.octavo.bench.profile.RecordedStacks.Frames;
import io.octavo.ids.StackTable;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The call stacks of profiles in a {@link StackTable}: how many nodes they have, and how many bytes
 * a node takes in the closed file, beside {@link ParentPointerTree}; and how long the file is
 * beside the stacks as they were captured, which are all frames of all samples.
 *
 * <pre>
 * java io.octavo.bench.profile.StackProfiles FILE...
 * </pre>
 *
 * <p>A FILE is one of the Flight Recorder or of {@code perf record --call-graph fp}. Of the former,
 * every event that has a stack is taken, whatever it is: with a method as a frame, with a method
 * and a line, and with a method and a place in its bytecode; of the latter, every sample, with
 * addresses as frames.
 *
 * <p>The store is closed and opened again, and every stack is compared with what the table has for
 * it.
 */
public final class StackProfiles {
  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().durability(Durability.CHECKPOINT).cacheBytes(512L << 20);

  private static final long[] NO_FRAMES = {};

  private final StackSource source;
  private final Path file;
  private final boolean hasPairs;
  private final IntArrayList ids = new IntArrayList();
  private final BitSet distinctStacks = new BitSet();
  private long cutOff;
  private long frames;
  private long distinctFrames;
  private long savedFrames;
  private long indexBytes;

  private StackProfiles(StackSource source, Path file) {
    this.source = source;
    this.file = file;
    hasPairs = source.frameBytes() == Long.BYTES;
  }

  /**
   * Prints the figures of profiles.
   *
   * @param arguments files of the Flight Recorder or of {@code perf record}
   * @throws Exception if a file cannot be read or written
   */
  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createTempDirectory("octavo-profile");
    try {
      run(sources(arguments), directory, System.out);
    } finally {
      Directories.delete(directory);
    }
  }

  private static List<StackSource> sources(String[] arguments) throws Exception {
    List<Path> recorded = new ArrayList<>();
    List<StackSource> sources = new ArrayList<>();
    for (String argument : arguments) {
      Path file = Path.of(argument);
      if (PerfStacks.isOne(file)) {
        sources.add(new PerfStacks(file));
      } else {
        recorded.add(file);
      }
    }
    if (!recorded.isEmpty()) {
      sources.addAll(0, recorded(recorded));
    }
    return sources;
  }

  /** Returns the stacks of files of the Flight Recorder, with each kind of frames. */
  static List<StackSource> recorded(List<Path> files) {
    return Arrays.stream(Frames.values())
        .<StackSource>map(form -> new RecordedStacks(files, form))
        .toList();
  }

  /** Interns what sources have, in new stores in a directory, and prints the figures. */
  static void run(List<StackSource> sources, Path directory, PrintStream out) throws IOException {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (StackSource source : sources) {
      Path place = Files.createTempDirectory(directory, "store");
      new StackProfiles(source, place.resolve("profile.oct"))
          .figures()
          .forEach(
              (what, figure) -> rows.computeIfAbsent(what, row -> new ArrayList<>()).add(figure));
      Directories.delete(place);
    }
    List<String> head = new ArrayList<>(List.of("frames are"));
    sources.forEach(source -> head.add(source.title()));
    Table table = new Table(out, 1, head);
    rows.forEach(
        (what, cells) -> {
          cells.add(0, what);
          table.row(cells);
        });
  }

  private Map<String, String> figures() throws IOException {
    try (Store store = Store.open(file, OPTIONS);
        Transaction transaction = store.beginWrite()) {
      intern(new ProfileTables(transaction, hasPairs));
      indexBytes = store.stats().indexBytes();
      transaction.commit();
    }
    CollectionPages pages = CollectionPages.of(file);
    long length = Files.size(file);
    try (Store store = Store.open(file, OPTIONS)) {
      try (Transaction transaction = store.beginRead()) {
        verify(new ProfileTables(transaction, hasPairs));
        return figures(new ProfileTables(transaction, hasPairs), pages, length);
      }
    }
  }

  private void intern(ProfileTables tables) throws IOException {
    Map<Long, long[]> lastStacks = new HashMap<>();
    source.read(
        (thread, stack, depth, isCutOff) -> {
          int id = tables.intern(thread, stack, depth);
          ids.add(id);
          // Ids begin at -1, the empty stack.
          if (!distinctStacks.get(id + 1)) {
            distinctStacks.set(id + 1);
            distinctFrames += depth;
          }
          cutOff += isCutOff ? 1 : 0;
          frames += depth;
          long[] last = lastStacks.getOrDefault(thread, NO_FRAMES);
          int mismatch = Arrays.mismatch(last, 0, last.length, stack, 0, depth);
          savedFrames += mismatch < 0 ? depth : mismatch;
          lastStacks.put(thread, Arrays.copyOf(stack, depth));
        });
    tables.addMethods(source.methods());
  }

  private void verify(ProfileTables tables) throws IOException {
    long[] all = tables.frames();
    int[] next = new int[1];
    source.read(
        (thread, stack, depth, isCutOff) -> {
          int sample = next[0]++;
          if (!tables.isStack(ids.getInt(sample), stack, depth, all)) {
            throw new IllegalStateException("sample " + sample + " has another stack");
          }
        });
    Passes.check(next[0], ids.size());
    if (!tables.methods().equals(source.methods())) {
      throw new IllegalStateException("methods have other ids");
    }
  }

  private Map<String, String> figures(ProfileTables tables, CollectionPages pages, long length) {
    int samples = ids.size();
    int nodes = tables.stacks().size();
    int methods = source.methods().size();
    double bytes = pages.bytes(ProfileTables.STACKS);
    double pairBytes = hasPairs ? pages.bytes(ProfileTables.FRAMES) : 0;
    double inTree = ParentPointerTree.encode(tables.stacks()).length;
    double captured = (double) source.frameBytes() * frames;
    double deduplicated = (double) source.frameBytes() * distinctFrames;
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("samples", text("%,d", samples));
    figures.put("samples whose outer frames are cut off", text("%,d", cutOff));
    figures.put("frames a sample", text("%.1f", (double) frames / samples));
    figures.put(
        "frames that the last stack of the thread saves, %",
        text("%.1f", 100.0 * savedFrames / frames));
    figures.put("distinct stacks", text("%,d", distinctStacks.cardinality()));
    figures.put("distinct methods", methods > 0 ? text("%,d", methods) : "");
    figures.put("distinct frames", text("%,d", tables.distinctFrames()));
    figures.put("nodes", text("%,d", nodes));
    figures.put("bytes a node, StackTable", text("%.2f", bytes / nodes));
    figures.put(
        "bytes a node, with its PairTable",
        hasPairs ? text("%.2f", (bytes + pairBytes) / nodes) : "");
    figures.put("bytes a node, encoding of symdb", text("%.2f", inTree / nodes));
    figures.put("ratio", text("%.2f", bytes / inTree));
    figures.put(
        "bytes a node, index while stacks are added", text("%.2f", (double) indexBytes / nodes));
    figures.put(
        "bytes a method, StringTable",
        methods > 0 ? text("%.1f", (double) pages.bytes(ProfileTables.METHODS) / methods) : "");
    figures.put(
        "bytes a distinct frame, PairTable",
        hasPairs ? text("%.1f", pairBytes / tables.distinctFrames()) : "");
    figures.put("MB of all stacks as captured", text("%,.2f", captured / 1e6));
    figures.put("MB of distinct stacks", text("%,.2f", deduplicated / 1e6));
    figures.put("MB of the closed file", text("%,.2f", length / 1e6));
    figures.put("all stacks to the file", text("%.1f", captured / length));
    figures.put("distinct stacks to the file", text("%.2f", deduplicated / length));
    return figures;
  }

  private static String text(String format, Object figure) {
    return String.format(Locale.ROOT, format, figure);
  }
}
