package io.octavo.fuzz.method;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.StoreException;
import io.octavo.fuzz.fail.Actor;
import io.octavo.fuzz.fail.Plan;
import io.octavo.fuzz.fail.Turns;
import io.octavo.fuzz.workload.ScenarioRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates, opens, changes, copies and closes a store in a real file, with its locks, while one
 * method fails. Whatever failed, the file can be opened again by the same process, for reading and
 * for writing, and holds what was acknowledged.
 */
final class FileRun extends FailingRun {
  private static final StoreOptions OPTIONS = StoreOptions.defaults().cacheBytes(1 << 20);

  private final Path directory;
  private final Path path;

  /**
   * Whether it leaves a trace; how much of it waits for its thread, and so the points, may vary.
   */
  private final boolean isRecorded;

  private final Turns turns;
  private final Actor actor;
  private final NumberedCommits commits = new NumberedCommits("m");
  private int uses;
  private @Nullable Store store;
  private @Nullable Transaction rolledBack;

  FileRun(long seed, Plan plan) {
    try {
      directory = Files.createTempDirectory("octavo-failing");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    path = directory.resolve("store.oct");
    isRecorded = seed % 2 == 0;
    turns = new Turns(seed);
    actor = new Actor("failing", turns, plan, () -> judge(this::use));
  }

  @Override
  void perform() {
    actor.start();
    join(actor, turns);
    clear();
  }

  /** Deletes all files of the run. */
  private void clear() {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  Actor actor() {
    return actor;
  }

  @Override
  boolean isMeant(Throwable thrown) {
    return thrown == actor.thrown();
  }

  @Override
  boolean hasStruck() {
    return actor.thrown() != null;
  }

  @Override
  String place() {
    return "use " + uses + " of a real file";
  }

  /** Creates the file, then opens it for writing, reading, and writing. */
  private void use() {
    for (boolean isRead : List.of(false, false, true, false)) {
      uses++;
      use(isRead);
    }
  }

  private void use(boolean isRead) {
    boolean isLate = hasStruck();
    StoreOptions options = OPTIONS.readOnly(isRead);
    if (isRecorded) {
      options = options.recordTo(directory.resolve("trace"));
    }
    StoreOptions used = options;
    attempt(() -> store = Store.open(path, used));
    Store open = store;
    store = null;
    if (open != null) {
      use(open, isRead);
    }
    if (hasStruck() && !isLate) {
      openAgain();
    }
  }

  private void use(Store open, boolean isRead) {
    if (!isRead) {
      write(open);
      requireTurn(open);
    }
    attempt(() -> require(open));
    if (!isRead) {
      Path copy = directory.resolve("copy" + uses);
      attempt(() -> open.backupTo(copy));
      if (Files.exists(copy)) {
        requireCopy(copy);
      }
    }
    end(open);
  }

  private void write(Store open) {
    long number = commits.begin();
    if (attempt(() -> open.write(transaction -> commits.put(transaction, number)))) {
      commits.acknowledge();
    }
    // Nobody sees a number that is rolled back.
    attempt(() -> rolledBack = open.beginWrite());
    Transaction transaction = rolledBack;
    rolledBack = null;
    if (transaction != null) {
      attempt(() -> commits.put(transaction, Long.MAX_VALUE));
      end(transaction);
    }
  }

  private void require(Store open) {
    open.read(
        transaction -> {
          commits.require(
              transaction,
              commits.acknowledged(),
              hasFailed() || !hasStruck() ? commits.attempted() : commits.acknowledged());
          return true;
        });
  }

  /** A copy gets its name when it is complete. */
  private void requireCopy(Path copy) {
    try (Store opened = Store.open(copy, OPTIONS.readOnly(true))) {
      require(opened);
      ScenarioRun.requireSound(opened);
    }
  }

  /** Opens what is left with nothing failing any more. */
  private void openAgain() {
    try (Store again = Store.open(path, OPTIONS)) {
      require(again);
      ScenarioRun.requireSound(again);
      commits.rebase(again);
      renew();
    } catch (StoreException e) {
      throw new AssertionError("what failed cannot be opened again: " + e, e);
    }
  }
}
