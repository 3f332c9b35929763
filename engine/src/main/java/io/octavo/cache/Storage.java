package io.octavo.cache;

import io.octavo.file.StoreFile;
import java.io.IOException;

/**
 * The pages of an open store: its file, its memory, and the transfer between the two.
 *
 * @param file the file
 * @param cache the pages in memory
 * @param loader reads pages
 * @param writer writes pages
 * @param ownership checks that the file belongs to this store and may be written
 */
public record Storage(
    StoreFile file, PageCache cache, PageLoader loader, PageWriter writer, Ownership ownership) {
  /** Returns the pages of a file. */
  public static Storage of(StoreFile file, PageCache cache, boolean isReadOnly) throws IOException {
    PageLoader loader = new PageLoader(file, cache);
    Ownership ownership = new Ownership(file, loader, new Health(file.name(), isReadOnly));
    String refusal = isReadOnly ? tooLittleMemory(file, cache) : null;
    PageWriter writer = new PageWriter(file, ownership, refusal);
    ownership.compareLength(writer);
    return new Storage(file, cache, loader, writer, ownership);
  }

  /** Returns the name of the file, for messages. */
  public String name() {
    return file.name();
  }

  /** Returns whether the store may be written. */
  public Health health() {
    return ownership.health();
  }

  /** Returns the message for a read-only store that needs more memory for recovery. */
  public String tooLittleMemory() {
    return tooLittleMemory(file, cache);
  }

  private static String tooLittleMemory(StoreFile file, PageCache cache) {
    return file.name()
        + ": was not closed, and what must be recovered does not fit "
        + cache.memory()
        + "; raise it, or open the store for writing once";
  }
}
