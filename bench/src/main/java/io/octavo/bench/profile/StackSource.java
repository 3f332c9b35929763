package io.octavo.bench.profile;

import java.io.IOException;
import java.util.List;

/** The call stacks of a profile, which can be read again and again. */
interface StackSource {
  /** Takes a stack. */
  @FunctionalInterface
  interface Sink {
    /**
     * Takes a stack.
     *
     * @param thread equal for stacks of one thread
     * @param frames the frames, the outermost first; not kept
     * @param depth how many there are
     * @param isCutOff whether outer frames are missing, for which the first one stands
     */
    void stack(long thread, long[] frames, int depth, boolean isCutOff);
  }

  /** Names the column of the table. */
  String title();

  /** Returns the bytes of a frame as it was captured. */
  default int frameBytes() {
    return Long.BYTES;
  }

  /** Returns the methods by their ids, once the stacks were read; none if frames are addresses. */
  default List<String> methods() {
    return List.of();
  }

  /** Gives all stacks, in the order of their samples. */
  void read(Sink sink) throws IOException;
}
