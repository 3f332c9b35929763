package io.octavo.tree;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The items of lists and series that are in no page yet, as they are when a snapshot of a write
 * transaction is opened: at most one block of each collection, of a class that its family has.
 */
public final class OpenItems {
  /** No items: those of a snapshot of a commit. */
  public static final OpenItems NONE = new OpenItems();

  private final NavigableMap<Integer, Object> blocks = new TreeMap<>();

  /** Makes an empty object. */
  public OpenItems() {}

  /**
   * Adds the items of a collection.
   *
   * @param block a copy of its items
   */
  public void add(int collection, Object block) {
    blocks.put(collection, block);
  }

  /**
   * Returns the items of a collection.
   *
   * @param type the class of its blocks
   * @param none a block without items
   * @return its items; none if all are in pages
   */
  public <T> T get(LongTree tree, Class<T> type, T none) {
    Object block = blocks.get(tree.root().owner());
    return block == null ? none : type.cast(block);
  }
}
