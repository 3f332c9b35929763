package io.octavo.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/** What a sidecar says of who has the store open: a line that always takes as many bytes. */
final class HolderText {
  /** Of one length, because a full disk has room for what is overwritten only. */
  private static final int BYTES = 128;

  private HolderText() {}

  /** Reads it; empty if nobody is named, or it cannot be read. */
  static String read(FileChannel sidecar) {
    ByteBuffer text = ByteBuffer.allocate(BYTES);
    try {
      while (text.hasRemaining() && sidecar.read(text, text.position()) > 0) {}
    } catch (IOException e) {
      // The lock is what counts.
      return "";
    }
    return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
  }

  /** Writes it, if there is room; empty to name nobody. */
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
