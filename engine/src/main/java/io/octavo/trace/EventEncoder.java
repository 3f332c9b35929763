package io.octavo.trace;

import io.octavo.packed.Varint;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/** Encodes events one after the other, and hands them over by frames. Not thread-safe. */
final class EventEncoder {
  /** The approximate length of the contents of a frame. */
  static final int FRAME = 1 << 16;

  private final Consumer<byte[]> frames;
  private byte[] buffer = new byte[2 * FRAME];
  private int length;

  /**
   * Makes an encoder.
   *
   * @param frames receives the contents of each frame
   */
  EventEncoder(Consumer<byte[]> frames) {
    this.frames = frames;
  }

  void opened(TraceEvent.Opened store) {
    byte[] durability = store.durability().getBytes(StandardCharsets.US_ASCII);
    boolean isDefault = store.movePercent() == TraceEvent.Opened.DEFAULT_MOVE_PERCENT;
    begin(
        isDefault ? TraceFormat.OPENED : TraceFormat.OPENED_WITH_MOVES,
        durability.length + 2 * Long.BYTES + 9 * Varint.MAX_LENGTH);
    number(store.formatVersion());
    fixed(store.storeId().getMostSignificantBits());
    fixed(store.storeId().getLeastSignificantBits());
    number(store.sequence());
    number(store.cacheBytes());
    bytes(durability, 0, durability.length);
    // Earlier versions had an option here.
    number(0);
    number(store.maxBytes());
    number(store.leafLimit());
    number(store.branchLimit());
    if (!isDefault) {
      number(store.movePercent());
    }
  }

  void operations(byte[] bytes, int from, int to) {
    begin(TraceFormat.OPERATIONS, Varint.MAX_LENGTH + to - from);
    bytes(bytes, from, to);
    handOverIfLong();
  }

  void value(int collection, byte[] key, long valueLength) {
    begin(TraceFormat.VALUE, 3 * Varint.MAX_LENGTH + key.length);
    number(collection & 0xFFFF_FFFFL);
    bytes(key, 0, key.length);
    number(valueLength);
  }

  void valuePart(byte[] bytes, int from, int to) {
    begin(TraceFormat.VALUE_PART, Varint.MAX_LENGTH + to - from);
    bytes(bytes, from, to);
    handOverIfLong();
  }

  void committed(long sequence) {
    begin(TraceFormat.COMMITTED, Varint.MAX_LENGTH);
    number(sequence);
  }

  void rolledBack() {
    begin(TraceFormat.ROLLED_BACK, 0);
  }

  void checkpointed(boolean isOfCommit) {
    begin(TraceFormat.CHECKPOINTED, 1);
    buffer[length++] = (byte) (isOfCommit ? 1 : 0);
  }

  void compacted(long maxBytes) {
    begin(TraceFormat.COMPACTED, Varint.MAX_LENGTH);
    number(maxBytes);
  }

  void closed() {
    begin(TraceFormat.CLOSED, 0);
  }

  private void begin(int tag, int room) {
    int needed = 1 + room;
    if (length + needed > buffer.length) {
      handOver();
      if (needed > buffer.length) {
        buffer = new byte[needed];
      }
    }
    buffer[length++] = (byte) tag;
  }

  private void number(long value) {
    length = Varint.put(buffer, length, value);
  }

  private void fixed(long value) {
    ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).putLong(length, value);
    length += Long.BYTES;
  }

  private void bytes(byte[] bytes, int from, int to) {
    number(to - from);
    System.arraycopy(bytes, from, buffer, length, to - from);
    length += to - from;
  }

  /** Hands over the events if they fill a frame. */
  void handOverIfLong() {
    if (length >= FRAME) {
      handOver();
    }
  }

  /** Hands over all events. */
  void handOver() {
    if (length > 0) {
      frames.accept(Arrays.copyOf(buffer, length));
      length = 0;
    }
  }
}
