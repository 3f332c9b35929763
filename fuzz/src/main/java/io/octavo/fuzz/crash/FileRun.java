package io.octavo.fuzz.crash;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.StoreException;
import io.octavo.fuzz.fail.Actor;
import io.octavo.fuzz.fail.Plan;
import io.octavo.fuzz.fail.Turns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates, opens, changes, copies and closes a store in a real file, with its locks, while methods
 * fail. Whatever failed, the file can be opened again by the same process, for reading and for
 * writing, and holds what was acknowledged.
 */
final class FileRun {
  private final Path directory;
  private final Path path;

  /**
   * Whether it leaves a trace; how much of it waits for its thread, and so the points, may vary.
   */
  private final boolean isRecorded;

  private final Turns turns;
  private final Actor actor;
  private long acknowledged;
  private long attempted;
  private int copies;
  private @Nullable Store store;
  private @Nullable Transaction rolledBack;
  private volatile @Nullable Throwable wrong;

  FileRun(long seed, Plan plan) {
    try {
      directory = Files.createTempDirectory("octavo-failing");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    path = directory.resolve("store.oct");
    isRecorded = seed % 2 == 0;
    turns = new Turns(seed);
    actor = new Actor("failing", turns, plan, this::body);
  }

  Actor actor() {
    return actor;
  }

  Turns turns() {
    return turns;
  }

  @Nullable Throwable wrong() {
    return wrong;
  }

  /** Deletes all files of the run. */
  void clear() {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void body() {
    try {
      // Created, then opened for writing, reading, and writing.
      for (boolean isRead : List.of(false, false, true, false)) {
        use(isRead);
      }
    } catch (Throwable e) {
      wrong = e;
    }
  }

  private void use(boolean isRead) {
    StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20).readOnly(isRead);
    if (isRecorded) {
      options = options.recordTo(directory.resolve("trace"));
    }
    StoreOptions used = options;
    attempt(() -> store = Store.open(path, used));
    Store open = store;
    if (open == null) {
      lookAgain();
      return;
    }
    if (!isRead) {
      write(open);
    }
    attempt(() -> require(open));
    if (!isRead) {
      Path copy = directory.resolve("copy" + copies++);
      attempt(() -> open.backupTo(copy));
      if (Files.exists(copy)) {
        requireCopy(copy);
      }
    }
    store = null;
    if (!attempt(open::close)) {
      // Does nothing but where the call had not begun.
      open.close();
    }
    lookAgain();
  }

  private void write(Store open) {
    attempted = acknowledged + 1;
    if (attempt(() -> open.write(transaction -> put(transaction, attempted)))) {
      acknowledged = attempted;
    }
    rollBack(open);
  }

  /** Nobody sees a number that was rolled back. */
  private void rollBack(Store open) {
    attempt(() -> rolledBack = open.beginWrite());
    Transaction begun = rolledBack;
    if (begun != null) {
      rolledBack = null;
      attempt(() -> put(begun, Long.MAX_VALUE));
      if (!attempt(begun::close)) {
        // Does nothing but if the call had not begun.
        begun.close();
      }
    }
  }

  private static void put(Transaction transaction, long number) {
    transaction.longMap("m").put(1, number);
  }

  private void require(Store open) {
    long found = open.read(transaction -> transaction.longMap("m").get(1, 0));
    if (found < acknowledged || found > attempted) {
      throw new AssertionError("found " + found + ", not " + acknowledged + " to " + attempted);
    }
  }

  /** A copy gets its name when it is complete. */
  private void requireCopy(Path copy) {
    try (Store opened = Store.open(copy, StoreOptions.defaults().readOnly(true))) {
      require(opened);
      ScenarioRun.requireSound(opened);
    }
  }

  /** Opens what is left with nothing failing any more. */
  private void lookAgain() {
    if (actor.thrown().isEmpty()) {
      return;
    }
    try (Store again = Store.open(path, StoreOptions.defaults().cacheBytes(1 << 20))) {
      require(again);
      ScenarioRun.requireSound(again);
      acknowledged = again.read(transaction -> transaction.longMap("m").get(1, 0));
    } catch (StoreException e) {
      throw new AssertionError("what failed cannot be opened again: " + e, e);
    }
  }

  private boolean attempt(Runnable call) {
    actor.counting(true);
    try {
      call.run();
      return true;
    } catch (Turns.DeadException | AssertionError e) {
      throw e;
    } catch (Throwable e) {
      actor.counting(false);
      Explanation.require(e, actor.thrown()::contains);
      return false;
    } finally {
      actor.counting(false);
      actor.endCall();
    }
  }
}
