package io.octavo.fuzz.disk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A change of a file that is not durable yet: some bytes of one block, or a cut. A write is as many
 * changes as it touches blocks, because the system writes blocks in any order.
 *
 * @param call number of the call that made it
 * @param length the new length where this is a cut, else -1
 * @param block which block
 * @param from the first byte in the block
 * @param to the byte after the last
 * @param data a block that has these bytes at their place
 */
public record Change(int call, long length, int block, int from, int to, Block data) {
  static Change cut(int call, long length) {
    return new Change(call, length, -1, 0, 0, Block.ZERO);
  }

  static List<Change> pieces(int call, ByteBuffer source, long position) {
    List<Change> pieces = new ArrayList<>();
    while (source.hasRemaining()) {
      int from = (int) (position % Block.SIZE);
      int step = Math.min(source.remaining(), Block.SIZE - from);
      byte[] bytes = new byte[Block.SIZE];
      source.get(bytes, from, step);
      int index = Math.toIntExact(position / Block.SIZE);
      pieces.add(new Change(call, -1, index, from, from + step, new Block(bytes)));
      position += step;
    }
    return pieces;
  }

  /** Returns whether this is a cut, and not a write. */
  public boolean isCut() {
    return length >= 0;
  }

  long position() {
    return (long) block * Block.SIZE + from;
  }

  long end() {
    return (long) block * Block.SIZE + to;
  }

  /** Returns what is left of the piece where a range of the file has become durable. */
  List<Change> without(long rangeFrom, long rangeTo) {
    if (isCut() || end() <= rangeFrom || rangeTo <= position()) {
      return List.of(this);
    }
    List<Change> left = new ArrayList<>();
    long start = (long) block * Block.SIZE;
    if (position() < rangeFrom) {
      left.add(new Change(call, -1, block, from, (int) (rangeFrom - start), data));
    }
    if (rangeTo < end()) {
      left.add(new Change(call, -1, block, (int) (rangeTo - start), to, data));
    }
    return left;
  }

  void applyTo(Image image) {
    if (isCut()) {
      image.truncate(length);
    } else {
      image.put(block, from, to, data);
    }
  }

  @Override
  public String toString() {
    return isCut()
        ? "call " + call + " cut to " + length
        : "call "
            + call
            + " write "
            + position()
            + " to "
            + end()
            + " (page "
            + position() / 8192
            + ")";
  }
}
