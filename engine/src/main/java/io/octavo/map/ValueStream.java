package io.octavo.map;

import io.octavo.transaction.Handle;
import io.octavo.tree.BytesTree;
import java.io.InputStream;
import java.util.Objects;

/** A stream of a value of a map of byte strings. One thread at a time. */
final class ValueStream extends InputStream {
  /** The map, whose reads are guarded against changes by other threads. */
  private final Handle map;

  private final BytesTree.Value value;
  private long position;

  ValueStream(Handle map, BytesTree.Value value) {
    this.map = map;
    this.value = value;
  }

  @Override
  public int read() {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, into.length);
    int count = (int) Math.min(length, value.length() - position);
    if (count <= 0) {
      return length == 0 ? 0 : -1;
    }
    map.beginRead();
    try {
      value.read(position, into, offset, count);
    } catch (RuntimeException e) {
      throw map.failedRead(e);
    }
    map.endRead();
    position += count;
    return count;
  }

  @Override
  public long skip(long count) {
    long skipped = Math.max(0, Math.min(count, value.length() - position));
    position += skipped;
    return skipped;
  }

  @Override
  public int available() {
    return (int) Math.min(Integer.MAX_VALUE, value.length() - position);
  }
}
