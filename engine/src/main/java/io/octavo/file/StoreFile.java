package io.octavo.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One file with positional access. All methods may be called by many threads at once; a write is
 * durable when a {@link #force} that began after it has returned.
 */
public interface StoreFile extends AutoCloseable {
  /**
   * Names the file in messages.
   *
   * @return its path, or what stands for it
   */
  String name();

  /**
   * Makes sure that the file is still the one that its name says, and locked for this store: takes
   * a lock again that the process has lost. Nothing to do where it has no name in a file system.
   *
   * @throws IOException if it is not, or that cannot be told
   */
  default void requireOwned() throws IOException {}

  /**
   * Counts how often a lock is known to have been lost: because a channel was closed, or another
   * process was found to have it.
   *
   * @return 0 if there is no lock
   */
  default long locksLost() {
    return 0;
  }

  /**
   * Counts how often one was taken again after that.
   *
   * @return at most {@link #locksLost}; less where another process has it
   */
  default long locksRetaken() {
    return 0;
  }

  /**
   * Reads until the buffer is full or the file ends.
   *
   * @param target where to
   * @param position first byte in the file
   * @return how many bytes were read, fewer than asked for only at the end of the file
   * @throws IOException if the file cannot be read
   */
  int read(ByteBuffer target, long position) throws IOException;

  /**
   * Writes the whole buffer; the file grows where the range ends behind its end.
   *
   * @param source what to write
   * @param position first byte in the file
   * @throws IOException if not everything could be written; any part may have been
   */
  void write(ByteBuffer source, long position) throws IOException;

  /**
   * Writes the whole buffer and makes just that durable; faster than {@link #force}, which also
   * waits for everything that was written before.
   *
   * @param source what to write
   * @param position first byte in the file; the range lies within it
   * @throws IOException if the write failed or it is not certain that it is durable
   */
  default void writeDurable(ByteBuffer source, long position) throws IOException {
    write(source, position);
    force();
  }

  /**
   * Makes all earlier writes durable.
   *
   * @throws IOException if that is not certain; what the disk holds is then unknown
   */
  void force() throws IOException;

  /**
   * Returns how long the file is.
   *
   * @return bytes
   * @throws IOException if that cannot be told
   */
  long length() throws IOException;

  /**
   * Cuts the file off.
   *
   * @param length its new length in bytes, not above the present one
   * @throws IOException if it could not be cut
   */
  void truncate(long length) throws IOException;

  @Override
  void close() throws IOException;
}
