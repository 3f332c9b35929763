package io.octavo;

import io.octavo.posting.ListCursor;
import io.octavo.posting.PostingPairs;
import io.octavo.posting.PostingTree;
import io.octavo.posting.PostingTreeCursor;
import io.octavo.posting.PostingTreeWriter;
import io.octavo.posting.ReadGuard;
import io.octavo.posting.SortedIds;
import io.octavo.tree.BytesTree;
import java.util.Comparator;
import java.util.Objects;
import java.util.Spliterators;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Posting lists within a transaction: a map from keys to sorted sets of ids, the lists. Keys and
 * ids are longs of any value; no list is empty. An inverted index is such a map, from the number of
 * a word to the numbers of the documents with this word.
 *
 * <p>Ids are stored in blocks of up to 512, with a few bits per id; a list may have any number of
 * blocks. A change decodes and rewrites the blocks it falls into, so add or remove many ids of a
 * list in one call. Appending ids to a list changes its last block only.
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
 * io.octavo.error.StoreException} if the file cannot be read or is damaged. Calls of a thread that
 * a write transaction does not belong to throw {@link java.util.ConcurrentModificationException},
 * see {@link Transaction}.
 */
public final class PostingMap extends Handle {
  private final PostingTree tree;
  private final @Nullable PostingTreeWriter writer;
  private final long[] single = new long[1];

  PostingMap(
      Transaction transaction, String name, PostingTree tree, @Nullable PostingTreeWriter writer) {
    super(transaction, name);
    this.tree = tree;
    this.writer = writer;
  }

  private PostingTreeWriter enter() {
    return enter(writer);
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
   * Adds an id to a list. To add many ids, {@link #addAll(long, long[])} is faster.
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
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
    return isChanged;
  }

  /**
   * Adds ids to a list. Each block that changes is written once.
   *
   * @param key the key of the list, which is created if missing and at least one id is given
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
   * @param key the key of the list, which is created if missing and at least one id is given
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
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
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
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
    return isChanged;
  }

  /**
   * Removes ids from a list, and the list with its last id. Each block that changes is written
   * once, or twice if it becomes small.
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
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
    return count;
  }

  /**
   * Removes a whole list; blocks are not decoded for it.
   *
   * @param key the key of the list
   * @return how many ids it had, 0 if there was none
   */
  public long removeList(long key) {
    PostingTreeWriter target = enter();
    long count;
    try {
      count = target.removeList(key);
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
    return count;
  }

  /** Removes all lists. */
  public void clear() {
    PostingTreeWriter target = enter();
    try {
      target.clear();
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
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
      leave();
    } catch (Throwable e) {
      throw failed(e);
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
    beginRead();
    boolean found;
    try {
      found = tree.contains(key, id);
    } catch (RuntimeException e) {
      throw failedRead(e);
    }
    endRead();
    return found;
  }

  /**
   * Returns the number of ids of a list, without reading the list.
   *
   * @param key the key of the list
   * @return the number of ids, 0 if there is no list
   */
  public long count(long key) {
    beginRead();
    long count;
    try {
      count = tree.count(key);
    } catch (RuntimeException e) {
      throw failedRead(e);
    }
    endRead();
    return count;
  }

  /**
   * Returns the number of lists, in constant time.
   *
   * @return the number of lists
   */
  public long size() {
    return read(tree::lists);
  }

  /**
   * Returns whether the map has no lists.
   *
   * @return true if the map is empty
   */
  public boolean isEmpty() {
    return read(tree::isEmpty);
  }

  /**
   * Creates a cursor over the ids of a list.
   *
   * @param key the key of the list, which need not exist
   * @return a cursor before the first id; it need not be closed
   */
  public PostingCursor cursor(long key) {
    return read(
        () -> {
          PostingTreeCursor blocks = new PostingTreeCursor(tree);
          blocks.open(key);
          return new PostingCursor(transaction.resources, cursor(blocks));
        });
  }

  /**
   * Creates a cursor over the lists, in the order of their keys.
   *
   * @return a cursor before the first list; it need not be closed
   */
  public PostingListCursor lists() {
    return read(
        () -> {
          PostingTreeCursor cursor = new PostingTreeCursor(tree);
          return new PostingListCursor(this, cursor, cursor(cursor));
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

  /** Returns the tree whose entries are the heads and blocks. */
  BytesTree entries() {
    return tree.bytes();
  }

  /** Returns a cursor over the list to which a cursor over blocks has been moved. */
  private ListCursor cursor(PostingTreeCursor blocks) {
    return new ListCursor(new Guard(), tree.bytes(), blocks, writer != null);
  }

  /** Guards reads of cursors, which do not know the map. */
  private final class Guard implements ReadGuard {
    @Override
    public void requireSound() {
      PostingMap.this.requireSound();
    }

    @Override
    public void beginRead() {
      PostingMap.this.beginRead();
    }

    @Override
    public void endRead() {
      PostingMap.this.endRead();
    }

    @Override
    public RuntimeException failedRead(RuntimeException e) {
      return PostingMap.this.failedRead(e);
    }
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
