package io.octavo.bench;

import io.octavo.Durability;
import io.octavo.StackTable;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * The call stacks of real profiles in a {@link StackTable}: how many nodes they have, and how many
 * bytes a node takes in the closed file, beside {@link ParentPointerTree}.
 *
 * <pre>
 * java io.octavo.bench.StackProfiles FILE.jfr...
 * java [-Dseconds=20] io.octavo.bench.StackProfiles
 * </pre>
 *
 * <p>Takes every event that has a stack, whatever it is; once with a method as a frame, and once
 * with a method and a line. Without a file, {@link CompilerProfile} records one. The store is
 * closed and opened again, and every stack of the files is compared with what the table has for it.
 */
public final class StackProfiles {
  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().durability(Durability.CHECKPOINT).cacheBytes(512L << 20);

  /** Threads that are recorded: enough that their stacks come mixed. */
  private static final int THREADS = 4;

  private static final int[] NO_FRAMES = {};

  private final List<Path> files;
  private final boolean hasLines;
  private final BitSet distinctStacks = new BitSet();
  private long samples;
  private long truncated;
  private long frames;
  private long savedFrames;

  private StackProfiles(List<Path> files, boolean hasLines) {
    this.files = files;
    this.hasLines = hasLines;
  }

  /** Takes a stack of a thread. */
  @FunctionalInterface
  private interface Sink {
    void stack(long thread, RecordedStackTrace trace);
  }

  /**
   * Prints the figures of a profile.
   *
   * @param arguments files of the Flight Recorder
   * @throws Exception if a file cannot be read or written, or nothing be recorded
   */
  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createTempDirectory("octavo-profile");
    try {
      List<Path> files = Stream.of(arguments).map(Path::of).toList();
      if (files.isEmpty()) {
        Path recorded = directory.resolve("compiler.jfr");
        CompilerProfile.record(recorded, Duration.ofSeconds(Long.getLong("seconds", 20)), THREADS);
        files = List.of(recorded);
      }
      run(files, directory, System.out);
    } finally {
      Directories.delete(directory);
    }
  }

  /** Interns what files have, in new stores in a directory, and prints the figures. */
  static void run(List<Path> files, Path directory, PrintStream out) throws IOException {
    Map<String, String> methods =
        new StackProfiles(files, false).figures(directory.resolve("methods.oct"));
    Map<String, String> lines =
        new StackProfiles(files, true).figures(directory.resolve("lines.oct"));
    out.println("| frames are | methods | methods and lines |");
    out.println("|---|---:|---:|");
    methods.forEach(
        (what, figure) ->
            out.println("| " + what + " | " + figure + " | " + lines.get(what) + " |"));
  }

  private Map<String, String> figures(Path file) throws IOException {
    int[] ids;
    try (Store store = Store.open(file, OPTIONS);
        Transaction transaction = store.beginWrite()) {
      ids = intern(new ProfileTables(transaction, hasLines));
      transaction.commit();
    }
    CollectionPages pages = CollectionPages.of(file);
    try (Store store = Store.open(file, OPTIONS);
        Transaction transaction = store.beginRead()) {
      ProfileTables tables = new ProfileTables(transaction, hasLines);
      verify(tables, ids);
      return figures(tables, pages);
    }
  }

  private void read(Sink sink) throws IOException {
    for (Path file : files) {
      try (RecordingFile recording = new RecordingFile(file)) {
        while (recording.hasMoreEvents()) {
          RecordedEvent event = recording.readEvent();
          RecordedStackTrace trace = event.getStackTrace();
          if (trace != null) {
            sink.stack(thread(event), trace);
          }
        }
      }
    }
  }

  private static long thread(RecordedEvent event) {
    RecordedThread thread =
        event.hasField("sampledThread") ? event.getThread("sampledThread") : event.getThread();
    return thread == null ? -1 : thread.getId();
  }

  /** Interns all stacks; returns the id of each. */
  private int[] intern(ProfileTables tables) throws IOException {
    Ids ids = new Ids();
    Map<Long, int[]> lastStacks = new HashMap<>();
    read(
        (thread, trace) -> {
          int[] stack = tables.intern(trace);
          int id = tables.stacks().intern(thread, stack, 0, stack.length);
          ids.add(id);
          // Ids begin at -1, the empty stack.
          distinctStacks.set(id + 1);
          truncated += trace.isTruncated() ? 1 : 0;
          frames += stack.length;
          int[] last = lastStacks.getOrDefault(thread, NO_FRAMES);
          savedFrames += common(last, stack);
          lastStacks.put(thread, stack);
        });
    samples = ids.count;
    return ids.all;
  }

  /** Ids in the order in which they come. */
  private static final class Ids {
    private int[] all = new int[1024];
    private int count;

    void add(int id) {
      if (count == all.length) {
        all = Arrays.copyOf(all, 2 * count);
      }
      all[count++] = id;
    }
  }

  /** Counts the outer frames that two stacks have in common. */
  private static int common(int[] last, int[] stack) {
    int mismatch = Arrays.mismatch(last, stack);
    return mismatch < 0 ? stack.length : mismatch;
  }

  private void verify(ProfileTables tables, int[] ids) throws IOException {
    int[] next = new int[1];
    read(
        (thread, trace) -> {
          int[] expected = tables.find(trace);
          int[] resolved = new int[expected.length];
          int depth = tables.stacks().resolve(ids[next[0]], resolved);
          if (depth != expected.length || !Arrays.equals(resolved, expected)) {
            throw new IllegalStateException("sample " + next[0] + " has another stack");
          }
          next[0]++;
        });
    Passes.check(next[0], samples);
  }

  private Map<String, String> figures(ProfileTables tables, CollectionPages pages) {
    int nodes = tables.stacks().size();
    double perNode = (double) pages.bytes(ProfileTables.STACKS) / nodes;
    double inTree = (double) ParentPointerTree.encode(tables.stacks()).length / nodes;
    double perMethod = (double) pages.bytes(ProfileTables.METHODS) / tables.methods();
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("samples", text("%,d", samples));
    figures.put("samples whose outer frames are cut off", text("%,d", truncated));
    figures.put("frames a sample", text("%.1f", (double) frames / samples));
    figures.put(
        "frames that the last stack of the thread saves, %",
        text("%.1f", 100.0 * savedFrames / frames));
    figures.put("distinct stacks", text("%,d", distinctStacks.cardinality()));
    figures.put("distinct methods", text("%,d", tables.methods()));
    figures.put("distinct frames", text("%,d", tables.distinctFrames()));
    figures.put("nodes", text("%,d", nodes));
    figures.put("bytes a node, StackTable", text("%.2f", perNode));
    figures.put("bytes a node, encoding of symdb", text("%.2f", inTree));
    figures.put("ratio", text("%.2f", perNode / inTree));
    figures.put("bytes a method, Dictionary", text("%.1f", perMethod));
    figures.put(
        "bytes a distinct frame, PairTable",
        hasLines
            ? text("%.1f", (double) pages.bytes(ProfileTables.FRAMES) / tables.distinctFrames())
            : "");
    return figures;
  }

  private static String text(String format, Object figure) {
    return String.format(Locale.ROOT, format, figure);
  }
}
