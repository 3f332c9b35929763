package io.octavo.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.octavo.bench.profile.RecordedStacks.Frames;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Event;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures of profiles whose stacks are known. */
class StackProfilesTest {
  private static final int DEPTH = 6;
  private static final int STACKS = 1 << DEPTH;

  @TempDir private static Path directory;

  /** A recording of each path once, in their order, and its figures with each kind of frames. */
  private static Path paths;

  private static List<Map<String, String>> pathColumns;

  @BeforeAll
  static void recordPaths() throws Exception {
    paths =
        record(
            () -> {
              for (int path = 0; path < STACKS; path++) {
                descend(path, DEPTH);
              }
            });
    pathColumns = columns(StackProfiles.recorded(List.of(paths)));
  }

  /** An event whose stack is that of the test. */
  private static final class Mark extends Event {}

  private static void left(int path, int depth) {
    descend(path, depth);
  }

  private static void right(int path, int depth) {
    descend(path, depth);
  }

  /** Goes left or right by each bit of the path, the highest first. */
  private static void descend(int path, int depth) {
    if (depth == 0) {
      new Mark().commit();
    } else if (((path >> (depth - 1)) & 1) == 0) {
      left(path, depth - 1);
    } else {
      right(path, depth - 1);
    }
  }

  private static void sink(int depth) {
    if (depth == 0) {
      new Mark().commit();
    } else {
      sink(depth - 1);
    }
  }

  private static Path record(Runnable work) throws Exception {
    Path file = Files.createTempFile(directory, "marks", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable(Mark.class).withStackTrace();
      recording.start();
      Thread thread = new Thread(work);
      thread.start();
      thread.join();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  /** Returns the figures with methods as frames. */
  private static Map<String, String> figures(Path... files) throws Exception {
    return columns(List.of(new RecordedStacks(List.of(files), Frames.METHODS))).get(0);
  }

  private static List<Map<String, String>> columns(List<StackSource> sources) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Path place = Files.createTempDirectory(directory, "stores");
    StackProfiles.run(sources, place, out);
    assertThat(place).isEmptyDirectory();
    List<Map<String, String>> columns = new ArrayList<>();
    sources.forEach(source -> columns.add(new TreeMap<>()));
    for (String line : bytes.toString(StandardCharsets.UTF_8).lines().skip(2).toList()) {
      String[] cells = line.split(" *\\| *", -1);
      for (int i = 0; i < sources.size(); i++) {
        columns.get(i).put(cells[1], cells[2 + i]);
      }
    }
    return columns;
  }

  @Test
  void nodesAreThoseOfThePaths() throws Exception {
    Map<String, String> figures = pathColumns.get(0);
    // Below the outermost frames, each bit adds left or right, and descend.
    double frames = Double.parseDouble(figures.get("frames a sample"));
    long outer = (long) frames - 2 * DEPTH;
    long saved = 0;
    for (int path = 1; path < STACKS; path++) {
      saved += outer + 2L * (DEPTH - 1 - Integer.numberOfTrailingZeros(path));
    }
    assertThat(figures)
        .containsEntry("samples", "64")
        .containsEntry("samples whose outer frames are cut off", "0")
        .containsEntry("distinct stacks", "64")
        .containsEntry("nodes", Long.toString(outer + 2 * (2 * STACKS - 2)))
        .containsEntry(
            "frames that the last stack of the thread saves, %",
            String.format(Locale.ROOT, "%.1f", 100.0 * saved / (frames * STACKS)))
        .containsEntry("distinct frames", figures.get("distinct methods"))
        .containsEntry("bytes a distinct frame, PairTable", "");
    assertThat(Double.parseDouble(figures.get("bytes a node, StackTable")))
        .isEqualTo(8192.0 / (outer + 2 * (2 * STACKS - 2)), within(0.005));
    assertThat(figures.get("MB of all stacks as captured"))
        .isEqualTo(String.format(Locale.ROOT, "%.2f", Integer.BYTES * frames * STACKS / 1e6));
    assertThat(figures).containsEntry("bytes a node, with its PairTable", "");
    assertThat(figures(paths, paths))
        .containsEntry("samples", "128")
        .containsEntry("distinct stacks", "64")
        .containsEntry("nodes", figures.get("nodes"))
        .containsEntry("MB of distinct stacks", figures.get("MB of distinct stacks"));
  }

  @Test
  void linesTellFramesApart() {
    Map<String, String> figures = pathColumns.get(1);
    assertThat(figures).containsEntry("distinct stacks", "64");
    // A page of the list and one of the index; how many frames begin a thread depends on the JDK.
    assertThat(Double.parseDouble(figures.get("bytes a distinct frame, PairTable")))
        .isEqualTo(2 * 8192.0 / Integer.parseInt(figures.get("distinct frames")), within(0.05));
    int nodes = Integer.parseInt(pathColumns.get(0).get("nodes"));
    // Where descend goes both ways, it has two lines.
    assertThat(Integer.parseInt(figures.get("nodes"))).isEqualTo(nodes + STACKS - 1);
    // Three lines of descend call something.
    assertThat(Integer.parseInt(figures.get("distinct frames")))
        .isEqualTo(Integer.parseInt(figures.get("distinct methods")) + 2);
    // Each of these lines has one call.
    assertThat(pathColumns.get(2))
        .containsEntry("nodes", figures.get("nodes"))
        .containsEntry("distinct frames", figures.get("distinct frames"));
    double inTable = Double.parseDouble(figures.get("bytes a node, StackTable"));
    assertThat(Double.parseDouble(figures.get("bytes a node, with its PairTable")))
        .isEqualTo(inTable + 2 * 8192.0 / (nodes + STACKS - 1), within(0.02));
  }

  @Test
  void aTableWithOtherStacksIsTold() throws Exception {
    StackSource source =
        new StackSource() {
          private int reading;

          @Override
          public String title() {
            return "addresses";
          }

          @Override
          public void read(Sink sink) {
            // The first reading is for the table, the next to compare.
            sink.stack(1, new long[] {1, reading++ > 0 ? 3 : 2}, 2, false);
          }
        };
    assertThatThrownBy(() -> columns(List.of(source)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("sample 0 has another stack");
  }

  @Test
  void aStackThatIsCutOffSaysSo() throws Exception {
    Map<String, String> figures = figures(record(() -> sink(3_000)));
    assertThat(figures)
        .containsEntry("samples", "1")
        .containsEntry("samples whose outer frames are cut off", "1")
        .containsEntry("distinct methods", "2");
    // The frames that the recorder keeps, and the one that says that there were more.
    assertThat(figures.get("frames a sample")).isIn("65.0", "1025.0");
  }
}
