package io.octavo.page;

import io.octavo.page.PagePart.Role;
import java.util.Map;
import java.util.regex.Pattern;

/** Tells what the parts of a page are; FORMAT.md in the words of a margin. */
final class PartHelp {
  private static final Map<String, String> FIELDS =
      Map.ofEntries(
          Map.entry(
              "crc", "CRC32C of the rest of the page. Whatever refers to the page repeats it."),
          Map.entry("number", "The place of the page in the file, so that a stray read is seen."),
          Map.entry("epoch", "The checkpoint that wrote the page."),
          Map.entry("owner", "The collection whose tree the page is in; 0 for the store itself."),
          Map.entry("kind", "Says how the bytes behind the header are read."),
          Map.entry("version", "Version of the kind's layout."),
          Map.entry("level", "Height above the lowest pages of the tree; one less with each step."),
          Map.entry("flags", "Always 0 in a file."),
          Map.entry("count", "Entries, children, records, blocks, bits set, or bytes of a piece."),
          Map.entry("heap bound", "The lowest byte of an entry or block; they grow down to it."),
          Map.entry("free", "Bytes that header, slots and entries, or blocks, leave."),
          Map.entry("reserved", "Always 0."),
          Map.entry(
              "key base",
              "Keys are stored as the distance to it; a bitmap's first page, a list's first"
                  + " item."),
          Map.entry("value base", "Values are stored as the difference to it."),
          Map.entry("specific", "Used by leaves only."),
          Map.entry("items", "The items of all blocks of the page."),
          Map.entry("form", "What the blocks hold: 1 is pairs, 2 texts, 3 nodes."),
          Map.entry("piece", "The number of the piece of a large value."),
          Map.entry(
              "prefix length", "Bytes that all keys of the page begin with; they stand once."),
          Map.entry(
              "least suffix", "The length of a key behind the prefix that size code 1 means."),
          Map.entry("value length", "The length of values whose entries do not tell it."),
          Map.entry("rest", "Unused, 0."),
          Map.entry("magic", "Tells an Octavo file, and whether a transfer took it for text."),
          Map.entry("format", "Version of the file format."),
          Map.entry("page bytes", "The length of a page, always 8192."),
          Map.entry("store id", "Tells stores apart; part of the checksum of meta and ring."),
          Map.entry("compatible", "Features that a reader may ignore."),
          Map.entry("read-only comp.", "Features without which the file may be read only."),
          Map.entry("incompatible", "Features without which the file cannot be read."),
          Map.entry("page count", "Pages of the file that belong to this state."),
          Map.entry("next collection", "The identifier that the next new collection gets."),
          Map.entry("catalogue", "The root of the records of all collections."),
          Map.entry("space", "The root of the bitmaps of pages in use."),
          Map.entry("sequence", "The last commit that this state contains."),
          Map.entry("ring start", "First page of the commit ring, 0 for none."),
          Map.entry("ring pages", "Pages of the commit ring."),
          Map.entry("ring replay", "Where the commits behind this state begin in the ring."),
          Map.entry("ring generation", "Rises at each recovery, so that old records are none."),
          Map.entry("name length", "A record begins with the length of its name."),
          Map.entry("name", "The name of the collection, in UTF-8."),
          Map.entry("id", "Identifier of the collection, the owner of its pages."),
          Map.entry(
              "type", "1 is longs, 2 byte strings, 3 the pieces of large values, 4 posting lists."),
          Map.entry("type version", "Version of the type's own layout."),
          Map.entry("key codec", "What turns keys of a program into those of the map."),
          Map.entry("value codec", "What turns values of a program into those of the map."),
          Map.entry("root number", "The root page of the tree, 0 for none."),
          Map.entry("root crc", "The checksum of the root page."),
          Map.entry("root level", "The level of the root page."),
          Map.entry("entries", "Entries in the whole tree."),
          Map.entry("created", "The commit that created the collection."),
          Map.entry("tail length", "Bytes of the type's own that follow."),
          Map.entry("tail", "Names of codecs, and what the type adds."),
          Map.entry("used", "Bytes of the record, header included; zeros follow."),
          Map.entry("generation", "That of the ring; other records are left-overs."),
          Map.entry("first", "Sequence number of the first commit of the record."),
          Map.entry("last", "Sequence number of the last commit of the record."),
          Map.entry("previous", "The checksum of the record before, which chains them."),
          Map.entry("length", "Bytes of the operations of the commit that follows."));

  private static final Map<Role, String> ROLES =
      Map.ofEntries(
          Map.entry(
              Role.SLOT,
              "12 bits say where the entry ends, divided by 2 and less 1; 4 bits say how long key"
                  + " and value are, 0 that the entry itself does. Slots are sorted by key."),
          Map.entry(Role.ENTRY, "Value, key and, where the slot has code 0, their lengths."),
          Map.entry(Role.KEY, "The key without what the page or the slot says already."),
          Map.entry(Role.VALUE, "The value, or where a large one is."),
          Map.entry(
              Role.LENGTHS, "Lengths that no size code tells: the fallback header of the entry."),
          Map.entry(Role.PREFIX, "What all keys of the page begin with."),
          Map.entry(
              Role.SEPARATOR,
              "The least key that may be below the child of the same number. Top and middle repeat"
                  + " every 64th and every 8th, for the search."),
          Map.entry(Role.CHILD, "A page number and the checksum of that page."),
          Map.entry(Role.BITMAP, "A bit for each page, set where it is in use."),
          Map.entry(Role.PADDING, "A zero, so that entries have an even length."),
          Map.entry(Role.FREE, "Room for more."),
          Map.entry(Role.GAP, "Room that nothing uses."));

  /** The parts of a page of a list, whose names have a number behind or a column before them. */
  private static final Map<String, String> LISTS =
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
          Map.entry("base", "The least number of the column."),
          Map.entry("differences", "Each number less the base."),
          Map.entry("widths", "Bits of a frame, and bits of a distance."),
          Map.entry("chain", "A bit for each node, set where the node before is its parent."),
          Map.entry("frames", "The frame of each node."),
          Map.entry(
              "distances",
              "For each node whose bit is 0, how far before it its parent is, less" + " 2."));

  private static final Pattern NUMBERED = Pattern.compile("^(high|low) | \\d+$");

  private PartHelp() {}

  static String of(PagePart part) {
    boolean isField = part.role() == Role.HEADER || part.role() == Role.RECORD;
    if (isField) {
      return FIELDS.getOrDefault(part.name(), "");
    }
    String help = LISTS.get(NUMBERED.matcher(part.name()).replaceAll(""));
    return help != null ? help : ROLES.getOrDefault(part.role(), "");
  }
}
