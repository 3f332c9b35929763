package io.octavo.profile.imports;

import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the output of {@code perf script}: for each sample a line {@code command pid/tid [cpu]
 * time: period event:}, the frames below it, the innermost first, and an empty line. A sample
 * without a call chain has its only frame on the first line, which blanks may precede, and no empty
 * line behind it.
 */
final class PerfReader {
  private static final Pattern HEADER =
      Pattern.compile(
          "\\s*(?<command>\\S.*?)\\s+(?:-?[0-9]+/)?(?<thread>-?[0-9]+)\\s+(?:\\[[0-9]+\\]\\s+)?"
              + "(?:[^\\s:]{4,8}\\s+)?(?<time>[0-9]+\\.[0-9]+):\\s+(?:(?<period>[0-9]+)\\s+)?"
              + "(?<event>\\S+):(?:\\s+(?<rest>.*))?",
          Pattern.DOTALL);
  private static final Pattern FRAME =
      Pattern.compile(
          "\\s*[0-9a-f]+\\s+(?<symbol>.+?)(?:\\+0x[0-9a-f]+)?\\s+\\((?<object>.*)\\)",
          Pattern.DOTALL);

  /** How the processor is to count, after the name of an event, as in {@code cycles:ppp}. */
  private static final Pattern MODIFIER = Pattern.compile(":[ukhIGHpPSDWeb]*$");

  private static final Set<String> CLOCKS = Set.of("cpu-clock", "task-clock");
  private static final String UNKNOWN = "[unknown]";
  private static final int MOST_FRAMES = 65_535;
  private static final int NANO_PLACES = 9;

  /** No machine has run for longer since its start: perf has used the clock of the day. */
  private static final long OLDEST_EPOCH_NANOS = 1_000_000_000_000_000_000L;

  private final LineBuffer lines;
  private final @Nullable Instant base;
  private final SampleSink sink;
  private final Map<String, Labels> labels = new HashMap<>();
  private final Map<String, Integer> ids = new HashMap<>();
  private @Nullable Sample sample;
  private boolean isOnOneLine;
  private long firstNanos = -1;

  // The frames of the sample, the innermost first.
  private int[] frames = new int[1 << 7];
  private int count;

  private record Sample(
      String command, long thread, @Nullable Instant time, Labels labels, long weight) {}

  private PerfReader(InputStream in, String source, @Nullable Instant base, SampleSink sink) {
    this.lines = new LineBuffer(in, source);
    this.base = base;
    this.sink = sink;
  }

  /** Returns whether a line is the first of a sample. */
  static boolean isHeader(String line) {
    return HEADER.matcher(line).matches();
  }

  /**
   * Reads all samples.
   *
   * @param source the name of the file, for messages
   * @param base the time of the first sample, null if samples have no time without it
   */
  static void read(InputStream in, String source, @Nullable Instant base, SampleSink sink)
      throws IOException {
    new PerfReader(in, source, base, sink).readAll();
  }

  private void readAll() throws IOException {
    while (lines.next()) {
      String line = lines.text();
      if (line.isBlank()) {
        endSample();
      } else if (sample != null && !isNext(line)) {
        addFrame(line);
      } else if (line.charAt(0) != '#') {
        endSample();
        sample = sample(line);
      }
    }
    endSample();
  }

  /**
   * Returns whether a line begins the next sample. Samples without call chains have no empty line
   * between them, and their commands may look like addresses, as dd does; frames of call chains
   * begin with a tab.
   */
  private boolean isNext(String line) {
    return isOnOneLine || (count == 0 && line.charAt(0) != '\t' && isHeader(line));
  }

  private Sample sample(String line) {
    Matcher header = HEADER.matcher(line);
    if (!header.matches()) {
      throw lines.malformed("expected COMMAND PID/TID [CPU] TIME: PERIOD EVENT:");
    }
    String period = header.group("period");
    String event = MODIFIER.matcher(header.group("event")).replaceFirst("");
    String unit = period == null ? "samples" : CLOCKS.contains(event) ? "nanoseconds" : event;
    Labels series =
        labels.computeIfAbsent(
            event + " " + unit, key -> Labels.of(Labels.TYPE, event, Labels.UNIT, unit));
    String rest = header.group("rest");
    count = 0;
    isOnOneLine = rest != null && FRAME.matcher(rest).matches();
    if (isOnOneLine) {
      addFrame(rest);
    }
    try {
      return new Sample(
          header.group("command"),
          Long.parseLong(header.group("thread")),
          time(header.group("time")),
          series,
          period == null ? 1 : Long.parseLong(period));
    } catch (NumberFormatException | ArithmeticException e) {
      throw lines.malformed("a number is too large");
    }
  }

  private @Nullable Instant time(String seconds) {
    long nanos = new BigDecimal(seconds).movePointRight(NANO_PLACES).longValueExact();
    if (nanos >= OLDEST_EPOCH_NANOS) {
      return Instant.EPOCH.plusNanos(nanos);
    }
    if (firstNanos < 0) {
      firstNanos = nanos;
    }
    return base == null ? null : base.plusNanos(nanos - firstNanos);
  }

  private void addFrame(String line) {
    if (count == MOST_FRAMES - 1) {
      throw lines.malformed("more than " + MOST_FRAMES + " frames");
    }
    if (count + 1 == frames.length) {
      frames = Arrays.copyOf(frames, 2 * frames.length);
    }
    // All after the address, which has no part in the name.
    String named = line.substring(line.indexOf(' ', firstDigit(line)) + 1);
    Integer known = ids.get(named);
    if (known == null) {
      known = frame(line);
      ids.put(named, known);
    }
    frames[count++] = known;
  }

  private static int firstDigit(String line) {
    int at = 0;
    while (Character.isWhitespace(line.charAt(at))) {
      at++;
    }
    return at;
  }

  private int frame(String line) {
    Matcher frame = FRAME.matcher(line);
    if (!frame.matches()) {
      throw lines.malformed("expected a frame, ADDRESS SYMBOL+OFFSET (FILE)");
    }
    String symbol = frame.group("symbol");
    String object = frame.group("object");
    if (symbol.equals(UNKNOWN) && !object.equals(UNKNOWN)) {
      symbol = "[" + object.substring(object.lastIndexOf('/') + 1) + "]";
    }
    return sink.frame(symbol, FlameGraph.NO_LINE);
  }

  private void endSample() {
    Sample ended = sample;
    sample = null;
    if (ended == null) {
      return;
    }
    if (count == 0) {
      sink.skip("samples without a stack", 1);
      return;
    }
    for (int i = 0, j = count - 1; i < j; i++, j--) {
      int frame = frames[i];
      frames[i] = frames[j];
      frames[j] = frame;
    }
    System.arraycopy(frames, 0, frames, 1, count);
    frames[0] = command(ended.command());
    int stack = sink.stack(ended.thread(), frames, count + 1);
    sink.sample(ended.labels(), ended.time(), stack, ended.weight());
  }

  private int command(String command) {
    return ids.computeIfAbsent(command, name -> sink.frame(name, FlameGraph.NO_LINE));
  }
}
