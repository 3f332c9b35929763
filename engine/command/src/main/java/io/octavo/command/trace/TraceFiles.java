package io.octavo.command.trace;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.error.FormatException;
import io.octavo.file.NoSpaceException;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceOutput;
import io.octavo.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens and reads traces for the commands. */
final class TraceFiles implements AutoCloseable {
  private final Path path;
  private final TraceReader reader;

  private TraceFiles(Path path, TraceReader reader) {
    this.path = path;
    this.reader = reader;
  }

  /** Consumes the events of a trace. */
  interface Use {
    void with(TraceOutput out) throws IOException;
  }

  /** Opens a trace for reading. */
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

  /** Returns the next event, null at the end. */
  @Nullable TraceEvent next() {
    try {
      return reader.next();
    } catch (IOException e) {
      throw new Failure(Failure.PROBLEM, path + ": cannot read: " + e.getMessage(), e);
    }
  }

  /** Returns the number of bytes of the file that have been read. */
  long position() {
    return reader.position();
  }

  TraceReader reader() {
    return reader;
  }

  /** Warns if the end of the trace is missing. */
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

  /** Writes a new trace, atomically. */
  static void write(Path path, Use use) {
    Target.create(
        path,
        draft -> {
          // The trace writer creates the file itself.
          Files.delete(draft);
          try (TraceOutput out = TraceOutput.create(draft)) {
            use.with(out);
          } catch (IOException e) {
            throw NoSpaceException.orOther(e, draft, 1, true);
          }
        });
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      // The file was only read, so a failure to close it loses nothing.
    }
  }
}
