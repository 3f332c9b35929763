package io.octavo.tool;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the first error of a stream, which a PrintStream would swallow: a full disk must not look
 * like success.
 */
final class StandardOutput extends FilterOutputStream {
  private @Nullable IOException failure;

  StandardOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  /** Returns the message of the error, or null. A closed pipe is not an error. */
  @Nullable String failure() {
    String message = failure == null ? null : String.valueOf(failure.getMessage());
    return message == null || message.toLowerCase(Locale.ROOT).contains("pipe") ? null : message;
  }
}
