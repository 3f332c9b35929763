package io.octavo.bench.ids;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Strings as a table of strings gets them: in the order in which a program meets them. */
final class IdStrings {
  private static final int LONG = 200;
  private static final int VOCABULARY = 1 << 20;
  private static final Pattern SEPARATORS = Pattern.compile("[^\\p{L}\\p{N}]+");

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
   * Finds the words of the text files below a directory; the first ones where there are more. Where
   * there is no text, words are drawn: the probability of each is about 1 / rank, and frequent ones
   * are short.
   */
  static byte[][] words(Path directory, int most) throws IOException {
    List<String> words = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> paths = Files.walk(directory)) {
        for (Path file : paths.filter(Files::isRegularFile).sorted().toList()) {
          if (words.size() >= most) {
            break;
          }
          SEPARATORS
              .splitAsStream(text(file))
              .filter(word -> !word.isEmpty())
              .limit(most - words.size())
              .forEach(words::add);
        }
      }
    }
    if (words.isEmpty()) {
      SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < most; i++) {
        int rank = (int) StrictMath.pow(VOCABULARY, random.nextDouble());
        words.add(Integer.toString(rank, Character.MAX_RADIX));
      }
    }
    return bytes(words.stream());
  }

  /** Reads a file; gives nothing if it is no text, or cannot be read. */
  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Makes distinct strings of 200 random bytes.
   *
   * @param isLate whether only the last four bytes differ
   */
  static byte[][] random(int count, boolean isLate) {
    SplittableRandom random = new SplittableRandom(1);
    byte[] first = new byte[LONG];
    random.nextBytes(first);
    byte[][] strings = new byte[count][];
    for (int i = 0; i < count; i++) {
      byte[] string = first.clone();
      if (!isLate) {
        random.nextBytes(string);
      }
      // An odd factor makes numbers that differ.
      ByteBuffer.wrap(string).putInt(LONG - Integer.BYTES, i * 0x9E37_79B1);
      strings[i] = string;
    }
    return strings;
  }
}
