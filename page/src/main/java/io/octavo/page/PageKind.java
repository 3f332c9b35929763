package io.octavo.page;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a page holds; the code stands in its header. FORMAT.md, section "Page kinds". */
public enum PageKind {
  /** One of the four copies of the store's root. */
  META(1),
  /** Records of named collections, sorted by name. */
  CATALOGUE(2),
  /** Separators and children of a tree of longs. */
  BRANCH(3),
  /** Slotted entries of longs. */
  LEAF(4),
  /** Times and values of a series, in packed blocks. */
  PACKED_LEAF(5),
  /** Slotted entries of byte strings. */
  BYTES_LEAF(6),
  /** Separators and children of a tree of byte strings. */
  BYTES_BRANCH(7),
  /** A piece of a large value. */
  OVERFLOW(8),
  /** Bitmap of the pages in use. */
  SPACE(9),
  /** Children above the bitmaps. */
  SPACE_BRANCH(10),
  /** Blocks of items of an append-only list. */
  LIST(11),
  /** Reserved: a block of a posting list. */
  POSTING_BLOCK(12),
  /** Children above the catalogue pages. */
  CATALOGUE_BRANCH(13),
  /** Separators and children of a series, and an aggregate of each child. */
  SUMMED_BRANCH(14);

  private static final PageKind[] KINDS = values();

  private final int code;

  PageKind(int code) {
    this.code = code;
  }

  /** Returns the code in the header, 1 to 255. */
  public int code() {
    return code;
  }

  /** Returns whether pages of the kind can be read: false for a reserved code. */
  public boolean hasLayout() {
    return this != POSTING_BLOCK;
  }

  /** Returns the kind of a code, null if there is none. */
  public static @Nullable PageKind of(int code) {
    return code >= 1 && code <= KINDS.length ? KINDS[code - 1] : null;
  }

  /** Returns the name of a kind for messages. */
  public static String name(@Nullable PageKind kind) {
    return kind == null ? "unknown kind" : kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
