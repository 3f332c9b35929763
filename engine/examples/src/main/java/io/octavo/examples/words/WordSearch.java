package io.octavo.examples.words;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.StoreException;
import io.octavo.posting.PostingCursor;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Indexes the text files of a directory, and finds those that match a query.
 *
 * <pre>
 * classpath=engine/examples/target/classes:engine/target/classes:page/target/classes
 * java -cp $classpath io.octavo.examples.words.WordSearch index words.oct /usr/share/doc
 * java -cp $classpath io.octavo.examples.words.WordSearch query words.oct '(lock OR mutex*) NOT thread'
 * </pre>
 */
public final class WordSearch {
  private WordSearch() {}

  /**
   * Runs the program.
   *
   * @param arguments {@code index STORE DIRECTORY} or {@code query STORE QUERY}
   */
  public static void main(String... arguments) {
    String verb = arguments.length == 3 ? arguments[0] : "";
    try {
      switch (verb) {
        case "index" -> index(Path.of(arguments[1]), Path.of(arguments[2]), System.out);
        case "query" -> query(Path.of(arguments[1]), arguments[2], System.out);
        default ->
            throw new IllegalArgumentException(
                "usage: index STORE DIRECTORY, or query STORE QUERY");
      }
    } catch (StoreException | IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    } catch (IOException e) {
      System.err.println(e);
      System.exit(1);
    }
  }

  /**
   * Indexes a directory in one transaction, so that queries see the index of before or all of the
   * new one. Files that are not UTF-8 are skipped.
   */
  static void index(Path file, Path directory, PrintStream out) throws IOException {
    List<Path> found;
    try (Stream<Path> all = Files.walk(directory)) {
      found = all.filter(Files::isRegularFile).sorted().toList();
    }
    List<Path> skipped = new ArrayList<>();
    try (Store store = Store.open(file)) {
      store.write(
          transaction -> {
            WordIndex index = new WordIndex(transaction);
            index.clear();
            for (Path each : found) {
              try {
                index.add(each);
              } catch (IOException e) {
                skipped.add(each);
              }
            }
          });
    }
    out.println((found.size() - skipped.size()) + " files indexed, " + skipped.size() + " skipped");
  }

  /**
   * Prints the paths of the files that match a query, in the order in which they were indexed.
   *
   * @throws StoreException if the store does not exist or has no index
   * @throws IllegalArgumentException if the query is malformed
   */
  static void query(Path file, String query, PrintStream out) {
    if (!Files.exists(file)) {
      throw noIndex(file);
    }
    try (Store store = Store.open(file, StoreOptions.defaults().readOnly(true));
        Transaction transaction = store.beginRead()) {
      if (!WordIndex.exists(transaction)) {
        throw noIndex(file);
      }
      WordIndex index = new WordIndex(transaction);
      PostingCursor files = WordQuery.files(index, query);
      while (files.next()) {
        out.println(index.path(files.id()));
      }
    }
  }

  private static StoreException noIndex(Path file) {
    return new StoreException(
        file + ": no index of words; make it first: index " + file + " DIRECTORY");
  }
}
