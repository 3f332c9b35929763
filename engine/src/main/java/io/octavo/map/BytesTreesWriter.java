package io.octavo.map;

import io.octavo.event.Events;
import io.octavo.event.SweepEvent;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationLog;
import io.octavo.transaction.Changes;
import io.octavo.tree.BytesTree;
import io.octavo.tree.BytesTreeCursor;
import io.octavo.tree.BytesTreeWriter;
import io.octavo.tree.BytesTreeWriter.Put;
import io.octavo.tree.ListedTree;
import io.octavo.tree.OpenItems;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The trees of a map of byte strings in a write transaction. A map whose main tree outgrows a
 * quarter of the cache gets a front, as a {@link LongTreesWriter} says. Large values go to the main
 * tree.
 */
final class BytesTreesWriter extends BytesTrees {
  private final Changes changes;
  private final TreeLimits limits;
  private final OperationLog log;
  private final BytesTreeWriter tree;
  private final int id;

  private @Nullable Front front;

  /** The size of the main tree from which on its leaves are counted. */
  private long nextLook;

  BytesTreesWriter(Changes changes, CatalogueRecord record) {
    super(changes.bytesTree(record));
    this.changes = changes;
    this.limits = changes.limits();
    this.log = changes.transaction().log();
    this.tree = changes.bytesTree(record);
    this.id = record.id();
    if (!openFront()) {
      // A leaf has at least one entry.
      nextLook = id > CatalogueRecord.MAX_FRONTED ? Long.MAX_VALUE : leavesOfFronted();
    }
  }

  /** Opens the front, if the map has one. */
  private boolean openFront() {
    FrontParts parts = FrontParts.of(changes.catalogue(), id, BytesMapType.TYPE);
    if (parts != null) {
      setFront(new Front(parts));
    }
    return parts != null;
  }

  private long leavesOfFronted() {
    return limits.leavesOfFronted(changes.memory().cacheBytes());
  }

  private void setFront(Front newFront) {
    front = newFront;
    setFront(newFront.puts, newFront.deleted);
    nextLook = Long.MAX_VALUE;
  }

  /** Removes the front, which is empty. */
  private void dropFront(Front old) {
    changes.dropFront(old.parts.puts());
    changes.dropFront(old.parts.deleted());
    front = null;
    setFront(null, null);
    nextLook = leavesOfFronted();
  }

  /** What a transaction changes in the tail of the record of the newest values. */
  private static final class Tail implements ListedTree {
    /** The most bytes of a position: a few records more fit a page of the catalogue. */
    private static final int MOST = 128;

    private final Changes changes;
    private final String name;
    private final byte[] before;

    /** How many bytes of changes the front holds. */
    private long pending;

    /** Where the next sweep begins. */
    private byte[] position = NOTHING;

    Tail(Changes changes, CatalogueRecord record, long count) {
      this.changes = changes;
      this.name = record.name();
      ByteBuffer tail = ByteBuffer.wrap(record.tail());
      if (tail.remaining() >= Long.BYTES) {
        // What cannot be is of a damaged file.
        long least = count * changes.limits().changeBytes(0);
        long greatest = count * changes.limits().changeBytes(BytesPage.MAX_ENTRY);
        pending = Math.max(least, Math.min(greatest, tail.getLong()));
        position = new byte[tail.remaining()];
        tail.get(position);
      }
      before = bytes();
    }

    /** Moves the position to a key, or to one that is a little before it. */
    void setPosition(byte[] key) {
      position = Arrays.copyOf(key, Math.min(key.length, MOST));
    }

    private byte[] bytes() {
      return ByteBuffer.allocate(Long.BYTES + position.length)
          .putLong(pending)
          .put(position)
          .array();
    }

    @Override
    public void finish() {
      CatalogueRecord present = changes.catalogue().find(name);
      byte[] tail = bytes();
      if (present != null && !Arrays.equals(tail, before)) {
        changes.transaction().catalogue().replace(present.described(0, 0, tail));
      }
    }

    @Override
    public void addOpen(OpenItems to) {
      // Readers do not use the tail.
    }
  }

  /** The newest changes, in memory, and the sweep that moves them. */
  private final class Front {
    private final FrontParts parts;
    private final BytesTreeWriter puts;
    private final BytesTreeWriter deleted;
    private final Tail tail;
    private final long most = limits.frontBytes(changes.memory().cacheBytes());

    /** A key at or above all keys of the trees: what is put behind it is put into the main tree. */
    private byte @Nullable [] highest;

    Front(FrontParts parts) {
      this.parts = parts;
      puts = changes.bytesTree(parts.puts());
      deleted = changes.bytesTree(parts.deleted());
      long count = puts.size() + deleted.size();
      CatalogueRecord record = parts.puts();
      tail = changes.list(record, Tail.class, () -> new Tail(changes, record, count));
      raise(tree);
      raise(puts);
      raise(deleted);
    }

    private void raise(BytesTree part) {
      BytesTreeCursor cursor = new BytesTreeCursor(part, NOTHING, null);
      if (cursor.previous() && isBehind(cursor.key())) {
        highest = cursor.key();
      }
    }

    private boolean isBehind(byte[] key) {
      return highest == null || Arrays.compareUnsigned(key, highest) > 0;
    }

    /** Returns whether a key is behind all others, and expects it to be put into the main tree. */
    boolean takesBehind(byte[] key) {
      boolean isBehind = isBehind(key);
      if (isBehind) {
        highest = key.clone();
      }
      return isBehind;
    }

    private boolean isEmpty() {
      return puts.size() + deleted.size() == 0;
    }

    void put(byte[] key, byte[] value) {
      int length = puts.get(key, NOTHING, 0);
      if (length >= 0) {
        tail.pending -= limits.changeBytes(key.length + length);
      } else {
        undelete(key);
      }
      puts.put(key, value, Put.ALWAYS);
      tail.pending += limits.changeBytes(key.length + value.length);
      log.putBytes(id, key, value);
      sweepIfFull();
    }

    void delete(byte[] key) {
      if (isBehind(key) || key.length > BytesPage.MAX_KEY || isDeleted(key)) {
        return;
      }
      forget(key);
      deleted.put(key, NOTHING, Put.ALWAYS);
      tail.pending += limits.changeBytes(key.length);
      log.removeBytes(id, key);
      // Takes room, so it must not use the reserve of a full disk.
      log.setHasPuts(true);
      sweepIfFull();
    }

    /** Removes a key from both trees: unlike a deletion, that frees room. */
    boolean remove(byte[] key) {
      if (isDeleted(key)) {
        return false;
      }
      boolean wasPut = puts.contains(key);
      forget(key);
      boolean wasInMain = tree.remove(key);
      if (wasPut && !wasInMain) {
        log.removeBytes(id, key);
      }
      return wasPut || wasInMain;
    }

    /** Removes the change of a key: the main tree has its value, or a newer change follows. */
    void forget(byte[] key) {
      int length = puts.get(key, NOTHING, 0);
      if (length >= 0) {
        puts.remove(key);
        tail.pending -= limits.changeBytes(key.length + length);
      } else {
        undelete(key);
      }
    }

    private void undelete(byte[] key) {
      if (deleted.size() > 0 && deleted.remove(key)) {
        tail.pending -= limits.changeBytes(key.length);
      }
    }

    private void sweepIfFull() {
      // As in a map of longs.
      if (tail.pending > most && !changes.isInMemory()) {
        byte[] next = move(tail.position, null);
        tail.setPosition(next == null ? NOTHING : next);
        if (tree.aboutLeaves() < leavesOfFronted() / 2) {
          moveAll(NOTHING, null);
          dropFront(this);
        }
      }
    }

    /** Moves all changes of a range to the main tree. */
    void moveAll(byte[] from, byte @Nullable [] to) {
      byte[] next = from;
      while (next != null && !isEmpty()) {
        next = move(next, to);
      }
    }

    /**
     * Moves the first changes of a range to the main tree.
     *
     * @return the first key whose change was not moved, null if there is none
     */
    private byte @Nullable [] move(byte[] from, byte @Nullable [] to) {
      SweepEvent event = Events.begin(SweepEvent::new);
      BytesTreeCursor put = new BytesTreeCursor(puts, from, to);
      BytesTreeCursor gone = new BytesTreeCursor(deleted, from, to);
      List<byte[]> keys = new ArrayList<>();
      List<byte[]> values = new ArrayList<>();
      List<byte[]> removed = new ArrayList<>();
      byte[] putKey = put.next() ? put.key() : null;
      byte[] goneKey = gone.next() ? gone.key() : null;
      long moved = 0;
      while (moved < limits.sweptBytes() && (putKey != null || goneKey != null)) {
        if (putKey != null && isBefore(putKey, goneKey)) {
          byte[] value = put.value();
          keys.add(putKey);
          values.add(value);
          moved += limits.changeBytes(putKey.length + value.length);
          putKey = put.next() ? put.key() : null;
        } else if (goneKey != null) {
          removed.add(goneKey);
          moved += limits.changeBytes(goneKey.length);
          goneKey = gone.next() ? gone.key() : null;
        }
      }
      apply(keys, values, removed);
      byte[] next = isBefore(putKey, goneKey) ? putKey : goneKey;
      puts.removeRange(from, next == null ? to : next);
      deleted.removeRange(from, next == null ? to : next);
      tail.pending = isEmpty() ? 0 : tail.pending - moved;
      changes.memory().countSweep(event, id, keys.size() + removed.size(), tree.spill());
      return next;
    }

    private static boolean isBefore(byte @Nullable [] key, byte @Nullable [] other) {
      return key != null && (other == null || Arrays.compareUnsigned(key, other) < 0);
    }

    private void apply(List<byte[]> keys, List<byte[]> values, List<byte[]> removed) {
      byte[][] none = {};
      tree.unlogged(
          () -> {
            tree.putAll(keys.toArray(none), values.toArray(none));
            tree.removeAll(removed.toArray(none));
          });
    }

    void clear() {
      puts.clear();
      deleted.clear();
      tail.pending = 0;
      highest = null;
    }
  }

  /**
   * Makes a front if the main tree has outgrown its share of the cache, and a key is put that is
   * not behind all others: a sorted load needs none.
   */
  private void look(byte[] key) {
    nextLook = Math.max(tree.size() + tree.size() / 16, 16);
    if (tree.aboutLeaves() < leavesOfFronted() || !new BytesTreeCursor(tree, key, null).next()) {
      return;
    }
    // The keys of a load that are in no leaf yet.
    tree.settle();
    if (changes.createFront(id, CatalogueRecord.BYTES_FRONT)) {
      openFront();
    }
  }

  /** Returns the front, if the map has one or gets one now, before a put of a key. */
  private @Nullable Front front(byte[] key) {
    if (tree.size() >= nextLook) {
      look(key);
    }
    return front;
  }

  private static boolean isLarge(byte[] key, long length) {
    return key.length + length > BytesPage.MAX_ENTRY;
  }

  /**
   * Gives a key a value. Returns false if it must have one already, or none, and this is not so.
   */
  boolean put(byte[] key, byte[] value, Put when) {
    Front present = front(key);
    if (present == null) {
      return tree.put(key, value, when);
    }
    if (when != Put.ALWAYS && contains(key) != (when == Put.IF_PRESENT)) {
      return false;
    }
    put(present, key, value);
    return true;
  }

  private void put(Front present, byte[] key, byte[] value) {
    boolean isBehind = present.takesBehind(key);
    if (!isBehind && !isLarge(key, value.length)) {
      present.put(key, value);
      return;
    }
    if (!isBehind) {
      present.forget(key);
    }
    tree.put(key, value, Put.ALWAYS);
  }

  /**
   * Gives a key a value that is read from a stream.
   *
   * @throws IOException if the stream fails, or has fewer bytes
   */
  void put(byte[] key, InputStream value, long length) throws IOException {
    Front present = front(key);
    if (present == null) {
      tree.put(key, value, length);
    } else if (isLarge(key, length)) {
      if (!present.takesBehind(key)) {
        present.forget(key);
      }
      tree.put(key, value, length);
    } else {
      put(present, key, BytesTreeWriter.read(key, value, (int) length));
    }
  }

  /** Removes a key without a look whether it is there, if the map has a front. */
  void delete(byte[] key) {
    Front present = front;
    if (present == null) {
      tree.remove(key);
    } else {
      present.delete(key);
    }
  }

  boolean remove(byte[] key) {
    Front present = front;
    return present == null ? tree.remove(key) : present.remove(key);
  }

  void putAll(byte[][] keys, byte[][] values) {
    Front present = keys.length == 0 ? null : front(keys[0]);
    if (present == null) {
      tree.putAll(keys, values);
      return;
    }
    present.puts.forAll(keys, values, index -> put(keys[index], values[index], Put.ALWAYS));
  }

  long removeAll(byte[][] keys) {
    if (front == null) {
      return tree.removeAll(keys);
    }
    long[] count = {0};
    tree.forAll(keys, null, index -> count[0] += remove(keys[index]) ? 1 : 0);
    return count[0];
  }

  void deleteAll(byte[][] keys) {
    if (front == null) {
      tree.removeAll(keys);
      return;
    }
    front.deleted.forAll(keys, keys, index -> delete(keys[index]));
  }

  /** Puts an entry of a sorted source; {@link #settle} follows the last one. */
  void load(byte[] key, byte[] value) {
    Front present = front(key);
    if (present == null || present.takesBehind(key)) {
      tree.load(key, value);
    } else {
      put(present, key, value);
    }
  }

  /** Puts the entries of a load that wait for their leaf. */
  void settle() {
    tree.settle();
  }

  long removeRange(byte[] from, byte @Nullable [] to) {
    Front present = front;
    if (present != null) {
      present.moveAll(from, to);
    }
    return tree.removeRange(from, to);
  }

  void clear() {
    Front present = front;
    boolean wasPending = present != null && !present.isEmpty();
    boolean isMainEmpty = tree.root().page().isNone();
    if (present != null) {
      present.clear();
      dropFront(present);
    }
    tree.clear();
    if (wasPending && isMainEmpty) {
      log.clear(id);
    }
  }
}
