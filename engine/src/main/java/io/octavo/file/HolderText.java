package io.octavo.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/**
 * The line of a sidecar that names the process that has the store open. Its length never changes.
 */
final class HolderText {
  /**
   * The length of the line. On a full disk, existing bytes can be overwritten, but not extended.
   */
  private static final int BYTES = 128;

  private HolderText() {}

  /** Reads the line; empty if no holder is named, or the line cannot be read. */
  static String read(FileChannel sidecar) {
    ByteBuffer text = ByteBuffer.allocate(BYTES);
    try {
      while (text.hasRemaining() && sidecar.read(text, text.position()) > 0) {}
    } catch (IOException e) {
      // The text is for messages only; the lock decides.
      return "";
    }
    return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
  }

  /** Writes the line, if there is room; an empty holder clears it. */
  static void write(FileChannel sidecar, String holder) {
    String line = holder + " ".repeat(BYTES - 1 - holder.length()) + "\n";
    ByteBuffer text = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
    try {
      while (text.hasRemaining()) {
        sidecar.write(text, text.position());
      }
    } catch (IOException e) {
      System.getLogger(HolderText.class.getName())
          .log(System.Logger.Level.DEBUG, "cannot say in the sidecar who has the store open", e);
    }
  }
}
