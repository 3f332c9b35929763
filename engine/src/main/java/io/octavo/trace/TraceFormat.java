package io.octavo.trace;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Constants of the trace format. engine/TRACE.md. */
final class TraceFormat {
  static final byte[] MAGIC = "OCTAVOTR".getBytes(StandardCharsets.US_ASCII);
  static final int VERSION = 1;

  /** Bytes before the first frame: magic, version u16, zeros. */
  static final int HEADER = 16;

  /** Bytes before the contents of a frame: stored length, length, checksum. */
  static final int FRAME_HEADER = 3 * Integer.BYTES;

  /** The greatest length of the contents of a frame, and of an event. */
  static final int MAX_FRAME = 1 << 20;

  // The first byte of each event.
  static final int OPENED = 1;
  static final int OPERATIONS = 2;
  static final int VALUE = 3;
  static final int VALUE_PART = 4;
  static final int COMMITTED = 5;
  static final int ROLLED_BACK = 6;
  static final int CHECKPOINTED = 7;
  static final int COMPACTED = 8;
  static final int CLOSED = 9;
  static final int OPENED_WITH_MOVES = 10;

  private TraceFormat() {}

  static int crc(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }
}
