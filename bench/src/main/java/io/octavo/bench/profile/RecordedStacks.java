package io.octavo.bench.profile;

import io.octavo.ids.PairTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** The stacks of all events in files of the Flight Recorder, whatever the events are. */
final class RecordedStacks implements StackSource {
  /** The outermost frame of a stack that was too deep for the recording. */
  private static final String CUT_OFF = "(cut off)";

  private final List<Path> files;
  private final Frames frames;
  private final Map<String, Integer> ids = new HashMap<>();
  private final List<String> methods = new ArrayList<>();
  private long[] stack = new long[64];

  RecordedStacks(List<Path> files, Frames frames) {
    this.files = files;
    this.frames = frames;
  }

  /** What a frame is. */
  enum Frames {
    /** The id of a method. */
    METHODS("methods", frame -> 0),
    /** A method and a line of it. */
    LINES("methods and lines", RecordedFrame::getLineNumber),
    /** A method and a place in its bytecode, which tells calls of one line apart. */
    PLACES("methods and places", RecordedFrame::getBytecodeIndex);

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final ToIntFunction<RecordedFrame> place;

    Frames(String title, ToIntFunction<RecordedFrame> place) {
      this.title = title;
      this.place = place;
    }
  }

  @Override
  public String title() {
    return frames.title;
  }

  @Override
  public int frameBytes() {
    return frames == Frames.METHODS ? Integer.BYTES : Long.BYTES;
  }

  @Override
  public List<String> methods() {
    return methods;
  }

  @Override
  public void read(Sink sink) throws IOException {
    for (Path file : files) {
      try (RecordingFile recording = new RecordingFile(file)) {
        while (recording.hasMoreEvents()) {
          RecordedEvent event = recording.readEvent();
          RecordedStackTrace trace = event.getStackTrace();
          if (trace != null) {
            // This may make a longer array.
            int depth = fill(trace);
            sink.stack(thread(event), stack, depth, trace.isTruncated());
          }
        }
      }
    }
  }

  private static long thread(RecordedEvent event) {
    RecordedThread thread =
        event.hasField("sampledThread") ? event.getThread("sampledThread") : event.getThread();
    return thread == null ? -1 : thread.getId();
  }

  private int fill(RecordedStackTrace trace) {
    List<RecordedFrame> recorded = trace.getFrames();
    int first = trace.isTruncated() ? 1 : 0;
    int depth = recorded.size() + first;
    if (depth > stack.length) {
      stack = new long[2 * depth];
    }
    if (first > 0) {
      stack[0] = frame(CUT_OFF, 0);
    }
    for (int i = first; i < depth; i++) {
      stack[i] = frame(recorded.get(depth - 1 - i));
    }
    return depth;
  }

  private long frame(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    return frame(
        method.getType().getName() + '.' + method.getName() + method.getDescriptor(),
        frames.place.applyAsInt(frame));
  }

  private long frame(String method, int place) {
    int id =
        ids.computeIfAbsent(
            method,
            added -> {
              methods.add(added);
              return methods.size() - 1;
            });
    return frames == Frames.METHODS ? id : PairTable.pair(id, place);
  }
}
