package io.octavo.profile.imports;

import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Receives the samples of a file. The ids of frames and stacks remain valid until the end of the
 * import, so readers may keep them.
 */
interface SampleSink {
  /**
   * Returns the id of a frame.
   *
   * @param symbol the symbol in the file; the sink normalizes names of generated classes, shortens
   *     long names, and replaces invalid Unicode
   * @param line the line; {@link FlameGraph#NO_LINE} if unknown
   * @return the id
   */
  int frame(String symbol, int line);

  /**
   * Returns the id of a stack.
   *
   * @param thread any number; consecutive stacks of one thread are found faster
   * @param frames ids of frames, the outermost first
   * @param count the number of frames, from 1 to 65,535
   * @return the id
   */
  int stack(long thread, int[] frames, int count);

  /**
   * Receives a sample. A sample with the weight 0 is counted as skipped.
   *
   * @param labels the labels of its series in the file; the sink adds those of the import. Readers
   *     pass the same object for all samples of a series
   * @param time the time of the sample; null if it is not in the file
   * @param stack the id of the stack
   * @param weight its weight, 0 or more
   */
  void sample(Labels labels, @Nullable Instant time, int stack, long weight);

  /**
   * Counts skipped samples or events.
   *
   * @param reason the kind and the reason, for the report
   * @param count how many
   */
  void skip(String reason, long count);

  /** Counts a sample with a stack truncated by the profiler; the sample itself is passed on too. */
  default void truncated() {}
}
