package io.octavo.command.web;

import io.octavo.Store;
import io.octavo.Transaction;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What a {@link ViewServer} shows: a page, and answers to what the page asks. */
public interface Viewed extends AutoCloseable {
  /**
   * An answer, which is of one snapshot.
   *
   * @param sequence the number of the last commit that the snapshot has
   * @param body a page as a string, bytes as an array, or anything else to be sent as JSON
   */
  record Answer<T>(long sequence, T body) {
    /** Answers a question, which is called with the number of the commit. */
    public static <T> Answer<T> of(Store store, BiFunction<Transaction, Long, T> question) {
      while (true) {
        long sequence = store.stats().commits();
        try (Transaction transaction = store.beginRead()) {
          // Unless the store has found a later one meanwhile.
          if (store.stats().commits() == sequence) {
            return new Answer<>(sequence, question.apply(transaction, sequence));
          }
        }
      }
    }
  }

  /** Answers a question; returns null if nothing has its path. The page has the empty path. */
  @Nullable Answer<?> answer(ViewQuestion asked);

  /** Returns whether an answer may take long, because it reads all that it is about. */
  default boolean isSearch(String path) {
    return false;
  }

  /** Ends what is being answered. */
  @Override
  default void close() {}
}
