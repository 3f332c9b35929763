package io.octavo.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file that a store has locked, far beyond its end, because Windows denies access to
 * locked bytes. Two bytes together are the right to the file: exclusive for a store that writes. A
 * store that reads beside a writer has neither. It locks one byte for each checkpoint that it
 * reads, shared: its pin.
 *
 * <p>Linux and macOS drop all locks of a process on a file, silently, when the process closes any
 * descriptor of that file. So the bytes are locked again from time to time, one after the other. A
 * process acquires the lock only if both bytes are free, so none does while one byte is being
 * locked again; and if a byte cannot be locked again, another process has the lock.
 */
final class LockedBytes {
  /** The first of the two bytes. */
  static final long FIRST = 1L << 62;

  /**
   * The start of the bytes by which files are identified, a different byte for nearly every file.
   */
  private static final long PROOFS = FIRST + (1L << 32);

  /** The start of the same bytes for those that read: a writer does not lock them. */
  private static final long READER_PROOFS = FIRST + (2L << 32);

  /** The byte before those of the checkpoints, by their epochs, which are below {@link #PINS}. */
  private static final long PINS = 1L << 61;

  private final LockAttempt attempt;

  /** A further byte, which is never unlocked, and by which the file is identified. */
  private final FileLock proof;

  /** The two bytes; null for a store that reads beside a writer. */
  private @Nullable FileLock first;

  private @Nullable FileLock second;

  /** {@code tryLock} of a channel. */
  @FunctionalInterface
  interface LockAttempt {
    @Nullable FileLock of(long position, long length, boolean isShared) throws IOException;
  }

  private LockedBytes(LockAttempt attempt, FileLock proof) {
    this.attempt = attempt;
    this.proof = proof;
  }

  /**
   * Locks the byte by which a file is identified, of a file without locks of other channels of this
   * virtual machine. The bytes are unlocked when the channel is closed.
   *
   * @return the byte; null if another process has it
   * @throws IOException if the file system cannot lock
   */
  static @Nullable LockedBytes identify(FileChannel channel, String key, boolean isShared)
      throws IOException {
    long proofs = isShared ? READER_PROOFS : PROOFS;
    FileLock proof = channel.tryLock(proofs + Integer.toUnsignedLong(key.hashCode()), 1, isShared);
    return proof == null ? null : new LockedBytes(channel::tryLock, proof);
  }

  /**
   * Locks the two bytes.
   *
   * @return false if another process has them
   * @throws IOException if the file system cannot lock
   */
  boolean takeBoth(boolean isShared) throws IOException {
    FileLock both = attempt.of(FIRST, 2, isShared);
    if (both == null) {
      return false;
    }
    both.release();
    first = attempt.of(FIRST, 1, isShared);
    // Other processes lock both bytes at once, or the first before the second. So the holder of the
    // first byte also acquires the second.
    second = first == null ? null : attempt.of(FIRST + 1, 1, isShared);
    return second != null;
  }

  /** Returns whether the two bytes have been locked. */
  boolean hasBoth() {
    return second != null;
  }

  /**
   * Locks the byte of a checkpoint, shared.
   *
   * @return null if a writer checks for pins at this moment
   * @throws IOException if the file system cannot lock
   */
  @Nullable FileLock pin(long epoch) throws IOException {
    return attempt.of(PINS + requirePinnable(epoch), 1, true);
  }

  /** Returns whether another process has locked the byte of a checkpoint of a range. */
  boolean isPinned(long from, long to) throws IOException {
    try {
      FileLock all =
          attempt.of(PINS + requirePinnable(from), requirePinnable(to) - from + 1, false);
      if (all != null) {
        all.release();
      }
      return all == null;
    } catch (OverlappingFileLockException e) {
      // A channel of this process that belongs to no store has locked one of the bytes.
      return true;
    }
  }

  private static long requirePinnable(long epoch) throws IOException {
    if (epoch < 0 || epoch >= PINS) {
      throw new IOException("checkpoint " + epoch + " has a number that cannot be pinned");
    }
    return epoch;
  }

  /** Returns the checkpoint that a byte pins, -1 for any other byte. */
  static long pinnedBy(long position) {
    return position < PINS || position >= 2 * PINS ? -1 : position - PINS;
  }

  /** Unlocks the bytes, except those of checkpoints. */
  void release() throws IOException {
    if (first != null && second != null) {
      first.release();
      second.release();
    }
    proof.release();
  }

  /**
   * Locks the two bytes again if they are no longer locked.
   *
   * @return false if another process has them
   */
  boolean renew() throws IOException {
    if (first == null || second == null) {
      return true;
    }
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

  /** Locks a byte again. Returns null if another process has it. */
  @Nullable FileLock renew(FileLock lock) throws IOException {
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
   * to lock a byte of a file twice, even if the system has dropped the lock.
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
