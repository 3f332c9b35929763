package io.octavo.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * A file that gets its name when it is complete: after a crash the old file or the new one has it.
 */
public final class DraftFile {
  private DraftFile() {}

  /** Fills a file. */
  @FunctionalInterface
  public interface Filler {
    /**
     * Fills the file, makes it durable, and closes it.
     *
     * @param draft an empty file
     * @throws IOException if the file cannot be filled; it is then deleted
     */
    void fill(Path draft) throws IOException;
  }

  /**
   * Makes a file.
   *
   * @param target its name, which must not exist
   * @param filler fills it under another name in the same directory
   * @throws java.nio.file.FileAlreadyExistsException if the name exists
   * @throws IOException if the file could not be filled or moved
   */
  public static void create(Path target, Filler filler) throws IOException {
    make(target, filler, DraftFile::name);
  }

  /**
   * Replaces a file.
   *
   * @param target its name, no link
   * @param filler fills it under another name in the same directory
   * @throws IOException if the file could not be filled or moved; the old file is unchanged
   */
  public static void replace(Path target, Filler filler) throws IOException {
    make(target, filler, (draft, name) -> Files.move(draft, name, StandardCopyOption.ATOMIC_MOVE));
  }

  /** Names a complete file. */
  private interface Namer {
    void name(Path draft, Path target) throws IOException;
  }

  private static void make(Path target, Filler filler, Namer namer) throws IOException {
    Path draft =
        target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".new");
    try {
      Files.createFile(draft);
      filler.fill(draft);
      namer.name(draft, target);
    } catch (IOException | RuntimeException | Error e) {
      Closing.after(e, () -> Files.deleteIfExists(draft));
      throw e;
    }
    ChannelFile.forceDirectory(target);
  }

  /**
   * Names a file. The system refuses a hard link if the name exists. File systems without hard
   * links use a move, which is not atomic with its check.
   */
  private static void name(Path draft, Path target) throws IOException {
    try {
      Files.createLink(target, draft);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | IOException e) {
      Files.move(draft, target);
      return;
    }
    Files.delete(draft);
  }
}
