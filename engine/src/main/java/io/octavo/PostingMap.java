package io.octavo;

import io.octavo.posting.ListCursor;
import io.octavo.posting.PostingPairs;
import io.octavo.posting.ReadGuard;
import io.octavo.posting.SortedIds;
import io.octavo.tree.PostingTree;
import io.octavo.tree.PostingTreeCursor;
import io.octavo.tree.PostingTreeWriter;
import java.util.Comparator;
import java.util.Objects;
import java.util.Spliterators;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Posting lists within a transaction: for each key, a long, a sorted set of ids, longs too. Such a
 * set is a list; keys and ids may be any numbers, and no list is empty. An index is such a map:
 * from a word, by its number, to the documents that have it.
 *
 * <p>Ids stand in blocks of up to 512 at a few bits each; a list may have any number of them. A
 * change decodes and writes the blocks that it falls into, so that many ids of a list are best
 * added or removed in one call. What is appended behind the last id of a list changes its last
 * block only.
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
 * <p>All methods throw {@link IllegalStateException} where the transaction has ended or failed or
 * the map was dropped, methods that change the map also in a read transaction; and {@link
 * io.octavo.error.StoreException} where the file cannot be read or is damaged. Several threads that
 * change one write transaction at once get {@link java.util.ConcurrentModificationException}, see
 * {@link Transaction}.
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

  /** Refuses ids that do not ascend, before anything is changed. */
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
   * Adds an id to a list. Many ids are added faster at once.
   *
   * @param key the key of the list, which is made where there is none
   * @param id the id
   * @return false, with nothing changed, where the list has it
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
   * Adds ids to a list. Each block of the list that some of them fall into is written once.
   *
   * @param key the key of the list, which is made where there is none and an id to be added
   * @param ids the ids, ascending; one that stands there several times counts once
   * @return how many the list did not have
   * @throws IllegalArgumentException if an id is below the one before; nothing is changed
   */
  public long addAll(long key, long[] ids) {
    return addAll(key, ids, 0, ids.length);
  }

  /**
   * Adds ids that stand in a part of an array, as {@link #addAll(long, long[])} does.
   *
   * @param key the key of the list, which is made where there is none and an id to be added
   * @param ids where the ids stand, ascending; one that stands there several times counts once
   * @param from the index of the first
   * @param to the index after the last
   * @return how many the list did not have
   * @throws IllegalArgumentException if an id is below the one before; nothing is changed
   * @throws IndexOutOfBoundsException if the part is not within the array
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
   * Removes an id from a list, and the list with its last one. Many ids are removed faster at once.
   *
   * @param key the key of the list
   * @param id the id
   * @return false, with nothing changed, where the list does not have it
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
   * Removes ids from a list, and the list with its last one. Each block of the list that some of
   * them fall into is written once, or twice where it becomes small.
   *
   * @param key the key of the list
   * @param ids the ids, ascending; one that stands there several times counts once
   * @return how many the list had
   * @throws IllegalArgumentException if an id is below the one before; nothing is changed
   */
  public long removeAll(long key, long[] ids) {
    return removeAll(key, ids, 0, ids.length);
  }

  /**
   * Removes ids that stand in a part of an array, as {@link #removeAll(long, long[])} does.
   *
   * @param key the key of the list
   * @param ids where the ids stand, ascending; one that stands there several times counts once
   * @param from the index of the first
   * @param to the index after the last
   * @return how many the list had
   * @throws IllegalArgumentException if an id is below the one before; nothing is changed
   * @throws IndexOutOfBoundsException if the part is not within the array
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
   * @param key its key
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
   * Adds lists from a sorted source. An empty map is filled in the order of its entries, which
   * leaves full pages.
   *
   * @param sortedSource lists with strictly ascending keys and strictly ascending ids; one without
   *     ids is left out; where the map has a list of the key, the ids are added to it
   * @throws IllegalArgumentException if a key or an id is not above the one before; the transaction
   *     has failed then
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
   * Returns whether an id is in a list. One block of it is decoded.
   *
   * @param key the key of the list
   * @param id the id
   * @return true if it is in it
   */
  public boolean contains(long key, long id) {
    long begun = beginRead();
    boolean found;
    try {
      found = tree.contains(key, id);
    } catch (RuntimeException e) {
      throw failedRead(begun, e);
    }
    endRead(begun);
    return found;
  }

  /**
   * Counts the ids of a list; the count is kept, whatever the length of the list.
   *
   * @param key its key
   * @return how many there are, 0 if there is no list
   */
  public long count(long key) {
    long begun = beginRead();
    long count;
    try {
      count = tree.count(key);
    } catch (RuntimeException e) {
      throw failedRead(begun, e);
    }
    endRead(begun);
    return count;
  }

  /**
   * Counts the lists; the count is kept, not counted.
   *
   * @return how many keys have a list
   */
  public long size() {
    return read(tree::lists);
  }

  /**
   * Returns whether there is no list.
   *
   * @return true if no key has one
   */
  public boolean isEmpty() {
    return read(tree::isEmpty);
  }

  /**
   * Makes a cursor over the ids of a list.
   *
   * @param key the key of the list, which need not exist
   * @return a cursor before the first id; there is nothing to close
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
   * Makes a cursor over the lists, in the order of their keys.
   *
   * @return a cursor before the first list; there is nothing to close
   */
  public PostingListCursor lists() {
    return read(
        () -> {
          PostingTreeCursor cursor = new PostingTreeCursor(tree);
          return new PostingListCursor(this, cursor, cursor(cursor));
        });
  }

  /**
   * Returns the keys of all lists.
   *
   * @return a stream of them, ascending; it ends with the transaction, and there is nothing to
   *     close
   */
  public LongStream keys() {
    return StreamSupport.longStream(new Keys(lists()), false);
  }

  /** Makes a cursor over the list that blocks have been turned to. */
  private ListCursor cursor(PostingTreeCursor blocks) {
    return new ListCursor(new Guard(), tree.bytes(), blocks, writer != null);
  }

  /** What a cursor asks of this map, which it does not know. */
  private final class Guard implements ReadGuard {
    @Override
    public void requireSound() {
      PostingMap.this.requireSound();
    }

    @Override
    public long beginRead() {
      return PostingMap.this.beginRead();
    }

    @Override
    public void endRead(long begun) {
      PostingMap.this.endRead(begun);
    }

    @Override
    public RuntimeException failedRead(long begun, RuntimeException e) {
      return PostingMap.this.failedRead(begun, e);
    }
  }

  /** The keys as a source of a stream. */
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
