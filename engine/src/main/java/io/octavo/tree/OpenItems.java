package io.octavo.tree;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The items of lists and series that are in no page yet, as they are when a snapshot of a write
 * transaction is opened: at most one block of each collection. Opens the collections that have such
 * items.
 */
public final class OpenItems {
  /** No items: those of a snapshot of a commit. */
  public static final OpenItems NONE = new OpenItems();

  private final Map<Integer, Object> blocks = new HashMap<>();

  OpenItems() {}

  /** Adds a copy of the items of a collection. */
  void add(int collection, Object block) {
    blocks.put(collection, block);
  }

  private <T> @Nullable T block(LongTree tree, Class<T> type) {
    return type.cast(blocks.get(tree.root().owner()));
  }

  /**
   * Opens a table of pairs.
   *
   * @param list the tree of the list
   * @param index the tree of the index
   * @return the table
   */
  public PairTree pairs(LongTree list, LongTree index) {
    PairTree.Pairs open = block(list, PairTree.Pairs.class);
    return new PairTree(list, index, open == null ? PairTree.Pairs.NONE : open);
  }

  /**
   * Opens a dictionary.
   *
   * @param list the tree of the list
   * @param index the tree of the index
   * @param storeId the identity of the store
   * @return the dictionary
   */
  public DictionaryTree dictionary(LongTree list, LongTree index, UUID storeId) {
    DictionaryTree.Texts open = block(list, DictionaryTree.Texts.class);
    return new DictionaryTree(
        list,
        index,
        SipHash.of(storeId, list.root().owner()),
        open == null ? DictionaryTree.Texts.NONE : open);
  }

  /**
   * Opens a table of stacks.
   *
   * @param list the tree of the list of nodes
   * @return the table
   */
  public StackTree stacks(LongTree list) {
    StackTree.Nodes open = block(list, StackTree.Nodes.class);
    return new StackTree(list, open == null ? StackTree.Nodes.NONE : open);
  }

  /**
   * Opens a series.
   *
   * @param tree the tree
   * @return the series
   */
  public SeriesTree series(LongTree tree) {
    Samples open = block(tree, Samples.class);
    return new SeriesTree(tree, open == null ? Samples.NONE : open);
  }
}
