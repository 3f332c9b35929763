package io.octavo;

import io.octavo.file.MemoryFile;
import io.octavo.file.NoSpaceException;
import io.octavo.file.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    WRITE_DURABLE,
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
     * @throws IOException in place of the call; of a write, the first half is done, or as much as a
     *     {@link Torn} says
     */
    void before(Call call, long position) throws IOException;
  }

  /** A failure that leaves some bytes of a write done. */
  static final class Torn extends IOException {
    private static final long serialVersionUID = 1;

    private final int done;

    Torn(String message, int done) {
      super(message);
      this.done = done;
    }
  }

  private static final Fault NONE = (call, position) -> {};

  private final MemoryFile bytes = new MemoryFile();
  private volatile Fault fault = NONE;
  private final Set<Long> ahead = ConcurrentHashMap.newKeySet();
  private volatile boolean readsAhead;
  private final AtomicLong writes = new AtomicLong();
  private volatile boolean closed;

  /** The length to which the file may grow. */
  private volatile long room = Long.MAX_VALUE;

  /** What the file answers when it is asked for ample room, whatever room there is. */
  boolean claimsAmpleRoom;

  HeapFile() {}

  HeapFile(byte[] content) {
    bytes.write(ByteBuffer.wrap(content), 0);
  }

  void setFault(Fault newFault) {
    fault = newFault;
  }

  /**
   * Returns where the store has read ahead, which it does from the first call on; may be cleared.
   */
  Set<Long> ahead() {
    readsAhead = true;
    return ahead;
  }

  @Override
  public boolean readsAhead() {
    return readsAhead;
  }

  @Override
  public void readAhead(long position, int length) {
    ahead.add(position);
  }

  void heal() {
    fault = NONE;
  }

  /** Leaves the disk without a free byte: the file may be written where it is, and not grow. */
  void fillDisk() {
    fillDisk(0);
  }

  /** Leaves the disk with so many free bytes. */
  void fillDisk(long free) {
    room = bytes.length() + free;
  }

  void makeRoom() {
    room = Long.MAX_VALUE;
  }

  /** Counts writes, durable ones, forces and truncations, failed ones too. */
  long writes() {
    return writes.get();
  }

  boolean isClosed() {
    return closed;
  }

  /** Copies what the system holds at one moment: after a kill, this is what is there. */
  byte[] content() {
    synchronized (bytes) {
      byte[] content = new byte[Math.toIntExact(bytes.length())];
      bytes.read(ByteBuffer.wrap(content), 0);
      return content;
    }
  }

  @Override
  public boolean hasAmpleRoom(long bytes) {
    return claimsAmpleRoom;
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
    write(Call.WRITE, source, position);
  }

  @Override
  public void writeDurable(ByteBuffer source, long position) throws IOException {
    write(Call.WRITE_DURABLE, source, position);
  }

  private void write(Call call, ByteBuffer source, long position) throws IOException {
    writes.incrementAndGet();
    try {
      fault.before(call, position);
    } catch (IOException e) {
      ByteBuffer part = source.duplicate();
      int done = e instanceof Torn torn ? torn.done : part.remaining() / 2;
      part.limit(part.position() + Math.min(done, part.remaining()));
      bytes.write(part, position);
      throw e;
    }
    if (position + source.remaining() > room) {
      int fitting = (int) Math.max(0, room - position);
      bytes.write(source.slice(source.position(), fitting), position);
      throw new NoSpaceException("the disk is full");
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
    // Another file takes what this one gives back.
    room = room == Long.MAX_VALUE ? room : length;
  }

  @Override
  public void close() {
    closed = true;
  }
}
