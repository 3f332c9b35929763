package io.octavo.profile.imports;

import io.octavo.text.PlainInput;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file of an import, which is read several times. What can be read once, such as a pipe, is
 * copied to a temporary file first.
 */
final class ImportFile implements AutoCloseable {
  private final String name;
  private final Path path;
  private final List<Path> copies = new ArrayList<>();

  private ImportFile(Path file) throws IOException {
    name = file.toString();
    path = Files.isRegularFile(file) ? file : copy(new FileInputStream(file.toFile()));
  }

  static ImportFile open(Path file) throws IOException {
    return new ImportFile(file);
  }

  /** Copies a stream, and closes it. */
  private Path copy(InputStream from) throws IOException {
    try (from) {
      Path copy = Files.createTempFile("octavo", ".import");
      copies.add(copy);
      Files.copy(from, copy, StandardCopyOption.REPLACE_EXISTING);
      return copy;
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Returns the name, for messages. */
  String name() {
    return name;
  }

  /** Returns a file with the bytes. */
  Path path() {
    return path;
  }

  /** Returns a file with the bytes before compression. */
  Path unpacked() throws IOException {
    try (PlainInput in = input()) {
      return in.isUnpacked() ? copy(in) : path;
    }
  }

  /** Reads the bytes, decompressed. */
  PlainInput input() throws IOException {
    return PlainInput.open(path);
  }

  /** Returns when the file was last modified, null if it is a pipe. */
  @Nullable Instant modified() throws IOException {
    return copies.contains(path) ? null : Files.getLastModifiedTime(path).toInstant();
  }

  @Override
  public void close() throws IOException {
    for (Path copy : copies) {
      Files.deleteIfExists(copy);
    }
  }
}
