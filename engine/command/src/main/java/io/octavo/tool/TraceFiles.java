package io.octavo.tool;

import io.octavo.error.FormatException;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceOutput;
import io.octavo.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens traces, and reads them, the way the verbs want it. */
final class TraceFiles implements AutoCloseable {
  private final Path path;
  private final TraceReader reader;

  private TraceFiles(Path path, TraceReader reader) {
    this.path = path;
    this.reader = reader;
  }

  /** Does something with the events of a trace. */
  interface Use {
    void with(TraceOutput out) throws IOException;
  }

  /** Opens a trace to be read. */
  static TraceFiles open(Path path) {
    if (!Files.exists(path)) {
      throw new Failure(
          Failure.CANNOT_OPEN, path + ": no such file; octavo trace record creates traces");
    }
    try {
      return new TraceFiles(path, TraceReader.open(path));
    } catch (FormatException | IOException e) {
      String what = e instanceof IOException ? path + ": " + e : String.valueOf(e.getMessage());
      throw new Failure(Failure.CANNOT_OPEN, what, e);
    }
  }

  /** Returns the next event, null if there is none. */
  @Nullable TraceEvent next() {
    try {
      return reader.next();
    } catch (IOException e) {
      throw new Failure(Failure.PROBLEM, path + ": cannot read: " + e.getMessage(), e);
    }
  }

  /** Returns how many bytes of the file have been read. */
  long position() {
    return reader.position();
  }

  TraceReader reader() {
    return reader;
  }

  /** Says that the end is missing, where it is. */
  void warnOfCut(Streams streams) {
    if (reader.isCut()) {
      streams
          .err()
          .println(
              "octavo: warning: "
                  + path
                  + ": the last frame of the trace is truncated, as after a kill of its process;"
                  + " all earlier frames are intact");
    }
  }

  /** Writes a new trace, which is there whole or not at all. */
  static void write(Path path, Use use) {
    Target.create(
        path,
        draft -> {
          // A trace is made in a file of its own.
          Files.delete(draft);
          try (TraceOutput out = TraceOutput.create(draft)) {
            use.with(out);
          }
        });
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      // It was only read.
    }
  }
}
