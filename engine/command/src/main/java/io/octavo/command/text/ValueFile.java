package io.octavo.command.text;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Text;
import io.octavo.file.NoSpaceException;
import io.octavo.map.BytesMap;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file whose bytes become a value. The length of a value must be known before it is stored, so
 * input from a pipe is written to a temporary file first.
 */
public final class ValueFile implements AutoCloseable {
  private static final int PART = 1 << 16;

  private final Path path;
  private final boolean isTemporary;
  private final long length;

  private ValueFile(Path path, boolean isTemporary) throws IOException {
    this.path = path;
    this.isTemporary = isTemporary;
    this.length = Files.size(path);
  }

  /**
   * Opens a source of bytes.
   *
   * @param path a file; - for standard input
   */
  public static ValueFile of(Path path, InputStream standardInput) throws IOException {
    boolean isStandardInput = path.toString().equals("-");
    if (!isStandardInput && !Files.exists(path)) {
      throw new Failure(Failure.PROBLEM, path + ": no such file");
    }
    if (Files.isDirectory(path)) {
      throw new Failure(Failure.PROBLEM, path + ": is a directory; name a file");
    }
    if (isStandardInput) {
      return copy(standardInput, "standard input");
    }
    if (!Files.isRegularFile(path)) {
      try (InputStream pipe = Files.newInputStream(path)) {
        return copy(pipe, path.toString());
      }
    }
    requireLength(Files.size(path), path.toString());
    return new ValueFile(path, false);
  }

  private static ValueFile copy(InputStream source, String name) throws IOException {
    Path file = Files.createTempFile("octavo", ".value");
    try {
      try (OutputStream target = NoSpaceException.watch(Files.newOutputStream(file), file)) {
        byte[] part = new byte[PART];
        long length = 0;
        for (int n = source.read(part); n >= 0; n = source.read(part)) {
          length += n;
          requireLength(length, name);
          target.write(part, 0, n);
        }
      }
      return new ValueFile(file, true);
    } catch (IOException | RuntimeException e) {
      Files.delete(file);
      throw e;
    }
  }

  private static void requireLength(long length, String name) {
    if (length > BytesMap.MAX_VALUE) {
      throw new Failure(
          Failure.PROBLEM,
          name + ": more than " + Text.count(BytesMap.MAX_VALUE) + " bytes, the limit of a value");
    }
  }

  public long length() {
    return length;
  }

  public InputStream open() throws IOException {
    return Files.newInputStream(path);
  }

  @Override
  public void close() throws IOException {
    if (isTemporary) {
      Files.delete(path);
    }
  }
}
