package io.octavo.profile.imports;

import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps what a reader passes on as text. */
final class LineSink implements SampleSink {
  private final List<String> frames = new ArrayList<>();
  private final List<String> stacks = new ArrayList<>();

  /** {@code labels @time frame;frame weight} for each sample. */
  final List<String> samples = new ArrayList<>();

  /** {@code reason: count}. */
  final List<String> skipped = new ArrayList<>();

  @Override
  public int frame(String symbol, int line) {
    frames.add(line == FlameGraph.NO_LINE ? symbol : symbol + ":" + line);
    return frames.size() - 1;
  }

  @Override
  public int stack(long thread, int[] ids, int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(frames.get(ids[i]));
    }
    stacks.add(String.join(";", names));
    return stacks.size() - 1;
  }

  @Override
  public void sample(Labels labels, @Nullable Instant time, int stack, long weight) {
    String at = time == null ? "" : "@" + time + " ";
    String of = labels.equals(Labels.NONE) ? "" : labels + " ";
    samples.add(of + at + stacks.get(stack) + " " + weight);
  }

  @Override
  public void skip(String reason, long count) {
    skipped.add(reason + ": " + count);
  }

  @Override
  public void truncated() {
    skipped.add("truncated");
  }

  /** Returns how often a stack was asked for. */
  int stacksAsked() {
    return stacks.size();
  }

  /** Returns how often a frame was asked for. */
  int framesAsked() {
    return frames.size();
  }
}
