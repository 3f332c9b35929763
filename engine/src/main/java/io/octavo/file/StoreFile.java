package io.octavo.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One file with positional access. All methods may be called by many threads at once; a write is
 * durable when a {@link #force} that began after it has returned.
 */
public interface StoreFile extends AutoCloseable {
  /**
   * Returns the name of the file for messages.
   *
   * @return the path, or a description of a file without a path
   */
  String name();

  /**
   * Checks that the path still names this file, and that the file is locked for this store.
   * Acquires a lock again that the process has lost. Does nothing for a file that is not in a file
   * system.
   *
   * @throws IOException if the path names another file, the lock is lost, or the check fails
   */
  default void requireOwned() throws IOException {}

  /**
   * Returns how often a lock is known to have been lost, because a channel was closed or another
   * process has acquired the lock.
   *
   * @return 0 if there is no lock
   */
  default long locksLost() {
    return 0;
  }

  /**
   * Returns how often a lost lock was acquired again.
   *
   * @return at most {@link #locksLost}; less if another process has acquired the lock
   */
  default long locksRetaken() {
    return 0;
  }

  /** A mark that a process reads a checkpoint; it ends with the process at the latest. */
  interface Pin extends AutoCloseable {
    @Override
    void close() throws IOException;
  }

  /**
   * Marks a checkpoint as read, so that a writer in another process does not reuse its pages. The
   * checkpoint must still be the last one when this has returned: a writer that has made the next
   * one before may have asked for pins already.
   *
   * @param epoch the checkpoint
   * @return the pin; null if a writer asks for pins at this moment, so that the checkpoint is no
   *     longer the last one
   * @throws IOException if the file system cannot lock
   */
  default @Nullable Pin pin(long epoch) throws IOException {
    return () -> {};
  }

  /**
   * Returns whether another process has pinned one of some checkpoints; for the store that writes.
   *
   * @param first the first of the checkpoints
   * @param last the last of them
   * @return false if nobody reads them; nobody will, if a later checkpoint can be seen in the file
   * @throws IOException if that cannot be found out
   */
  default boolean isPinned(long first, long last) throws IOException {
    return false;
  }

  /**
   * Reads until the buffer is full or the file ends.
   *
   * @param target receives the bytes
   * @param position first byte in the file
   * @return the number of bytes read, less than requested only at the end of the file
   * @throws IOException if the file cannot be read
   */
  int read(ByteBuffer target, long position) throws IOException;

  /**
   * Returns whether {@link #readAhead} can make later reads faster.
   *
   * @return false if {@link #readAhead} does nothing
   */
  default boolean readsAhead() {
    return false;
  }

  /**
   * Begins to read bytes into the page cache of the system, so that reads of several places are
   * served at the same time. A hint: does not block and does not throw, not even after the end of
   * the file or after {@link #close}. Any thread.
   *
   * @param position first byte in the file
   * @param length the number of bytes
   */
  default void readAhead(long position, int length) {}

  /**
   * Writes the whole buffer. The file grows if the range exceeds it.
   *
   * @param source the bytes
   * @param position first byte in the file
   * @throws NoSpaceException if there is no room for the bytes; any part may have been written
   * @throws IOException if the write failed; any part may have been written
   */
  void write(ByteBuffer source, long position) throws IOException;

  /**
   * Writes the whole buffer and makes these bytes durable. Faster than {@link #force}, which also
   * waits for all earlier writes.
   *
   * @param source the bytes
   * @param position first byte in the file, which contains the whole range
   * @throws IOException if the write failed, or it is unknown whether it is durable
   */
  default void writeDurable(ByteBuffer source, long position) throws IOException {
    write(source, position);
    force();
  }

  /**
   * Makes all earlier writes durable.
   *
   * @throws IOException if the force failed; it is then unknown which writes are on the disk
   */
  void force() throws IOException;

  /**
   * Notes for the next opening that all writes are durable. The note may be lost; a note that is
   * found was made after the writes had become durable.
   *
   * @param state identifies what the file holds
   * @throws IOException if the file cannot be looked at
   */
  default void noteDurable(String state) throws IOException {}

  /**
   * Returns whether {@link #noteDurable} has noted a state, and nothing has changed the file since.
   *
   * @param state identifies what the file holds
   * @return false if that is not known
   * @throws IOException if the file cannot be looked at
   */
  default boolean isNotedDurable(String state) throws IOException {
    return false;
  }

  /**
   * Returns the length of the file.
   *
   * @return the length in bytes
   * @throws IOException if the length cannot be read
   */
  long length() throws IOException;

  /**
   * Returns whether the file system reports much more room than the file is about to need, so that
   * the file need not be extended in advance. Another program may use the room all the same.
   *
   * @param bytes what the file may need in addition to its present length
   * @return false if there may be less than 16 times as much, or if that is not known
   */
  default boolean hasAmpleRoom(long bytes) {
    return false;
  }

  /**
   * Truncates the file.
   *
   * @param length its new length in bytes, not above the present one
   * @throws IOException if the file could not be truncated
   */
  void truncate(long length) throws IOException;

  @Override
  void close() throws IOException;
}
