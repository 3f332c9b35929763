package io.octavo.map;

import io.octavo.event.Events;
import io.octavo.event.SweepEvent;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationLog;
import io.octavo.transaction.Changes;
import io.octavo.tree.LongTree;
import io.octavo.tree.LongTreeCursor;
import io.octavo.tree.LongTreeWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The trees of a map of longs in a write transaction. A map whose main tree outgrows a quarter of
 * the cache gets a front: changes go there without a look at the main tree, and when the front is
 * full, a sweep moves a range of them in key order, so that each leaf of the main tree is read and
 * written once for many changes (the rolling merge of O'Neil et al., The log-structured merge-tree,
 * 1996).
 */
final class LongTreesWriter extends LongTrees {
  private final Changes changes;
  private final OperationLog log;
  private final LongTreeWriter tree;
  private final int id;

  private @Nullable Front front;

  /** The size of the main tree from which on its leaves are counted. */
  private long nextLook;

  LongTreesWriter(Changes changes, CatalogueRecord record) {
    super(changes.longTree(record));
    this.changes = changes;
    this.log = changes.transaction().log();
    this.tree = changes.longTree(record);
    this.id = record.id();
    if (!openFront()) {
      nextLook =
          id > CatalogueRecord.MAX_FRONTED
              ? Long.MAX_VALUE
              : changes.limits().entriesOf(leavesOfFronted());
    }
  }

  /** Opens the front, if the map has one. */
  private boolean openFront() {
    FrontParts parts = FrontParts.of(changes.catalogue(), id, LongMapType.TYPE);
    if (parts != null) {
      setFront(new Front(parts));
    }
    return parts != null;
  }

  private long leavesOfFronted() {
    return changes.limits().leavesOfFronted(changes.memory().cacheBytes());
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
    nextLook = changes.limits().entriesOf(leavesOfFronted());
  }

  /** The newest changes, in memory, and the sweep that moves them. */
  private final class Front {
    private final FrontParts parts;
    private final LongTreeWriter puts;
    private final LongTreeWriter deleted;
    private final long size = changes.limits().frontSize(changes.memory().cacheBytes());

    /** A key at or above all keys of the trees: what is put behind it is put into the main tree. */
    private long highest;

    private boolean isEmpty;

    Front(FrontParts parts) {
      this.parts = parts;
      this.puts = changes.longTree(parts.puts());
      this.deleted = changes.longTree(parts.deleted());
      isEmpty = true;
      raise(tree);
      raise(puts);
      raise(deleted);
    }

    private void raise(LongTree part) {
      LongTreeCursor cursor = new LongTreeCursor(part, Long.MIN_VALUE, Long.MAX_VALUE);
      if (cursor.previous()) {
        raise(cursor.key());
      }
    }

    private void raise(long key) {
      highest = isEmpty ? key : Math.max(highest, key);
      isEmpty = false;
    }

    private boolean isBehind(long key) {
      return isEmpty || key > highest;
    }

    void put(long key, long value) {
      if (isBehind(key)) {
        raise(key);
        tree.put(key, value, true);
        return;
      }
      puts.put(key, value, true);
      if (deleted.size() > 0) {
        deleted.remove(key);
      }
      log.put(id, key, value);
      sweepIfFull();
    }

    void delete(long key) {
      if (isBehind(key)) {
        return;
      }
      puts.remove(key);
      deleted.put(key, 0, true);
      log.remove(id, key);
      // Takes room, so it must not use the reserve of a full disk.
      log.setHasPuts(true);
      sweepIfFull();
    }

    /** Removes a key from both trees: unlike a deletion, that frees room. */
    boolean remove(long key) {
      if (isDeleted(key)) {
        return false;
      }
      boolean wasPut = puts.remove(key);
      boolean wasInMain = tree.remove(key);
      if (wasPut && !wasInMain) {
        log.remove(id, key);
      }
      return wasPut || wasInMain;
    }

    private void sweepIfFull() {
      // A reader that replays commits has no use for leaves of the main tree.
      if (puts.size() + deleted.size() > size && !changes.isInMemory()) {
        sweep(position());
      }
    }

    /** Returns the key where the next sweep begins. */
    private long position() {
      CatalogueRecord present = changes.catalogue().find(parts.puts().name());
      byte[] tail = present == null ? new byte[0] : present.tail();
      return tail.length == Long.BYTES ? ByteBuffer.wrap(tail).getLong() : Long.MIN_VALUE;
    }

    private void setPosition(long key) {
      CatalogueRecord present = changes.catalogue().find(parts.puts().name());
      if (present != null) {
        byte[] tail = ByteBuffer.allocate(Long.BYTES).putLong(key).array();
        changes.transaction().catalogue().replace(present.described(0, 0, tail));
      }
    }

    /** Moves changes of keys from a key on to the main tree, and begins anew after the last one. */
    private void sweep(long from) {
      long to = move(from, Long.MAX_VALUE, changes.limits().swept());
      setPosition(to == Long.MAX_VALUE ? Long.MIN_VALUE : to + 1);
      if (tree.aboutLeaves() < leavesOfFronted() / 2) {
        moveAll(Long.MIN_VALUE, Long.MAX_VALUE);
        dropFront(this);
      }
    }

    /** Moves all changes of a range to the main tree. */
    void moveAll(long from, long to) {
      int most = changes.limits().swept();
      for (long next = from; puts.size() + deleted.size() > 0; next++) {
        next = move(next, to, most);
        if (next == to) {
          return;
        }
      }
    }

    /**
     * Moves the first changes of a range to the main tree.
     *
     * @return the last key whose change may have been moved
     */
    private long move(long from, long to, int most) {
      SweepEvent event = Events.begin(SweepEvent::new);
      LongTreeCursor put = new LongTreeCursor(puts, from, to);
      LongTreeCursor gone = new LongTreeCursor(deleted, from, to);
      long[] keys = new long[most];
      long[] values = new long[most];
      long[] removed = new long[most];
      int putCount = 0;
      int removedCount = 0;
      boolean isPut = put.next();
      boolean isGone = gone.next();
      long last = to;
      while (isPut || isGone) {
        if (putCount + removedCount == most) {
          break;
        }
        if (isPut && !(isGone && gone.key() < put.key())) {
          keys[putCount] = put.key();
          values[putCount++] = put.value();
          last = put.key();
          isPut = put.next();
        } else {
          last = gone.key();
          removed[removedCount++] = last;
          isGone = gone.next();
        }
      }
      if (!isPut && !isGone) {
        last = to;
      }
      long[] putKeys = Arrays.copyOf(keys, putCount);
      long[] removedKeys = Arrays.copyOf(removed, removedCount);
      tree.unlogged(
          () -> {
            tree.putAll(putKeys, values);
            tree.removeAll(removedKeys);
          });
      puts.removeRange(from, last);
      deleted.removeRange(from, last);
      changes.memory().countSweep(event, id, putCount + removedCount, tree.spill());
      return last;
    }

    void clear() {
      puts.clear();
      deleted.clear();
    }
  }

  /**
   * Makes a front if the main tree has outgrown its share of the cache, and a key is put that is
   * not behind all others: a sorted load needs none.
   */
  private void look(long key) {
    nextLook = Math.max(tree.size() + tree.size() / 16, 16);
    if (tree.aboutLeaves() < leavesOfFronted()
        || !new LongTreeCursor(tree, key, Long.MAX_VALUE).next()) {
      return;
    }
    if (changes.createFront(id, CatalogueRecord.LONG_FRONT)) {
      openFront();
    }
  }

  /** Gives a key a value. Returns false if it has one and must keep it. */
  boolean put(long key, long value, boolean replace) {
    if (tree.size() >= nextLook) {
      look(key);
    }
    Front present = front;
    if (present == null) {
      return tree.put(key, value, replace);
    }
    if (!replace && contains(key)) {
      return false;
    }
    present.put(key, value);
    return true;
  }

  /** Removes a key without a look whether it is there, if the map has a front. */
  void delete(long key) {
    Front present = front;
    if (present == null) {
      tree.remove(key);
    } else {
      present.delete(key);
    }
  }

  boolean remove(long key) {
    Front present = front;
    return present == null ? tree.remove(key) : present.remove(key);
  }

  void putAll(long[] keys, long[] values) {
    if (tree.size() >= nextLook && keys.length > 0) {
      look(keys[0]);
    }
    if (front == null) {
      tree.putAll(keys, values);
      return;
    }
    front.puts.forAll(keys, true, index -> put(keys[index], values[index], true));
  }

  long removeAll(long[] keys) {
    if (front == null) {
      return tree.removeAll(keys);
    }
    long[] count = {0};
    tree.forAll(keys, false, index -> count[0] += remove(keys[index]) ? 1 : 0);
    return count[0];
  }

  void deleteAll(long[] keys) {
    if (front == null) {
      tree.removeAll(keys);
      return;
    }
    front.deleted.forAll(keys, true, index -> delete(keys[index]));
  }

  long removeRange(long from, long to) {
    Front present = front;
    if (present != null) {
      present.moveAll(from, to);
    }
    return tree.removeRange(from, to);
  }

  void clear() {
    Front present = front;
    boolean wasPending = present != null && present.puts.size() + present.deleted.size() > 0;
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
