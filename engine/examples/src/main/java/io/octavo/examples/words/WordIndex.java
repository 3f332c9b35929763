package io.octavo.examples.words;

import io.octavo.OrderedMap;
import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import io.octavo.ids.StringTable;
import io.octavo.posting.PostingCursor;
import io.octavo.posting.PostingMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Which files contain which words. A table of strings numbers the files, a map numbers the words in
 * their order, and a posting list for each word holds the numbers of its files; list 0 holds all
 * files.
 *
 * <p>A word is a run of at most 64 letters and digits, in lower case.
 */
final class WordIndex {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

  /** Longer runs of letters and digits are data, not words. */
  private static final int LONGEST_WORD = 64;

  private static final long ALL = 0;

  /** A list that stays empty. */
  private static final long NONE = -1;

  private final StringTable files;
  private final OrderedMap<String, Long> words;
  private final PostingMap lists;

  /** Opens the index of a store, an empty one if there is none. */
  WordIndex(Transaction transaction) {
    files = transaction.strings("files");
    words = transaction.map("words", Codecs.STRING, Codecs.LONG);
    lists = transaction.postings("lists");
  }

  /** Returns whether a store has an index. */
  static boolean exists(Transaction transaction) {
    return transaction.exists("files") && transaction.exists("words");
  }

  /** Removes all files and words. */
  void clear() {
    files.clear();
    words.clear();
    lists.clear();
  }

  /**
   * Adds a text file. The numbers of files ascend, so each list grows at its end.
   *
   * @throws IOException if the file cannot be read or is not UTF-8; nothing is added then
   */
  void add(Path file) throws IOException {
    Set<String> found = new HashSet<>();
    WORD.matcher(Files.readString(file)).results().map(MatchResult::group).forEach(found::add);
    int number = files.intern(file.toString());
    lists.add(ALL, number);
    for (String word : found) {
      if (word.length() <= LONGEST_WORD) {
        lists.add(list(normal(word)), number);
      }
    }
  }

  /** Returns the list of a word, a new one for a new word. */
  private long list(String word) {
    long next = words.size() + 1L;
    Long existing = words.putIfAbsent(word, next);
    return existing == null ? next : existing;
  }

  /** Returns the path of a file. */
  String path(long number) {
    return files.text((int) number);
  }

  /** Returns all files. */
  PostingCursor all() {
    return lists.cursor(ALL);
  }

  /** Returns the files that contain a word. */
  PostingCursor containing(String word) {
    return lists.cursor(words.getOrDefault(normal(word), NONE));
  }

  /** Returns the files that contain a word that begins with a prefix. */
  PostingCursor containingPrefix(String prefix) {
    List<PostingCursor> found = new ArrayList<>();
    found.add(lists.cursor(NONE));
    words.prefixMap(normal(prefix)).values().forEach(list -> found.add(lists.cursor(list)));
    return PostingCursor.union(found.toArray(PostingCursor[]::new));
  }

  private static String normal(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
