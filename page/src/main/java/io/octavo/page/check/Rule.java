package io.octavo.page.check;

/** The rules for pages on disk. FORMAT.md, section "Rules", states each rule in full. */
public enum Rule {
  /** The checksum matches the bytes. */
  R1("checksum"),
  /** The page number is the place of the page in the file. */
  R2("page number"),
  /** The kind has a layout and is the kind that the reference requires; pages 0 to 3 are META. */
  R3("kind"),
  /** The version of the kind is known. */
  R4("kind version"),
  /** Flags and reserved bytes are zero. */
  R5("flags and reserved bytes"),
  /** The level is valid for the kind, and one less than the level of the parent. */
  R6("level"),
  /** The owner is the collection whose tree the page is in; 0 for pages of the store. */
  R7("owner"),
  /** The epoch is at least 1 and not above the epoch of the meta page. */
  R8("epoch"),
  /** The checksum equals the checksum in the reference to the page. */
  R9("checksum held by the parent"),
  /** Slots and heap do not overlap. */
  R10("count and heap bound"),
  /** The free room is the number of bytes between the slots and the heap bound. */
  R11("free room"),
  /** Entries or records are adjacent and in order, down to the heap bound. */
  R12("place of an entry"),
  /** The spare bits of a fallback header are zero. */
  R13("fallback header"),
  /** Keys, names or separators ascend strictly. */
  R14("order"),
  /** Keys are in the range of a long. */
  R15("key range"),
  /** Unused bytes are zero. */
  R16("unused bytes"),
  /** The number of children is valid for the kind. */
  R17("number of children"),
  /** Top and middle of a branch repeat its separators; unused elements are padding. */
  R18("branch index"),
  /** A reference has a valid page number and a checksum. */
  R19("child"),
  /** A catalogue record has a valid name and fields within their ranges. */
  R20("catalogue record"),
  /**
   * The count of a bitmap is the number of its set bits; bitmaps follow each other without gaps.
   */
  R21("bitmap"),
  /** The fields of a meta page are within their ranges. */
  R22("meta field"),
  /** Keys are within the bounds that the separators of the parent set. */
  R23("bounds"),
  /** The catalogue states the right numbers of entries. */
  R24("counter"),
  /** Each page is referred to at most once, and the bitmaps mark exactly the pages in use. */
  R25("pages in use"),
  /** The file is at least as long as its meta page says. */
  R26("file length"),
  /**
   * No record of the same generation follows the end of the ring; all operations can be performed.
   */
  R27("commit ring"),
  /** Lengths of prefix, key and value are in their ranges; in a branch, each value is a child. */
  R28("byte string"),
  /** The pieces of large values are exactly those that entries refer to. */
  R29("large value"),
  /** The entries of posting lists are well formed, and their counts are right. */
  R30("posting list"),
  /** Blocks of a list meet, and their items follow each other, as do those of its pages. */
  R31("list"),
  /** A block is as long as its head says, and its unused bytes are zero. */
  R32("block"),
  /** The index of a collection has each item once, under its key. */
  R33("index"),
  /** No two nodes of a table of stacks have the same parent and frame. */
  R34("stacks"),
  /** Times of a leaf of a series do not descend; its directory is that of its blocks. */
  R35("series leaf"),
  /** Each row of a branch of a series is the aggregate of its child. */
  R36("summed branch"),
  /** All sound meta pages have the same store id. */
  R37("store identity"),
  /** A front belongs to a map, in two parts, and no key is in both. */
  R38("front");

  private final String subject;

  Rule(String subject) {
    this.subject = subject;
  }

  /** Returns the subject of the rule. */
  public String subject() {
    return subject;
  }
}
