package io.octavo.page.list;

import io.octavo.packed.NodeBlock;
import io.octavo.packed.PairBlock;
import io.octavo.packed.TextBlock;
import org.jspecify.annotations.Nullable;

/** The form of the items of a {@link ListPage}; its code is in the header. */
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

  /** Returns the code in the header, 1 to 3. */
  public int code() {
    return code;
  }

  /** Returns the most items of a block. */
  public int maxItems() {
    return maxItems;
  }

  /** Returns the most bytes of a block, which fit a page. */
  public int maxLength() {
    return maxLength;
  }

  /** Returns the form of a code, null if there is none. */
  public static @Nullable ListForm of(int code) {
    return code >= 1 && code <= FORMS.length ? FORMS[code - 1] : null;
  }
}
