package io.octavo.command.cli;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.OpenedFile;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFullException;
import io.octavo.file.StoreLock;
import io.octavo.page.meta.CatalogueRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Opens stores for the commands. */
public final class Stores {
  private static final int MOST_NAMES = 10;

  /** The time for which the end of the process waits for a store that is being created. */
  private static final long OPEN_SECONDS = 5;

  /** Whether the command that this thread runs opens stores without locks. */
  private static final ThreadLocal<Boolean> UNLOCKED = ThreadLocal.withInitial(() -> false);

  private Stores() {}

  /** Runs a command, without locks if that or the shell that it runs in has the option. */
  public static int run(boolean isUnlocked, IntSupplier command) {
    boolean before = UNLOCKED.get();
    UNLOCKED.set(before || isUnlocked);
    try {
      return command.getAsInt();
    } finally {
      UNLOCKED.set(before);
    }
  }

  /** Returns the options of all stores that a command opens. */
  public static StoreOptions options() {
    return StoreOptions.defaults().unlocked(UNLOCKED.get());
  }

  /** Opens a file to look at its pages. */
  public static OpenedFile openPages(Path file) {
    return OpenedFile.of(file, true, UNLOCKED.get());
  }

  /** Throws if a file is no store, with a message for the command line. */
  public static void requireFile(Path file) {
    if (!Files.exists(file)) {
      throw new Failure(
          Failure.CANNOT_OPEN, file + ": no such file; octavo load and octavo put create stores");
    }
    requireRegular(file);
    if (Files.isRegularFile(file) && length(file) == 0) {
      throw new Failure(Failure.CANNOT_OPEN, file + ": the file is empty, not an Octavo file");
    }
  }

  /** Throws for devices and pipes, which would look like empty files, and be filled. */
  public static void requireRegular(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
      throw new Failure(Failure.CANNOT_OPEN, file + ": not a regular file");
    }
  }

  public static long length(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens an existing store for reading. Any number of readers may have it open. */
  public static Store openToRead(Path file) {
    requireFile(file);
    return open(file, options().readOnly(true));
  }

  /** Opens a store for writing, and creates it if necessary. Records a trace if requested. */
  public static Store openToWrite(Streams streams, Path file) {
    requireRegular(file);
    Path trace = streams.trace();
    return open(file, trace == null ? options() : options().recordTo(trace));
  }

  /** What is done with a store. */
  public interface Work {
    void on(Store store) throws IOException;
  }

  /**
   * Does work on a store, which is created if necessary. A new store in which nothing was committed
   * is deleted, with its sidecar, if the work fails or the process is ended by a signal.
   */
  public static void write(Streams streams, Path file, Work work) throws IOException {
    if (Files.exists(file)) {
      try (Store store = openToWrite(streams, file)) {
        work.on(store);
      }
      return;
    }
    boolean isAlone = !StoreLock.hasSidecar(file.toAbsolutePath());
    CompletableFuture<Store> opened = new CompletableFuture<>();
    AtomicBoolean isDeleted = new AtomicBoolean();
    Runnable undo = () -> isDeleted.set(deleteEmpty(opened, file, isAlone));
    AtExit atExit = new AtExit(undo, 0);
    try (atExit;
        Store store = openToWrite(streams, file)) {
      opened.complete(store);
      try {
        work.on(store);
      } catch (IOException | RuntimeException e) {
        if (!isDeleted.get()) {
          undo.run();
          throw e;
        }
      }
      if (isDeleted.get()) {
        throw new Failure(Failure.PROBLEM, "interrupted");
      }
    } finally {
      opened.cancel(false);
    }
  }

  /**
   * Deletes a store without collections while it is locked, so that nobody has filled it.
   *
   * @param isAlone whether to delete the sidecar too
   * @return whether the store was deleted
   */
  private static boolean deleteEmpty(Future<Store> opened, Path file, boolean isAlone) {
    try {
      Store store = opened.get(OPEN_SECONDS, TimeUnit.SECONDS);
      if (!store.<Set<String>>read(Transaction::names).isEmpty()) {
        return false;
      }
      Files.delete(file);
      if (isAlone) {
        Files.deleteIfExists(StoreLock.sidecarOf(file));
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (IOException | ExecutionException | TimeoutException | RuntimeException e) {
      System.getLogger(Stores.class.getName()).log(System.Logger.Level.DEBUG, "delete", e);
      return false;
    }
  }

  /** Closes resources that were only read, so that errors lose nothing and are ignored. */
  public static void close(AutoCloseable... resources) {
    for (AutoCloseable resource : resources) {
      try {
        resource.close();
      } catch (Exception e) {
        System.getLogger(Stores.class.getName()).log(System.Logger.Level.DEBUG, "close", e);
      }
    }
  }

  private static Store open(Path file, StoreOptions options) {
    try {
      return Store.open(file, options);
    } catch (StoreException e) {
      throw cannotOpen(e);
    }
  }

  public static Failure cannotOpen(StoreException e) {
    int exitCode = e instanceof StoreFullException ? Failure.FULL : Failure.CANNOT_OPEN;
    String message = String.valueOf(e.getMessage());
    return new Failure(exitCode, message.replace("StoreOptions.unlocked", "--unlocked"), e);
  }

  /** Throws for an invalid name of a map, before anything is opened or created. */
  public static void requireName(String map) {
    try {
      CatalogueRecord.encodeName(map);
    } catch (IllegalArgumentException e) {
      throw new Failure(Failure.USAGE, "MAP: " + e.getMessage(), e);
    }
  }

  public static Failure noMap(Path file, String map, Set<String> names) {
    return noMap(file, map, names, null);
  }

  /**
   * Returns the failure for a missing map.
   *
   * @param note a note to add, may be null
   */
  public static Failure noMap(Path file, String map, Set<String> names, @Nullable String note) {
    String nearest = NearestName.of(map, names);
    String others =
        names.isEmpty()
            ? "the store has no maps"
            : nearest == null ? "the store has " + some(names) : "did you mean " + nearest + "?";
    return new Failure(
        Failure.PROBLEM,
        file + ": no map named " + map + "; " + others + (note == null ? "" : "; " + note));
  }

  /** Returns a list of names, cut after the first ones. */
  private static String some(Set<String> names) {
    String first = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    int more = names.size() - MOST_NAMES;
    return more <= 0 ? first : first + " and " + Text.count(more) + " more";
  }
}
