package io.octavo.fuzz.disk;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** What a file holds: blocks that images share, and a length. Behind the length all is zero. */
public final class Image {
  private Block[] blocks;
  private long length;

  private Image(Block[] blocks, long length) {
    this.blocks = blocks;
    this.length = length;
  }

  static Image empty() {
    return new Image(new Block[0], 0);
  }

  /** Makes an image of bytes. */
  public static Image of(byte[] content) {
    Image image = empty();
    image.write(ByteBuffer.wrap(content), 0);
    return image;
  }

  /** Returns a copy, which shares the blocks. */
  public Image copy() {
    return new Image(blocks.clone(), length);
  }

  /** Returns the length in bytes. */
  public long length() {
    return length;
  }

  /** Returns a block by its index. */
  public Block block(int index) {
    return index < blocks.length ? blocks[index] : Block.ZERO;
  }

  /** Takes some bytes of a block over; the file grows where they lie behind its end. */
  public void put(int index, int from, int to, Block source) {
    reserve(index + 1);
    blocks[index] = blocks[index].with(source, from, to);
    length = Math.max(length, (long) index * Block.SIZE + to);
  }

  /** Writes bytes at a position. */
  public void write(ByteBuffer source, long position) {
    for (Change piece : Change.pieces(0, source, position)) {
      put(piece.block(), piece.from(), piece.to(), piece.data());
    }
  }

  void truncate(long newLength) {
    if (newLength >= length) {
      return;
    }
    int last = (int) (newLength / Block.SIZE);
    int kept = (int) (newLength % Block.SIZE);
    if (last < blocks.length) {
      blocks[last] = blocks[last].with(Block.ZERO, kept, Block.SIZE);
      Arrays.fill(blocks, Math.min(last + 1, blocks.length), blocks.length, Block.ZERO);
    }
    length = newLength;
  }

  /** Makes the file longer; what is added is zero. */
  void extend(long newLength) {
    length = Math.max(length, newLength);
  }

  int read(ByteBuffer target, long position) {
    int read = (int) Math.max(0, Math.min(target.remaining(), length - position));
    for (int done = 0; done < read; ) {
      int offset = (int) ((position + done) % Block.SIZE);
      int step = Math.min(read - done, Block.SIZE - offset);
      target.put(block((int) ((position + done) / Block.SIZE)).bytes(), offset, step);
      done += step;
    }
    return read;
  }

  /** Returns all bytes. */
  public byte[] content() {
    byte[] content = new byte[Math.toIntExact(length)];
    read(ByteBuffer.wrap(content), 0);
    return content;
  }

  /** Hashes bytes and length; zeros behind the end count for nothing. */
  public long hash() {
    long sum = Hashes.mix(length);
    for (int i = 0; i < blocks.length; i++) {
      if (blocks[i] != Block.ZERO) {
        sum += Hashes.mix(blocks[i].hash(), i);
      }
    }
    return sum;
  }

  private void reserve(int count) {
    if (count > blocks.length) {
      int old = blocks.length;
      blocks = Arrays.copyOf(blocks, Math.max(count, old + old / 2 + 16));
      Arrays.fill(blocks, old, blocks.length, Block.ZERO);
    }
  }
}
