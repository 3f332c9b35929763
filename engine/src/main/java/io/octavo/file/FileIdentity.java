package io.octavo.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The file that a path named once.
 *
 * @param path the path
 * @param key what the system knows the file by, null where it tells none, as Windows, which lets
 *     nobody remove an open file either
 */
record FileIdentity(Path path, @Nullable Object key) {
  static FileIdentity of(Path path) throws IOException {
    return new FileIdentity(
        path,
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey());
  }

  /** Throws where the path names another file by now, or none. */
  void requireUnchanged() throws IOException {
    try {
      if (Objects.equals(of(path).key, key)) {
        return;
      }
    } catch (NoSuchFileException e) {
      throw new IOException(path + " was removed while the store was open", e);
    }
    throw new IOException(path + " was replaced while the store was open");
  }
}
