package io.octavo.command.demo;

import io.octavo.CollectionType;
import io.octavo.PostingCursor;
import io.octavo.PostingLists;
import io.octavo.PostingMap;
import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.MapCodecs;
import io.octavo.page.meta.CodecNames;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An index of words in a store: which documents have which word. A map gives the path of each
 * document, another the number of each word, and posting lists the documents of each word; number 0
 * stands for all documents.
 *
 * <p>A word is a run of letters, digits and characters beyond 16 bits, 64 at most, in lower case.
 */
final class WordIndex {
  static final String FILES = "files";
  static final String WORDS = "words";
  static final String DOCUMENTS = "documents";

  private static final String INT = Codecs.INT.name();
  private static final String STRING = Codecs.STRING.name();
  private static final String LONG = Codecs.LONG.name();

  /** The number of the list of all documents. */
  static final long ALL = 0;

  /** A number of no word, with an empty list. */
  private static final long NONE = -1;

  /** The greatest number of words of a prefix. */
  private static final int MOST_WORDS = 10_000;

  /** Longer runs of letters and digits are data, not words. */
  private static final int LONGEST_WORD = 64;

  private final NavigableMap<String, Long> words;
  private final NavigableMap<Integer, String> files;
  private final PostingMap documents;

  /** Opens the index of a store. A write transaction creates it if necessary. */
  WordIndex(Transaction transaction) {
    words = transaction.map(WORDS, Codecs.STRING, Codecs.LONG);
    files = transaction.map(FILES, Codecs.INT, Codecs.STRING);
    documents = transaction.postings(DOCUMENTS);
  }

  /** Returns whether a store has an index. */
  static boolean exists(Transaction transaction) {
    return transaction.exists(WORDS) && transaction.exists(DOCUMENTS);
  }

  /** Throws if a store has a map with the name of a map of an index, but no index. */
  static void requireReplaceable(Transaction transaction) {
    requireReplaceable(transaction, FILES, new CodecNames(INT, STRING), CollectionType.BYTES_MAP);
    requireReplaceable(transaction, WORDS, new CodecNames(STRING, LONG), CollectionType.BYTES_MAP);
    requireReplaceable(transaction, DOCUMENTS, CodecNames.NONE, CollectionType.POSTINGS);
  }

  private static void requireReplaceable(
      Transaction transaction, String map, CodecNames codecs, CollectionType type) {
    boolean isOfIndex =
        transaction.type(map) == type
            && MapCodecs.of(transaction, map).equals(codecs)
            && exists(transaction);
    if (transaction.exists(map) && !isOfIndex) {
      throw new Failure(
          Failure.PROBLEM,
          "map "
              + map
              + " is not of an index of words, and an index would replace it; name another store, or"
              + " rename the map");
    }
  }

  /** Returns the path of a document. */
  String file(long document) {
    return String.valueOf(files.get((int) document));
  }

  /** Returns the documents with a word; all documents for null. */
  PostingCursor documents(@Nullable String word) {
    Long number = word == null ? Long.valueOf(ALL) : words.get(word);
    return documents.cursor(number == null ? NONE : number);
  }

  /** Returns the documents with a word that begins with a prefix. */
  PostingCursor documentsOfPrefix(String prefix) {
    Map<String, Long> range = words.subMap(prefix, prefix + Character.MAX_VALUE);
    List<PostingCursor> cursors = new ArrayList<>();
    for (long number : range.values()) {
      if (cursors.size() == MOST_WORDS) {
        throw new Failure(
            Failure.USAGE,
            prefix
                + "*: more than "
                + Text.count(MOST_WORDS)
                + " words have this prefix; give a longer one");
      }
      cursors.add(documents.cursor(number));
    }
    return cursors.isEmpty()
        ? documents.cursor(NONE)
        : PostingCursor.union(cursors.toArray(PostingCursor[]::new));
  }

  /** Collects words, document by document, before they are written. */
  static final class Builder {
    private final Map<String, Ids> idsOfWords = new HashMap<>();
    private final List<String> paths = new ArrayList<>();
    private long postings;

    /** The ascending numbers of the documents of a word. */
    private static final class Ids {
      private int[] numbers = new int[2];
      private int count;

      void add(int number) {
        if (count == numbers.length) {
          numbers = Arrays.copyOf(numbers, 2 * count);
        }
        numbers[count++] = number;
      }
    }

    /** Adds the words of a document; none if the document cannot be read to its end. */
    void add(String path, Reader text) throws IOException {
      Set<String> found = new HashSet<>();
      StringBuilder word = new StringBuilder();
      try (BufferedReader in = new BufferedReader(text)) {
        for (int next = in.read(); next >= 0; next = in.read()) {
          if (isOfWord((char) next)) {
            word.append((char) next);
          } else {
            take(word, found);
          }
        }
      }
      take(word, found);
      for (String each : found) {
        idsOfWords.computeIfAbsent(each, key -> new Ids()).add(paths.size());
      }
      postings += found.size();
      paths.add(path);
    }

    private static void take(StringBuilder word, Set<String> found) {
      if (word.length() > 0 && word.length() <= LONGEST_WORD) {
        found.add(normal(word.toString()));
      }
      word.setLength(0);
    }

    int documents() {
      return paths.size();
    }

    int words() {
      return idsOfWords.size();
    }

    long postings() {
      return postings;
    }

    /**
     * Writes the index, and replaces an existing one.
     *
     * @param progress shows the number of words written, each of which is written twice
     */
    void write(Transaction transaction, Progress progress) {
      requireReplaceable(transaction);
      for (String map : List.of(FILES, WORDS, DOCUMENTS)) {
        transaction.drop(map);
      }
      WordIndex index = new WordIndex(transaction);
      for (int i = 0; i < paths.size(); i++) {
        index.files.put(i, paths.get(i));
      }
      NavigableMap<String, Ids> sorted = new TreeMap<>(idsOfWords);
      List<Ids> lists = new ArrayList<>(sorted.size() + 1);
      Ids all = new Ids();
      for (int i = 0; i < paths.size(); i++) {
        all.add(i);
      }
      lists.add(all);
      for (Map.Entry<String, Ids> word : sorted.entrySet()) {
        index.words.put(word.getKey(), (long) lists.size());
        lists.add(word.getValue());
        progress.to(lists.size() - 1);
      }
      index.documents.load(new Lists(lists, list -> progress.to(words() + (long) list)));
    }

    /** The lists in the order of their numbers. */
    private static final class Lists implements PostingLists {
      private final List<Ids> lists;
      private final IntConsumer listener;
      private int list = -1;
      private int next;

      Lists(List<Ids> lists, IntConsumer listener) {
        this.lists = lists;
        this.listener = listener;
      }

      @Override
      public boolean next() {
        next = 0;
        list++;
        listener.accept(Math.min(list, lists.size() - 1));
        return list < lists.size();
      }

      @Override
      public long key() {
        return list;
      }

      @Override
      public int nextBlock(long[] into) {
        Ids ids = lists.get(list);
        int count = Math.min(into.length, ids.count - next);
        for (int i = 0; i < count; i++) {
          into[i] = ids.numbers[next + i];
        }
        next += count;
        return count;
      }
    }
  }

  /** Returns whether a character can be in a word. */
  static boolean isOfWord(char character) {
    return Character.isLetterOrDigit(character) || Character.isSurrogate(character);
  }

  /** Returns the form of a word in the index. */
  static String normal(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
