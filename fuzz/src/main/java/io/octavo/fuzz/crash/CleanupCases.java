package io.octavo.fuzz.crash;

import io.octavo.TestStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the sweeps do not come to: programs that err, and failures that are only logged. Each case
 * does the same each time, and so tells at once whether a statement of the cleanup is missing.
 */
public final class CleanupCases {
  /** Seconds after which what should take no time counts as hanging. */
  static final long PATIENCE = 20;

  private CleanupCases() {}

  /** One of them. */
  interface Case {
    /**
     * Runs the case, in classes that {@link io.octavo.fuzz.fail.StruckLoader} has loaded.
     *
     * @param directory an empty one, for files
     * @throws AssertionError if anything is not as it must be
     */
    void run(Path directory) throws Exception;
  }

  /**
   * Runs all cases.
   *
   * @return the first that found something, and what; empty if there is none
   * @throws IOException if there is no directory for them
   */
  public static String findWrong() throws IOException {
    List<Case> cases = new ArrayList<>(List.of(CallCases.values()));
    cases.addAll(List.of(StateCases.values()));
    cases.addAll(List.of(FileCases.values()));
    for (Case next : cases) {
      Path directory = Files.createTempDirectory("octavo-case");
      try {
        next.run(directory);
      } catch (Exception | Error e) {
        return next + ": " + e;
      } finally {
        delete(directory);
      }
    }
    return "";
  }

  /** Deletes a directory with all that is in it. */
  static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  static FaultFile created() {
    FaultFile file = FaultFile.empty();
    TestStores.create(file, new UUID(13, 13));
    return file;
  }

  /** Runs something on another thread, for which it is to be no more than a moment's work. */
  static void onAnother(Callable<?> action) throws Exception {
    FutureTask<?> task = new FutureTask<>(action);
    Thread thread = new Thread(task, "another");
    thread.setDaemon(true);
    thread.start();
    try {
      Object unused = task.get(PATIENCE, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("another thread hangs", e);
    }
  }

  static void require(boolean isTrue, String otherwise) {
    if (!isTrue) {
      throw new AssertionError(otherwise);
    }
  }

  /** Runs something, and gives what it threw, null for nothing. */
  static @Nullable Throwable thrown(Runnable action) {
    try {
      action.run();
      return null;
    } catch (RuntimeException | Error e) {
      return e;
    }
  }
}
