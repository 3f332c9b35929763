package io.octavo.trace;

import io.octavo.file.StoreThreads;
import io.octavo.page.ring.OperationLog;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Records the changes of a store in a file. The thread of a transaction only copies encoded
 * operations; a background thread compresses and writes them.
 *
 * <p>If the file cannot be written, the recording ends with a logged warning, and the store stays
 * open. Events not written when the process ends are lost: those of the last fraction of a second.
 */
public final class TraceWriter implements OperationLog.Sink, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(TraceWriter.class.getName());

  /** The number of waiting frames above which a thread that adds a frame must wait. */
  private static final int MAX_WAITING = 64;

  /**
   * The number of waiting frames above which frames are not compressed: to write more bytes is then
   * quicker, and a close of the store would have to wait for the frames.
   */
  private static final int MOST_TO_COMPRESS = 4;

  /** The last element of the queue, which ends the thread. */
  private static final byte[] END = {};

  private final Path path;
  private final RandomAccessFile file;
  private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final Thread thread;
  private volatile @Nullable Throwable failure;

  // Events that are not handed over yet; used by threads that change the store, one at a time.
  private final EventEncoder events = new EventEncoder(this::hand);
  private boolean isOpen;
  private boolean hasOperations;

  private TraceWriter(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
    this.thread = StoreThreads.daemon(this::writeFrames, "octavo-trace");
    thread.start();
  }

  /**
   * Opens a trace for appending. Creates the trace if the file does not exist or is empty.
   *
   * @param path the file
   * @return the writer
   * @throws IOException if the file cannot be written
   * @throws io.octavo.error.FormatException if the file is not a trace, or has another version
   */
  public static TraceWriter append(Path path) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      if (file.length() == 0) {
        file.write(FrameWriter.header());
      } else {
        long end = TraceReader.endOfFrames(path, file);
        // A process that was killed may have left a part of a frame.
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
   * Records the opening of a store. Nothing is recorded before this call.
   *
   * @param store the store and its options
   */
  public synchronized void opened(TraceEvent.Opened store) {
    isOpen = true;
    events.opened(store);
    ended();
  }

  @Override
  public synchronized void operations(byte[] bytes, int from, int to) {
    if (isOpen) {
      events.operations(bytes, from, to);
      hasOperations = true;
    }
  }

  @Override
  public synchronized void value(int collection, byte[] key, long valueLength) {
    if (isOpen) {
      events.value(collection, key, valueLength);
      hasOperations = true;
    }
  }

  @Override
  public synchronized void valuePart(byte[] bytes, int from, int to) {
    if (isOpen) {
      events.valuePart(bytes, from, to);
    }
  }

  @Override
  public synchronized void committed(long sequence) {
    if (isOpen && hasOperations) {
      events.committed(sequence);
      ended();
    }
  }

  @Override
  public synchronized void rolledBack() {
    if (isOpen && hasOperations) {
      events.rolledBack();
      ended();
    }
  }

  /**
   * Records a checkpoint.
   *
   * @param isOfCommit whether the checkpoint is part of the commit that follows
   */
  public synchronized void checkpoint(boolean isOfCommit) {
    if (isOpen) {
      events.checkpointed(isOfCommit);
    }
  }

  @Override
  public synchronized void compacted(long maxBytes) {
    if (isOpen) {
      events.compacted(maxBytes);
      ended();
    }
  }

  /** Writes all events and closes the file. Further calls have no effect. */
  @Override
  public void close() {
    synchronized (this) {
      if (isOpen) {
        events.closed();
      }
      isOpen = false;
      if (!thread.isAlive()) {
        return;
      }
      events.handOver();
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

  /**
   * Called after a transaction. Hands the events over at once if no frames wait, so that a crash
   * loses few.
   */
  private void ended() {
    hasOperations = false;
    if (waiting.isEmpty()) {
      events.handOver();
    } else {
      events.handOverIfLong();
    }
  }

  private void hand(byte[] frame) {
    if (failure == null) {
      put(frame);
    }
  }

  /** Adds a frame to the queue of the writing thread. Does not wait if that thread has died. */
  private void put(byte[] frame) {
    boolean isTaken = false;
    boolean interrupted = false;
    while (!isTaken && thread.isAlive()) {
      try {
        isTaken = waiting.offer(frame, 1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeFrames() {
    try (FrameWriter frames = new FrameWriter(new FileOutputStream(file.getFD()));
        file) {
      for (byte[] frame = take(); frame != END; frame = take()) {
        if (failure == null) {
          write(frames, frame);
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      failed(e);
    }
  }

  private void write(FrameWriter frames, byte[] frame) {
    try {
      // If frames come faster than they can be compressed, writing more bytes is quicker.
      frames.write(frame, waiting.size() <= MOST_TO_COMPRESS);
    } catch (IOException e) {
      failed(e);
    }
  }

  private void failed(Throwable e) {
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
        // Only a program that lists all threads can have interrupted this one; ignored.
      }
    }
  }

  /** Reads a number of bytes. Returns false if there are fewer. */
  static boolean readFully(RandomAccessFile file, byte[] into, int count) throws IOException {
    try {
      file.readFully(into, 0, count);
      return true;
    } catch (EOFException e) {
      return false;
    }
  }
}
