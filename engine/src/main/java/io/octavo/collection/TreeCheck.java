package io.octavo.collection;

import io.octavo.page.check.Rule;
import io.octavo.page.list.ListForm;
import io.octavo.posting.PostingCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the check of a store can do with the tree of a collection; its type says what to do. */
public interface TreeCheck {
  /** Checks a tree of long keys: entries, or pieces of large values. */
  void longs();

  /**
   * Checks a tree of byte strings.
   *
   * @param lists checks the entries of posting lists; null for other maps
   */
  void bytes(@Nullable PostingCheck lists);

  /**
   * Checks a list, whose pages are the lowest of a tree under longs.
   *
   * @param form what its blocks hold
   */
  void list(ListForm form);

  /** Checks that no node is in the list twice. */
  void stacks();

  /** Checks a series, whose branches hold an aggregate of each child. */
  void series();

  /**
   * Returns whether the tree was read as a whole.
   *
   * @return false if a page that was met so far could not be read
   */
  boolean isWhole();

  /**
   * Reports problems of the collection.
   *
   * @param rule the rule that is broken
   * @param texts the problems
   */
  void report(Rule rule, List<String> texts);
}
