package io.octavo.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Strings as a dictionary gets them: in the order in which a program meets them. */
final class IdStrings {
  private IdStrings() {}

  private static byte[][] bytes(Stream<String> texts) {
    return texts.map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
  }

  /** Reads the lines of a file. */
  static byte[][] lines(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return bytes(lines);
    }
  }

  /** Finds the paths below a directory; the first ones where there are more. */
  static byte[][] paths(Path directory, int most) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return bytes(paths.limit(most).map(Path::toString));
    }
  }

  /**
   * Makes as many distinct strings as are wanted of the paths of the classes in the JDK, which get
   * a number when they come again.
   */
  static byte[][] ofClasses(int count) throws IOException {
    Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
    byte[][] paths = paths(modules, count);
    byte[][] strings = new byte[count][];
    for (int i = 0; i < count; i++) {
      byte[] path = paths[i % paths.length];
      strings[i] =
          i < paths.length
              ? path
              : (new String(path, StandardCharsets.UTF_8) + '.' + i / paths.length)
                  .getBytes(StandardCharsets.UTF_8);
    }
    return strings;
  }
}
