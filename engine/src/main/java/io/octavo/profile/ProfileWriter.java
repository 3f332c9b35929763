package io.octavo.profile;

import java.time.Instant;

/**
 * Adds samples to a profile within a write transaction. Ends with the transaction.
 *
 * <p>The writer collects samples by slot and writes a slot when a sample of another slot of the
 * same labels arrives, and all of them by {@link #flush} or {@link #close}: flush before the
 * commit.
 */
public final class ProfileWriter implements AutoCloseable {
  ProfileWriter() {}

  /**
   * Returns the id of a frame without a line.
   *
   * @param symbol the symbol, such as the name of a method
   * @return the id
   */
  public int frame(String symbol) {
    return frame(symbol, FlameGraph.NO_LINE);
  }

  /**
   * Returns the id of a frame; a symbol or frame that is not known yet is added. Symbols above
   * 4,000 bytes of UTF-8 are refused.
   *
   * @param symbol the symbol
   * @param line the line, {@link FlameGraph#NO_LINE} if it is not known
   * @return the id
   * @throws IllegalArgumentException if the symbol has more than 4,000 bytes of UTF-8 or a lone
   *     surrogate, or the line is below 0
   */
  public int frame(String symbol, int line) {
    throw new UnsupportedOperationException();
  }

  /**
   * Returns the id of a stack; frames that are not known below their callers yet are added.
   *
   * @param thread any number; stacks of one thread that follow each other are found faster
   * @param frames ids of frames, the outermost first
   * @param count the number of frames, from 1
   * @return the id
   * @throws IllegalArgumentException if there is no frame, or more than 65,535, or an id is not
   *     that of a frame
   */
  public int stack(long thread, int[] frames, int count) {
    throw new UnsupportedOperationException();
  }

  /**
   * Adds a sample.
   *
   * @param labels the series
   * @param time when it was taken
   * @param stack the id of the stack
   * @param weight its weight, above 0
   * @throws IllegalArgumentException if the weight is not above 0, the profile does not have the
   *     stack, or the time is before {@link ProfileStore#keptSince}
   * @throws ArithmeticException if the total of the slot, or of a range that the profile keeps sums
   *     of, would exceed 2^63 - 1
   */
  public void add(Labels labels, Instant time, int stack, long weight) {
    throw new UnsupportedOperationException();
  }

  /** Writes all samples that were added. */
  public void flush() {
    throw new UnsupportedOperationException();
  }

  /** Writes all samples that were added, see {@link #flush}. */
  @Override
  public void close() {
    flush();
  }
}
