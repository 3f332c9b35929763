package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.bench.lists.PostingRace;
import io.octavo.bench.measure.ChildJvm;
import io.octavo.bench.peer.Peer;
import io.octavo.bench.profile.ProfileFile;
import io.octavo.bench.profile.ProfileYear;
import io.octavo.bench.series.SeriesTables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each program that has no test of its own runs to its end, with the smallest sizes. */
class ProgramsTest {
  @TempDir private Path directory;

  /** Prepares a JVM that compiles fast, because nothing is measured. */
  private static ChildJvm jvm() {
    return new ChildJvm().with("-XX:TieredStopAtLevel=1");
  }

  /** Runs a program in a JVM of its own; returns what it prints. */
  private static String run(ChildJvm jvm) throws Exception {
    List<String> lines = new ArrayList<>();
    int status = jvm.run(null, words -> lines.add(String.join("\t", words)));
    String text = String.join("\n", lines);
    assertThat(status).as(text).isZero();
    return text;
  }

  @Test
  void commits() throws Exception {
    ChildJvm jvm =
        jvm()
            .withNativeAccess()
            .with("-Dseconds=0.05", "-Drounds=1", "-Dlarge=2000000", "-Ddirectory=" + directory);
    assertThat(run(jvm.program(Commits.class)))
        .contains(
            "| commits of one entry | unit | raw | octavo | ",
            "| 16 threads, p99 | us | ",
            "| ASYNC | 1 | ",
            "| large store, new keys");
  }

  @Test
  void oldReaders() throws Exception {
    ChildJvm jvm =
        jvm()
            .withNativeAccess()
            .with("-Dcommits=1000", "-Dreaders=0,2", "-Dsync=false", "-Ddirectory=" + directory);
    assertThat(run(jvm.program(OldReaders.class))).contains("| Octavo | 2 | ", "| LMDB | 2 | ");
  }

  @Test
  void fileLengths() throws Exception {
    ChildJvm jvm =
        Peer.LMDB
            .jvm()
            .with(
                "-XX:TieredStopAtLevel=1", "-Dcache=16", "-Dsmall=50", "-Dworks=puts,single,queue");
    assertThat(run(jvm.program(FileLengths.class, directory.toString(), "20000")))
        .contains("octavo, no moves", "lmdb ", "mvstore ", "sqlite ", "queue of a tenth");
  }

  @Test
  void recoveries() throws Exception {
    assertThat(run(jvm().program(Recoveries.class, directory.toString(), "20000")))
        .contains("| longs | ", "| byte strings, values of 100 bytes | ");
  }

  @Test
  void largePeers() throws Exception {
    ChildJvm jvm = jvm().with("-Dcount=2000", "-Dseconds=0.01", "-Ddirectory=" + directory);
    assertThat(run(jvm.program(LargePeers.class)))
        .contains("|  | octavo | lmdb | rocksdb |", "| file at the end, B/entry of the load | ");
  }

  @Test
  void seriesTables() throws Exception {
    ChildJvm jvm = jvm().with("-Drounds=1");
    assertThat(run(jvm.program(SeriesTables.class, directory.toString(), "20000")))
        .contains("EVENTS: 20,000 entries", "query / in-order forest", "late entries");
  }

  @Test
  void postingRace() throws Exception {
    assertThat(run(jvm().withNativeAccess().with("-Drounds=1").program(PostingRace.class)))
        .contains("| sparse, sparse | ", "| dense, dense | ")
        .contains("read, M/s", "intersect, M/s", "union, M/s", "difference, M/s", "count, M/s");
  }

  @Test
  void postingRaceOfWhatIsChosen() throws Exception {
    ChildJvm jvm =
        jvm().with("-Drounds=1", "-Dsets=dense", "-Dworks=count", "-Dracers=mapped,octavo");
    assertThat(run(jvm.program(PostingRace.class)).lines().skip(4))
        .hasSize(2)
        .allMatch(line -> line.matches("\\| dense.* \\| [\\d.]+ \\|  \\| [\\d.]+ \\|  \\|.*"));
  }

  @Test
  void profileYear() throws Exception {
    ChildJvm jvm = jvm().with("-Dslots=4000", "-Dsamples=2");
    assertThat(run(jvm.program(ProfileYear.class))).contains("4,000 slots, ", "timeline of ");
  }

  @Test
  void profileFile() throws Exception {
    Path file = directory.resolve("samples.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ObjectAllocationSample").with("throttle", "1000/s").withStackTrace();
      recording.start();
      long end = System.nanoTime() + Duration.ofMillis(500).toNanos();
      long length = 0;
      while (System.nanoTime() < end) {
        length += new byte[1000].length;
      }
      assertThat(length).isPositive();
      recording.stop();
      recording.dump(file);
    }
    assertThat(run(jvm().program(ProfileFile.class, file.toString())))
        .contains("methods and lines: ", "\nmethods: ");
  }
}
