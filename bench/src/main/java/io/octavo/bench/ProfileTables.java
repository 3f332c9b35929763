package io.octavo.bench;

import io.octavo.Dictionary;
import io.octavo.PairTable;
import io.octavo.StackTable;
import io.octavo.Transaction;
import java.util.List;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/**
 * A profile within a transaction: methods in a dictionary, call stacks of their ids, or of the ids
 * of methods with lines, in a table of stacks.
 */
final class ProfileTables {
  static final String METHODS = "methods";
  static final String FRAMES = "frames";
  static final String STACKS = "stacks";

  /** The outermost frame of a stack that was too deep for the recording. */
  private static final String TRUNCATED = "(truncated)";

  private final Dictionary methods;
  private final PairTable frames;
  private final StackTable stacks;
  private final boolean hasLines;

  ProfileTables(Transaction transaction, boolean hasLines) {
    methods = transaction.dictionary(METHODS);
    frames = transaction.pairs(FRAMES);
    stacks = transaction.stacks(STACKS);
    this.hasLines = hasLines;
  }

  StackTable stacks() {
    return stacks;
  }

  /** Counts the methods. */
  int methods() {
    return methods.size();
  }

  /** Counts the distinct frames of all stacks. */
  int distinctFrames() {
    return hasLines ? frames.size() : methods.size();
  }

  /** Returns the frames of a stack, the outermost first, which are added if absent. */
  int[] intern(RecordedStackTrace trace) {
    return frames(trace, methods::intern, frames::intern);
  }

  /** Returns the frames of a stack, the outermost first. */
  int[] find(RecordedStackTrace trace) {
    return frames(
        trace, methods::find, (method, line) -> frames.find(PairTable.pair(method, line)));
  }

  private interface MethodIds {
    int of(String method);
  }

  private interface FrameIds {
    int of(int method, int line);
  }

  private int[] frames(RecordedStackTrace trace, MethodIds methodIds, FrameIds frameIds) {
    List<RecordedFrame> recorded = trace.getFrames();
    int first = trace.isTruncated() ? 1 : 0;
    int depth = recorded.size() + first;
    int[] ids = new int[depth];
    if (first > 0) {
      ids[0] = frame(TRUNCATED, 0, methodIds, frameIds);
    }
    for (int i = first; i < depth; i++) {
      RecordedFrame frame = recorded.get(depth - 1 - i);
      ids[i] = frame(name(frame.getMethod()), frame.getLineNumber(), methodIds, frameIds);
    }
    return ids;
  }

  private int frame(String method, int line, MethodIds methodIds, FrameIds frameIds) {
    int id = methodIds.of(method);
    return hasLines ? frameIds.of(id, line) : id;
  }

  private static String name(RecordedMethod method) {
    return method.getType().getName() + '.' + method.getName() + method.getDescriptor();
  }
}
