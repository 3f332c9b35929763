package io.octavo.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One file with positional access. All methods may be called by many threads at once; a write is
 * durable when a {@link #force} that began after it has returned.
 */
public interface StoreFile extends AutoCloseable {
  /** Returns the path of the file, or a description of a file without a path; for messages. */
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
   * Returns the number of known losses of the lock, because a channel was closed or another process
   * has acquired the lock.
   */
  default long locksLost() {
    return 0;
  }

  /** Returns how often a lost lock was acquired again. */
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
   * one may have checked for pins already.
   *
   * @return the pin; null if a writer checks for pins at this moment: there is a later checkpoint
   * @throws IOException if the file system cannot lock
   */
  default @Nullable Pin pin(long epoch) throws IOException {
    return () -> {};
  }

  /**
   * Returns whether another process has pinned a checkpoint of a range; for the store that writes.
   * A false is final if the file has a later checkpoint.
   *
   * @throws IOException if that is unknown
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

  /** Returns whether {@link #readAhead} has an effect. */
  default boolean readsAhead() {
    return false;
  }

  /**
   * Begins to read bytes into the page cache of the system, so that reads of several places
   * overlap. A hint: does not block and does not throw, not even after the end of the file or after
   * {@link #close}. Any thread.
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
   * Notes for the next opening that all writes are durable. The note may be lost, but never
   * precedes the writes.
   *
   * @param state identifies the contents
   * @throws IOException if the file cannot be examined
   */
  default void noteDurable(String state) throws IOException {}

  /**
   * Returns whether it is known that {@link #noteDurable} has noted a state and nothing has changed
   * the file since.
   *
   * @param state identifies the contents
   * @throws IOException if the file cannot be examined
   */
  default boolean isNotedDurable(String state) throws IOException {
    return false;
  }

  /**
   * Returns the length of the file in bytes.
   *
   * @throws IOException if the length cannot be read
   */
  long length() throws IOException;

  /**
   * Returns whether the file system reports much more room than the file is about to need, so that
   * the file need not be extended in advance. Another program may still use the room.
   *
   * @param bytes the additional length that the file may need
   * @return false if there may be less than 16 times as much
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
