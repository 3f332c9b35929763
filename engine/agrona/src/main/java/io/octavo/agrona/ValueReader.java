package io.octavo.agrona;

import io.octavo.map.BytesMap;
import io.octavo.tree.ValueSink;
import java.util.Objects;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Copies a value from its pages to a buffer, or lends it to a consumer. Reused for every value, so
 * that a read allocates nothing. One thread at a time.
 */
final class ValueReader implements ValueSink {
  private static final byte[] NOTHING = {};

  private @Nullable MutableDirectBuffer target;
  private int offset;
  private @Nullable BufferConsumer consumer;

  /** The parts of a value of several pages that have arrived. */
  private byte[] whole = NOTHING;

  /**
   * The buffer for the consumer; null while it is lent, because a consumer may read another value.
   */
  private @Nullable UnsafeBuffer view;

  /**
   * Sets the buffer to which the next value is copied.
   *
   * @return the number of bytes for which the buffer has room
   */
  int into(MutableDirectBuffer into, int at) {
    consumer = null;
    target = into;
    offset = at;
    return room(into, at);
  }

  /** Returns the number of bytes for which a buffer has room from an offset on. */
  static int room(MutableDirectBuffer into, int at) {
    int end = into.isExpandable() ? Integer.MAX_VALUE : into.capacity();
    return end - Objects.checkFromIndexSize(at, 0, end);
  }

  /**
   * Sets the consumer to which the next value is lent.
   *
   * @return the greatest length, without a limit
   */
  int lendTo(BufferConsumer to) {
    target = null;
    consumer = to;
    return (int) BytesMap.MAX_VALUE;
  }

  @Override
  public void accept(int length, int position, byte[] page, int from, int count) {
    if (target != null) {
      target.putBytes(offset + position, page, from, count);
    } else if (count == length) {
      lend(page, from, count);
    } else {
      if (position == 0) {
        whole = new byte[length];
      }
      System.arraycopy(page, from, whole, position, count);
      if (position + count == length) {
        byte[] complete = whole;
        whole = NOTHING;
        lend(complete, 0, length);
      }
    }
  }

  /** Lends bytes to the consumer. */
  private void lend(byte[] bytes, int from, int count) {
    BufferConsumer borrower = Objects.requireNonNull(consumer);
    UnsafeBuffer lent = view == null ? new UnsafeBuffer(NOTHING) : view;
    view = null;
    lent.wrap(bytes, from, count);
    try {
      borrower.accept(lent, 0, count);
    } finally {
      // A consumer that has kept the buffer finds it empty, instead of reading another page.
      lent.wrap(NOTHING);
      view = lent;
    }
  }
}
