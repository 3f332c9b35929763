package io.octavo.command.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the first error of a stream, which a PrintStream would swallow: a full disk must not look
 * like success.
 */
public final class StandardOutput extends FilterOutputStream {
  private @Nullable IOException failure;

  public StandardOutput(OutputStream out) {
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

  /**
   * Returns the message of the error, null if there is none.
   *
   * @param isFile whether the stream is a file; a pipe, a socket or a terminal fails only if nobody
   *     reads it any more, which is no error
   */
  public @Nullable String failure(boolean isFile) {
    return failure == null || !isFile ? null : String.valueOf(failure.getMessage());
  }
}
