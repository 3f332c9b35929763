package io.octavo.command.parts;

import io.octavo.command.parts.PagePart.Role;
import java.util.Map;
import java.util.regex.Pattern;

/** Explains each part of a page in a sentence or two. FORMAT.md has the details. */
final class PartHelp {
  private static final Map<String, String> FIELDS =
      Map.ofEntries(
          Map.entry(
              "crc",
              "CRC32C of the bytes that follow. References to the page repeat the checksum."),
          Map.entry(
              "number",
              "Page number: the place of the page in the file. Reveals a read from a wrong place."),
          Map.entry("epoch", "Number of the checkpoint that wrote the page."),
          Map.entry(
              "owner",
              "Identifier of the collection whose tree the page is in; 0 for pages of the store."),
          Map.entry("kind", "Determines the layout of the bytes after the header."),
          Map.entry("version", "Version of the kind's layout."),
          Map.entry(
              "level",
              "Height above the lowest pages of the tree; decreases by one with each step down."),
          Map.entry("flags", "Always 0 on disk."),
          Map.entry(
              "count",
              "Number of entries, children, records, blocks, set bits, or bytes of a piece."),
          Map.entry(
              "heap bound",
              "Offset of the lowest byte of all entries or blocks, which grow down from the end."),
          Map.entry(
              "free", "Number of bytes that header, slots and entries, or blocks, do not use."),
          Map.entry("reserved", "Always 0."),
          Map.entry(
              "key base",
              "Base of the keys: a key is stored as its distance from the base. Bitmap: first "
                  + "page. List: first item. Series: first time."),
          Map.entry(
              "value base",
              "Base of the values: a value is stored as its difference from the base."),
          Map.entry("specific", "Used by leaves only."),
          Map.entry("items", "Number of items in all blocks of the page."),
          Map.entry("form", "What the blocks hold: 1 is pairs, 2 texts, 3 nodes."),
          Map.entry(
              "width of first time",
              "Bits of this field in the directory of a series: first time of a block less key base."),
          Map.entry("entries", "Number of entries in the tree."),
          Map.entry("width of bytes before", "Bits of this field: 8192 less the end of a block."),
          Map.entry(
              "width of missing entries", "Bits of this field: 128 less the entries of a block."),
          Map.entry(
              "width of least value", "Bits of this field: least value of a block less specific."),
          Map.entry(
              "width of greatest value",
              "Bits of this field: greatest value of a block less its least value."),
          Map.entry(
              "width of excess",
              "Bits of this field: sum of the values of a block less that of as many least values."),
          Map.entry("piece", "Number of this piece of a large value."),
          Map.entry(
              "prefix length",
              "Length of the prefix, which all keys of the page share and which is stored once."),
          Map.entry(
              "least suffix",
              "Suffix length for size code 1. A suffix is the part of a key after the prefix."),
          Map.entry(
              "value length",
              "Length of the value of each entry with a size code; 65535: each entry holds it."),
          Map.entry("rest", "Unused, 0."),
          Map.entry(
              "magic",
              "Identifies an Octavo file, and reveals a transfer that treated the file as text."),
          Map.entry("format", "Version of the file format."),
          Map.entry("page bytes", "Size of a page in bytes, always 8192."),
          Map.entry(
              "store id",
              "Identifies the store; part of the checksums of meta pages and ring records."),
          Map.entry("compatible", "Feature flags that a reader ignores if they are unknown."),
          Map.entry(
              "read-only comp.",
              "Feature flags; a file with an unknown flag may be read but not written."),
          Map.entry("incompatible", "Feature flags; a file with an unknown flag is refused."),
          Map.entry("page count", "Number of pages that belong to this state."),
          Map.entry("next collection", "Identifier of the next collection to be created."),
          Map.entry("catalogue", "Root of the catalogue, which has a record for each collection."),
          Map.entry("space", "Root of the tree of bitmaps of pages in use."),
          Map.entry("sequence", "Sequence number of the last commit that this state contains."),
          Map.entry("ring start", "First page of the commit ring, 0 for none."),
          Map.entry("ring pages", "Length of the commit ring in pages."),
          Map.entry("ring replay", "Offset in the ring at which replay begins."),
          Map.entry(
              "ring generation",
              "Increased by each recovery, so that old records are not replayed again."),
          Map.entry("name length", "Length of the name in bytes."),
          Map.entry("name", "Name of the collection, in UTF-8."),
          Map.entry("id", "Identifier of the collection; the pages of its tree have it as owner."),
          Map.entry(
              "type",
              "1: map of longs, 2: map of byte strings, 3: pieces of large values, 4: posting "
                  + "lists."),
          Map.entry("type version", "Version of the layout of the type."),
          Map.entry(
              "key codec",
              "Identifier of the codec of the keys, 0 for none; 65535: its name is in the tail."),
          Map.entry(
              "value codec",
              "Identifier of the codec of the values, 0 for none; 65535: its name is in the tail."),
          Map.entry("root number", "Root page of the tree, 0 for none."),
          Map.entry("root crc", "Checksum of the root page."),
          Map.entry("root level", "Level of the root page."),
          Map.entry("created", "Sequence number of the commit that created the collection."),
          Map.entry("tail length", "Length of the tail in bytes."),
          Map.entry("tail", "Names of codecs, then data specific to the type."),
          Map.entry("used", "Length of the record's header and commits in bytes; zeros follow."),
          Map.entry(
              "generation",
              "Generation of the ring; records of other generations are not part of the ring."),
          Map.entry("first", "Sequence number of the first commit of the record."),
          Map.entry("last", "Sequence number of the last commit of the record."),
          Map.entry("previous", "Checksum of the previous record; chains the records."),
          Map.entry("length", "Length of the commit's operations in bytes."),
          Map.entry("operation", "An operation of a commit."));

  private static final Map<Role, String> ROLES =
      Map.ofEntries(
          Map.entry(
              Role.SLOT,
              "Leaf: 12 bits for the end of the entry (end / 2 - 1) and 4 bits for the size code, "
                  + "which gives lengths of key and value; size code 0: the entry holds them. "
                  + "Catalogue: offset of the record. Slots are sorted by key or name."),
          Map.entry(Role.ENTRY, "Value, key, and the lengths that the size code does not give."),
          Map.entry(Role.KEY, "The key, without the part that the page or the slot holds."),
          Map.entry(Role.VALUE, "The value, or the reference to a large value."),
          Map.entry(Role.LENGTHS, "The lengths that the size code does not give."),
          Map.entry(Role.PREFIX, "The bytes with which all keys of the page begin."),
          Map.entry(
              Role.SEPARATOR,
              "Lower bound of the keys below the child with the same index, from the second child "
                  + "on. Top and middle repeat every 64th and every 8th separator for the search."),
          Map.entry(Role.CHILD, "Number and checksum of a page."),
          Map.entry(Role.BITMAP, "One bit for each page, set if the page is in use."),
          Map.entry(Role.PADDING, "Zeros for alignment."),
          Map.entry(Role.FREE, "Free space."),
          Map.entry(Role.GAP, "Unused space."));

  /**
   * The parts of a page of blocks, whose names have a number behind them, or before them a column
   * or what their numbers are.
   */
  private static final Map<String, String> BLOCKS =
      Map.ofEntries(
          Map.entry(
              "directory", "The byte after the last of a block, and the items of the page before."),
          Map.entry("block", "Items in the order of their arrival, packed."),
          Map.entry("text", "A text without what it shares with the beginning of the one before."),
          Map.entry("text lengths", "How many bytes are shared, and how many follow here."),
          Map.entry("rest of the text", "What comes after the shared bytes."),
          Map.entry("head", "Whether the column has a table or a base, and bits of a number."),
          Map.entry("count", "How many numbers the table has."),
          Map.entry("table", "The numbers that occur in the column, ascending."),
          Map.entry("places", "The place of each number in the table."),
          Map.entry("base", "The least of the numbers."),
          Map.entry("differences", "Each number less the base."),
          Map.entry("widths", "Bits of a frame, and bits of a distance."),
          Map.entry("chain", "A bit for each node, set where the node before is its parent."),
          Map.entry("frames", "The frame of each node."),
          Map.entry(
              "distances",
              "For each node whose bit is 0, how far before it its parent is, less" + " 2."),
          Map.entry(
              "summary",
              "A row of the directory: the first time of a block, and what its values add up to."),
          Map.entry("entries below", "Number of entries below the child with the same index."),
          Map.entry("sum below, low half", "Sum of the values below the child, bits 0 to 63."),
          Map.entry("sum below, high half", "Sum of the values below the child, bits 64 to 127."),
          Map.entry("least below", "Least value below the child."),
          Map.entry("greatest below", "Greatest value below the child."),
          Map.entry("last time below", "Last time below the child."),
          Map.entry("samples", "Times, which do not descend, and their values, packed."),
          Map.entry("kind", "Bits of a low part, and whether there are a base and exceptions."),
          Map.entry("exceptions", "Bits of a high part, and which numbers have one."),
          Map.entry("low parts", "The low bits of each number above the base."),
          Map.entry(
              "high parts",
              "The high bits of the exceptions, less 1; or of all numbers, in unary: zeros and a one."),
          Map.entry(
              "form",
              "How gaps and values are coded, and whether differences of values are there."),
          Map.entry("start", "The first value, less the least."));

  private static final Pattern NUMBERED =
      Pattern.compile("^(high|low|gap|value|difference) | \\d+$");

  private PartHelp() {}

  static String of(PagePart part) {
    // Operations of the ring have the role of keys, for the colour of pictures only.
    boolean isOperation = part.name().equals("operation");
    if (part.role() == Role.HEADER || part.role() == Role.RECORD || isOperation) {
      return FIELDS.getOrDefault(part.name(), "");
    }
    String help = BLOCKS.get(NUMBERED.matcher(part.name()).replaceAll(""));
    return help != null ? help : ROLES.getOrDefault(part.role(), "");
  }
}
