package io.octavo.transaction;

import io.octavo.page.check.Rule;
import io.octavo.page.list.ListForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The checks of the tree of a collection; its type chooses one. */
public interface TreeCheck {
  /** Checks the entries of a tree of byte strings, in key order. */
  @FunctionalInterface
  interface EntryCheck {
    /**
     * Adds the next entry.
     *
     * @param leaf the leaf that has it
     * @param index its index in the leaf
     */
    void add(byte[] leaf, int index);
  }

  /** Checks a tree of long keys: entries, or pieces of large values. */
  void longs();

  /**
   * Checks a tree of byte strings.
   *
   * @param lists checks the entries of posting lists; null for other maps
   */
  void bytes(@Nullable EntryCheck lists);

  /**
   * Checks a list, whose pages are the lowest of a tree under longs.
   *
   * @param form the form of its blocks
   */
  void list(ListForm form);

  /** Checks that no node is in the list twice. */
  void stacks();

  /** Checks a series, whose branches hold an aggregate of each child. */
  void series();

  /** Returns whether no page was unreadable so far. */
  boolean isWhole();

  /**
   * Reports problems of the collection.
   *
   * @param rule the rule that is broken
   */
  void report(Rule rule, List<String> texts);
}
