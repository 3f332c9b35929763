package io.octavo;

import io.octavo.file.MemoryFile;
import io.octavo.file.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A file on the heap whose bytes outlive the store that closes it, and whose calls fail where a
 * test wants them to.
 */
final class HeapFile implements StoreFile {
  /** What a store asks of its file. */
  enum Call {
    READ,
    WRITE,
    FORCE,
    TRUNCATE
  }

  /** Decides about calls. */
  @FunctionalInterface
  interface Fault {
    /**
     * Looks at a call before it is done.
     *
     * @param call what is asked
     * @param position where in the file, -1 where there is no such thing
     * @throws IOException in place of the call; of a write, the first half is done
     */
    void before(Call call, long position) throws IOException;
  }

  private static final Fault NONE = (call, position) -> {};

  private final MemoryFile bytes = new MemoryFile();
  private volatile Fault fault = NONE;
  private final AtomicLong writes = new AtomicLong();
  private volatile boolean closed;

  HeapFile() {}

  HeapFile(byte[] content) {
    bytes.write(ByteBuffer.wrap(content), 0);
  }

  void setFault(Fault newFault) {
    fault = newFault;
  }

  void heal() {
    fault = NONE;
  }

  /** Counts writes, forces and truncations, failed ones too. */
  long writes() {
    return writes.get();
  }

  boolean isClosed() {
    return closed;
  }

  byte[] content() {
    byte[] content = new byte[Math.toIntExact(bytes.length())];
    bytes.read(ByteBuffer.wrap(content), 0);
    return content;
  }

  @Override
  public String name() {
    return "heap";
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    fault.before(Call.READ, position);
    return bytes.read(target, position);
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    writes.incrementAndGet();
    try {
      fault.before(Call.WRITE, position);
    } catch (IOException e) {
      ByteBuffer half = source.duplicate();
      half.limit(half.position() + half.remaining() / 2);
      bytes.write(half, position);
      throw e;
    }
    bytes.write(source, position);
  }

  @Override
  public void force() throws IOException {
    writes.incrementAndGet();
    fault.before(Call.FORCE, -1);
  }

  @Override
  public long length() {
    return bytes.length();
  }

  @Override
  public void truncate(long length) throws IOException {
    writes.incrementAndGet();
    fault.before(Call.TRUNCATE, length);
    bytes.truncate(length);
  }

  @Override
  public void close() {
    closed = true;
  }
}
