package io.octavo.agrona;

import io.octavo.BytesMap;
import io.octavo.tree.ValueSink;
import java.util.Objects;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Copies a value from its pages to a buffer, or lends it to a consumer. Used again for every value,
 * so that reading makes no object. One thread at a time.
 */
final class ValueReader implements ValueSink {
  private static final byte[] NOTHING = {};

  private @Nullable MutableDirectBuffer target;
  private int offset;
  private @Nullable BufferConsumer consumer;

  /** A value of several pages, as far as they have come. */
  private byte[] whole = NOTHING;

  /** Null while it is lent: a consumer may read another value. */
  private @Nullable UnsafeBuffer view;

  /**
   * Has the next value copied.
   *
   * @return the bytes that there is room for
   */
  int into(MutableDirectBuffer into, int at) {
    consumer = null;
    target = into;
    offset = at;
    return room(into, at);
  }

  /** Returns how many bytes a buffer can take from an offset on. */
  static int room(MutableDirectBuffer into, int at) {
    int end = into.isExpandable() ? Integer.MAX_VALUE : into.capacity();
    return end - Objects.checkFromIndexSize(at, 0, end);
  }

  /**
   * Has the next value lent.
   *
   * @return the bytes of the longest one, any
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
      // A consumer that has kept the buffer finds it empty, not with the bytes of another page.
      lent.wrap(NOTHING);
      view = lent;
    }
  }
}
