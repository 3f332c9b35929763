package io.octavo.ids;

import io.octavo.Transaction;
import io.octavo.transaction.Handle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A table of distinct longs with ids, within a transaction. Values get the ids 0, 1, 2 and so on in
 * the order in which they are added. A value is often a pair of other ids, such as a function and a
 * line. An id never changes and is never reused, except after {@link #clear} or a rollback.
 *
 * <p>Ids are dense, so other collections can store them in a few bits, and programs can use them as
 * indexes of arrays. Values are compressed in blocks in the order of ids. Their index is a B-tree
 * and not a hash table: no set of values makes lookups slower than another.
 *
 * <pre>{@code
 * PairTable frames = transaction.pairs("frames");
 * int frame = frames.intern(function, line);
 * int line = PairTable.low(frames.get(frame));
 * }</pre>
 *
 * <p>All methods throw {@link IllegalStateException} if the transaction has ended or failed, or the
 * table was dropped; methods that change the table also if the transaction is read-only; and {@link
 * io.octavo.error.StoreException} if the file cannot be read or is damaged. Calls by a thread that
 * does not own the write transaction throw {@link java.util.ConcurrentModificationException}, see
 * {@link Transaction}.
 */
public final class PairTable {
  final Handle handle;

  /** The result of {@link #find(long)} for an absent value. */
  public static final int ABSENT = PairTree.ABSENT;

  /** Values that {@link #forEach} reads at once. */
  private static final int READ = 1024;

  private final PairTree tree;
  private final @Nullable PairTreeWriter writer;
  private int clears;

  PairTable(Handle handle, PairTree tree, @Nullable PairTreeWriter writer) {
    this.handle = handle;
    this.tree = tree;
    this.writer = writer;
  }

  /** Receives a value and its id. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Receives a value.
     *
     * @param id the id
     * @param value the value
     */
    void visit(int id, long value);
  }

  /** Returns how often this transaction has cleared the table. */
  int clears() {
    return clears;
  }

  /**
   * Combines two ints into a value.
   *
   * @param high the upper half
   * @param low the lower half
   * @return the value
   */
  public static long pair(int high, int low) {
    return ((long) high << Integer.SIZE) | Integer.toUnsignedLong(low);
  }

  /**
   * Returns the upper half of a value.
   *
   * @param value the value
   * @return the first int of {@link #pair}
   */
  public static int high(long value) {
    return (int) (value >> Integer.SIZE);
  }

  /**
   * Returns the lower half of a value.
   *
   * @param value the value
   * @return the second int of {@link #pair}
   */
  public static int low(long value) {
    return (int) value;
  }

  /**
   * Returns the id of a value, adding the value if absent.
   *
   * @param value the value, any long
   * @return the id; an added value gets the id {@link #size}
   * @throws io.octavo.error.StoreFullException if the table has 2,147,483,647 values
   */
  public int intern(long value) {
    PairTreeWriter target = handle.enter(writer);
    int id;
    try {
      id = target.intern(value);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return id;
  }

  /**
   * Returns the id of a pair of ints, adding the pair if absent.
   *
   * @param high the upper half of the value, any int
   * @param low the lower half of the value, any int
   * @return the id; an added pair gets the id {@link #size}
   * @throws io.octavo.error.StoreFullException if the table has 2,147,483,647 values
   */
  public int intern(int high, int low) {
    return intern(pair(high, low));
  }

  /**
   * Returns the id of a value.
   *
   * @param value the value, any long
   * @return the id; {@link #ABSENT} if the table does not have the value
   */
  public int find(long value) {
    handle.beginRead();
    int id;
    try {
      id = tree.find(value);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return id;
  }

  /**
   * Returns the value with an id.
   *
   * @param id the id
   * @return the value
   * @throws IndexOutOfBoundsException if the table does not have the id
   */
  public long get(int id) {
    handle.beginRead();
    long value;
    try {
      Objects.checkIndex(id, tree.size());
      value = tree.get(id);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return value;
  }

  /**
   * Reads values in the order of their ids. Decodes each block once.
   *
   * @param from the id of the first value
   * @param values receives the values
   * @return the number of values read: the length of the array, or fewer if the table ends before
   * @throws IndexOutOfBoundsException if the id is not from 0 to {@link #size}
   */
  public int read(int from, long[] values) {
    handle.beginRead();
    int read = 0;
    try {
      Objects.checkFromToIndex(from, tree.size(), tree.size());
      int count = Math.min(values.length, tree.size() - from);
      int step = 1;
      // A change by another thread, which endRead reports, can end the items.
      while (read < count && step > 0) {
        step = tree.read(from + read, values, read, count - read);
        read += step;
      }
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return read;
  }

  /**
   * Passes all values to a visitor, in the order of their ids, including values that the visitor
   * adds.
   *
   * @param visitor receives the values
   */
  public void forEach(Visitor visitor) {
    long[] values = new long[READ];
    int from = 0;
    for (int count = read(from, values); count > 0; count = read(from, values)) {
      for (int i = 0; i < count; i++) {
        visitor.visit(from + i, values[i]);
      }
      from += count;
    }
  }

  /**
   * Returns the number of values, in constant time.
   *
   * @return the number of values, which is the next id
   */
  public int size() {
    return handle.read(tree::size);
  }

  /** Removes all values. Ids begin at 0 again: ids stored elsewhere become invalid. */
  public void clear() {
    PairTreeWriter target = handle.enter(writer);
    try {
      clears++;
      target.clear();
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }
}
