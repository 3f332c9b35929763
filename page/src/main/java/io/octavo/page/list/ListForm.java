package io.octavo.page.list;

import io.octavo.packed.NodeBlock;
import io.octavo.packed.PairBlock;
import io.octavo.packed.TextBlock;
import org.jspecify.annotations.Nullable;

/** What the items of a {@link ListPage} are; the code stands in its header. */
public enum ListForm {
  /** Longs, in blocks of {@link PairBlock}. */
  PAIRS(1, PairBlock.MAX_COUNT, PairBlock.MAX_LENGTH),
  /** Byte strings, in blocks of {@link TextBlock}. */
  TEXTS(2, TextBlock.MAX_COUNT, TextBlock.MAX_LENGTH),
  /** Nodes of a tree, in blocks of {@link NodeBlock}. */
  NODES(3, NodeBlock.MAX_COUNT, NodeBlock.MAX_LENGTH);

  private static final ListForm[] FORMS = values();

  private final int code;
  private final int maxItems;
  private final int maxLength;

  ListForm(int code, int maxItems, int maxLength) {
    this.code = code;
    this.maxItems = maxItems;
    this.maxLength = maxLength;
  }

  /**
   * Returns the number that stands in the header.
   *
   * @return 1 to 3
   */
  public int code() {
    return code;
  }

  /**
   * Returns the most items of a block.
   *
   * @return 16 or 256
   */
  public int maxItems() {
    return maxItems;
  }

  /**
   * Returns the most bytes of a block.
   *
   * @return the number of bytes, which fit a page
   */
  public int maxLength() {
    return maxLength;
  }

  /**
   * Finds a form by its number.
   *
   * @param code the number in a header
   * @return the form, or null if no form has that number
   */
  public static @Nullable ListForm of(int code) {
    return code >= 1 && code <= FORMS.length ? FORMS[code - 1] : null;
  }
}
