package io.octavo.page;

/** The rules that every page on disk keeps. FORMAT.md, section "Rules", says each in full. */
public enum Rule {
  /** The checksum is that of the bytes. */
  R1("checksum"),
  /** The page's number is its place. */
  R2("page number"),
  /** The kind exists and is the one expected here: meta in the pages 0 to 3 and nowhere else. */
  R3("kind"),
  /** The version of the kind is known. */
  R4("kind version"),
  /** Flags and reserved bytes are zero. */
  R5("flags and reserved bytes"),
  /** The level is one that the kind has, and that of the parent less one. */
  R6("level"),
  /** The owner is the collection that refers to the page, 0 for pages of the store. */
  R7("owner"),
  /** The epoch is at least 1 and not above that of the meta page. */
  R8("epoch"),
  /** The checksum is the one that the parent holds. */
  R9("checksum held by the parent"),
  /** Slots and heap do not overlap. */
  R10("count and heap bound"),
  /** The free room is what header, slots and entries leave. */
  R11("free room"),
  /** Entries or records lie in order, each right below the one before, down to the heap bound. */
  R12("place of an entry"),
  /** The lengths in a fallback header have their spare bits zero. */
  R13("fallback header"),
  /** Keys, names or separators ascend strictly. */
  R14("order"),
  /** A key does not leave the range of a long. */
  R15("key range"),
  /** Unused bytes are zero. */
  R16("unused bytes"),
  /** The number of children is one that the kind allows. */
  R17("number of children"),
  /** Index and padding of a branch repeat its separators. */
  R18("branch index"),
  /** A child has a page number that can be one, and a checksum. */
  R19("child"),
  /** A catalogue record has a valid name and fields within their ranges. */
  R20("catalogue record"),
  /** A bitmap's count is the number of its bits, its first page a multiple of its span. */
  R21("bitmap"),
  /** The fields of a meta page are within their ranges. */
  R22("meta field"),
  /** Keys lie within the separators of the parent. */
  R23("bounds"),
  /** Counters of the catalogue equal what is counted. */
  R24("counter"),
  /** A page is referred to once, and exactly those referred to are marked in use. */
  R25("pages in use"),
  /** The file is at least as long as its meta page says. */
  R26("file length"),
  /** The ring ends where no later record of its generation stands, and its commits can be done. */
  R27("commit ring"),
  /**
   * The lengths of prefix, key and value are within their ranges, and no key is told in two ways.
   */
  R28("byte string"),
  /** The pieces of large values are those that the entries refer to. */
  R29("large value"),
  /** The entries of a collection of posting lists are lists, and their counts are right. */
  R30("posting list"),
  /** Blocks of a list meet, and their items follow each other, as do those of its pages. */
  R31("list"),
  /** A block is as long as its head says, and what no item uses in it is zero. */
  R32("block"),
  /** The index of a collection has each item once, under its key. */
  R33("index"),
  /** No two nodes of a table of stacks have the same parent and frame. */
  R34("stacks"),
  /** The sound meta pages are of one store. R35 and R36 are kept for collections to come. */
  R37("store identity");

  private final String subject;

  Rule(String subject) {
    this.subject = subject;
  }

  /**
   * Says in a few words what the rule is about.
   *
   * @return the subject
   */
  public String subject() {
    return subject;
  }
}
