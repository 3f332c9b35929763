package io.octavo;

import io.octavo.commit.RecordedCommits;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceEvent.Operation;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The changes of recorded commits, in order: each commit once, or within a {@link Gap}. For use by
 * one thread at a time.
 *
 * <pre>{@code
 * try (ChangeFeed feed = store.changes(store.stats().commits() + 1)) {
 *   while (isRunning) {
 *     ChangeFeed.Change change = feed.next(Duration.ofSeconds(1));
 *     if (change instanceof ChangeFeed.Commit commit) {
 *       commit.operations().forEach(this::apply);
 *     } else if (change instanceof ChangeFeed.Gap) {
 *       applyAll();
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>A commit with {@link Durability#ASYNC} is returned before it is durable. A power failure may
 * lose the last such commits; later commits then reuse their numbers.
 *
 * <p>A feed keeps the pages of one checkpoint from being reused until the next {@link #poll} finds
 * a later one. Close a feed that is not read.
 */
public final class ChangeFeed implements AutoCloseable {
  /** A {@link Commit} or a {@link Gap}. */
  public sealed interface Change {}

  /**
   * A commit.
   *
   * @param sequence its number
   * @param operations its changes, in the order in which they were made; {@link ChangeFeed#name}
   *     returns the names of their collections. Changes of posting lists are those of their stored
   *     entries; other changes are the entries put, added or removed
   */
  public record Commit(long sequence, List<Operation> operations) implements Change {}

  /**
   * Commits whose changes cannot be read. A program that follows the changes must restart from the
   * contents of the store.
   *
   * @param first number of the first
   * @param last number of the last
   */
  public record Gap(long first, long last) implements Change {}

  /** The shortest and the longest interval between polls. */
  private static final long LEAST_MILLIS = 1;

  private static final long MOST_MILLIS = 16;

  private final Store store;
  private final RecordedCommits commits;

  /** The names of collections, by their identifiers. */
  private final Map<Integer, String> names = new HashMap<>();

  ChangeFeed(Store store, RecordedCommits commits) {
    this.store = store;
    this.commits = commits;
    findNames();
  }

  private void findNames() {
    store.view(
        transaction -> {
          for (String name : transaction.names()) {
            CatalogueRecord record = transaction.scope().find(name);
            if (record != null) {
              names.put(record.id(), name);
            }
          }
        });
  }

  /**
   * Returns the next change, if its commit has a record.
   *
   * @return the change; null if there is none yet
   * @throws IllegalStateException if the store is closed
   * @throws io.octavo.error.StoreException if the file cannot be read
   */
  public @Nullable Change poll() {
    store.requireOpen();
    RecordedCommits.Commits found = commits.poll();
    if (found == null) {
      return null;
    }
    byte[] logged = found.operations();
    if (logged == null) {
      store.refresh();
      findNames();
      return new Gap(found.first(), found.last());
    }
    List<Operation> operations = List.copyOf(Operation.decode(logged));
    for (Operation operation : operations) {
      if (operation instanceof TraceEvent.Create created) {
        names.put(created.collection(), created.name());
      } else if (operation instanceof TraceEvent.Rename renamed) {
        names.put(renamed.collection(), renamed.name());
      }
    }
    return new Commit(found.first(), operations);
  }

  /**
   * Returns the next change, waiting for it if necessary.
   *
   * @param timeout the longest time to wait; zero or less for no wait
   * @return the change; null if the timeout has passed
   * @throws InterruptedException if the thread is interrupted while waiting
   * @throws IllegalStateException if the store is closed
   * @throws io.octavo.error.StoreException if the file cannot be read
   */
  public @Nullable Change next(Duration timeout) throws InterruptedException {
    long begun = System.nanoTime();
    Change change = poll();
    for (long pause = LEAST_MILLIS; change == null; pause = Math.min(2 * pause, MOST_MILLIS)) {
      long left = timeout.minusNanos(System.nanoTime() - begun).toMillis();
      if (left <= 0) {
        return null;
      }
      TimeUnit.MILLISECONDS.sleep(Math.min(pause, left));
      change = poll();
    }
    return change;
  }

  /**
   * Returns the name of a collection, as of the last change returned.
   *
   * @param collection its identifier in the operations
   * @return the name; null if it was dropped before its name was read
   */
  public @Nullable String name(int collection) {
    return names.get(collection);
  }

  /** Closes the feed; the store stays open. Further calls have no effect. */
  @Override
  public void close() {
    commits.close();
  }
}
