package io.octavo.command.survey;

import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.tree.BranchPage;
import java.util.Locale;

/** The properties of every page of a file, in columns, because there may be millions of pages. */
public final class PageTable {
  /** The fill of a full page. */
  public static final int FULL = 1000;

  private final byte[] uses;
  private final byte[] levels;
  private final int[] owners;
  private final char[] counts;
  private final char[] fills;
  private final long[] epochs;
  private final int[] parents;

  PageTable(int pages) {
    uses = new byte[pages];
    levels = new byte[pages];
    owners = new int[pages];
    counts = new char[pages];
    fills = new char[pages];
    epochs = new long[pages];
    parents = new int[pages];
  }

  /** The use of a page: a kind of pages, or a use without a kind. */
  public enum Use {
    FREE(238),
    META(245),
    CATALOGUE(179),
    BRANCH(33),
    LEAF(71),
    BYTES_LEAF(43),
    BYTES_BRANCH(69),
    OVERFLOW(170),
    LIST(149),
    PACKED_LEAF(117),
    SUMMED_BRANCH(24),
    SPACE(137),
    SPACE_BRANCH(143),
    CATALOGUE_BRANCH(173),
    RING(208),
    OTHER(250),
    /** In use, but referred to by no page that could be read. */
    UNREACHED(174),
    /** Beyond the end of a file that is shorter than its meta page says. */
    MISSING(160),
    DAMAGED(196);

    private static final Use[] ALL = values();

    private final int colour;

    Use(int colour) {
      this.colour = colour;
    }

    /** Returns the colour in a terminal. */
    public int colour() {
      return colour;
    }

    /** Returns whether such pages have no further properties. */
    public boolean isPlain() {
      return this == FREE || this == UNREACHED || this == MISSING;
    }

    /** Returns the name for users. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static Use of(byte[] page) {
      PageKind kind = PageKind.of(PageHeader.kindCode(page));
      if (kind == null) {
        return OTHER;
      }
      for (Use use : ALL) {
        if (use.name().equals(kind.name())) {
          return use;
        }
      }
      return OTHER;
    }
  }

  public int pages() {
    return uses.length;
  }

  /** Sets the properties of a page that was read. */
  void set(int number, byte[] page, int parent) {
    if (number >= uses.length) {
      return;
    }
    set(number, Use.of(page));
    levels[number] = (byte) PageHeader.level(page);
    owners[number] = PageHeader.owner(page);
    counts[number] = (char) PageHeader.count(page);
    fills[number] = (char) Math.round(FULL * fill(page));
    epochs[number] = PageHeader.epoch(page);
    parents[number] = parent;
  }

  @SuppressWarnings("EnumOrdinal") // one byte for each of millions of pages
  void set(int number, Use use) {
    if (number < uses.length) {
      uses[number] = (byte) use.ordinal();
    }
  }

  /** Sets the properties of a page that could not be read. */
  void setDamaged(int number, int owner, int level, int parent) {
    if (number < uses.length) {
      set(number, Use.DAMAGED);
      owners[number] = owner;
      levels[number] = (byte) level;
      parents[number] = parent;
    }
  }

  /** Returns the fill of a page, 0 to 1. */
  private static double fill(byte[] page) {
    PageKind kind = PageKind.of(PageHeader.kindCode(page));
    int count = PageHeader.count(page);
    if (kind == null) {
      return 0;
    }
    return switch (kind) {
      case LEAF, BYTES_LEAF, BYTES_BRANCH, LIST, PACKED_LEAF, CATALOGUE ->
          1 - (double) PageHeader.free(page) / LeafPage.CAPACITY;
      case BRANCH, SUMMED_BRANCH -> (double) count / BranchPage.capacity(kind);
      case SPACE_BRANCH, CATALOGUE_BRANCH -> (double) count / ChildrenPage.MAX_COUNT;
      case OVERFLOW -> (double) count / OverflowPage.CAPACITY;
      default -> 1;
    };
  }

  public Use use(int number) {
    return Use.ALL[uses[number]];
  }

  public int level(int number) {
    return levels[number];
  }

  public int owner(int number) {
    return owners[number];
  }

  public int count(int number) {
    return counts[number];
  }

  /** Returns the fill of a page, 0 to {@value #FULL}. */
  public int fill(int number) {
    return fills[number];
  }

  public long epoch(int number) {
    return epochs[number];
  }

  /** Returns the page that refers to a page, 0 for a root and for a page of no tree. */
  public int parent(int number) {
    return parents[number];
  }
}
