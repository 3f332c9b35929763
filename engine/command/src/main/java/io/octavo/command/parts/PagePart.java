package io.octavo.command.parts;

import java.util.List;

/**
 * A range of bytes of a page: what it is, what it says and what that means. All pictures of a page
 * are made of its parts; see {@link PageParts}.
 *
 * @param role what the bytes are there for
 * @param from the first byte, 0 to 8192
 * @param to the byte after the last, from to 8192
 * @param name what FORMAT.md calls it, with the number of a slot, an entry or a child
 * @param value what it says, as a person reads it; empty if its parts say it
 * @param meaning what follows from the value, empty if nothing does
 * @param index the slot, entry, child or record that it belongs to, -1 for none
 * @param page the page that it refers to, 0 for none
 * @param parts what it consists of, in the order of the bytes, where that is told
 */
public record PagePart(
    Role role,
    int from,
    int to,
    String name,
    String value,
    String meaning,
    int index,
    int page,
    List<PagePart> parts) {

  /** What bytes of a page are there for. */
  public enum Role {
    /** A field of the header, or of a meta page. */
    HEADER,
    /** A slot; in a page of byte strings, with the first bytes of the suffix. */
    SLOT,
    /** An entry, made up of its parts. */
    ENTRY,
    /** A key, or the part of the key that is in the entry. */
    KEY,
    /** A value, or a reference to it. */
    VALUE,
    /** The lengths that an entry holds. */
    LENGTHS,
    /** The common prefix of the keys of a page. */
    PREFIX,
    /** A separator, or a copy of one for the search. */
    SEPARATOR,
    /** A reference to a page. */
    CHILD,
    /** A field of a record of the catalogue or of the commit ring. */
    RECORD,
    /** Bytes of a large value, and bytes without a known meaning. */
    DATA,
    /** A bitmap of pages. */
    BITMAP,
    /** Zeros for alignment. */
    PADDING,
    /** Free room. */
    FREE,
    /** Room that is never used, or a hole. */
    GAP,
    /** A remark about the previous part, without bytes of its own. */
    NOTE
  }

  /**
   * Counts the bytes.
   *
   * @return 0 to 8192
   */
  public int length() {
    return to - from;
  }

  /**
   * Explains the part, independent of its contents.
   *
   * @return one or two sentences, empty if the name says all
   */
  public String help() {
    return PartHelp.of(this);
  }
}
