package io.octavo.trace;

import io.octavo.page.ring.OperationLog;
import io.octavo.page.ring.OperationReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Writes events to a new trace, in order. See {@link TraceReader}, and {@link TraceWriter} for
 * recording.
 */
public final class TraceOutput implements AutoCloseable {
  private final FrameWriter frames;
  private final EventEncoder events = new EventEncoder(this::write);
  private Operations operations = new Operations();

  private TraceOutput(OutputStream file) {
    this.frames = new FrameWriter(file);
  }

  /**
   * Creates a trace.
   *
   * @param path a file that does not exist
   * @return the output, to be closed
   * @throws IOException if the file exists or cannot be written
   */
  public static TraceOutput create(Path path) throws IOException {
    OutputStream file = Files.newOutputStream(path, StandardOpenOption.CREATE_NEW);
    try {
      file.write(FrameWriter.header());
      return new TraceOutput(file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Writes an event.
   *
   * @param event the event
   * @throws IOException if the file cannot be written
   * @throws IllegalArgumentException if the event is too long: write a value of half a MiB or more
   *     in parts
   */
  public void write(TraceEvent event) throws IOException {
    try {
      encode(event);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void encode(TraceEvent event) {
    requireShort(event);
    if (event instanceof TraceEvent.Operation operation && !(event instanceof TraceEvent.Value)) {
      operations.select(operation.collection());
      operation.doBy(operations);
      return;
    }
    operations.log.flush();
    if (event instanceof TraceEvent.Value value) {
      events.value(value.collection(), value.key(), value.length());
    } else if (event instanceof TraceEvent.ValuePart part) {
      events.valuePart(part.bytes(), 0, part.bytes().length);
    } else if (event instanceof TraceEvent.Checkpointed checkpoint) {
      events.checkpointed(checkpoint.isOfCommit());
    } else if (event instanceof TraceEvent.Compacted step) {
      events.compacted(step.maxBytes());
    } else {
      // The operations of the next transaction form a sequence of their own.
      operations = new Operations();
      if (event instanceof TraceEvent.Opened store) {
        events.opened(store);
      } else if (event instanceof TraceEvent.Committed commit) {
        events.committed(commit.sequence());
      } else if (event instanceof TraceEvent.RolledBack) {
        events.rolledBack();
      } else {
        events.closed();
      }
      events.handOverIfLong();
    }
  }

  private static void requireShort(TraceEvent event) {
    long length = 0;
    if (event instanceof TraceEvent.PutBytes put) {
      length = (long) put.key().length + put.value().length;
    } else if (event instanceof TraceEvent.ValuePart part) {
      length = part.bytes().length;
    } else if (event instanceof TraceEvent.Value value) {
      length = value.key().length;
    } else if (event instanceof TraceEvent.RemoveBytes remove) {
      length = remove.key().length;
    } else if (event instanceof TraceEvent.RemoveBytesRange range) {
      byte[] to = range.to();
      length = range.from().length + (to == null ? 0L : to.length);
    }
    if (length > TraceFormat.MAX_FRAME / 2) {
      throw new IllegalArgumentException(
          length + " bytes are too many for one event, " + TraceFormat.MAX_FRAME / 2 + " at most");
    }
  }

  private void write(byte[] frame) {
    try {
      frames.write(frame, true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes all buffered events and closes the file.
   *
   * @throws IOException if the file cannot be written
   */
  @Override
  public void close() throws IOException {
    try (frames) {
      operations.log.flush();
      events.handOver();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Encodes the operations of a transaction. */
  private final class Operations implements OperationReader.Target, OperationLog.Sink {
    private final OperationLog log = new OperationLog(0, this);
    private int collection;

    @Override
    public void operations(byte[] bytes, int from, int to) {
      events.operations(bytes, from, to);
    }

    @Override
    public void select(int selected) {
      collection = selected;
    }

    @Override
    public void put(long key, long value) {
      log.put(collection, key, value);
    }

    @Override
    public void remove(long key) {
      log.remove(collection, key);
    }

    @Override
    public void removeRange(long from, long to) {
      log.removeRange(collection, from, to);
    }

    @Override
    public void putBytes(byte[] key, byte[] value) {
      log.putBytes(collection, key, value);
      // Two parts that exceed one frame may fit in two.
      log.flush();
    }

    @Override
    public void removeBytes(byte[] key) {
      log.removeBytes(collection, key);
    }

    @Override
    public void removeBytesRange(byte[] from, byte @Nullable [] to) {
      log.removeBytesRange(collection, from, to);
    }

    @Override
    public void clear() {
      log.clear(collection);
    }

    @Override
    public void create(int type, String name) {
      log.create(collection, type, name);
    }

    @Override
    public void describe(int keyCodec, int valueCodec, byte[] tail) {
      log.describe(collection, keyCodec, valueCodec, tail);
    }

    @Override
    public void drop() {
      log.drop(collection);
    }

    @Override
    public void rename(String name) {
      log.rename(collection, name);
    }

    // The other methods are called only if a store records a trace, which this log does not.

    @Override
    public void value(int of, byte[] key, long length) {
      throw new IllegalStateException("not asked for");
    }

    @Override
    public void valuePart(byte[] bytes, int from, int to) {
      throw new IllegalStateException("not asked for");
    }

    @Override
    public void committed(long sequence) {
      throw new IllegalStateException("not asked for");
    }

    @Override
    public void rolledBack() {
      throw new IllegalStateException("not asked for");
    }

    @Override
    public void compacted(long maxBytes) {
      throw new IllegalStateException("not asked for");
    }
  }
}
