package io.octavo.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A line of a sidecar. The length of a line never changes. */
enum SidecarLine {
  /** Names the process that has the store open. */
  HOLDER(0, 128),

  /** Identifies a state of the file that is durable as a whole; see {@link ChannelFile}. */
  DURABLE(128, 256);

  private final int offset;

  /**
   * The length of the line. On a full disk, existing bytes can be overwritten, but not extended.
   */
  private final int length;

  SidecarLine(int offset, int length) {
    this.offset = offset;
    this.length = length;
  }

  /** Reads the line; empty if nothing was written, or the line cannot be read. */
  String read(ReopeningChannel sidecar) {
    ByteBuffer text = ByteBuffer.allocate(length);
    try {
      sidecar.read(text, offset);
    } catch (IOException e) {
      // The lock decides. A sidecar without its lines only makes an opening slower.
      return "";
    }
    return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
  }

  /** Writes the line, if there is room; an empty or too long text clears it. */
  void write(ReopeningChannel sidecar, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    ByteBuffer text = ByteBuffer.wrap(" ".repeat(length).getBytes(StandardCharsets.UTF_8));
    if (bytes.length < length) {
      text.put(0, bytes);
    }
    text.put(length - 1, (byte) '\n');
    try {
      sidecar.write(text, offset);
    } catch (IOException e) {
      System.getLogger(SidecarLine.class.getName())
          .log(System.Logger.Level.DEBUG, "cannot write a line of the sidecar", e);
    }
  }
}
