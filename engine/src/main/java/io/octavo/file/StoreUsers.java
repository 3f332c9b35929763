package io.octavo.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The other processes that have a store open, by the locks that Linux lists in {@code /proc/locks}.
 * Other systems do not name the holder of a lock.
 *
 * @param writer the process that writes the store; null if there is none
 * @param salvager a process that reads it and excludes writers, such as a salvage; null if there is
 *     none
 * @param readers the processes that have pinned checkpoints, with the oldest one of each
 */
public record StoreUsers(
    @Nullable Long writer, @Nullable Long salvager, SortedMap<Long, Long> readers) {
  private static final Path LOCKS = Path.of("/proc/locks");

  private static final Pattern BETWEEN = Pattern.compile("\\s+");

  /** The fields of a line: number, class, mode, access, process, file, first and last byte. */
  private static final int FIELDS = 8;

  /**
   * Returns the users of a store without this process, null if the system does not list them.
   *
   * @param store the file, or its sidecar, on which readers have no locks
   */
  public static @Nullable StoreUsers of(Path store) {
    try {
      String inode = ":" + Files.getAttribute(store, "unix:ino");
      return of(Files.readAllLines(LOCKS), inode, ProcessHandle.current().pid());
    } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
      return null;
    }
  }

  static StoreUsers of(List<String> lines, String inode, long self) {
    Long writer = null;
    Long salvager = null;
    SortedMap<Long, Long> readers = new TreeMap<>();
    for (String line : lines) {
      String[] fields = BETWEEN.split(line.strip(), -1);
      if (fields.length != FIELDS || !fields[1].equals("POSIX") || !fields[5].endsWith(inode)) {
        continue;
      }
      long process = Long.parseLong(fields[4]);
      long first = Long.parseLong(fields[6]);
      long epoch = LockedBytes.pinnedBy(first);
      if (process == self) {
        continue;
      }
      if (epoch >= 0) {
        readers.merge(process, epoch, Math::min);
      } else if (first == LockedBytes.FIRST && fields[3].equals("WRITE")) {
        writer = process;
      } else if (first == LockedBytes.FIRST) {
        salvager = process;
      }
    }
    return new StoreUsers(writer, salvager, readers);
  }
}
