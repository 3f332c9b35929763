package io.octavo.command.cli;

import io.octavo.file.DraftFile;
import io.octavo.file.NoSpaceException;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.MetaPage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The files that commands create. An existing file is replaced only on request, and a store never.
 * A file gets its name when it is complete.
 */
public final class Target {
  /** The name for standard output. */
  public static final String STANDARD = "-";

  private Target() {}

  /**
   * Throws if several options write to standard output.
   *
   * @param targets the target of each option, null if not given
   */
  public static void requireOneOutput(Map<String, @Nullable String> targets) {
    List<String> sharing =
        targets.entrySet().stream()
            .filter(option -> STANDARD.equals(option.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    if (sharing.size() > 1) {
      throw new Failure(
          Failure.USAGE,
          String.join(" and ", sharing)
              + " cannot both write to standard output; give OUT, a file, or only one of them");
    }
  }

  /** The option of all commands whose output can be created again. */
  public static final class Choice {
    @Option(names = "--force", description = "Replace OUT if it exists; a store is never replaced.")
    boolean force;

    /**
     * Throws if a target must not be written, before the work for it begins.
     *
     * @param target a file, standard output, or null for nothing
     */
    public void require(@Nullable String target) throws IOException {
      if (target == null || target.equals(STANDARD)) {
        return;
      }
      Path path = Path.of(target);
      if (Files.isDirectory(path)) {
        throw new Failure(Failure.PROBLEM, path + ": is a directory; name a file in it");
      }
      if (isStore(path)) {
        throw new Failure(Failure.PROBLEM, path + ": is a store; name another file");
      }
      if (!force && !isDevice(path)) {
        requireNew(path, "; name a file that does not, or give --force to replace it");
      }
    }

    /** Writes text to a file or to standard output. */
    public void write(Streams streams, String target, String text) throws IOException {
      write(streams, target, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes to a file or to standard output. */
    public void write(Streams streams, String target, Contents contents) throws IOException {
      if (target.equals(STANDARD)) {
        contents.writeTo(streams.out());
        return;
      }
      require(target);
      Path path = Path.of(target);
      try {
        if (isDevice(path)) {
          fill(path, contents);
        } else if (force && Files.exists(path)) {
          // Replace the file behind a link, not the link.
          DraftFile.replace(path.toRealPath(), draft -> fill(draft, contents));
        } else {
          create(path, draft -> fill(draft, contents));
        }
      } catch (IOException e) {
        throw cannotWrite(path, e);
      }
    }

    private static void fill(Path path, Contents contents) throws IOException {
      try (OutputStream out =
          new BufferedOutputStream(NoSpaceException.watch(Files.newOutputStream(path), path))) {
        contents.writeTo(out);
      }
    }
  }

  /** What a file is to hold. */
  public interface Contents {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Returns whether a path is a pipe or a terminal, where no data can be lost. */
  private static boolean isDevice(Path path) {
    return Files.exists(path) && !Files.isRegularFile(path);
  }

  /** Returns whether a file is or was a store, perhaps a damaged one. */
  private static boolean isStore(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    byte[] page = new byte[PageHeader.PAGE_SIZE];
    try (InputStream in = Files.newInputStream(path)) {
      for (int number = 0; number < MetaPage.COUNT; number++) {
        int length = in.readNBytes(page, 0, page.length);
        ByteBuffer bytes = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
        if (length >= MetaPage.FORMAT && bytes.getLong(MetaPage.MAGIC_OFFSET) == MetaPage.MAGIC) {
          return true;
        }
      }
    }
    return false;
  }

  /** Throws if a path exists, even as a dangling link. */
  public static void requireNew(Path path) {
    requireNew(path, "; name a file that does not");
  }

  private static void requireNew(Path path, String remedy) {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new Failure(Failure.PROBLEM, path + ": the file exists" + remedy);
    }
    Path parent = path.toAbsolutePath().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new Failure(Failure.PROBLEM, path + ": the directory does not exist");
    }
  }

  /** Creates a file, atomically. */
  public static void create(Path path, DraftFile.Filler filler) {
    requireNew(path);
    try {
      DraftFile.create(path, filler);
    } catch (IOException e) {
      throw cannotWrite(path, e);
    }
  }

  private static Failure cannotWrite(Path path, IOException e) {
    return new Failure(Failure.of(e), path + ": cannot write: " + e, e);
  }
}
