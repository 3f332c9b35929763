package io.octavo.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A file on the heap. */
public final class MemoryFile implements StoreFile {
  private static final int CHUNK = 1 << 16;

  private final List<byte[]> chunks = new ArrayList<>();
  private long length;

  /** Makes an empty file. */
  public MemoryFile() {}

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public boolean hasAmpleRoom(long bytes) {
    return true;
  }

  @Override
  public synchronized int read(ByteBuffer target, long position) {
    int read = (int) Math.max(0, Math.min(target.remaining(), length - position));
    for (int done = 0; done < read; ) {
      int offset = (int) ((position + done) % CHUNK);
      int step = Math.min(read - done, CHUNK - offset);
      target.put(chunks.get((int) ((position + done) / CHUNK)), offset, step);
      done += step;
    }
    return read;
  }

  @Override
  public synchronized void write(ByteBuffer source, long position) {
    long end = position + source.remaining();
    while ((long) chunks.size() * CHUNK < end) {
      chunks.add(new byte[CHUNK]);
    }
    while (source.hasRemaining()) {
      int offset = (int) (position % CHUNK);
      int step = Math.min(source.remaining(), CHUNK - offset);
      source.get(chunks.get((int) (position / CHUNK)), offset, step);
      position += step;
    }
    length = Math.max(length, end);
  }

  @Override
  public void force() {}

  @Override
  public synchronized long length() {
    return length;
  }

  @Override
  public synchronized void truncate(long newLength) {
    while (chunks.size() * (long) CHUNK - CHUNK >= newLength && !chunks.isEmpty()) {
      chunks.remove(chunks.size() - 1);
    }
    if (newLength % CHUNK != 0) {
      // Bytes after the end must read as zero if the file grows again.
      byte[] last = chunks.get(chunks.size() - 1);
      Arrays.fill(last, (int) (newLength % CHUNK), CHUNK, (byte) 0);
    }
    length = newLength;
  }

  @Override
  public synchronized void close() {
    chunks.clear();
    length = 0;
  }
}
