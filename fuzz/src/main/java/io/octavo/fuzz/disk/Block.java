package io.octavo.fuzz.disk;

import java.util.SplittableRandom;

/** Bytes of a file, never changed once they are in an image, so that images share them. */
public final class Block {
  /** As much as a system writes at once. */
  public static final int SIZE = 4096;

  /** As much as a disk writes at once. */
  static final int SECTOR = 512;

  static final int SECTORS = SIZE / SECTOR;

  /** A block of zeros. */
  public static final Block ZERO = new Block(new byte[SIZE]);

  private final byte[] bytes;
  private long hash;

  /** Makes a block of bytes, which nobody changes any more. */
  public Block(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Makes a block that holds garbage in a range. */
  static Block garbage(long seed, int from, int to) {
    byte[] bytes = new byte[SIZE];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = from; i < to; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    return new Block(bytes);
  }

  /** Returns the bytes, which are not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns a block with some bytes of another one. */
  Block with(Block other, int from, int to) {
    if (from == 0 && to == SIZE) {
      return other;
    }
    byte[] merged = bytes.clone();
    System.arraycopy(other.bytes, from, merged, from, to - from);
    return new Block(merged);
  }

  /** Returns a hash of the bytes. */
  public long hash() {
    if (hash == 0) {
      hash = Hashes.of(bytes);
    }
    return hash;
  }
}
