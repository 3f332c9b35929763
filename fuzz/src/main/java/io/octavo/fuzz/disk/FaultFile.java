package io.octavo.fuzz.disk;

import io.octavo.file.NoSpaceException;
import io.octavo.file.StoreFile;
import io.octavo.fuzz.fail.Point;
import io.octavo.fuzz.fail.Points;
import io.octavo.fuzz.fail.Strike;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.MetaPage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file in memory that knows what a reader sees (live), what the disk holds for certain (durable),
 * and what lies between the two (pending). It fails where it is told to. One thread at a time.
 */
public final class FaultFile implements StoreFile {
  private static final long META_BYTES = (long) MetaPage.COUNT * PageHeader.PAGE_SIZE;

  /** Each call is a point of the sweep of failing methods, at which it fails and does nothing. */
  private static final Map<Fault.Call, Integer> POINTS =
      Stream.of(Fault.Call.values())
          .collect(
              Collectors.toMap(
                  call -> call, call -> Points.add(new Point("FaultFile", "" + call, 0, "call"))));

  /** Looks at the file at each moment at which a crash may leave something new. */
  public interface Witness {
    /** Something has become pending, or a force is about to take it. */
    void moment(FaultFile file, boolean isForcing);
  }

  private final Image live;
  private final Image durable;
  private List<Change> pending;
  private final Map<Fault.Call, Long> calls = new EnumMap<>(Fault.Call.class);
  private @Nullable Fault fault;
  private int strikes;
  private Witness witness = (file, isForcing) -> {};
  private int changes;
  private int seen;
  private boolean closed;

  /** The state that was noted as durable, and after how many changes. */
  private @Nullable String noted;

  private int notedAt;

  private FaultFile(Image live, Image durable, List<Change> pending) {
    this.live = live;
    this.durable = durable;
    this.pending = new ArrayList<>(pending);
  }

  /** Makes an empty file. */
  public static FaultFile empty() {
    return new FaultFile(Image.empty(), Image.empty(), List.of());
  }

  /** Makes a file as it is after a loss of power; the image becomes the file's own. */
  public static FaultFile of(Image image) {
    return new FaultFile(image, image.copy(), List.of());
  }

  /** Makes a file as it is after the end of a process: the system still has what is pending. */
  public static FaultFile of(Image live, Image durable, List<Change> pending) {
    return new FaultFile(live.copy(), durable.copy(), pending);
  }

  /** Sets what is called before each write, cut and force. */
  public void watch(Witness newWitness) {
    witness = newWitness;
  }

  /** Sets the fault that comes next; null for none. */
  public void plan(@Nullable Fault newFault) {
    fault = newFault;
    calls.clear();
  }

  /** Counts the calls that went wrong. */
  public int strikes() {
    return strikes;
  }

  /** Returns the fault that is planned, struck or not. */
  public @Nullable Fault fault() {
    return fault;
  }

  /** Counts the calls of a sort since the last {@link #plan}. */
  public long calls(Fault.Call call) {
    return calls.getOrDefault(call, 0L);
  }

  /** Returns what readers see. */
  public Image live() {
    return live;
  }

  /** Returns what is on the disk for certain. */
  public Image durable() {
    return durable;
  }

  /** Returns what may be on the disk. */
  public List<Change> pending() {
    return pending;
  }

  /**
   * Returns which pending changes earlier calls of this have told of; all of them are, after it.
   */
  public int takeSeen() {
    int before = seen;
    seen = pending.size();
    return before;
  }

  /** Counts writes, forces and cuts. */
  public int changes() {
    return changes;
  }

  /** Hashes what is seen, what is durable and what is pending. */
  public long hash() {
    long sum = live.hash();
    if (pending.isEmpty() && live.length() == durable.length()) {
      long disk = durable.hash();
      return disk == sum ? sum : Hashes.mix(sum, disk);
    }
    sum = Hashes.mix(sum, durable.hash());
    for (Change change : pending) {
      sum = Hashes.mix(sum, change.isCut() ? change.length() : change.position());
    }
    return sum;
  }

  /** Returns whether the file was let go. */
  public boolean isClosed() {
    return closed;
  }

  /** Opens the file again after a close. */
  public void reopen() {
    closed = false;
  }

  @Override
  public String name() {
    return "fault";
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    requireOpen();
    Fault.Kind struck = strike(Fault.Call.READ);
    if (struck == Fault.Kind.READ_SHORT) {
      ByteBuffer part = target.slice(target.position(), target.remaining() / 2);
      return live.read(part, position);
    }
    refuse(struck);
    return live.read(target, position);
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    change(source, position);
    witness.moment(this, false);
  }

  /** Writes and makes this range durable, as a channel opened for synchronous writing does. */
  @Override
  public void writeDurable(ByteBuffer source, long position) throws IOException {
    long end = position + source.remaining();
    change(source, position);
    witness.moment(this, false);
    force(position, end);
  }

  private void change(ByteBuffer source, long position) throws IOException {
    requireOpen();
    changes++;
    Fault.Kind struck = strike(Fault.Call.WRITE, position + source.remaining());
    if (struck == Fault.Kind.WRITE_SHORT || struck == Fault.Kind.WRITE_SHORT_FULL) {
      int sectors = source.remaining() / Block.SECTOR;
      // Which part is a function of the call, so that a run can be repeated.
      int part = (int) Long.remainderUnsigned(Hashes.mix(changes), sectors + 1L) * Block.SECTOR;
      add(Change.pieces(changes, source.slice(source.position(), part), position));
    }
    if (struck == Fault.Kind.WRITE_GROWTH) {
      int part = (int) Math.max(0, live.length() - position);
      add(Change.pieces(changes, source.slice(source.position(), part), position));
    }
    refuse(struck);
    add(Change.pieces(changes, source, position));
  }

  private void add(List<Change> pieces) {
    for (Change piece : pieces) {
      piece.applyTo(live);
      pending.add(piece);
    }
  }

  @Override
  public void force() throws IOException {
    force(0, Long.MAX_VALUE);
  }

  private void force(long from, long to) throws IOException {
    requireOpen();
    if (from == 0) {
      changes++;
      witness.moment(this, true);
    }
    Fault.Kind struck = null;
    boolean written = false;
    try {
      struck = strike(Fault.Call.FORCE);
      written = struck != Fault.Kind.FORCE_LOST && struck != Fault.Kind.FORCE_FULL;
    } finally {
      settle(from, to, written);
    }
    refuse(struck);
  }

  /** The pending changes of a range are on the disk, or lost, though the system shows them. */
  private void settle(long from, long to, boolean written) {
    List<Change> left = new ArrayList<>();
    for (Change change : pending) {
      // A cut goes with the length of the file, which any force takes along.
      if (change.isCut()) {
        left.removeIf(earlier -> earlier.position() >= change.length());
        if (written) {
          change.applyTo(durable);
        }
      } else {
        List<Change> kept = change.without(from, to);
        if (kept.size() == 1 && kept.get(0).equals(change)) {
          left.add(change);
        } else {
          settle(change, Math.max(from, change.position()), Math.min(to, change.end()), written);
          left.addAll(kept);
        }
      }
    }
    pending = left;
    seen = 0;
  }

  private void settle(Change piece, long from, long to, boolean written) {
    if (written) {
      long start = (long) piece.block() * Block.SIZE;
      durable.put(piece.block(), (int) (from - start), (int) (to - start), piece.data());
    }
  }

  @Override
  public void noteDurable(String state) {
    for (Change change : pending) {
      if (!change.isCut() && change.position() < META_BYTES) {
        throw new IllegalStateException("a meta page is noted as durable and is not: " + change);
      }
    }
    // A note may be lost; every other one is, so that openings of both kinds are met.
    noted = (changes & 1) == 0 ? state : null;
    notedAt = changes;
  }

  @Override
  public boolean isNotedDurable(String state) {
    return state.equals(noted) && notedAt == changes;
  }

  /** Returns how long the file is, whatever the plan says. */
  public long present() {
    return live.length();
  }

  @Override
  public long length() throws IOException {
    requireOpen();
    refuse(strike(Fault.Call.LENGTH));
    return live.length();
  }

  @Override
  public void truncate(long length) throws IOException {
    requireOpen();
    changes++;
    refuse(strike(Fault.Call.TRUNCATE));
    if (length < live.length()) {
      add(List.of(Change.cut(changes, length)));
    }
    witness.moment(this, false);
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      refuse(strike(Fault.Call.CLOSE));
    }
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the file is closed");
    }
  }

  private Fault.@Nullable Kind strike(Fault.Call call) {
    return strike(call, 0);
  }

  /** Counts a call that would make the file end there at least; tells how it goes wrong. */
  private Fault.@Nullable Kind strike(Fault.Call call, long end) {
    Strike.step(Objects.requireNonNull(POINTS.get(call)));
    long number = calls.merge(call, 1L, Long::sum);
    Fault planned = fault;
    if (planned == null || planned.kind().concerned != call || !planned.concerns(number)) {
      return null;
    }
    if (planned.kind().isOfGrowth() && end <= live.length()) {
      return null;
    }
    strikes++;
    return planned.kind();
  }

  private static void refuse(Fault.@Nullable Kind struck) throws IOException {
    if (struck != null) {
      throw struck.isFull()
          ? new NoSpaceException(struck.message)
          : new IOException(struck.message);
    }
  }
}
