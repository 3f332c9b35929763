package io.octavo.commit;

import io.octavo.cache.PageLoader;
import io.octavo.error.CorruptionException;
import io.octavo.file.StoreFile;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.check.Rule;
import io.octavo.page.meta.Meta;
import io.octavo.page.ring.RingRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The commit ring: an extent of the file for small commits. Each record holds the operations of one
 * or more commits, and is written by one write, durably or not. A checkpoint that contains the
 * commits ends the use of their records.
 *
 * <p>Records follow each other; a record that does not fit before the end of the extent begins at
 * its start. After a record that is not durable, others can follow in the same block. Room is
 * reserved when a commit is sealed, and used when its record is written, so that there is room for
 * the record of every sealed commit.
 */
final class CommitRing {
  /** The longest block that is kept for the next record. */
  private static final int MOST_KEPT = 1 << 21;

  /** The least fraction of the ring that remains for records during a checkpoint. */
  private static final int LEAST_SHARE = 8;

  /** The number of records of a recent length that fit the ring during a checkpoint. */
  private static final int LEAST_RECORDS = 3;

  private final StoreFile file;
  private final UUID storeId;
  private final int start;
  private final int pages;
  private final long generation;

  /**
   * Records that the last checkpoint does not contain, oldest first; those that follow others in a
   * block are parts of the first one.
   */
  private final Deque<Written> written = new ArrayDeque<>();

  /** The place of the next record, if the rest of the block has room for it; or the next block. */
  private int position;

  private int previousCrc;

  /** Whether a record has been read, so that the next one must have its checksum. */
  private boolean hasRead;

  /** The bytes of the ring that commits are expected to use while the next checkpoint runs. */
  private int expected;

  /** Holds the record that is built or written; may be longer. */
  private byte[] block = Memory.allocate(0);

  /** Reservations of the commits that wait for their record, each for a record of its own. */
  private final Deque<Reserved> reserved = new ArrayDeque<>();

  private record Written(int position, int size, long last) {}

  /** At least the size of the largest reservation. */
  private int largestReserved;

  /** A reservation, and the sum of the sizes of all earlier reservations. */
  private record Reserved(long sequence, int size, long before) {}

  CommitRing(StoreFile file, UUID storeId, Meta.Ring extent) {
    this.file = file;
    this.storeId = storeId;
    this.start = extent.start();
    this.pages = extent.pages();
    this.generation = extent.generation();
    this.position = (int) extent.replayOffset();
  }

  int start() {
    return start;
  }

  int pages() {
    return pages;
  }

  /** Returns whether a meta page names this ring. */
  boolean isOf(Meta.Ring extent) {
    return start == extent.start() && pages == extent.pages() && generation == extent.generation();
  }

  private int capacity() {
    return pages * PageHeader.PAGE_SIZE;
  }

  /**
   * Reserves room for a commit. Returns false if there is not enough. Drops reservations for this
   * sequence number and later ones, whose commits were not sealed.
   */
  synchronized boolean reserve(long sequence, int length) {
    while (!reserved.isEmpty() && reserved.getLast().sequence() >= sequence) {
      reserved.removeLast();
    }
    int size = RingRecord.size(length, 1);
    // A record that does not fit before the end of the extent wastes room there, but less than the
    // size of the largest waiting record.
    int largest = Math.max(size, largestReserved);
    if (used() + reservedBytes() + size + largest > capacity()) {
      expected = capacity() / 2;
      return false;
    }
    Reserved last = reserved.peekLast();
    largestReserved = largest;
    reserved.add(new Reserved(sequence, size, last == null ? 0 : last.before() + last.size()));
    return true;
  }

  private long reservedBytes() {
    Reserved first = reserved.peekFirst();
    Reserved last = reserved.peekLast();
    return first == null || last == null ? 0 : last.before() + last.size() - first.before();
  }

  /**
   * Drops the reservations of the commits up to a number, which a record or a checkpoint contains.
   */
  synchronized void release(long last) {
    while (!reserved.isEmpty() && reserved.getFirst().sequence() <= last) {
      reserved.removeFirst();
    }
    int largest = 0;
    for (Reserved waiting : reserved) {
      largest = Math.max(largest, waiting.size());
    }
    largestReserved = largest;
  }

  /** Returns whether more than a fraction of the ring is used or reserved. */
  synchronized boolean isFilled(int numerator, int denominator) {
    return used() + reservedBytes() > (long) capacity() / denominator * numerator;
  }

  /**
   * Returns whether the remaining room is at most what commits are expected to use while a
   * checkpoint runs. A later checkpoint writes more changes of a leaf at once; a checkpoint too
   * late makes commits wait.
   */
  synchronized boolean isFilling() {
    int room = Math.max(capacity() / LEAST_SHARE, Math.min(capacity() / 2, expected));
    return used() + room > capacity();
  }

  /** Returns whether more than a number of pages are used. */
  synchronized boolean isUsed(int pages) {
    return used() > (long) pages * PageHeader.PAGE_SIZE;
  }

  /** Returns whether more than a fraction of the ring is reserved. */
  synchronized boolean isReserved(int numerator, int denominator) {
    return reservedBytes() > (long) capacity() / denominator * numerator;
  }

  private long used() {
    Written oldest = written.peekFirst();
    if (oldest == null) {
      return 0;
    }
    int distance = RingRecord.blockFrom(position) - oldest.position();
    return distance > 0 ? distance : distance + capacity();
  }

  /** Returns the contiguous room at a place: the present position, or the start of the extent. */
  private int contiguous(int place) {
    Written oldest = written.peekFirst();
    return oldest == null || place > oldest.position()
        ? capacity() - place
        : oldest.position() - place;
  }

  /** A record that is ready to be written to its place. */
  static final class Built {
    private final byte[] record;
    private final Written place;

    private Built(byte[] record, Written place) {
      this.record = record;
      this.place = place;
    }

    /** Returns the sequence number of the last commit in the record. */
    long last() {
      return place.last();
    }
  }

  /**
   * Builds the next record, of as many commits as fit. The ring does not change before the record
   * is written. One thread at a time builds and writes.
   *
   * @param commits the operations of each commit; room is reserved
   * @param first sequence number of the first
   * @param forced number of the last commit that is surely durable
   */
  synchronized Built build(List<byte[]> commits, long first, long forced) {
    long all = commits.stream().mapToLong(operations -> operations.length).sum();
    long packed = RingRecord.packedSize(all, commits.size());
    int place = RingRecord.blockFrom(position);
    if (packed <= place - position) {
      byte[] record = build(commits, first, forced, RingRecord.BLOCK);
      return new Built(record, new Written(position, (int) packed, first + commits.size() - 1));
    }
    if (RingRecord.size(commits.get(0).length, 1) > contiguous(place)) {
      place = 0;
    }
    int count = 0;
    long lengths = 0;
    while (count < commits.size()
        && RingRecord.size(lengths + commits.get(count).length, count + 1) <= contiguous(place)) {
      lengths += commits.get(count).length;
      count++;
    }
    int size = RingRecord.size(lengths, count);
    byte[] record = build(commits.subList(0, count), first, forced, size);
    return new Built(record, new Written(place, size, first + count - 1));
  }

  private byte[] build(List<byte[]> commits, long first, long forced, int size) {
    byte[] record = block(size);
    RingRecord.build(commits, first, generation, previousCrc, first - 1 - forced, storeId, record);
    return record;
  }

  /**
   * Returns a block for a record, with any bytes: that of an earlier record if it is long enough.
   */
  private byte[] block(int size) {
    if (Memory.length(block) >= size) {
      return block;
    }
    byte[] made = Memory.allocate(size);
    if (size <= MOST_KEPT) {
      block = made;
    }
    return made;
  }

  /**
   * Writes a record.
   *
   * @param isDurable whether its commits are durable when this method returns; the commits before
   *     are durable
   */
  void write(Built built, boolean isDurable) throws IOException {
    byte[] record = built.record;
    Written place = built.place;
    ByteBuffer bytes = Memory.buffer(record, 0, place.size());
    long offset = (long) start * PageHeader.PAGE_SIZE + place.position();
    if (isDurable) {
      file.writeDurable(bytes, offset);
    } else {
      file.write(bytes, offset);
    }
    synchronized (this) {
      add(place);
      passed(record, 0, place.position());
      expected = Math.max(expected, LEAST_RECORDS * place.size());
      if (isDurable) {
        beginBlock();
      }
      release(place.last());
    }
  }

  private void add(Written record) {
    Written before = written.peekLast();
    if (before != null && record.position() % RingRecord.BLOCK != 0) {
      written.removeLast();
      int size = record.position() + record.size() - before.position();
      written.add(new Written(before.position(), size, record.last()));
    } else {
      written.add(record);
    }
  }

  /** Makes the next record begin a block, because a force is about to follow. */
  synchronized void beginBlock() {
    position = RingRecord.blockFrom(position);
  }

  /** Returns the fields of a meta page, for a state that contains the commits up to a number. */
  synchronized Meta.Ring extent(long contained) {
    int replay = RingRecord.blockFrom(position);
    for (Written record : written) {
      if (record.last() > contained) {
        replay = record.position();
        break;
      }
    }
    return new Meta.Ring(start, pages, replay, generation);
  }

  /** Drops the records that a durable checkpoint contains. */
  synchronized void contained(long sequence) {
    while (!written.isEmpty() && written.getFirst().last() <= sequence) {
      written.removeFirst();
    }
    if (written.isEmpty()) {
      beginBlock();
    }
    expected = (int) Math.max(2 * used(), expected / 2);
  }

  /**
   * Reads the commits after a checkpoint.
   *
   * <p>The ring ends at the first place without the next record. If a later record of this
   * generation is anywhere in the ring, and was written when the missing one was durable, the ring
   * is damaged.
   *
   * @param contained number of the last commit that the checkpoint contains
   * @return the operations of each commit, in order
   */
  synchronized List<byte[]> read(PageLoader loader, long contained) throws IOException {
    List<byte[]> commits = new ArrayList<>();
    read(loader, contained, commits);
    return commits;
  }

  /**
   * Reads as {@link #read(PageLoader, long)} does. The list holds the commits that were read before
   * an error.
   */
  synchronized void read(PageLoader loader, long contained, List<byte[]> commits)
      throws IOException {
    byte[] ring = Memory.allocate(capacity());
    long offset = (long) start * PageHeader.PAGE_SIZE;
    if (file.read(Memory.buffer(ring, 0, capacity()), offset) < capacity()) {
      throw loader.corruption(start, Rule.R26, 0, "the end of the file", "the commit ring");
    }
    long last = contained;
    // The block of the first record may begin with others; it is read again after them.
    for (int place : places()) {
      if (find(ring, place, contained, contained + 1) >= 0) {
        written.add(new Written(place, 0, contained));
        break;
      }
    }
    for (int at = find(ring, last); at >= 0; at = find(ring, last)) {
      commits.addAll(RingRecord.commits(ring, at, contained + 1));
      last = RingRecord.last(ring, at);
      passed(ring, at, at);
      add(new Written(at, position - at, last));
    }
    refuseLater(loader, ring, last);
  }

  /**
   * Reads the commits that another process has recorded since the last read, if the next record is
   * where it must be.
   *
   * @param contained number of the last commit that was read
   * @return the operations of each commit, in order
   */
  synchronized List<byte[]> readNew(long contained) throws IOException {
    List<byte[]> commits = new ArrayList<>();
    for (long last = contained; ; last = contained + commits.size()) {
      byte[] record = readNext(last, last + 1);
      if (record == null) {
        return commits;
      }
      commits.addAll(RingRecord.commits(record, 0, last + 1));
    }
  }

  /**
   * Reads the record that follows the one that was read last, if it has been written.
   *
   * @param last number of the last commit that was read
   * @param latest the greatest number that its first commit may have
   * @return the record; null if there is none, and the next call looks for it again
   */
  synchronized byte @Nullable [] readNext(long last, long latest) throws IOException {
    for (int place : places()) {
      byte[] record = readRecord(place, last, latest);
      if (record != null) {
        return record;
      }
    }
    return null;
  }

  /** Returns the places where the next record may begin. */
  private int[] places() {
    int block = RingRecord.blockFrom(position);
    int next = block % capacity();
    return position == block ? new int[] {next, 0} : new int[] {position, next, 0};
  }

  /** Continues after a record. */
  private void passed(byte[] from, int offset, int place) {
    previousCrc = RingRecord.crc(from, offset);
    hasRead = true;
    position = RingRecord.end(from, offset, place);
  }

  /**
   * Reads all records in which a commit or a later one is and that no later record has overwritten,
   * whether a checkpoint contains them or not. The next record to be read follows them.
   *
   * @param from number of the commit
   * @return the records, in order; between two of them, commits may be missing that a checkpoint
   *     contains and that have no record
   */
  synchronized List<byte[]> readSince(long from) throws IOException {
    byte[] ring = readBlocks(0, capacity());
    NavigableMap<Long, Integer> places = new TreeMap<>();
    RingRecord.places(ring, generation, storeId)
        .forEach(place -> places.put(RingRecord.last(ring, place), place));
    // Backward from the last record, because the contents of an overwritten one may resemble a
    // record.
    Deque<byte[]> records = new ArrayDeque<>();
    int following = 0;
    for (int place : places.descendingMap().values()) {
      if (records.isEmpty()) {
        passed(ring, place, place);
      } else if (RingRecord.crc(ring, place) != following) {
        continue;
      }
      if (RingRecord.last(ring, place) < from) {
        break;
      }
      following = RingRecord.previous(ring, place);
      records.addFirst(copy(ring, place));
    }
    return List.copyOf(records);
  }

  /**
   * Reads the record that follows a commit, if it is at a place of the extent, or after records
   * there that the checkpoint contains.
   */
  private byte @Nullable [] readRecord(int place, long last, long latest) throws IOException {
    int offset = place % RingRecord.BLOCK;
    int block = place - offset;
    byte[] bytes = readBlocks(block, RingRecord.BLOCK);
    int size = offset == 0 ? RingRecord.size(bytes, 0) : 0;
    boolean isExpected = !hasRead || RingRecord.previous(bytes, 0) == previousCrc;
    if (size > RingRecord.BLOCK && size <= capacity() - block && isExpected) {
      bytes = readBlocks(block, size);
    }
    int at = find(bytes, offset, last, latest);
    if (at < 0) {
      return null;
    }
    passed(bytes, at, block + at);
    return copy(bytes, at);
  }

  private static byte[] copy(byte[] ring, int offset) {
    int used = Memory.getInt(ring, offset + RingRecord.USED);
    byte[] record = Memory.allocate(used);
    Memory.copy(ring, offset, record, 0, used);
    return record;
  }

  private byte[] readBlocks(int place, int length) throws IOException {
    byte[] blocks = Memory.allocate(length);
    // Bytes after the end of the file are no record.
    file.read(Memory.buffer(blocks, 0, length), (long) start * PageHeader.PAGE_SIZE + place);
    return blocks;
  }

  /** Returns where the record that follows a commit is in the ring; -1 if it is not there. */
  private int find(byte[] ring, long last) {
    for (int place : places()) {
      int found = find(ring, place, last, last + 1);
      if (found >= 0) {
        return found;
      }
    }
    return -1;
  }

  /**
   * Returns where the record that follows a commit, and begins no later than another, is: at a
   * place, or after records of the same block that the checkpoint contains. Returns -1 if it is not
   * there.
   */
  private int find(byte[] bytes, int offset, long last, long latest) {
    boolean isChained = hasRead;
    int previous = previousCrc;
    int at = offset;
    do {
      if (!RingRecord.isSound(bytes, at, generation, storeId)
          || (isChained && RingRecord.previous(bytes, at) != previous)) {
        return -1;
      }
      if (RingRecord.last(bytes, at) > last) {
        return RingRecord.first(bytes, at) <= latest ? at : -1;
      }
      isChained = true;
      previous = RingRecord.crc(bytes, at);
      at = RingRecord.end(bytes, at, at);
    } while (at % RingRecord.BLOCK != 0);
    return -1;
  }

  private void refuseLater(PageLoader loader, byte[] ring, long last) throws CorruptionException {
    OptionalLong later =
        RingRecord.places(ring, generation, storeId)
            .filter(place -> RingRecord.last(ring, place) > last)
            .filter(place -> RingRecord.proves(ring, place, last + 1))
            .mapToLong(place -> RingRecord.last(ring, place))
            .findFirst();
    if (later.isPresent()) {
      int end = position % capacity();
      throw loader.corruption(
          start + end / PageHeader.PAGE_SIZE,
          Rule.R27,
          end % PageHeader.PAGE_SIZE,
          "no record of commit " + (last + 1),
          "one, because commit " + later.getAsLong() + " was written after it");
    }
  }
}
