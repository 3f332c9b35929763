package io.octavo.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A writable view of a read-only file: writes are stored in a temporary file, which ends with this
 * one. They are never durable.
 */
public final class OverlayFile implements StoreFile {
  /** The unit of writes: the size of a page, so that few writes need a read. */
  private static final int BLOCK = 1 << 13;

  private final StoreFile below;
  private final Path path;
  private final StoreFile above;

  /** The place in the temporary file of each block that was written. */
  private final Map<Long, Integer> written = new HashMap<>();

  private int places;

  /**
   * The length up to which the lower file is visible; shorter than that file after a truncation.
   */
  private long belowLength;

  private long length;

  private OverlayFile(StoreFile below, Path path, StoreFile above) throws IOException {
    this.below = below;
    this.path = path;
    this.above = above;
    this.belowLength = below.length();
    this.length = belowLength;
  }

  /**
   * Makes a writable view of a file.
   *
   * @param below the file that is only read; its owner closes it, after this one
   * @throws IOException if there is no temporary file
   */
  public static OverlayFile over(StoreFile below) throws IOException {
    return over(below, Files.createTempFile("octavo", ".overlay"));
  }

  /**
   * Makes an overlay over a file, with an empty temporary file for the writes. The temporary file
   * is deleted when the overlay is closed.
   */
  static OverlayFile over(StoreFile below, Path path) throws IOException {
    try {
      return new OverlayFile(below, path, ChannelFile.open(path, true));
    } catch (IOException | RuntimeException | Error e) {
      Files.deleteIfExists(path);
      throw e;
    }
  }

  @Override
  public String name() {
    return below.name();
  }

  @Override
  public synchronized int read(ByteBuffer target, long position) throws IOException {
    int count = (int) Math.max(0, Math.min(target.remaining(), length - position));
    int end = target.limit();
    for (int done = 0; done < count; ) {
      long at = position + done;
      int step = (int) Math.min(count - done, BLOCK - at % BLOCK);
      target.limit(target.position() + step);
      readBlock(target, at);
      done += step;
    }
    target.limit(end);
    return count;
  }

  /** Reads bytes within one block; zeros if the block was never written. */
  private void readBlock(ByteBuffer target, long position) throws IOException {
    Integer place = written.get(position / BLOCK);
    if (place != null) {
      above.read(target, (long) place * BLOCK + position % BLOCK);
      return;
    }
    int end = target.limit();
    long seen = Math.max(0, Math.min(target.remaining(), belowLength - position));
    target.limit(target.position() + (int) seen);
    if (target.hasRemaining()) {
      below.read(target, position);
    }
    target.limit(end);
    while (target.hasRemaining()) {
      target.put((byte) 0);
    }
  }

  @Override
  public synchronized void write(ByteBuffer source, long position) throws IOException {
    for (long at = position; source.hasRemaining(); ) {
      int offset = (int) (at % BLOCK);
      int step = Math.min(source.remaining(), BLOCK - offset);
      ByteBuffer block = ByteBuffer.allocate(BLOCK);
      if (step < BLOCK) {
        readBlock(block, at - offset);
      }
      block.put(offset, source, source.position(), step);
      source.position(source.position() + step);
      int place = written.computeIfAbsent(at / BLOCK, number -> places++);
      above.write(block.clear(), (long) place * BLOCK);
      at += step;
      length = Math.max(length, at);
    }
  }

  @Override
  public void force() {}

  @Override
  public synchronized long length() {
    return length;
  }

  @Override
  public synchronized void truncate(long newLength) throws IOException {
    if (newLength % BLOCK != 0) {
      // Bytes after the end must read as zero if the file grows again.
      write(ByteBuffer.allocate((int) (BLOCK - newLength % BLOCK)), newLength);
    }
    written.keySet().removeIf(number -> number * BLOCK >= newLength);
    belowLength = Math.min(belowLength, newLength);
    length = newLength;
  }

  /** Discards all writes. */
  @Override
  public void close() throws IOException {
    try {
      above.close();
    } finally {
      Files.deleteIfExists(path);
    }
  }
}
