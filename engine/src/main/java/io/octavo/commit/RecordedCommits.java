package io.octavo.commit;

import io.octavo.error.StoreException;
import io.octavo.file.StoreFile;
import io.octavo.page.meta.Meta;
import io.octavo.page.ring.RingRecord;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the commits of a file in order, from the records of its ring, while a store writes the
 * file. A record can be read until a later one overwrites it, whether a checkpoint contains it or
 * not. The checkpoint that has the ring is pinned, so that its pages are not reused.
 */
public final class RecordedCommits implements AutoCloseable {
  private final StoreFile file;
  private final Deque<Commits> found = new ArrayDeque<>();
  private PinnedFile pinned;
  private @Nullable CommitRing ring;

  /** The number of the next commit to be found. */
  private long next;

  /** The number of the last commit of the last record that was read, or of the checkpoint. */
  private long read;

  /**
   * Commits that follow each other.
   *
   * @param first number of the first
   * @param last number of the last
   * @param operations the operations of the only commit; null if the commits have no record, or it
   *     has been overwritten
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Commits(long first, long last, byte @Nullable [] operations) {}

  /**
   * Begins with the present records.
   *
   * @param file the file; closed by its owner, after this
   * @param from number of the first commit to read, positive
   * @throws StoreException if the file cannot be read or locked
   */
  public RecordedCommits(StoreFile file, long from) {
    this.file = file;
    this.next = from;
    this.pinned = PinnedFile.newest(file);
    try {
      follow(pinned);
    } catch (IOException e) {
      close();
      throw unreadable(e);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private StoreException unreadable(IOException e) {
    return new StoreException(file.name() + ": cannot look for new commits: " + e, e);
  }

  /**
   * Returns the commits after those returned last, null if no later commit has a record.
   *
   * @throws StoreException if the file cannot be read or locked
   */
  public @Nullable Commits poll() {
    if (found.isEmpty()) {
      try {
        look();
      } catch (IOException e) {
        throw unreadable(e);
      }
    }
    return found.poll();
  }

  private void look() throws IOException {
    // In this order: the ring has all records of commits that a later checkpoint contains.
    boolean isBehind = pinned.isBehind();
    readRing();
    if (isBehind) {
      PinnedFile later = PinnedFile.newest(file);
      PinnedFile spare = later;
      try {
        follow(later);
        spare = pinned;
        pinned = later;
      } finally {
        release(spare);
      }
    }
  }

  private void readRing() throws IOException {
    if (ring != null) {
      for (byte[] record = readNext(ring); record != null; record = readNext(ring)) {
        add(record);
      }
    }
  }

  /** Returns the next record; commits before it may be missing. */
  private byte @Nullable [] readNext(CommitRing of) throws IOException {
    return of.readNext(read, Long.MAX_VALUE);
  }

  private void add(byte[] record) {
    missUntil(RingRecord.first(record, 0));
    for (byte[] operations : RingRecord.commits(record, 0, next)) {
      found.add(new Commits(next, next, operations));
      next++;
    }
    read = RingRecord.last(record, 0);
  }

  private void missUntil(long commit) {
    if (next < commit) {
      found.add(new Commits(next, commit - 1, null));
      next = commit;
    }
  }

  /** Continues with the ring of a checkpoint. If this throws, nothing has changed. */
  private void follow(PinnedFile later) throws IOException {
    Meta meta = later.meta();
    later.followRing();
    if (meta == null) {
      return;
    }
    boolean isSame = ring != null && ring.isOf(meta.ring());
    if (isSame && meta.sequence() < next) {
      return;
    }
    boolean hasRing = meta.ring().pages() > 0;
    CommitRing started = hasRing ? new CommitRing(file, meta.storeId(), meta.ring()) : null;
    List<byte[]> records = started == null ? List.of() : started.readSince(next);
    ring = started;
    read = meta.sequence();
    records.forEach(this::add);
    missUntil(meta.sequence() + 1);
  }

  /** Releases the ring; the file stays open. */
  @Override
  public void close() {
    release(pinned);
  }

  private void release(PinnedFile of) {
    try {
      of.close();
    } catch (IOException e) {
      // The pin ends with the file at the latest.
      System.getLogger(RecordedCommits.class.getName())
          .log(System.Logger.Level.DEBUG, file.name(), e);
    }
  }
}
