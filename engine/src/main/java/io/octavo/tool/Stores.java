package io.octavo.tool;

import io.octavo.LongMap;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.StoreException;
import io.octavo.page.CatalogueRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Opens stores and maps the way the verbs want them. */
final class Stores {
  private Stores() {}

  /** Refuses what is surely no store, in the words of a command line. */
  static void requireFile(Path file) {
    if (!Files.exists(file)) {
      throw new Failure(
          Failure.CANNOT_OPEN, file + ": no such file; octavo load and octavo put create a store");
    }
    requireRegular(file);
    if (Files.isRegularFile(file) && length(file) == 0) {
      throw new Failure(Failure.CANNOT_OPEN, file + ": the file is empty, not an Octavo file");
    }
  }

  /** Devices and pipes would be taken for empty files, and filled. */
  private static void requireRegular(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
      throw new Failure(Failure.CANNOT_OPEN, file + ": is neither a file nor a directory");
    }
  }

  static long length(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a store that exists; any number of readers may at once. */
  static Store openToRead(Path file) {
    requireFile(file);
    return open(file, StoreOptions.defaults().readOnly(true));
  }

  /** Opens a store, and creates it where there is none. */
  static Store openToWrite(Path file) {
    requireRegular(file);
    return open(file, StoreOptions.defaults());
  }

  private static Store open(Path file, StoreOptions options) {
    try {
      return Store.open(file, options);
    } catch (StoreException e) {
      throw cannotOpen(e);
    }
  }

  static Failure cannotOpen(StoreException e) {
    return new Failure(Failure.CANNOT_OPEN, String.valueOf(e.getMessage()), e);
  }

  /** Refuses a name that no map can have, before anything is opened or created. */
  static void requireName(String map) {
    try {
      CatalogueRecord.encodeName(map);
    } catch (IllegalArgumentException e) {
      throw new Failure(Failure.USAGE, "MAP: " + e.getMessage(), e);
    }
  }

  /** Opens a map that must exist. */
  static LongMap map(Transaction transaction, Path file, String map) {
    requireName(map);
    if (!transaction.exists(map)) {
      throw noMap(file, map, transaction.names());
    }
    try {
      return transaction.longMap(map);
    } catch (IllegalArgumentException e) {
      throw new Failure(Failure.PROBLEM, file + ": " + e.getMessage(), e);
    }
  }

  static Failure noMap(Path file, String map, Set<String> names) {
    String others = names.isEmpty() ? "it has none" : "it has " + String.join(", ", names);
    return new Failure(Failure.PROBLEM, file + ": no map is named " + map + "; " + others);
  }
}
