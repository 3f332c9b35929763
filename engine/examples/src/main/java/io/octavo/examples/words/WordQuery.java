package io.octavo.examples.words;

import io.octavo.posting.PostingCursor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A query for files: words, {@code AND} or nothing between them, {@code OR}, {@code NOT},
 * parentheses, and a star after a prefix of words. {@code NOT} binds closest, then {@code AND}. A
 * query becomes a cursor that reads the lists of its words side by side; no result is collected.
 */
final class WordQuery {
  private static final Pattern TOKEN = Pattern.compile("[\\p{L}\\p{N}]+\\*?|\\S");

  private final WordIndex index;
  private final Deque<String> tokens = new ArrayDeque<>();

  private WordQuery(WordIndex index, String text) {
    this.index = index;
    TOKEN.matcher(text).results().map(MatchResult::group).forEach(tokens::add);
  }

  /**
   * Returns the files that match a query.
   *
   * @throws IllegalArgumentException if the query is malformed
   */
  static PostingCursor files(WordIndex index, String text) {
    WordQuery query = new WordQuery(index, text);
    PostingCursor files = query.anyOf();
    query.require(query.tokens.isEmpty(), "AND, OR or the end");
    return files;
  }

  /** Parses terms with {@code OR} between them. */
  private PostingCursor anyOf() {
    List<PostingCursor> terms = new ArrayList<>();
    do {
      terms.add(allOf());
    } while (accept("OR"));
    return PostingCursor.union(terms.toArray(PostingCursor[]::new));
  }

  /** Parses terms with {@code AND} or nothing between them. */
  private PostingCursor allOf() {
    List<PostingCursor> with = new ArrayList<>();
    List<PostingCursor> without = new ArrayList<>();
    do {
      (accept("NOT") ? without : with).add(term());
    } while (accept("AND") || !(tokens.isEmpty() || isNext("OR") || isNext(")")));
    if (with.isEmpty()) {
      with.add(index.all());
    }
    PostingCursor files = PostingCursor.intersection(with.toArray(PostingCursor[]::new));
    for (PostingCursor each : without) {
      files = PostingCursor.difference(files, each);
    }
    return files;
  }

  /** Parses a word, a prefix or a query in parentheses. */
  private PostingCursor term() {
    if (accept("(")) {
      PostingCursor files = anyOf();
      require(accept(")"), "')'");
      return files;
    }
    require(!tokens.isEmpty() && isWord(tokens.element()), "a word");
    String word = tokens.remove();
    return word.endsWith("*")
        ? index.containingPrefix(word.substring(0, word.length() - 1))
        : index.containing(word);
  }

  private static boolean isWord(String token) {
    return Character.isLetterOrDigit(token.codePointAt(0)) && !token.matches("AND|OR|NOT");
  }

  private boolean isNext(String token) {
    return token.equals(tokens.peek());
  }

  private boolean accept(String token) {
    boolean isNext = isNext(token);
    if (isNext) {
      tokens.remove();
    }
    return isNext;
  }

  private void require(boolean condition, String expected) {
    if (!condition) {
      String found = tokens.isEmpty() ? "the end" : "'" + tokens.element() + "'";
      throw new IllegalArgumentException("expected " + expected + ", found " + found);
    }
  }
}
