package io.octavo.commit;

import io.octavo.cache.MetaPages;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.file.StoreFile;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A file as of a checkpoint and the commits recorded after it, while another process may write the
 * file. The pages of the checkpoint are read from the file, where the pin keeps them. The meta
 * pages and the ring, which the writer overwrites, are copies made when the checkpoint was pinned.
 */
public final class PinnedFile implements StoreFile {
  /**
   * The first attempts nearly always succeed, because a writer forces the file twice for each
   * checkpoint.
   */
  private static final int ATTEMPTS = 10_000;

  private static final long PAUSE_NANOS = 1_000;

  private final StoreFile file;
  private final Region head;
  private final @Nullable Meta meta;
  private final Pin pin;

  /** The ring of the checkpoint; null if there is none, or if the file is read instead. */
  private volatile @Nullable Region ring;

  /** A copy of bytes of the file. */
  private static final class Region {
    final long position;
    final byte[] bytes;
    final int length;

    private Region(long position, byte[] bytes, int length) {
      this.position = position;
      this.bytes = bytes;
      this.length = length;
    }

    static Region read(StoreFile file, long position, int length) throws IOException {
      byte[] bytes = Memory.allocate(length);
      return new Region(position, bytes, file.read(Memory.buffer(bytes, 0, length), position));
    }

    static Region head(StoreFile file) throws IOException {
      return read(file, 0, MetaPages.BYTES);
    }

    boolean contains(long place) {
      return place >= position && place < position + length;
    }

    boolean isEqual(Region other) {
      return length == other.length && Arrays.equals(bytes, other.bytes);
    }

    @Nullable Meta newest() {
      return MetaPages.newest(bytes, length);
    }

    void copy(long place, ByteBuffer target, int count) {
      int offset = (int) (place - position);
      target.put(Memory.buffer(bytes, offset, offset + count));
    }
  }

  private PinnedFile(StoreFile file, Region head, @Nullable Meta meta, Pin pin) {
    this.file = file;
    this.head = head;
    this.meta = meta;
    this.pin = pin;
  }

  /**
   * Pins the last checkpoint of a file.
   *
   * @param file the file; closed by its owner
   * @return the file as of that checkpoint, to be closed; if no meta page is sound, the file as it
   *     is
   * @throws StoreException if the file cannot be read or locked
   */
  public static PinnedFile newest(StoreFile file) {
    try {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        PinnedFile pinned = tryPin(file);
        if (pinned != null) {
          return pinned;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (IOException e) {
      throw new StoreException(
          file.name()
              + ": cannot look for the last checkpoint, and mark it as read: "
              + e
              + "; where no other process opens the store, StoreOptions.unlocked needs no mark",
          e);
    }
    throw new StoreException(
        file.name() + ": a writer makes checkpoints faster than they can be read; try again");
  }

  /**
   * Reads the meta pages, locks, and reads them again. The writer checks for pins after it has
   * written the next checkpoint: either it finds the pin, or the second read differs from the
   * first. The ring is read before, while it belongs to the checkpoint.
   *
   * @return null if there is a later checkpoint by then
   */
  private static @Nullable PinnedFile tryPin(StoreFile file) throws IOException {
    Region head = Region.head(file);
    Meta meta = head.newest();
    Pin pin = meta == null ? () -> {} : file.pin(meta.epoch());
    if (pin == null) {
      return null;
    }
    PinnedFile pinned = new PinnedFile(file, head, meta, pin);
    boolean isPinned = false;
    try {
      if (meta != null && meta.ring().pages() > 0) {
        pinned.ring =
            Region.read(
                file,
                (long) meta.ring().start() * PageHeader.PAGE_SIZE,
                meta.ring().pages() * PageHeader.PAGE_SIZE);
      }
      isPinned = head.isEqual(Region.head(file));
    } finally {
      if (!isPinned) {
        pin.close();
      }
    }
    return isPinned ? pinned : null;
  }

  /**
   * Applies a function to a file as of its last checkpoint. Retries if it fails because of later
   * checkpoints: damage is reported only if found twice.
   *
   * @param work the function; its result owns the pinned file
   * @throws StoreException if the file cannot be read or locked; as the function
   */
  public static <T> T onNewest(StoreFile file, Function<PinnedFile, T> work) {
    long epoch = 0;
    String damage = "";
    while (true) {
      PinnedFile pinned = newest(file);
      try {
        return work.apply(pinned);
      } catch (StoreException e) {
        // The read of the ring may have missed a record that a later one follows.
        boolean isNew =
            e instanceof CorruptionException
                && (pinned.epoch() != epoch || !damage.equals(e.getMessage()));
        boolean isOver = pinned.isEnded(e);
        if (!isNew && !isOver) {
          throw e;
        }
        epoch = pinned.epoch();
        damage = String.valueOf(e.getMessage());
      } catch (RuntimeException | Error e) {
        var unused = pinned.isEnded(e);
        throw e;
      }
    }
  }

  /** Closes this after a failure. Returns whether it is no longer the last checkpoint. */
  private boolean isEnded(Throwable failure) {
    try (this) {
      return isBehind();
    } catch (IOException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  /** {@return the checkpoint; null if no meta page is sound} */
  @Nullable Meta meta() {
    return meta;
  }

  private long epoch() {
    return meta == null ? 0 : meta.epoch();
  }

  /**
   * Returns whether a writer has made a later checkpoint. Reads two numbers if none has.
   *
   * @throws IOException if the file cannot be read
   */
  public boolean isBehind() throws IOException {
    if (meta == null) {
      return false;
    }
    long epoch = meta.epoch();
    if (readEpoch(epoch) <= epoch && readEpoch(epoch + 1) <= epoch) {
      return false;
    }
    Meta newest = Region.head(file).newest();
    return newest != null && newest.epoch() > epoch;
  }

  /** Reads the epoch at the place of the meta page of an epoch. */
  private long readEpoch(long epoch) throws IOException {
    byte[] bytes = Memory.allocate(Long.BYTES);
    long position = (long) MetaPage.slot(epoch) * PageHeader.PAGE_SIZE + PageHeader.EPOCH;
    int read = file.read(Memory.buffer(bytes, 0, Long.BYTES), position);
    return read < Long.BYTES ? 0 : Memory.getLong(bytes, 0);
  }

  /** From now on reads the ring, with its new records, from the file. */
  public void followRing() {
    ring = null;
  }

  @Override
  public String name() {
    return file.name();
  }

  /**
   * Checks the file, and that there is no later checkpoint: if the pin was lost, pages may have
   * been reused, which is no damage.
   */
  @Override
  public void requireOwned() throws IOException {
    file.requireOwned();
    if (isBehind()) {
      throw new IOException(
          "a writer has made checkpoints since this was read, and may have reused the page; begin"
              + " the read again");
    }
  }

  @Override
  public long locksLost() {
    return file.locksLost();
  }

  @Override
  public long locksRetaken() {
    return file.locksRetaken();
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    int done = 0;
    while (target.hasRemaining()) {
      long place = position + done;
      Region region = at(place);
      int count = (int) Math.min(target.remaining(), endOf(region, place) - place);
      int read = count;
      if (region != null) {
        region.copy(place, target, count);
      } else {
        int end = target.limit();
        target.limit(target.position() + count);
        read = file.read(target, place);
        target.limit(end);
      }
      done += read;
      if (read < count) {
        break;
      }
    }
    return done;
  }

  private @Nullable Region at(long place) {
    if (head.contains(place)) {
      return head;
    }
    Region present = ring;
    return present != null && present.contains(place) ? present : null;
  }

  /** Returns the end of the bytes from a place on that a region replaces. */
  private long endOf(@Nullable Region region, long place) {
    if (region != null) {
      return region.position + region.length;
    }
    Region present = ring;
    return present != null && present.position > place ? present.position : Long.MAX_VALUE;
  }

  @Override
  public boolean readsAhead() {
    return file.readsAhead();
  }

  @Override
  public void readAhead(long position, int length) {
    file.readAhead(position, length);
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    throw readOnly();
  }

  @Override
  public void force() throws IOException {
    throw readOnly();
  }

  @Override
  public void truncate(long length) throws IOException {
    throw readOnly();
  }

  private static IOException readOnly() {
    return new IOException("opened for reading only");
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  /** Releases the checkpoint; the file stays open. Further calls have no effect. */
  @Override
  public void close() throws IOException {
    pin.close();
  }
}
