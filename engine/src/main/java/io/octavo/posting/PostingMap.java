package io.octavo.posting;

import io.octavo.Transaction;
import io.octavo.map.BytesMap;
import io.octavo.map.BytesMapType;
import io.octavo.transaction.Handle;
import java.util.Comparator;
import java.util.Objects;
import java.util.PrimitiveIterator;
import java.util.Spliterators;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Posting lists within a transaction: a map from keys to sorted sets of ids, the lists. Keys and
 * ids are longs of any value; no list is empty. An inverted index is such a map, from words to
 * documents, both as numbers.
 *
 * <p>Ids are stored in blocks of up to 512, with a few bits per id; a list may have any number of
 * blocks. A change decodes and rewrites the affected blocks, so add or remove many ids of a list in
 * one call. Appending ids to a list changes only its last block.
 *
 * <pre>{@code
 * PostingMap words = transaction.postings("words");
 * words.add(word, document);
 * PostingCursor both = PostingCursor.intersection(words.cursor(word), words.cursor(other));
 * while (both.next()) {
 *   use(both.id());
 * }
 * }</pre>
 *
 * <p>All methods throw {@link IllegalStateException} if the transaction has ended or failed, or the
 * map was dropped; methods that change the map also if the transaction is read-only; and {@link
 * io.octavo.error.StoreException} if the file cannot be read or is damaged. Calls by a thread that
 * does not own the write transaction throw {@link java.util.ConcurrentModificationException}, see
 * {@link Transaction}.
 */
public final class PostingMap {
  private final Handle handle;
  private final PostingTree tree;
  private final @Nullable PostingTreeWriter writer;
  private final long[] single = new long[1];

  PostingMap(Handle handle, PostingTree tree, @Nullable PostingTreeWriter writer) {
    this.handle = handle;
    this.tree = tree;
    this.writer = writer;
  }

  private PostingTreeWriter enter() {
    return handle.enter(writer);
  }

  /** Throws if ids do not ascend, before any change. */
  private static void requireSorted(long[] ids, int from, int to) {
    Objects.checkFromToIndex(from, to, ids.length);
    for (int i = from + 1; i < to; i++) {
      if (ids[i] < ids[i - 1]) {
        throw new IllegalArgumentException(
            "ids[" + i + "]=" + ids[i] + " is below ids[" + (i - 1) + "]=" + ids[i - 1]);
      }
    }
  }

  /**
   * Adds an id to a list. To add many ids, {@link #addAll(long, long[])} or {@link #addAll(long[],
   * long[])} is faster, because each call rewrites a block.
   *
   * @param key the key of the list, which is created if missing
   * @param id the id
   * @return true if the id was added, false if the list already has the id
   */
  public boolean add(long key, long id) {
    PostingTreeWriter target = enter();
    boolean isChanged;
    try {
      single[0] = id;
      isChanged = target.add(key, single, 0, 1) > 0;
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return isChanged;
  }

  /**
   * Adds ids to many lists. The ids of each list are added together, so that each changed block is
   * written once. During the call, some 60 bytes of heap are needed for each id.
   *
   * @param keys the keys of the lists, in any order; lists that are missing are created
   * @param ids the ids, each at the index of the key of its list; duplicates are ignored
   * @return the number of ids added
   * @throws IllegalArgumentException if there are not as many ids as keys; nothing is changed
   */
  public long addAll(long[] keys, long[] ids) {
    if (ids.length != keys.length) {
      throw new IllegalArgumentException(
          "ids.length=" + ids.length + " is not keys.length=" + keys.length);
    }
    PostingTreeWriter target = enter();
    long count;
    try {
      count = target.addAll(keys, ids);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return count;
  }

  /**
   * Adds ids to a list. Each changed block is written once.
   *
   * @param key the key of the list, which is created if missing, unless there are no ids
   * @param ids the ids, in ascending order; duplicates are ignored
   * @return the number of ids added
   * @throws IllegalArgumentException if an id is below its predecessor; nothing is changed
   */
  public long addAll(long key, long[] ids) {
    return addAll(key, ids, 0, ids.length);
  }

  /**
   * Adds the ids in a range of an array to a list, see {@link #addAll(long, long[])}.
   *
   * @param key the key of the list, which is created if missing, unless there are no ids
   * @param ids the array with the ids, in ascending order; duplicates are ignored
   * @param from the index of the first id
   * @param to the index after the last id
   * @return the number of ids added
   * @throws IllegalArgumentException if an id is below its predecessor; nothing is changed
   * @throws IndexOutOfBoundsException if the range is not within the array
   */
  public long addAll(long key, long[] ids, int from, int to) {
    requireSorted(ids, from, to);
    PostingTreeWriter target = enter();
    long count;
    try {
      count = target.add(key, ids, from, to);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return count;
  }

  /**
   * Removes an id from a list, and the list with its last id.
   *
   * @param key the key of the list
   * @param id the id
   * @return true if the id was removed, false if the list does not have the id
   */
  public boolean remove(long key, long id) {
    PostingTreeWriter target = enter();
    boolean isChanged;
    try {
      single[0] = id;
      isChanged = target.remove(key, single, 0, 1) > 0;
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return isChanged;
  }

  /**
   * Removes ids from a list, and the list with its last id. Each changed block is written once, or
   * twice if it becomes small.
   *
   * @param key the key of the list
   * @param ids the ids, in ascending order; duplicates are ignored
   * @return the number of ids removed
   * @throws IllegalArgumentException if an id is below its predecessor; nothing is changed
   */
  public long removeAll(long key, long[] ids) {
    return removeAll(key, ids, 0, ids.length);
  }

  /**
   * Removes the ids in a range of an array from a list, see {@link #removeAll(long, long[])}.
   *
   * @param key the key of the list
   * @param ids the array with the ids, in ascending order; duplicates are ignored
   * @param from the index of the first id
   * @param to the index after the last id
   * @return the number of ids removed
   * @throws IllegalArgumentException if an id is below its predecessor; nothing is changed
   * @throws IndexOutOfBoundsException if the range is not within the array
   */
  public long removeAll(long key, long[] ids, int from, int to) {
    requireSorted(ids, from, to);
    PostingTreeWriter target = enter();
    long count;
    try {
      count = target.remove(key, ids, from, to);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return count;
  }

  /**
   * Removes a list, without decoding its blocks.
   *
   * @param key the key of the list
   * @return the number of ids removed; 0 if there was no list
   */
  public long removeList(long key) {
    PostingTreeWriter target = enter();
    long count;
    try {
      count = target.removeList(key);
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    return count;
  }

  /** Removes all lists. */
  public void clear() {
    PostingTreeWriter target = enter();
    try {
      target.clear();
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }

  /**
   * Adds the lists of a sorted source. If the map is empty, the pages are full.
   *
   * @param sortedSource lists with strictly ascending keys and strictly ascending ids; lists
   *     without ids are skipped; if the map has a list of the key, the ids are added to this list
   * @throws IllegalArgumentException if a key or an id is not above its predecessor; the
   *     transaction has then failed
   */
  public void load(PostingLists sortedSource) {
    PostingTreeWriter target = enter();
    try {
      PostingPairs.load(
          new SortedIds(sortedSource::next, sortedSource::key, sortedSource::nextBlock), target);
      handle.leave();
    } catch (Throwable e) {
      throw handle.failed(e);
    }
  }

  /**
   * Returns whether an id is in a list. Decodes one block.
   *
   * @param key the key of the list
   * @param id the id
   * @return true if the list has the id
   */
  public boolean contains(long key, long id) {
    handle.beginRead();
    boolean found;
    try {
      found = tree.contains(key, id);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return found;
  }

  /**
   * Returns the number of ids of a list, without reading the list.
   *
   * @param key the key of the list
   * @return the number of ids; 0 if there is no list
   */
  public long count(long key) {
    handle.beginRead();
    long count;
    try {
      count = tree.count(key);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return count;
  }

  /**
   * Returns the number of lists, in constant time.
   *
   * @return the number of lists
   */
  public long size() {
    return handle.read(tree::lists);
  }

  /**
   * Returns whether the map has no lists.
   *
   * @return true if the map is empty
   */
  public boolean isEmpty() {
    return handle.read(tree::isEmpty);
  }

  /**
   * Creates a cursor over the ids of a list.
   *
   * @param key the key of the list, which need not exist
   * @return a cursor before the first id; it need not be closed
   */
  public PostingCursor cursor(long key) {
    return handle.read(
        () -> {
          PostingTreeCursor blocks = new PostingTreeCursor(tree);
          blocks.open(key);
          return new PostingCursor(handle.scope().transaction(), cursor(blocks));
        });
  }

  /**
   * Returns the ids of a list in descending order.
   *
   * @param key the key of the list, which need not exist
   * @param most the greatest id to return, such as {@link Long#MAX_VALUE}
   * @return the ids; they see the writes of their own transaction below the last id returned, are
   *     valid until the transaction ends, and throw as this map does
   */
  public PrimitiveIterator.OfLong descending(long key, long most) {
    return handle.read(
        () -> {
          PostingTreeCursor blocks = new PostingTreeCursor(tree);
          blocks.turnTo(key);
          return new DescendingIds(handle, tree.bytes(), blocks, most);
        });
  }

  /**
   * Creates a cursor over the lists, in the order of their keys.
   *
   * @return a cursor before the first list; it need not be closed
   */
  public PostingListCursor lists() {
    return handle.read(
        () -> {
          PostingTreeCursor cursor = new PostingTreeCursor(tree);
          return new PostingListCursor(handle, cursor, cursor(cursor));
        });
  }

  /**
   * Returns a stream of the keys of all lists.
   *
   * @return the keys, ascending; the stream is valid until the transaction ends and need not be
   *     closed
   */
  public LongStream keys() {
    return StreamSupport.longStream(new Keys(lists()), false);
  }

  /** Returns the entries that the lists are made of. */
  BytesMap entries() {
    return BytesMapType.of(handle, tree.bytes());
  }

  /** Returns a cursor over the list to which a cursor over blocks has been moved. */
  private ListCursor cursor(PostingTreeCursor blocks) {
    return new ListCursor(handle, tree.bytes(), blocks, writer != null);
  }

  /** The keys of the map, as the source of a stream. */
  private static final class Keys extends Spliterators.AbstractLongSpliterator {
    private final PostingListCursor cursor;

    Keys(PostingListCursor cursor) {
      super(Long.MAX_VALUE, ORDERED | SORTED | DISTINCT | NONNULL);
      this.cursor = cursor;
    }

    @Override
    public boolean tryAdvance(LongConsumer action) {
      boolean found = cursor.next();
      if (found) {
        action.accept(cursor.key());
      }
      return found;
    }

    @Override
    public @Nullable Comparator<? super Long> getComparator() {
      return null;
    }
  }
}
