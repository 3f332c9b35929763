package io.octavo.trace;

import io.octavo.packed.Varint;
import io.octavo.page.OperationLog;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Records what changes a store in a file. Whoever changes it only copies operations that are
 * encoded anyway; a thread of the writer's own compresses and writes them.
 *
 * <p>Where the file cannot be written the recording ends, which is logged; the store goes on. What
 * has not been written when the process ends is lost: the last fractions of a second.
 */
public final class TraceWriter implements OperationLog.Sink, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(TraceWriter.class.getName());

  /** Contents of a frame, about. */
  private static final int FRAME = 1 << 16;

  /** Frames that wait to be written before those that make them must wait. */
  private static final int MAX_WAITING = 64;

  /** Ends the thread. */
  private static final byte[] END = {};

  private final Path path;
  private final RandomAccessFile file;
  private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final Thread thread;
  private volatile @Nullable IOException failure;

  // What is not handed over yet; used by those that change the store, one at a time.
  private byte[] buffer = new byte[2 * FRAME];
  private int length;
  private boolean isOpen;
  private boolean hasOperations;

  private TraceWriter(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
    this.thread = new Thread(this::writeFrames, "octavo-trace");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Opens a trace to be written on, and creates it where the file does not exist or is empty.
   *
   * @param path the file
   * @return the writer
   * @throws IOException where it cannot be written
   * @throws io.octavo.error.FormatException where it is no trace, or one of another version
   */
  public static TraceWriter append(Path path) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      if (file.length() == 0) {
        byte[] header = Arrays.copyOf(TraceFormat.MAGIC, TraceFormat.HEADER);
        header[TraceFormat.MAGIC.length] = TraceFormat.VERSION;
        file.write(header);
      } else {
        long end = TraceReader.endOfFrames(path, file);
        // A process that ended while it wrote may have left part of a frame.
        file.setLength(end);
        file.seek(end);
      }
      return new TraceWriter(path, file);
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  /**
   * Takes note of a store that was opened; before this nothing is recorded.
   *
   * @param store what there is to know of it
   */
  public synchronized void opened(TraceEvent.Opened store) {
    isOpen = true;
    byte[] durability = store.durability().getBytes(StandardCharsets.US_ASCII);
    room(durability.length + 2 + 2 * Long.BYTES + 8 * Varint.MAX_LENGTH);
    buffer[length++] = TraceFormat.OPENED;
    number(store.formatVersion());
    fixed(store.storeId().getMostSignificantBits());
    fixed(store.storeId().getLeastSignificantBits());
    number(store.sequence());
    number(store.cacheBytes());
    bytes(durability, 0, durability.length);
    number(store.groupDelayNanos());
    number(store.maxBytes());
    number(store.leafLimit());
    number(store.branchLimit());
    ended();
  }

  @Override
  public synchronized void operations(byte[] bytes, int from, int to) {
    if (isOpen) {
      room(1 + Varint.MAX_LENGTH + to - from);
      buffer[length++] = TraceFormat.OPERATIONS;
      bytes(bytes, from, to);
      hasOperations = true;
      handOverIfLong();
    }
  }

  @Override
  public synchronized void value(int collection, byte[] key, long valueLength) {
    if (isOpen) {
      room(1 + 3 * Varint.MAX_LENGTH + key.length);
      buffer[length++] = TraceFormat.VALUE;
      number(collection & 0xFFFF_FFFFL);
      bytes(key, 0, key.length);
      number(valueLength);
      hasOperations = true;
    }
  }

  @Override
  public synchronized void valuePart(byte[] bytes, int from, int to) {
    if (isOpen) {
      room(1 + Varint.MAX_LENGTH + to - from);
      buffer[length++] = TraceFormat.VALUE_PART;
      bytes(bytes, from, to);
      handOverIfLong();
    }
  }

  @Override
  public synchronized void committed(long sequence) {
    if (isOpen && hasOperations) {
      room(1 + Varint.MAX_LENGTH);
      buffer[length++] = TraceFormat.COMMITTED;
      number(sequence);
      ended();
    }
  }

  @Override
  public synchronized void rolledBack() {
    if (hasOperations) {
      event(TraceFormat.ROLLED_BACK);
    }
  }

  /**
   * Takes note of a checkpoint.
   *
   * @param isOfCommit whether it is that of a commit, which follows
   */
  public synchronized void checkpoint(boolean isOfCommit) {
    if (isOpen) {
      room(2);
      buffer[length++] = TraceFormat.CHECKPOINTED;
      buffer[length++] = (byte) (isOfCommit ? 1 : 0);
    }
  }

  @Override
  public synchronized void compacted(long maxBytes) {
    if (isOpen) {
      room(1 + Varint.MAX_LENGTH);
      buffer[length++] = TraceFormat.COMPACTED;
      number(maxBytes);
      ended();
    }
  }

  private void event(int tag) {
    if (isOpen) {
      room(1);
      buffer[length++] = (byte) tag;
      ended();
    }
  }

  /** Writes everything and closes the file. Further calls do nothing. */
  @Override
  public void close() {
    synchronized (this) {
      event(TraceFormat.CLOSED);
      isOpen = false;
      if (!thread.isAlive()) {
        return;
      }
      handOver();
      put(END);
    }
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void number(long value) {
    length = Varint.put(buffer, length, value);
  }

  private void fixed(long value) {
    ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).putLong(length, value);
    length += Long.BYTES;
  }

  private void bytes(byte[] bytes, int from, int to) {
    number(to - from);
    System.arraycopy(bytes, from, buffer, length, to - from);
    length += to - from;
  }

  private void room(int bytes) {
    if (length + bytes > buffer.length) {
      if (length > 0) {
        handOver();
      }
      if (bytes > buffer.length) {
        buffer = new byte[bytes];
      }
    }
  }

  private void handOverIfLong() {
    if (length >= FRAME) {
      handOver();
    }
  }

  /** After a transaction: what others would miss after a crash is not kept back without need. */
  private void ended() {
    hasOperations = false;
    if (length >= FRAME || waiting.isEmpty()) {
      handOver();
    }
  }

  private void handOver() {
    if (length > 0) {
      if (failure == null) {
        put(Arrays.copyOf(buffer, length));
      }
      length = 0;
    }
  }

  private void put(byte[] frame) {
    boolean interrupted = false;
    while (true) {
      try {
        waiting.put(frame);
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeFrames() {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try (file) {
      byte[] target = new byte[0];
      for (byte[] frame = take(); frame != END; frame = take()) {
        if (failure == null) {
          target = write(frame, deflater, target);
        }
      }
    } catch (IOException e) {
      failed(e);
    } finally {
      deflater.end();
    }
  }

  private byte[] write(byte[] frame, Deflater deflater, byte[] target) {
    byte[] out =
        target.length >= frame.length + TraceFormat.FRAME_HEADER
            ? target
            : new byte[frame.length + TraceFormat.FRAME_HEADER];
    int stored = frame.length;
    // Where frames come faster than they can be compressed, writing more is quicker.
    if (waiting.size() <= MAX_WAITING / 2) {
      deflater.reset();
      deflater.setInput(frame);
      deflater.finish();
      stored = deflater.deflate(out, TraceFormat.FRAME_HEADER, frame.length);
    }
    if (stored == frame.length) {
      System.arraycopy(frame, 0, out, TraceFormat.FRAME_HEADER, stored);
    }
    ByteBuffer.wrap(out)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(stored)
        .putInt(frame.length)
        .putInt(TraceFormat.crc(out, TraceFormat.FRAME_HEADER, TraceFormat.FRAME_HEADER + stored));
    try {
      file.write(out, 0, TraceFormat.FRAME_HEADER + stored);
    } catch (IOException e) {
      failed(e);
    }
    return out;
  }

  private void failed(IOException e) {
    failure = e;
    LOG.log(
        System.Logger.Level.WARNING,
        path + ": the trace cannot be written; it ends before this",
        e);
  }

  private byte[] take() {
    while (true) {
      try {
        return waiting.take();
      } catch (InterruptedException e) {
        // Nobody but a program that lists all threads can have meant this one.
      }
    }
  }

  /** Reads bytes, as many as are asked for, or tells that there are fewer. */
  static boolean readFully(RandomAccessFile file, byte[] into, int count) throws IOException {
    try {
      file.readFully(into, 0, count);
      return true;
    } catch (EOFException e) {
      return false;
    }
  }
}
