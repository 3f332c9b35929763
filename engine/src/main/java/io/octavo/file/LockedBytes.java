package io.octavo.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import org.jspecify.annotations.Nullable;

/**
 * Two bytes of a file that are locked together, far behind its end, because Windows keeps others
 * from bytes that are locked.
 *
 * <p>Linux and macOS drop all locks of a process on a file when the process closes any descriptor
 * of that file, and tell nobody. So the bytes are locked anew now and then, one after the other.
 * Whoever wants them asks for both at once and gets them only where both are free: so nobody gets
 * in while one is given back, and one that cannot be had again was lost, and taken by another
 * process.
 */
final class LockedBytes {
  private static final long FIRST = 1L << 62;

  /** Where bytes lie by which files are known again, another one for nearly every file. */
  private static final long PROOFS = FIRST + (1L << 32);

  private final LockAttempt attempt;

  /** One byte more, which is never given back, and by which the file is known again. */
  private final FileLock proof;

  private FileLock first;
  private FileLock second;

  /** {@code tryLock} of a channel. */
  @FunctionalInterface
  interface LockAttempt {
    @Nullable FileLock of(long position, long length, boolean isShared) throws IOException;
  }

  private LockedBytes(LockAttempt attempt, FileLock proof, FileLock first, FileLock second) {
    this.attempt = attempt;
    this.proof = proof;
    this.first = first;
    this.second = second;
  }

  /**
   * Locks the bytes of a file that no other channel of this virtual machine has locked.
   *
   * @param key what the file is known by
   * @return the bytes, unlocked when the channel is closed; null if another process has them
   * @throws IOException if the file system cannot lock
   */
  static @Nullable LockedBytes take(FileChannel channel, String key, boolean isShared)
      throws IOException {
    FileLock both = channel.tryLock(FIRST, 2, isShared);
    if (both == null) {
      return null;
    }
    both.release();
    FileLock first = channel.tryLock(FIRST, 1, isShared);
    // Nobody asks for less than both, but for the one who had both and then the first.
    FileLock second = first == null ? null : channel.tryLock(FIRST + 1, 1, isShared);
    FileLock proof = channel.tryLock(PROOFS + Integer.toUnsignedLong(key.hashCode()), 1, isShared);
    if (first == null || second == null || proof == null) {
      return null;
    }
    return new LockedBytes(channel::tryLock, proof, first, second);
  }

  /** Gives the bytes back. */
  void release() throws IOException {
    first.release();
    second.release();
    proof.release();
  }

  /**
   * Locks the bytes anew, if they are not locked any more.
   *
   * @return false if another process has them
   */
  boolean renew() throws IOException {
    FileLock newFirst = renew(first);
    if (newFirst == null) {
      return false;
    }
    first = newFirst;
    FileLock newSecond = renew(second);
    if (newSecond == null) {
      return false;
    }
    second = newSecond;
    return true;
  }

  private @Nullable FileLock renew(FileLock lock) throws IOException {
    lock.release();
    try {
      return attempt.of(lock.position(), lock.size(), lock.isShared());
    } catch (OverlappingFileLockException e) {
      // A channel that is not a store's took it within the process.
      return null;
    }
  }

  /**
   * Returns whether another channel of this virtual machine has opened the same file: Java refuses
   * to lock a byte of a file twice. That holds even where the system has dropped the lock.
   *
   * @param other tries to lock through the other channel
   * @param isShared whether that channel can only read
   */
  boolean isSameFile(LockAttempt other, boolean isShared) throws IOException {
    try {
      FileLock lock = other.of(proof.position(), 1, isShared);
      if (lock != null) {
        lock.release();
      }
      return false;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }
}
