package io.octavo.command.cli;

import io.octavo.text.MalformedInputException;
import io.octavo.text.PlainInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The input of a load: a file or standard input, plain or compressed with gzip. */
public final class Input implements AutoCloseable {
  private final String name;
  private final long length;
  private final PlainInput stream;

  private Input(String name, long length, PlainInput stream) {
    this.name = name;
    this.length = length;
    this.stream = stream;
  }

  /**
   * Opens the input.
   *
   * @param path a file, or null for standard input
   * @param mayBeGzip whether the input may be compressed with gzip
   */
  public static Input open(@Nullable Path path, InputStream standardInput, boolean mayBeGzip) {
    String name = path == null ? "standard input" : path.toString();
    try {
      if (path != null && Files.isDirectory(path)) {
        throw new Failure(Failure.PROBLEM, path + ": is a directory; name a file of pairs");
      }
      if (path != null && !Files.exists(path)) {
        throw new Failure(Failure.PROBLEM, path + ": no such file");
      }
      long length = path != null && Files.isRegularFile(path) ? Files.size(path) : -1;
      PlainInput stream =
          path == null
              ? new PlainInput(standardInput, mayBeGzip)
              : PlainInput.open(path, mayBeGzip);
      return new Input(name, length, stream);
    } catch (IOException e) {
      throw failed(name, e);
    }
  }

  private static Failure failed(String name, IOException e) {
    String what = e instanceof MalformedInputException ? ": " : ": cannot read: ";
    return new Failure(Failure.PROBLEM, name + what + e.getMessage(), e);
  }

  /** Returns the failure of a read. */
  public Failure failed(IOException e) {
    return failed(name, e);
  }

  /** Returns the bytes, decompressed. */
  InputStream stream() {
    return stream;
  }

  public String name() {
    return name;
  }

  /** Returns the length of the file in bytes, compressed or not; -1 if unknown. */
  public long length() {
    return length;
  }

  /** Returns the number of these bytes that have been read. */
  public long position() {
    return stream.position();
  }

  /** Reads bytes. Returns their number, -1 at the end. */
  public int read(byte[] target, int from, int room) {
    try {
      return stream.read(target, from, room);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Returns the failure for a malformed line, of which a part is shown. */
  public Failure malformed(long line, String reason, String text, boolean isCut) {
    return new Failure(
        Failure.PROBLEM,
        name
            + ": line "
            + line
            + ": "
            + reason
            + ": \""
            + Text.printable(text.stripTrailing())
            + (isCut ? "\"..." : "\""));
  }

  @Override
  public void close() {
    Stores.close(stream);
  }
}
