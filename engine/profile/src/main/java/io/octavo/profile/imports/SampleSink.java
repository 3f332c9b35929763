package io.octavo.profile.imports;

import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a reader finds in a file. The ids of frames and stacks stay valid until the end of the
 * import, so readers keep them with whatever names the same frame or stack in the file.
 */
interface SampleSink {
  /**
   * Returns the id of a frame.
   *
   * @param symbol the symbol as the file has it; the sink normalizes names of generated classes,
   *     shortens what is too long, and replaces what is no Unicode text
   * @param line the line, {@link FlameGraph#NO_LINE} if it is not known
   * @return the id
   */
  int frame(String symbol, int line);

  /**
   * Returns the id of a stack.
   *
   * @param thread any number; stacks of one thread that follow each other are found faster
   * @param frames ids of frames, the outermost first
   * @param count the number of frames, from 1 to 65,535
   * @return the id
   */
  int stack(long thread, int[] frames, int count);

  /**
   * Takes a sample. A sample whose weight is 0 is counted as skipped.
   *
   * @param labels what the file says of its series; the sink adds the labels of the import. Readers
   *     pass the same object for all samples of a series
   * @param time when it was taken; null if the file does not tell
   * @param stack the id of the stack
   * @param weight its weight, 0 or more
   */
  void sample(Labels labels, @Nullable Instant time, int stack, long weight);

  /**
   * Counts what the reader does not pass on.
   *
   * @param reason what it is and why, as the report will have it
   * @param count how many
   */
  void skip(String reason, long count);

  /** Counts a sample whose stack the profiler has cut off; the sample itself is passed on too. */
  default void truncated() {}
}
