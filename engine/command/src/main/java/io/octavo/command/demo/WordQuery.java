package io.octavo.command.demo;

import io.octavo.PostingCursor;
import io.octavo.command.cli.Failure;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds documents by a query: words, {@code AND} or nothing between them, {@code OR}, {@code NOT},
 * parentheses, and a star after a prefix of words. {@code NOT} binds closest, then {@code AND}.
 */
final class WordQuery {
  private final WordIndex index;
  private final String text;
  private final List<String> tokens = new ArrayList<>();
  private int position;

  private WordQuery(WordIndex index, String text) {
    this.index = index;
    this.text = text;
    StringBuilder token = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (WordIndex.isOfWord(c) || c == '*') {
        token.append(c);
      } else {
        take(token);
        if (c == '(' || c == ')') {
          tokens.add(String.valueOf(c));
        } else if (!Character.isWhitespace(c)) {
          throw new Failure(
              Failure.USAGE,
              "'" + c + "' is not part of a word; separate words by blanks: " + text);
        }
      }
    }
    take(token);
  }

  private void take(StringBuilder token) {
    if (token.length() > 0) {
      tokens.add(token.toString());
      token.setLength(0);
    }
  }

  /** Returns the documents that match a query. */
  static PostingCursor documents(WordIndex index, String text) {
    WordQuery query = new WordQuery(index, text);
    PostingCursor cursor = query.any();
    if (query.position < query.tokens.size()) {
      throw query.expected("AND, OR or the end");
    }
    return cursor;
  }

  private Failure expected(String what) {
    String found = position < tokens.size() ? "'" + tokens.get(position) + "'" : "the end";
    return new Failure(Failure.USAGE, "expected " + what + ", found " + found + " in: " + text);
  }

  private boolean isNext(String token) {
    return position < tokens.size() && tokens.get(position).equals(token);
  }

  private boolean accept(String token) {
    boolean isNext = isNext(token);
    position += isNext ? 1 : 0;
    return isNext;
  }

  private PostingCursor any() {
    List<PostingCursor> cursors = new ArrayList<>();
    do {
      cursors.add(all());
    } while (accept("OR"));
    return PostingCursor.union(cursors.toArray(PostingCursor[]::new));
  }

  private PostingCursor all() {
    List<PostingCursor> with = new ArrayList<>();
    List<PostingCursor> without = new ArrayList<>();
    do {
      boolean isNot = accept("NOT");
      (isNot ? without : with).add(one());
    } while (accept("AND") || (position < tokens.size() && !isNext("OR") && !isNext(")")));
    if (with.isEmpty()) {
      with.add(index.documents(null));
    }
    PostingCursor cursor = PostingCursor.intersection(with.toArray(PostingCursor[]::new));
    return without.isEmpty()
        ? cursor
        : PostingCursor.difference(
            cursor, PostingCursor.union(without.toArray(PostingCursor[]::new)));
  }

  private PostingCursor one() {
    if (accept("(")) {
      PostingCursor cursor = any();
      if (!accept(")")) {
        throw expected("')'");
      }
      return cursor;
    }
    if (position == tokens.size()
        || isNext(")")
        || isNext("OR")
        || isNext("AND")
        || isNext("NOT")) {
      throw expected("a word");
    }
    String word = WordIndex.normal(tokens.get(position++));
    int star = word.indexOf('*');
    if (star < 0) {
      return index.documents(word);
    }
    if (star != word.length() - 1 || star == 0) {
      throw new Failure(Failure.USAGE, word + ": a star must follow a prefix: " + text);
    }
    return index.documentsOfPrefix(word.substring(0, star));
  }
}
