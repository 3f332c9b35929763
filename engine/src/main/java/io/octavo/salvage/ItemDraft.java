package io.octavo.salvage;

import io.octavo.CollectionType;
import io.octavo.Transaction;
import io.octavo.ids.StackTable;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.packed.NodeBlock;
import io.octavo.packed.PairBlock;
import io.octavo.packed.TextBlock;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Items of a damaged collection by their ids, as they are found; when all are there, the collection
 * is made of them. Ids are referred to from elsewhere, so none changes: a placeholder, which cannot
 * be mistaken for an item, stands for each that was not found.
 */
abstract class ItemDraft {
  private final Transaction transaction;
  private final String draft;
  private final BytesMap found;
  private long size;

  private ItemDraft(Transaction transaction, String draft) {
    this.transaction = transaction;
    this.draft = draft;
    this.found = transaction.bytesMap(draft);
  }

  /**
   * Begins with no item.
   *
   * @param draft the name of a map that is there until the collection is made
   */
  static ItemDraft of(CollectionType type, Transaction transaction, String draft) {
    return switch (type) {
      case STRINGS -> new Texts(transaction, draft);
      case PAIRS -> new Pairs(transaction, draft);
      case STACKS -> new Nodes(transaction, draft);
      default -> throw new IllegalArgumentException(type + " has no ids");
    };
  }

  /** Returns what the pages of the collection must be of. */
  abstract ListForm form();

  /** Reads the items of a block of a page. */
  abstract byte[][] decode(byte[] page, int block, int first, int count);

  /** Adds an item to the collection, if it is one that can have the id; gives the id it has. */
  abstract long add(byte[] item, long id, String name);

  /** Makes a placeholder, the first or a later one. */
  abstract byte[] placeholder(long id, long attempt);

  /** Returns whether an item may be the same as a placeholder. */
  abstract boolean isLikePlaceholder(byte[] item);

  /** Returns the number of items that the collection must have had. */
  final long size() {
    return size;
  }

  /** Says that the collection has had at least so many items. */
  final void grow(long items) {
    size = Math.max(size, items);
  }

  /** Takes the items of a page between two ids, both included. */
  final void addPage(byte[] page, long from, long to) {
    long id = ListPage.first(page);
    for (int block = 0; block < ListPage.blocks(page); block++) {
      for (byte[] item : decode(page, block, (int) id, ListPage.items(page, block))) {
        if (from <= id && id <= to) {
          put(id, item);
        }
        id++;
      }
    }
  }

  private void put(long id, byte[] item) {
    found.put(key(id), item);
    grow(id + 1);
  }

  private static byte[] key(long id) {
    return ByteBuffer.allocate(Integer.BYTES).putInt((int) id).array();
  }

  static byte[] bytes(long item) {
    return ByteBuffer.allocate(Long.BYTES).putLong(item).array();
  }

  static long number(byte[] item) {
    return ByteBuffer.wrap(item).getLong();
  }

  /** Does a put of the ring; false if the collection has no such items. */
  boolean put(long key, long value) {
    return false;
  }

  /** Does a put of the ring; false if the collection has no such items. */
  boolean putBytes(byte[] key, byte[] value) {
    return false;
  }

  /** Adds an item behind all others, as a commit does. */
  final boolean append(byte[] item) {
    boolean hasRoom = size < Integer.MAX_VALUE;
    if (hasRoom) {
      put(size, item);
    }
    return hasRoom;
  }

  final void clear() {
    found.clear();
    size = 0;
  }

  final void drop() {
    transaction.drop(draft);
  }

  /** Makes the collection of the items; tells of those that are lost. */
  final void finish(String name, Consumer<Loss> losses) {
    Set<ByteBuffer> taken = new HashSet<>();
    for (BytesCursor cursor = found.cursor(); cursor.next(); ) {
      byte[] item = cursor.value();
      if (isLikePlaceholder(item)) {
        taken.add(ByteBuffer.wrap(item));
      }
    }
    BytesCursor cursor = found.cursor();
    boolean isMore = cursor.next();
    long lostFrom = -1;
    for (long id = 0; id < size; id++) {
      boolean isThere = isMore && Arrays.equals(cursor.key(), key(id));
      boolean isAdded = isThere && add(cursor.value(), id, name) == id;
      isMore = isThere ? cursor.next() : isMore;
      if (isAdded) {
        lose(name, lostFrom, id, losses);
        lostFrom = -1;
      } else {
        lostFrom = lostFrom < 0 ? id : lostFrom;
        addPlaceholder(id, name, taken);
      }
    }
    lose(name, lostFrom, size, losses);
    drop();
  }

  private void addPlaceholder(long id, String name, Set<ByteBuffer> taken) {
    for (long attempt = 0; ; attempt++) {
      byte[] item = placeholder(id, attempt);
      if (!taken.contains(ByteBuffer.wrap(item)) && add(item, id, name) == id) {
        return;
      }
    }
  }

  private static void lose(String name, long from, long end, Consumer<Loss> losses) {
    if (from >= 0) {
      boolean isOne = end - from == 1;
      losses.accept(
          Loss.of(
              "map "
                  + name
                  + " has lost "
                  + (isOne ? "the item of id " + from : "the items of ids " + from + " to " + --end)
                  + ", for which "
                  + (isOne ? "a placeholder stands" : "placeholders stand")));
    }
  }

  final Transaction transaction() {
    return transaction;
  }

  /** Strings; a placeholder says which id is lost. */
  private static final class Texts extends ItemDraft {
    private static final String LOST = "lost id ";

    Texts(Transaction transaction, String draft) {
      super(transaction, draft);
    }

    @Override
    ListForm form() {
      return ListForm.TEXTS;
    }

    @Override
    byte[][] decode(byte[] page, int block, int first, int count) {
      byte[][] texts = new byte[count][];
      TextBlock.decode(page, ListPage.start(page, block), count, texts, 0);
      return texts;
    }

    @Override
    boolean putBytes(byte[] key, byte[] value) {
      return key.length <= TextBlock.MAX_TEXT && value.length == 0 && append(key);
    }

    @Override
    long add(byte[] item, long id, String name) {
      return transaction().strings(name).intern(item);
    }

    @Override
    byte[] placeholder(long id, long attempt) {
      String text = LOST + id + " again".repeat((int) attempt);
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    boolean isLikePlaceholder(byte[] item) {
      return new String(item, StandardCharsets.ISO_8859_1).startsWith(LOST);
    }
  }

  /** Longs; a placeholder is among the greatest, which are no addresses of any machine. */
  private static final class Pairs extends ItemDraft {
    Pairs(Transaction transaction, String draft) {
      super(transaction, draft);
    }

    @Override
    ListForm form() {
      return ListForm.PAIRS;
    }

    @Override
    byte[][] decode(byte[] page, int block, int first, int count) {
      long[] values = new long[count];
      PairBlock.decode(page, ListPage.start(page, block), count, values, 0);
      return Arrays.stream(values).mapToObj(ItemDraft::bytes).toArray(byte[][]::new);
    }

    @Override
    boolean put(long key, long value) {
      return value == 0 && append(bytes(key));
    }

    @Override
    long add(byte[] item, long id, String name) {
      return transaction().pairs(name).intern(number(item));
    }

    /** No two ids have one in common, because later ones are as many below as there are ids. */
    @Override
    byte[] placeholder(long id, long attempt) {
      return bytes(Long.MAX_VALUE - id - attempt * size());
    }

    @Override
    boolean isLikePlaceholder(byte[] item) {
      return number(item) > Long.MAX_VALUE - (1L << 36);
    }
  }

  /** Nodes; a placeholder has no parent and one of the greatest frames. */
  private static final class Nodes extends ItemDraft {
    Nodes(Transaction transaction, String draft) {
      super(transaction, draft);
    }

    @Override
    ListForm form() {
      return ListForm.NODES;
    }

    private static byte[] node(int parent, int frame) {
      return bytes(((long) parent << Integer.SIZE) | frame);
    }

    private static int parent(byte[] item) {
      return (int) (number(item) >> Integer.SIZE);
    }

    @Override
    byte[][] decode(byte[] page, int block, int first, int count) {
      int[] parents = new int[count];
      int[] frames = new int[count];
      NodeBlock.decode(page, ListPage.start(page, block), first, count, parents, frames, 0);
      byte[][] nodes = new byte[count][];
      for (int i = 0; i < count; i++) {
        nodes[i] = node(parents[i], frames[i]);
      }
      return nodes;
    }

    @Override
    boolean put(long key, long value) {
      return key >= StackTable.NONE
          && key < size()
          && value >= 0
          && value <= Integer.MAX_VALUE
          && append(node((int) key, (int) value));
    }

    @Override
    long add(byte[] item, long id, String name) {
      int parent = parent(item);
      int frame = (int) number(item);
      return parent < StackTable.NONE || parent >= id || frame < 0
          ? StackTable.NONE
          : transaction().stacks(name).intern(parent, frame);
    }

    @Override
    byte[] placeholder(long id, long attempt) {
      return node(StackTable.NONE, (int) (Integer.MAX_VALUE - id - attempt * size()));
    }

    @Override
    boolean isLikePlaceholder(byte[] item) {
      return parent(item) == StackTable.NONE;
    }
  }
}
