package io.octavo.posting;

import io.octavo.packed.PackedBlock;
import io.octavo.packed.Varint;
import io.octavo.tree.BytesTree;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Sorted sets of ids by longs, in a tree of byte strings, as a snapshot sees them. Any number of
 * threads may read at once. FORMAT.md, section "Posting lists".
 */
class PostingTree {
  private final BytesTree tree;

  /** A probe for single ids, if no thread is using it. */
  private final AtomicReference<@Nullable Probe> idle = new AtomicReference<>();

  /** A cursor and an array, to look up single ids. */
  @SuppressWarnings("ArrayRecordComponent") // probes are not compared
  private record Probe(PostingTreeCursor cursor, long[] ids) {}

  /**
   * Opens a tree.
   *
   * @param tree its entries
   */
  public PostingTree(BytesTree tree) {
    this.tree = tree;
  }

  /**
   * Returns the entries.
   *
   * @return the tree of byte strings
   */
  public BytesTree bytes() {
    return tree;
  }

  /**
   * Returns whether there is no list.
   *
   * @return true if there is none
   */
  public final boolean isEmpty() {
    return tree.size() == 0;
  }

  /**
   * Counts the lists; the count is kept, not counted.
   *
   * @return how many there are
   * @throws io.octavo.error.CorruptionException if the count is none
   */
  public final long lists() {
    if (isEmpty()) {
      return 0;
    }
    byte[] value = new byte[Varint.MAX_LENGTH];
    int length = tree.get(PostingKeys.LISTS, value, 0);
    int end = Varint.end(value, 0, Math.min(length, value.length));
    long count = end == length ? Varint.get(value, 0) : 0;
    if (count <= 0) {
      int root = tree.root().page().number();
      throw tree.pages().wrongPosting(root, "no number of lists", "one above 0");
    }
    return count;
  }

  /**
   * Returns the number of ids of a list; of a list of several blocks the number is stored.
   *
   * @param list its key
   * @return how many there are, 0 if there is no list
   * @throws io.octavo.error.CorruptionException if the page read is damaged
   */
  public final long count(long list) {
    Probe probe = probe();
    probe.cursor().open(list);
    long count = probe.cursor().total();
    idle.set(probe);
    return count;
  }

  /**
   * Returns whether an id is in a list. One block is decoded.
   *
   * @param list the key of the list
   * @param id the id
   * @return true if it is in it
   * @throws io.octavo.error.CorruptionException if the page read is damaged
   */
  public final boolean contains(long list, long id) {
    Probe probe = probe();
    PostingTreeCursor cursor = probe.cursor();
    cursor.turnTo(list);
    boolean found = cursor.floor(id) && id <= cursor.last();
    if (found && id != cursor.first() && id != cursor.last()) {
      int count = cursor.decode(probe.ids());
      found = Arrays.binarySearch(probe.ids(), 0, count, id) >= 0;
    }
    idle.set(probe);
    return found;
  }

  /** Takes the idle probe, or makes one. A probe whose use throws is not put back. */
  private Probe probe() {
    Probe probe = idle.getAndSet(null);
    return probe == null
        ? new Probe(new PostingTreeCursor(this), new long[PackedBlock.MAX_COUNT])
        : probe;
  }
}
