package io.octavo.fuzz.disk;

import io.octavo.file.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A file in memory that any number of threads use, as {@link FaultFile} knows what is seen, what is
 * durable and what is pending. A force takes time: what was written before it began is pending
 * until it ends, what is written meanwhile stays so.
 */
public final class SharedDisk implements StoreFile {
  /** Told of each moment at which a loss of power may leave something new; no call goes on. */
  public interface Witness {
    /** Something has become pending or durable. */
    void moment(SharedDisk disk);
  }

  /** Longest times that calls take: of most, and of one in sixteen. */
  private static final int SHORT_NANOS = 200_000;

  private static final int LONG_NANOS = 4_000_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final SplittableRandom random;
  private final Image live = Image.empty();
  private final Image durable = Image.empty();
  private List<Change> pending = new ArrayList<>();
  private Witness witness = disk -> {};
  private int calls;

  /** Makes an empty disk, whose delays follow from the seed. */
  public SharedDisk(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Sets what is called before each write, cut and force. */
  public void watch(Witness newWitness) {
    lock.lock();
    try {
      witness = newWitness;
    } finally {
      lock.unlock();
    }
  }

  /** Lets somebody look, although no call has been made. */
  public void show(Witness looking) {
    lock.lock();
    try {
      looking.moment(this);
    } finally {
      lock.unlock();
    }
  }

  /** Returns what is durable; for the witness, to be copied. */
  public Image durable() {
    return durable;
  }

  /** Returns what a loss of power may keep or lose; for the witness, to be copied. */
  public List<Change> pending() {
    return pending;
  }

  /** Returns the length that is seen; for the witness. */
  public long liveLength() {
    return live.length();
  }

  @Override
  public String name() {
    return "shared";
  }

  @Override
  public int read(ByteBuffer target, long position) {
    lock.lock();
    try {
      return live.read(target, position);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void write(ByteBuffer source, long position) {
    change(source, position);
  }

  @Override
  public void writeDurable(ByteBuffer source, long position) {
    long end = position + source.remaining();
    int call = change(source, position);
    linger();
    settle(position, end, call);
  }

  @Override
  public void force() {
    int last;
    lock.lock();
    try {
      last = calls;
      witness.moment(this);
    } finally {
      lock.unlock();
    }
    linger();
    settle(0, Long.MAX_VALUE, last);
  }

  private int change(ByteBuffer source, long position) {
    lock.lock();
    try {
      return add(Change.pieces(++calls, source, position));
    } finally {
      lock.unlock();
    }
  }

  private int add(List<Change> pieces) {
    for (Change piece : pieces) {
      piece.applyTo(live);
      pending.add(piece);
    }
    witness.moment(this);
    return calls;
  }

  /** Takes as long as a disk may, so that other threads get their turn. */
  private void linger() {
    int nanos;
    lock.lock();
    try {
      nanos = random.nextInt(random.nextInt(16) == 0 ? LONG_NANOS : SHORT_NANOS);
    } finally {
      lock.unlock();
    }
    LockSupport.parkNanos(nanos);
  }

  /** Makes a range durable, as earlier calls and one of a number left it. */
  private void settle(long from, long to, int lastCall) {
    lock.lock();
    try {
      List<Change> left = new ArrayList<>();
      for (Change change : pending) {
        if (change.call() > lastCall) {
          left.add(change);
        } else if (change.isCut()) {
          // A cut goes with the length of the file, which any force takes along.
          left.removeIf(earlier -> !earlier.isCut() && earlier.position() >= change.length());
          change.applyTo(durable);
        } else {
          List<Change> kept = change.without(from, to);
          if (!kept.equals(List.of(change))) {
            settle(change, Math.max(from, change.position()), Math.min(to, change.end()));
          }
          left.addAll(kept);
        }
      }
      pending = left;
      witness.moment(this);
    } finally {
      lock.unlock();
    }
  }

  private void settle(Change piece, long from, long to) {
    long start = (long) piece.block() * Block.SIZE;
    durable.put(piece.block(), (int) (from - start), (int) (to - start), piece.data());
  }

  @Override
  public long length() {
    lock.lock();
    try {
      return live.length();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void truncate(long length) throws IOException {
    lock.lock();
    try {
      if (length < live.length()) {
        add(List.of(Change.cut(++calls, length)));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {}
}
