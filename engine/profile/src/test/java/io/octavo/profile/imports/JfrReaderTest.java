package io.octavo.profile.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link JfrReader}. */
class JfrReaderTest {
  private static final String WORK = "io.octavo.profile.imports.JfrWorkload.";
  private static final String CPU = "type=cpu,unit=samples ";

  @TempDir static Path directory;
  private static Path recording;

  @BeforeAll
  static void record() throws IOException, InterruptedException {
    recording = JfrWorkload.record(directory.resolve("a.jfr"));
  }

  private static LineSink read(Path file) throws IOException {
    LineSink sink = new LineSink();
    JfrReader.requireWhole(file, file.toString());
    JfrReader.read(file, "a.jfr", sink, 1 << 10, events -> {});
    return sink;
  }

  @Test
  void stacksAreThoseOfANaiveWalk() throws IOException {
    List<String> naive = new ArrayList<>();
    int others = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
      String of =
          switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample" -> CPU + "|1";
            case "jdk.CPUTimeSample" ->
                "type=cpu,unit=nanoseconds |" + event.getDuration("samplingPeriod").toNanos();
            case "jdk.ObjectAllocationSample" ->
                "type=alloc,unit=bytes |" + event.getLong("weight");
            case "jdk.ObjectAllocationInNewTLAB" ->
                "type=tlab,unit=bytes |" + event.getLong("tlabSize");
            case "jdk.ObjectAllocationOutsideTLAB" ->
                "type=tlab,unit=bytes |" + event.getLong("allocationSize");
            case "jdk.JavaMonitorEnter" ->
                "type=lock,unit=nanoseconds |" + event.getDuration().toNanos();
            case "jdk.ThreadPark" -> "type=park,unit=nanoseconds |" + event.getDuration().toNanos();
            case "profiler.WallClockSample" -> "type=wall,unit=samples |" + event.getInt("samples");
            default -> "";
          };
      if (of.isEmpty() || event.getStackTrace() == null) {
        others++;
        continue;
      }
      List<String> frames = new ArrayList<>();
      for (RecordedFrame frame : event.getStackTrace().getFrames()) {
        RecordedMethod method = frame.getMethod();
        if (method == null) {
          // The recorder loses a method now and then.
          frames.add("[unknown]");
          continue;
        }
        int line = frame.getLineNumber();
        frames.add(
            method.getType().getName() + "." + method.getName() + (line > 0 ? ":" + line : ""));
      }
      // The recorder loses all frames of a stack now and then.
      if (event.getStackTrace().isTruncated() || frames.isEmpty()) {
        frames.add("[truncated]");
      }
      Collections.reverse(frames);
      String[] parts = of.split("\\|", -1);
      String time = "@" + event.getStartTime() + " ";
      naive.add(parts[0] + time + String.join(";", frames) + " " + parts[1]);
    }

    LineSink sink = read(recording);
    assertThat(sink.samples).isEqualTo(naive);
    assertThat(sink.skipped.stream().filter(line -> line.startsWith("events "))).hasSize(others);
    for (String type : List.of("cpu", "alloc", "tlab", "lock", "park", "wall")) {
      assertThat(naive).as(type).anyMatch(line -> line.startsWith("type=" + type + ","));
    }
  }

  @Test
  void timesOnTheProcessorAreThoseOfTheSamples() throws IOException {
    boolean isKnown =
        FlightRecorder.getFlightRecorder().getEventTypes().stream()
            .anyMatch(type -> type.getName().equals("jdk.CPUTimeSample"));
    assumeTrue(isKnown && System.getProperty("os.name").equals("Linux"));
    long nanos =
        read(recording).samples.stream()
            .filter(line -> line.startsWith("type=cpu,unit=nanoseconds "))
            .filter(line -> line.contains(WORK + "busyInner"))
            .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
            .sum();
    assertThat(nanos).isBetween(50_000_000L, 300_000_000L);
  }

  @Test
  void methodsHaveTheirFullNamesAndLines() throws IOException {
    LineSink sink = read(recording);
    assertThat(sink.samples)
        .anyMatch(
            line -> line.matches(CPU + ".*" + WORK + "busyOuter:\\d+;" + WORK + "busyInner:.*"))
        .anyMatch(line -> line.matches(".*" + WORK + "wallClock:\\d+ 7"))
        .anyMatch(line -> line.matches(".*" + WORK + "wallClock:\\d+ 0"));
  }

  @Test
  void truncatedStacksSayIt() throws IOException {
    LineSink sink = read(recording);
    long truncated =
        sink.samples.stream().filter(line -> line.matches(".* \\[truncated][; ].*")).count();
    assertThat(sink.samples).anyMatch(line -> line.contains(" [truncated];" + WORK + "recurse:"));
    assertThat(truncated).isPositive();
    assertThat(sink.skipped.stream().filter("truncated"::equals)).hasSize((int) truncated);
  }

  @Test
  void aRepeatedStackIsNotWalkedAgain() throws IOException {
    LineSink sink = read(recording);
    long distinct =
        sink.samples.stream()
            .map(line -> line.replaceAll("^.*@\\S+ | \\d+$", ""))
            .distinct()
            .count();
    assertThat(sink.samples.size()).isGreaterThan((int) distinct);
    assertThat(sink.stacksAsked()).isLessThan(sink.samples.size());
  }

  @Test
  void severalChunksAreOneRecording() throws IOException {
    byte[] chunk = Files.readAllBytes(recording);
    byte[] twice = Arrays.copyOf(chunk, 2 * chunk.length);
    System.arraycopy(chunk, 0, twice, chunk.length, chunk.length);
    LineSink once = read(recording);
    LineSink both = read(Files.write(directory.resolve("twice.jfr"), twice));
    assertThat(both.samples).hasSize(2 * once.samples.size()).containsAll(once.samples);

    Path cut = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(twice, twice.length - 1));
    assertThatThrownBy(() -> JfrReader.requireWhole(cut, cut.toString()))
        .isInstanceOf(ImportException.class)
        .hasMessageStartingWith(cut + ": byte " + chunk.length + ": the chunk of the recording")
        .hasMessageEndingWith("or import a file of the " + chunk.length + " bytes before");
    Path short67 = Files.write(directory.resolve("short.jfr"), Arrays.copyOf(chunk, 67));
    assertThatThrownBy(() -> JfrReader.requireWhole(short67, short67.toString()))
        .hasMessageStartingWith(short67 + ": byte 0: the chunk of the recording")
        .hasMessageEndingWith("when it is whole");
    twice[chunk.length] = 'x';
    Path other = Files.write(directory.resolve("other.jfr"), twice);
    assertThatThrownBy(() -> JfrReader.requireWhole(other, other.toString()))
        .hasMessage(other + ": byte " + chunk.length + ": no chunk of a JFR recording begins here");
  }
}
