package io.octavo.ids;

import io.octavo.Transaction;
import io.octavo.codec.Codecs;
import io.octavo.transaction.Handle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A table of distinct byte strings with ids, within a transaction. Strings get the ids 0, 1, 2 and
 * so on in the order in which they are added. An id never changes and is never reused, except after
 * {@link #clear} or a rollback.
 *
 * <p>Ids are dense, so other collections can store them in a few bits instead of strings, and
 * programs can use them as indexes of arrays. A string shares its prefix with the previous string,
 * so strings in a related order need less space.
 *
 * <pre>{@code
 * StringTable hosts = transaction.strings("hosts");
 * int host = hosts.intern("example.org");
 * String name = hosts.text(host);
 * }</pre>
 *
 * <p>Strings are found by a hash, so the table cannot be searched for a prefix: read all strings by
 * {@link #forEach}, or keep them as keys of a {@link io.octavo.map.BytesMap} with their ids as
 * values.
 *
 * <p>All methods throw {@link IllegalStateException} if the transaction has ended or failed, or the
 * table was dropped; methods that change the table also if the transaction is read-only; and {@link
 * io.octavo.error.StoreException} if the file cannot be read or is damaged. Calls by a thread that
 * does not own the write transaction throw {@link java.util.ConcurrentModificationException}, see
 * {@link Transaction}.
 */
public final class StringTable {
  private final Handle handle;

  /** The result of {@link #find(byte[])} for an absent string. */
  public static final int ABSENT = StringTree.ABSENT;

  /** Strings that {@link #forEach} reads at once. */
  private static final int READ = 256;

  private final StringTree tree;
  private final @Nullable StringTreeWriter writer;

  StringTable(Handle handle, StringTree tree, @Nullable StringTreeWriter writer) {
    this.handle = handle;
    this.tree = tree;
    this.writer = writer;
  }

  /** Receives a string and its id. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Receives a string.
     *
     * @param id the id
     * @param string the bytes of the string, a copy
     */
    void visit(int id, byte[] string);
  }

  /**
   * Returns the id of a string, adding the string if absent.
   *
   * @param string the bytes of the string, 0 to 4,000
   * @return the id; an added string gets the id {@link #size}
   * @throws IllegalArgumentException if the string has more than 4,000 bytes; nothing is changed,
   *     and the transaction can continue
   * @throws io.octavo.error.StoreFullException if the table has 2,147,483,647 strings
   */
  public int intern(byte[] string) {
    StringTreeWriter.requireLength(handle.name(), string.length);
    StringTreeWriter target = handle.enter(writer);
    int id;
    try {
      id = target.intern(string);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return id;
  }

  /**
   * Returns the id of a text, adding the text if absent.
   *
   * @param text the text, 0 to 4,000 bytes of UTF-8
   * @return the id; an added text gets the id {@link #size}
   * @throws IllegalArgumentException if the text has a lone surrogate, or more than 4,000 bytes of
   *     UTF-8; nothing is changed, and the transaction can continue
   * @throws io.octavo.error.StoreFullException if the table has 2,147,483,647 strings
   */
  public int intern(String text) {
    return intern(Codecs.UTF8.encode(text));
  }

  /**
   * Returns the id of a string.
   *
   * @param string the bytes of the string
   * @return the id; {@link #ABSENT} if the table does not have the string
   */
  public int find(byte[] string) {
    handle.beginRead();
    int id;
    try {
      id = tree.find(string);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return id;
  }

  /**
   * Returns the id of a text.
   *
   * @param text the text
   * @return the id; {@link #ABSENT} if the table does not have the text
   * @throws IllegalArgumentException if the text has a lone surrogate
   */
  public int find(String text) {
    return find(Codecs.UTF8.encode(text));
  }

  /**
   * Returns the string with an id.
   *
   * @param id the id
   * @return the bytes of the string, a copy
   * @throws IndexOutOfBoundsException if the table does not have the id
   */
  public byte[] get(int id) {
    handle.beginRead();
    byte[] string;
    try {
      Objects.checkIndex(id, tree.size());
      string = tree.get(id);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return string;
  }

  /**
   * Returns the text with an id.
   *
   * @param id the id
   * @return the text
   * @throws IndexOutOfBoundsException if the table does not have the id
   * @throws io.octavo.error.CodecException if the string is not UTF-8; read it by {@link #get}
   */
  public String text(int id) {
    return Codecs.UTF8.decode(get(id));
  }

  /**
   * Reads strings in the order of their ids. Decodes each block once.
   *
   * @param from the id of the first string
   * @param strings receives copies of the strings' bytes
   * @return the number of strings read: the length of the array, or fewer if the table ends before
   * @throws IndexOutOfBoundsException if the id is not from 0 to {@link #size}
   */
  public int read(int from, byte[][] strings) {
    handle.beginRead();
    int read = 0;
    try {
      Objects.checkFromToIndex(from, tree.size(), tree.size());
      int count = Math.min(strings.length, tree.size() - from);
      int step = 1;
      // A change by another thread, which endRead reports, can end the items.
      while (read < count && step > 0) {
        step = tree.read(from + read, strings, read, count - read);
        read += step;
      }
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return read;
  }

  /**
   * Passes all strings to a visitor, in the order of their ids, including strings that the visitor
   * adds.
   *
   * @param visitor receives the strings
   */
  public void forEach(Visitor visitor) {
    byte[][] strings = new byte[READ][];
    int from = 0;
    for (int count = read(from, strings); count > 0; count = read(from, strings)) {
      for (int i = 0; i < count; i++) {
        visitor.visit(from + i, strings[i]);
      }
      from += count;
    }
  }

  /**
   * Returns the number of strings, in constant time.
   *
   * @return the number of strings, which is the next id
   */
  public int size() {
    return handle.read(tree::size);
  }

  /** Removes all strings. Ids begin at 0 again: ids stored elsewhere become invalid. */
  public void clear() {
    StringTreeWriter target = handle.enter(writer);
    try {
      target.clear();
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }
}
