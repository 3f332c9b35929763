package io.octavo.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The identity of the file that a path named when it was opened.
 *
 * @param path the path
 * @param key the file key of the system, independent of the name; the path if the system has no
 *     file keys, such as Windows, where an open file cannot be removed
 */
record FileIdentity(Path path, String key) {
  static FileIdentity of(Path path) throws IOException {
    Object key =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    return new FileIdentity(path, describe(path, key));
  }

  private static String describe(Path path, @Nullable Object key) {
    return key == null ? path.toString() : key.toString();
  }

  /** Throws a {@link FileLostException} if the path names another file now, or none. */
  void requireUnchanged() throws IOException {
    try {
      if (of(path).key.equals(key)) {
        return;
      }
    } catch (NoSuchFileException e) {
      throw new FileLostException(path + " was removed while the store was open", e);
    }
    throw replaced();
  }

  FileLostException replaced() {
    return new FileLostException(path + " was replaced while the store was open");
  }
}
