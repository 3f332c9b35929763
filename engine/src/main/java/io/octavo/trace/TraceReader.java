package io.octavo.trace;

import io.octavo.error.FormatException;
import io.octavo.packed.Varint;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.UUID;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Reads a trace, event by event. A damaged trace throws a {@link FormatException} with the
 * position. A truncated last frame is skipped, see {@link #isCut}.
 */
public final class TraceReader implements AutoCloseable {
  private final Path path;
  private final RandomAccessFile file;
  private final Inflater inflater = new Inflater(true);
  private final Deque<TraceEvent> events = new ArrayDeque<>();
  private final OperationEvents operations = new OperationEvents(events::add);

  /** The offset of the current frame in the file. */
  private long frameAt = TraceFormat.HEADER;

  private boolean cut;
  private boolean done;
  private long frames;
  private long contents;

  // The contents of the current frame.
  private byte[] frame = {};
  private int position;

  private TraceReader(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  /**
   * Opens a trace.
   *
   * @param path the file
   * @return the reader, to be closed
   * @throws IOException if the file cannot be read
   * @throws FormatException if the file is not a trace, or has another version
   */
  public static TraceReader open(Path path) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
    try {
      checkHeader(path, file);
      return new TraceReader(path, file);
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  private static void checkHeader(Path path, RandomAccessFile file) throws IOException {
    byte[] header = new byte[TraceFormat.HEADER];
    int magic = TraceFormat.MAGIC.length;
    if (!TraceWriter.readFully(file, header, header.length)
        || !Arrays.equals(header, 0, magic, TraceFormat.MAGIC, 0, magic)) {
      throw new FormatException(
          path + ": is not a trace; StoreOptions.recordTo and octavo trace record make traces",
          0,
          TraceFormat.VERSION,
          TraceFormat.VERSION);
    }
    int version = (header[magic] & 0xFF) | (header[magic + 1] & 0xFF) << Byte.SIZE;
    if (version != TraceFormat.VERSION) {
      throw new FormatException(
          path
              + ": is a trace of version "
              + version
              + ", this program reads version "
              + TraceFormat.VERSION
              + "; use the program that wrote it",
          version,
          TraceFormat.VERSION,
          TraceFormat.VERSION);
    }
  }

  /** Returns the offset after the last frame of a trace. */
  static long endOfFrames(Path path, RandomAccessFile file) throws IOException {
    file.seek(0);
    checkHeader(path, file);
    long end = TraceFormat.HEADER;
    byte[] header = new byte[TraceFormat.FRAME_HEADER];
    while (TraceWriter.readFully(file, header, header.length)) {
      int stored = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt();
      long next = end + TraceFormat.FRAME_HEADER + stored;
      if (stored < 0 || stored > TraceFormat.MAX_FRAME || next > file.length()) {
        break;
      }
      end = next;
      file.seek(end);
    }
    return end;
  }

  /**
   * Returns the next event.
   *
   * @return the event; null at the end of the trace
   * @throws IOException if the file cannot be read
   * @throws FormatException if the trace is damaged
   */
  public @Nullable TraceEvent next() throws IOException {
    while (events.isEmpty()) {
      if (position == frame.length && !nextFrame()) {
        return null;
      }
      try {
        readEvent();
      } catch (IllegalArgumentException e) {
        throw damaged(e.getMessage());
      }
    }
    return events.remove();
  }

  /**
   * Returns whether the last frame is truncated, because the recording process was killed.
   *
   * @return true if the truncated frame was reached
   */
  public boolean isCut() {
    return cut;
  }

  /**
   * Returns the position of the current frame.
   *
   * @return the offset of the current frame in the file
   */
  public long position() {
    return frameAt;
  }

  /**
   * Returns the number of frames read.
   *
   * @return the number of frames
   */
  public long frames() {
    return frames;
  }

  /**
   * Returns the uncompressed size of the frames read.
   *
   * @return the number of bytes
   */
  public long contentBytes() {
    return contents;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    file.close();
  }

  private FormatException damaged(@Nullable String what) {
    return new FormatException(
        path + ": the trace is damaged in the frame at byte " + frameAt + ": " + what,
        TraceFormat.VERSION,
        TraceFormat.VERSION,
        TraceFormat.VERSION);
  }

  private boolean nextFrame() throws IOException {
    if (done) {
      return false;
    }
    frameAt = file.getFilePointer();
    byte[] header = new byte[TraceFormat.FRAME_HEADER];
    if (!TraceWriter.readFully(file, header, header.length)) {
      cut = frameAt < file.length();
      done = true;
      return false;
    }
    ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    int stored = fields.getInt();
    int length = fields.getInt();
    int crc = fields.getInt();
    if (stored < 1 || length < stored || length > TraceFormat.MAX_FRAME) {
      throw damaged("stored length " + stored + ", length " + length);
    }
    byte[] bytes = new byte[stored];
    if (!TraceWriter.readFully(file, bytes, stored)) {
      cut = true;
      done = true;
      return false;
    }
    if (TraceFormat.crc(bytes, 0, stored) != crc) {
      throw damaged("its checksum differs");
    }
    frame = stored == length ? bytes : inflate(bytes, length);
    position = 0;
    frames++;
    contents += length;
    return true;
  }

  private byte[] inflate(byte[] bytes, int length) {
    byte[] contents = new byte[length];
    inflater.reset();
    inflater.setInput(bytes);
    try {
      int found = inflater.inflate(contents);
      if (found != length || !inflater.finished()) {
        throw damaged(found + " bytes instead of " + length);
      }
    } catch (DataFormatException e) {
      throw damaged(e.getMessage());
    }
    return contents;
  }

  private void readEvent() {
    int tag = frame[position++];
    switch (tag) {
      case TraceFormat.OPENED -> {
        operations.ended();
        events.add(readOpened(false));
      }
      case TraceFormat.OPENED_WITH_MOVES -> {
        operations.ended();
        events.add(readOpened(true));
      }
      case TraceFormat.OPERATIONS -> {
        int length = readLength();
        operations.read(frame, position, position + length);
        position += length;
      }
      case TraceFormat.VALUE -> {
        int collection = (int) readNumber();
        byte[] key = readBytes();
        events.add(new TraceEvent.Value(collection, key, readNumber()));
      }
      case TraceFormat.VALUE_PART -> events.add(new TraceEvent.ValuePart(readBytes()));
      case TraceFormat.COMMITTED -> {
        operations.ended();
        events.add(new TraceEvent.Committed(readNumber()));
      }
      case TraceFormat.ROLLED_BACK -> {
        operations.ended();
        events.add(new TraceEvent.RolledBack());
      }
      case TraceFormat.CHECKPOINTED -> events.add(new TraceEvent.Checkpointed(readNumber() != 0));
      case TraceFormat.COMPACTED -> events.add(new TraceEvent.Compacted(readNumber()));
      case TraceFormat.CLOSED -> {
        operations.ended();
        events.add(new TraceEvent.Closed());
      }
      default -> throw new IllegalArgumentException("tag=" + tag + " is not an event");
    }
  }

  private TraceEvent.Opened readOpened(boolean hasMoves) {
    int formatVersion = (int) readNumber();
    UUID storeId = new UUID(readFixed(), readFixed());
    long sequence = readNumber();
    long cacheBytes = readNumber();
    String durability = new String(readBytes(), StandardCharsets.US_ASCII);
    // Earlier versions had an option here.
    readNumber();
    long maxBytes = readNumber();
    int leafLimit = (int) readNumber();
    int branchLimit = (int) readNumber();
    return new TraceEvent.Opened(
        formatVersion,
        storeId,
        sequence,
        cacheBytes,
        durability,
        maxBytes,
        leafLimit,
        branchLimit,
        hasMoves ? (int) readNumber() : TraceEvent.Opened.DEFAULT_MOVE_PERCENT);
  }

  private long readNumber() {
    int end = Varint.end(frame, position, frame.length);
    if (end < 0) {
      throw new IllegalArgumentException("a number of more than 64 bits, or truncated");
    }
    long number = Varint.get(frame, position);
    position = end;
    return number;
  }

  private long readFixed() {
    if (frame.length - position < Long.BYTES) {
      throw new IllegalArgumentException("a number is truncated");
    }
    position += Long.BYTES;
    return ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).getLong(position - Long.BYTES);
  }

  private int readLength() {
    long length = readNumber();
    if (length < 0 || length > frame.length - position) {
      throw new IllegalArgumentException("an event ends behind its frame");
    }
    return (int) length;
  }

  private byte[] readBytes() {
    int length = readLength();
    position += length;
    return Arrays.copyOfRange(frame, position - length, position);
  }
}
