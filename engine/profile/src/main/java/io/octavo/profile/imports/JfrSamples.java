package io.octavo.profile.imports;

import io.octavo.profile.FlameGraph;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Feeds JFR events to a sink. Equal stacks of a chunk are the same object, and so are methods; they
 * are known by their identity, so that an event that repeats a stack costs no walk.
 */
final class JfrSamples {
  /**
   * Above it, the table is emptied. It keeps the objects of a chunk from being freed, and those of
   * the chunks before are never seen again.
   */
  private static final int MOST_STACKS = 1 << 14;

  private static final int MOST_METHODS = 1 << 16;
  private static final int MOST_FRAMES = 65_535;
  private static final String TRUNCATED = "[truncated]";
  private static final String UNKNOWN = "[unknown]";

  /** What to do with the events of a type. */
  private record Type(@Nullable JfrKind kind, String skipReason) {}

  private final SampleSink sink;
  private final IdentityHashMap<EventType, Type> types = new IdentityHashMap<>();
  // The id; its complement if the stack is truncated.
  private final IdentityHashMap<RecordedStackTrace, Integer> stacks = new IdentityHashMap<>();
  private final IdentityHashMap<RecordedMethod, MethodFrames> methods = new IdentityHashMap<>();
  private int[] frames = new int[1 << 7];

  JfrSamples(SampleSink sink) {
    this.sink = sink;
  }

  /** Passes an event on if it is a sample. */
  void add(RecordedEvent event) {
    EventType eventType = event.getEventType();
    Type type = types.get(eventType);
    if (type == null) {
      type = type(eventType);
      types.put(eventType, type);
    }
    JfrKind kind = type.kind;
    RecordedStackTrace trace = kind == null ? null : event.getStackTrace();
    if (kind == null || trace == null) {
      sink.skip(type.skipReason, 1);
      return;
    }
    int stack = stack(event, kind, trace);
    if (stack < 0) {
      sink.truncated();
    }
    sink.sample(
        kind.labels(),
        event.getStartTime(),
        stack < 0 ? ~stack : stack,
        kind.weight().applyAsLong(event));
  }

  private static Type type(EventType type) {
    JfrKind kind = JfrKind.BY_EVENT.get(type.getName());
    if (kind == null && type.getField("stackTrace") == null) {
      return new Type(null, "events of kinds that have no stacks");
    }
    String what = kind == null ? ", of which no profile is made" : " without a stack";
    return new Type(kind, "events " + type.getName() + what);
  }

  private int stack(RecordedEvent event, JfrKind kind, RecordedStackTrace trace) {
    Integer known = stacks.get(trace);
    if (known != null) {
      return known;
    }
    int stack = walk(event, kind, trace);
    if (stacks.size() == MOST_STACKS) {
      stacks.clear();
    }
    stacks.put(trace, stack);
    return stack;
  }

  private int walk(RecordedEvent event, JfrKind kind, RecordedStackTrace trace) {
    List<RecordedFrame> innermostFirst = trace.getFrames();
    int depth = innermostFirst.size();
    if (depth > MOST_FRAMES - 1) {
      throw new IllegalArgumentException("a stack of " + depth + " frames");
    }
    if (frames.length <= depth) {
      frames = Arrays.copyOf(frames, 2 * depth);
    }
    int count = 0;
    boolean isTruncated = trace.isTruncated() || depth == 0;
    if (isTruncated) {
      frames[count++] = sink.frame(TRUNCATED, FlameGraph.NO_LINE);
    }
    for (int i = depth - 1; i >= 0; i--) {
      frames[count++] = frame(innermostFirst.get(i));
    }
    RecordedThread thread = event.getThread(kind.thread());
    int stack = sink.stack(thread == null ? 0 : thread.getId(), frames, count);
    return isTruncated ? ~stack : stack;
  }

  private int frame(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    if (method == null) {
      return sink.frame(UNKNOWN, FlameGraph.NO_LINE);
    }
    MethodFrames known = methods.get(method);
    if (known == null) {
      if (methods.size() == MOST_METHODS) {
        methods.clear();
      }
      known = new MethodFrames(symbol(method));
      methods.put(method, known);
    }
    return known.id(sink, Math.max(frame.getLineNumber(), FlameGraph.NO_LINE));
  }

  /** Native methods of async-profiler are in a class without a name. */
  private static String symbol(RecordedMethod method) {
    RecordedClass type = method.getType();
    String owner = type == null || type.getName() == null ? "" : type.getName();
    String name = method.getName() == null ? UNKNOWN : method.getName();
    return owner.isEmpty() ? name : owner + "." + name;
  }

  /** The ids of the frames of a method by their lines, of which there are few. */
  private static final class MethodFrames {
    private final String symbol;
    private int[] lines = new int[2];
    private int[] ids = new int[2];
    private int count;

    MethodFrames(String symbol) {
      this.symbol = symbol;
    }

    int id(SampleSink sink, int line) {
      for (int i = 0; i < count; i++) {
        if (lines[i] == line) {
          return ids[i];
        }
      }
      if (count == lines.length) {
        lines = Arrays.copyOf(lines, 2 * count);
        ids = Arrays.copyOf(ids, 2 * count);
      }
      lines[count] = line;
      ids[count] = sink.frame(symbol, line);
      return ids[count++];
    }
  }
}
