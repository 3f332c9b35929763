package io.octavo.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import org.jspecify.annotations.Nullable;

/**
 * Two bytes of a file that are locked together, far beyond its end, because Windows denies access
 * to locked bytes.
 *
 * <p>Linux and macOS drop all locks of a process on a file, silently, when the process closes any
 * descriptor of that file. So the bytes are locked again from time to time, one after the other. A
 * process acquires the lock only if both bytes are free. So no process gets the lock while one byte
 * is being locked again; and if a byte cannot be locked again, the lock was lost and another
 * process has it.
 */
final class LockedBytes {
  private static final long FIRST = 1L << 62;

  /**
   * The start of the bytes by which files are identified, a different byte for nearly every file.
   */
  private static final long PROOFS = FIRST + (1L << 32);

  private final LockAttempt attempt;

  /** A further byte, which is never unlocked, and by which the file is identified. */
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
   * @param key the file key
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
    // Other processes lock both bytes at once, or the first before the second. So the holder of the
    // first byte gets the second too.
    FileLock second = first == null ? null : channel.tryLock(FIRST + 1, 1, isShared);
    FileLock proof = channel.tryLock(PROOFS + Integer.toUnsignedLong(key.hashCode()), 1, isShared);
    if (first == null || second == null || proof == null) {
      return null;
    }
    return new LockedBytes(channel::tryLock, proof, first, second);
  }

  /** Unlocks the bytes. */
  void release() throws IOException {
    first.release();
    second.release();
    proof.release();
  }

  /**
   * Locks the bytes again if they are no longer locked.
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
      // A channel of this process that belongs to no store has locked the byte.
      return null;
    }
  }

  /**
   * Returns whether another channel of this virtual machine has opened the same file: Java refuses
   * to lock a byte of a file twice. Java does so even if the system has dropped the lock.
   *
   * @param other locks a byte through the other channel
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
