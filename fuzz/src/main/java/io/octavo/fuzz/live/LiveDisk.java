package io.octavo.fuzz.live;

import io.octavo.file.MemoryFile;
import io.octavo.file.StoreFile;
import io.octavo.page.PageHeader;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A file in memory that several processes have open, with the locks of the system by which they pin
 * checkpoints. Each call is a step of its process, and a long one several: others may see half of
 * what is written. A process that is killed makes no further call, and its locks are gone.
 */
final class LiveDisk {
  /** The most bytes that are read or written in one step. */
  private static final int PIECE = 1 << 12;

  private final MemoryFile bytes = new MemoryFile();
  private final Turns turns;
  private final Map<Long, Set<Opened>> pins = new TreeMap<>();

  /** The same, at the last force, and at the force before the last write of a meta page. */
  private Map<Long, Set<Opened>> forced = Map.of();

  private Map<Long, Set<Opened>> earlier = Map.of();

  LiveDisk(Turns turns) {
    this.turns = turns;
  }

  /** Returns whether any process has pinned a checkpoint. */
  boolean isAnyPinned() {
    return !pins.isEmpty();
  }

  long length() {
    return bytes.length();
  }

  /** Thrown by each call of a process that was killed. */
  @SuppressWarnings("serial")
  static final class Killed extends Error {
    Killed() {
      super("killed", null, false, false);
    }
  }

  /** The file, as one process has it open. */
  final class Opened implements StoreFile {
    private long callsLeft;

    /** How often the process has pinned each checkpoint. */
    private final Map<Long, Integer> counts = new TreeMap<>();

    /**
     * Opens the file.
     *
     * @param calls the number of the call at which the process is killed
     */
    Opened(long calls) {
      this.callsLeft = calls;
    }

    boolean isKilled() {
      return callsLeft <= 0;
    }

    private void step() {
      if (callsLeft > 0) {
        turns.step();
        callsLeft--;
      }
      if (callsLeft <= 0) {
        unpinAll();
        throw new Killed();
      }
    }

    /** Lets all locks go, as the system does at the end of a process. */
    void unpinAll() {
      Iterator<Set<Opened>> holders = pins.values().iterator();
      while (holders.hasNext()) {
        Set<Opened> present = holders.next();
        if (present.remove(this) && present.isEmpty()) {
          holders.remove();
        }
      }
    }

    @Override
    public String name() {
      return "live";
    }

    @Override
    public @Nullable Pin pin(long epoch) {
      step();
      pins.computeIfAbsent(epoch, key -> new HashSet<>()).add(this);
      return new Shared(epoch);
    }

    /** Returns the checkpoints that any process has pinned, with these processes. */
    Map<Long, Set<Opened>> present() {
      return pins;
    }

    /** Returns what a writer finds that asks too early: for a seeded bug. */
    Map<Long, Set<Opened>> beforeMeta() {
      return earlier;
    }

    /** Returns how many checkpoints this process has pinned. */
    long count() {
      return pins.values().stream().filter(holders -> holders.contains(this)).count();
    }

    @Override
    public boolean isPinned(long first, long last) {
      step();
      for (Map.Entry<Long, Set<Opened>> pinned : present().entrySet()) {
        boolean isOfOther = pinned.getValue().stream().anyMatch(process -> process != this);
        if (pinned.getKey() >= first && pinned.getKey() <= last && isOfOther) {
          return true;
        }
      }
      return false;
    }

    /** A pin; a process that pins a checkpoint twice has two. */
    private final class Shared implements Pin {
      private final long epoch;

      Shared(long epoch) {
        this.epoch = epoch;
        counts.merge(epoch, 1, Integer::sum);
      }

      @Override
      public void close() {
        step();
        Set<Opened> holders = pins.get(epoch);
        Integer left = counts.computeIfPresent(epoch, (key, count) -> count > 1 ? count - 1 : null);
        if (left == null && holders != null) {
          holders.remove(Opened.this);
          if (holders.isEmpty()) {
            pins.remove(epoch);
          }
        }
      }
    }

    @Override
    public int read(ByteBuffer target, long position) {
      int end = target.limit();
      int done = 0;
      while (target.position() < end) {
        step();
        int piece = Math.min(PIECE, end - target.position());
        target.limit(target.position() + piece);
        int read = bytes.read(target, position + done);
        target.limit(end);
        done += read;
        if (read < piece) {
          break;
        }
      }
      return done;
    }

    @Override
    public void write(ByteBuffer source, long position) {
      if (position == 0 || position == PageHeader.PAGE_SIZE) {
        earlier = forced;
      }
      int end = source.limit();
      long place = position;
      while (source.position() < end) {
        step();
        int piece = Math.min(PIECE, end - source.position());
        source.limit(source.position() + piece);
        bytes.write(source, place);
        source.limit(end);
        place += piece;
      }
    }

    @Override
    public void force() {
      step();
      Map<Long, Set<Opened>> copy = new TreeMap<>();
      pins.forEach((epoch, holders) -> copy.put(epoch, Set.copyOf(holders)));
      forced = copy;
    }

    @Override
    public long length() {
      step();
      return bytes.length();
    }

    @Override
    public void truncate(long length) {
      step();
      bytes.truncate(length);
    }

    @Override
    public void close() {
      // What is left of the locks goes with the last descriptor.
      unpinAll();
    }
  }
}
