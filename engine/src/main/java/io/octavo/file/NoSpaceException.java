package io.octavo.file;

import io.octavo.error.StoreException;
import io.octavo.error.StoreFullException;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Thrown if a write failed for lack of room: the disk is full, or a quota, a limit of the process
 * or of the file system allows no longer file. Java has no exception for that, and its messages are
 * in the language of the system, so the state of the file system afterwards decides.
 */
public final class NoSpaceException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the reason
   */
  public NoSpaceException(String message) {
    super(message);
  }

  /**
   * Returns the reason for a failed write.
   *
   * @param e the failure, not one of the channel itself
   * @param path the file
   * @param bytes the number of bytes that could not be written
   * @param isLonger whether they would have made the file longer
   * @return a {@link NoSpaceException} with the failure as its cause if there was no room for the
   *     bytes; the failure otherwise
   */
  public static IOException orOther(IOException e, Path path, long bytes, boolean isLonger) {
    String reason;
    if (usable(path) < bytes) {
      reason = "the disk is full";
    } else if (isLonger && Files.isWritable(path)) {
      // The last reason: a file system after an error is no longer writable.
      reason = "the file cannot be made longer";
    } else {
      return e;
    }
    NoSpaceException full = new NoSpaceException(reason + " (" + e.getMessage() + ")");
    full.initCause(e);
    return full;
  }

  /** Returns the usable bytes of the disk of a file; {@link Long#MAX_VALUE} if not known. */
  static long usable(Path path) {
    try {
      return Files.getFileStore(path).getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * Returns a stream that throws this exception if there is no room for what is appended to a file.
   *
   * @return a stream that writes to {@code out}, and closes it
   */
  public static OutputStream watch(OutputStream out, Path path) {
    return new FilterOutputStream(out) {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        try {
          out.write(bytes, from, length);
        } catch (IOException e) {
          throw orOther(e, path, length, true);
        }
      }
    };
  }

  /**
   * Returns whether a stream writes to a file, which has a position, so that a failed write may
   * have found no room; not to a pipe, a socket or a terminal.
   */
  public static boolean canBeFull(FileOutputStream out) {
    try {
      out.getChannel().position();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the exception for a copy of a store that could not be written and is deleted. It does
   * not advise to remove entries.
   *
   * @param copy the name of the copy
   * @param e the failure, of the file or of the store that it was to be
   * @return a {@link StoreFullException} if there was no room, otherwise another exception
   */
  public static StoreException ofCopy(String copy, Exception e) {
    Throwable reason = e instanceof StoreFullException && e.getCause() != null ? e.getCause() : e;
    String message = copy + ": cannot write the copy: ";
    return reason instanceof NoSpaceException
        ? new StoreFullException(
            message + reason.getMessage() + "; make room on the disk, or name a file on another", e)
        : new StoreException(message + reason, e);
  }

  /**
   * Returns the exception of a store for a failed write.
   *
   * @param message the message
   * @param e the failure
   * @return a {@link StoreFullException} if there was no room, otherwise another exception
   */
  public static StoreException ofStore(String message, IOException e) {
    return e instanceof NoSpaceException
        ? new StoreFullException(message, e)
        : new StoreException(message, e);
  }
}
