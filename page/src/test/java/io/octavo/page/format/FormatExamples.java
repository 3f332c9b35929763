package io.octavo.page.format;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesCodec;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.BytesRun;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.longs.EntryCodec;
import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.longs.SizeCode;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecNames;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.ring.OperationScript;
import io.octavo.page.ring.RingRecord;
import io.octavo.page.tree.BranchPage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** The examples of FORMAT.md, as the code makes them. */
public final class FormatExamples {
  static final String[] ENTRY_COLUMNS = {
    "key base", "value base", "key", "value", "lengths", "code", "stored lengths", "bytes", "how",
  };

  public static final UUID STORE_ID = UUID.fromString("01234567-89ab-cdef-fedc-ba9876543210");

  private FormatExamples() {}

  /** Gives, by name, what makes an example from its old text. */
  static Map<String, UnaryOperator<String>> all() {
    Map<String, UnaryOperator<String>> all = new LinkedHashMap<>();
    all.put("size codes", old -> sizeCodes());
    all.put("entries", FormatExamples::entries);
    all.put("leaf", old -> leafBlock());
    all.put("byte strings", old -> bytesBlock());
    all.put("search", old -> search(137));
    all.put("record", old -> recordBlock(catalogue(), "ab"));
    all.put("front", old -> recordBlock(front(), "U+0000, front 3"));
    all.put("meta", old -> metaBlock());
    all.put("ring", old -> ringBlock());
    all.put("codecs", old -> codecs());
    all.put("operations", FormatExamples::operations);
    all.put("packed blocks", PackedExamples::table);
    all.put("ordered numbers", PackedExamples::numbers);
    all.put("posting lists", PackedExamples::lists);
    all.put("list", old -> ListExamples.pageBlock());
    all.put(
        "pair blocks",
        old -> ListExamples.table(old, ListExamples.PAIRS, 1, ListExamples::pairRow));
    all.put(
        "text blocks",
        old -> ListExamples.table(old, ListExamples.TEXTS, 1, ListExamples::textRow));
    all.put(
        "node blocks",
        old -> ListExamples.table(old, ListExamples.NODES, 2, ListExamples::nodeRow));
    all.put(
        "series tails",
        old -> ListExamples.table(old, SeriesExamples.TAILS, 1, SeriesExamples::tailRow));
    all.put("series leaf", old -> SeriesExamples.pageBlock());
    all.put(
        "sample blocks",
        old -> ListExamples.table(old, SeriesExamples.BLOCKS, 2, SeriesExamples::row));
    return all;
  }

  private static String sizeCodes() {
    StringBuilder table = new StringBuilder("| code | key | value |\n|---|---|---|\n");
    for (int code = 1; code <= 15; code++) {
      int lengths = SizeCode.lengths(code);
      table.append(
          String.format("| %d | %d | %d |%n", code, (lengths >>> 4) + 1, (lengths & 15) + 1));
    }
    return table.toString().replace("\r", "");
  }

  /** Takes bases, keys and values from a table and fills in the rest. */
  private static String entries(String old) {
    StringBuilder table = new StringBuilder("| " + String.join(" | ", ENTRY_COLUMNS) + " |\n");
    table.append("|---".repeat(ENTRY_COLUMNS.length)).append("|\n");
    for (List<String> row : FormatText.rows(old, ENTRY_COLUMNS)) {
      List<String> cells = new ArrayList<>(row.subList(0, 4));
      long[] numbers = cells.stream().mapToLong(Long::parseLong).toArray();
      cells.addAll(entry(numbers[2] - numbers[0], numbers[3] - numbers[1]));
      table.append("| ").append(String.join(" | ", cells).replace("\n", "")).append(" |\n");
    }
    return table.toString();
  }

  private static List<String> entry(long key, long value) {
    int encoding = SizeCode.encoding(key, value);
    byte[] page = PageHeader.newPage();
    int end = PageHeader.PAGE_SIZE;
    EntryCodec.write(page, end, key, value, encoding);
    int storedKey = SizeCode.keyLength(encoding);
    int storedValue = SizeCode.valueLength(encoding);
    int keyEnd = end - SizeCode.headerLength(encoding);
    List<String> parts = new ArrayList<>();
    parts.add(hex(page, end - SizeCode.size(encoding), keyEnd - storedKey - storedValue));
    parts.add(hex(page, keyEnd - storedKey - storedValue, keyEnd - storedKey));
    parts.add(hex(page, keyEnd - storedKey, keyEnd));
    parts.add(hex(page, keyEnd, end));
    parts.removeIf(String::isEmpty);
    int keyLength = NaiveFormat.length(key);
    int valueLength = NaiveFormat.length(value);
    String lengths = keyLength + ", " + valueLength;
    String stored = storedKey + ", " + storedValue;
    String how;
    if (SizeCode.code(encoding) != SizeCode.FALLBACK) {
      how = lengths.equals(stored) ? "coded" : "promoted";
    } else if (!lengths.equals(stored)) {
      how = storedKey > keyLength ? "fallback, key lengthened" : "fallback, value lengthened";
    } else {
      boolean odd = (keyLength + valueLength) % 2 == 1;
      how = odd ? "fallback, odd sum" : "fallback, padded";
    }
    String code = Integer.toString(SizeCode.code(encoding));
    return List.of(lengths, code, stored, "`" + String.join(" \\| ", parts) + "`", how);
  }

  /** Returns every way in which a pair of lengths is stored. */
  static Set<String> ways() {
    Set<String> ways = new TreeSet<>();
    for (int pair = 0; pair < 64; pair++) {
      ways.add(entry(1L << ((pair >>> 3) * 8), 1L << ((pair & 7) * 8)).get(4));
    }
    return ways;
  }

  public static String hex(byte[] page, int from, int to) {
    StringBuilder hex = new StringBuilder();
    for (int i = from; i < to; i++) {
      hex.append(i == from ? "" : " ").append(String.format("%02X", Memory.getByte(page, i)));
    }
    return hex.toString();
  }

  /** The leaf of the example, with entries of several codes. */
  static byte[] leaf() {
    EntryRun run = new EntryRun();
    run.append(1_000_000, 70_000);
    run.append(1_000_007, -1);
    run.append(1_000_300, 4_096);
    run.append(9_000_000_000L, 1L << 40);
    byte[] page = PageHeader.newPage();
    LeafPage.format(page, 17, 3);
    LeafPage.build(run, 0, run.count(), page);
    PageHeader.seal(page, 9);
    return page;
  }

  private static String leafBlock() {
    byte[] page = leaf();
    Block block = new Block(page);
    block.header("value base");
    for (int i = 0; i < PageHeader.count(page); i++) {
      int slot = SlotWord.get(page, i);
      String meaning = ": end " + SlotWord.end(slot) + ", code " + SlotWord.code(slot);
      block.row(SlotWord.offset(i), SlotWord.LENGTH, "slot " + i + meaning);
    }
    for (int i = PageHeader.count(page) - 1; i >= 0; i--) {
      int slot = SlotWord.get(page, i);
      int size = EntryCodec.size(page, slot);
      String meaning = ": " + LeafPage.key(page, i) + " -> " + LeafPage.value(page, i);
      block.row(SlotWord.end(slot) - size, size, "entry " + i + meaning);
    }
    return block.toString();
  }

  /** The leaf of byte strings of the example, with entries that tell their lengths in all ways. */
  static byte[] bytesLeaf() {
    BytesRun run = new BytesRun();
    run.put(text("user/ann"), text("Ann"), false);
    run.put(text("user/bo"), text("Bo."), false);
    run.put(text("user/b"), text("B."), false);
    run.put(text("user/christina"), OverflowPage.reference(7, 20_000), true);
    byte[] page = PageHeader.newPage();
    BytesPage.formatLeaf(page, 21, 4);
    run.build(0, run.count(), page);
    PageHeader.seal(page, 9);
    return page;
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String bytesBlock() {
    byte[] page = bytesLeaf();
    Block block = new Block(page);
    block.header("specific", "key base");
    block.row(BytesPage.PREFIX, 2, "prefix");
    block.row(BytesPage.LEAST, 2, "least");
    block.row(BytesPage.VALUE, 2, "value");
    block.row(BytesPage.VALUE + 2, 10, "rest");
    for (int i = 0; i < PageHeader.count(page); i++) {
      int slot = BytesPage.slot(page, i);
      String meaning = ": end " + SlotWord.end(slot) + ", code " + SlotWord.code(slot) + ", head";
      block.row(BytesPage.slotOffset(i), BytesPage.SLOT, "slot " + i + meaning);
    }
    for (int i = PageHeader.count(page) - 1; i >= 0; i--) {
      int slot = BytesPage.slot(page, i);
      int size = BytesCodec.size(page, slot);
      String value =
          BytesPage.isLarge(page, i)
              ? BytesPage.referenceLength(page, i)
                  + " bytes from piece "
                  + BytesPage.referencePiece(page, i)
              : new String(BytesPage.value(page, i), StandardCharsets.UTF_8);
      String meaning = new String(BytesPage.key(page, i), StandardCharsets.UTF_8) + " -> " + value;
      if (size > 0) {
        block.row(SlotWord.end(slot) - size, size, "entry " + i + ": " + meaning);
      }
    }
    int prefix = BytesPage.prefixLength(page);
    block.row(BytesPage.heapEnd(prefix), BytesPage.even(prefix), "prefix: user/");
    return block.toString();
  }

  /** The branch of the example: separators 0, 10 ... 190. */
  static byte[] branch() {
    byte[] page = PageHeader.newPage();
    BranchPage.format(page, 1, 18, 3);
    for (int i = 0; i < 20; i++) {
      BranchPage.insert(page, i, i * 10L, BranchPage.childOf(100 + i, 0x1000 + i));
    }
    PageHeader.seal(page, 9);
    return page;
  }

  /** Walks through a search as FORMAT.md tells it, not as the code does it. */
  private static String search(long key) {
    byte[] page = branch();
    StringBuilder block = new StringBuilder("```\n");
    int[] areas = {BranchPage.TOP, BranchPage.MIDDLE, BranchPage.SEPARATORS};
    String[] names = {"top", "middle", "separators"};
    int index = 0;
    for (int step = 0; step < areas.length; step++) {
      int first = index * 8;
      int notAbove = 0;
      StringBuilder places = new StringBuilder();
      for (int i = first; i < first + 8; i++) {
        long place = Memory.getLong(page, areas[step] + i * 8);
        notAbove += place <= key ? 1 : 0;
        places.append(' ').append(place == Long.MAX_VALUE ? "-" : Long.toString(place));
      }
      index = first + Math.max(notAbove - 1, 0);
      block.append(
          String.format(
              "%-10s %2d to %2d:%-36s %d not above, so %d\n",
              names[step], first, first + 7, places, notAbove, index));
    }
    return block.append("child ").append(index).append("\n```\n").toString();
  }

  static CatalogueRecord record() {
    PageRef root = new PageRef(17, PageHeader.crc(leaf()), 0);
    return CatalogueRecord.empty("ab", 3, CatalogueRecord.LONG_MAP, 12).with(root, 4);
  }

  static byte[] catalogue() {
    byte[] page = PageHeader.newPage();
    CataloguePage.build(page, 19, List.of(record()));
    PageHeader.seal(page, 9);
    return page;
  }

  /** The values of the front of the map, with the key 1,000 as the position. */
  static CatalogueRecord frontRecord() {
    byte[] position = ByteBuffer.allocate(Long.BYTES).putLong(1_000).array();
    return CatalogueRecord.empty(
            CatalogueRecord.frontOf(3), CatalogueRecord.FRONT | 3, CatalogueRecord.LONG_FRONT, 12)
        .described(0, 0, position);
  }

  static byte[] front() {
    byte[] page = PageHeader.newPage();
    CataloguePage.build(page, 19, List.of(frontRecord()));
    PageHeader.seal(page, 9);
    return page;
  }

  private static String recordBlock(byte[] page, String name) {
    Block block = new Block(page);
    block.header("specific");
    block.row(SlotWord.offset(0), SlotWord.LENGTH, "slot 0: record at " + SlotWord.get(page, 0));
    int start = SlotWord.get(page, 0);
    block.row(start, 1, "length of the name");
    int length = Memory.getByte(page, start);
    block.row(start + 1, length, "name: " + name);
    int fields = start + 1 + length;
    String[] names = {
      "id",
      "type",
      "type version",
      "key codec",
      "value codec",
      "root number",
      "root crc",
      "root level",
      "entries",
      "created",
      "tail length",
    };
    int[] lengths = {4, 1, 1, 2, 2, 4, 4, 1, 8, 8, 2};
    for (int i = 0, offset = fields; i < names.length; offset += lengths[i], i++) {
      block.row(offset, lengths[i], names[i]);
    }
    int tail = fields + CataloguePage.TAIL;
    if (tail < PageHeader.PAGE_SIZE) {
      block.row(tail, PageHeader.PAGE_SIZE - tail, "tail: the position");
    }
    return block.toString();
  }

  public static byte[] meta() {
    byte[] page = PageHeader.newPage();
    PageRef space = new PageRef(4, 0x89AB_CDEF, 0);
    MetaPage.build(
        page, 1, new Meta(STORE_ID, 0, 0, 0, 1, 5, PageRef.NONE, space, 1, 0, Meta.Ring.NONE));
    return page;
  }

  private static String metaBlock() {
    Block block = new Block(meta());
    block.header("specific");
    for (int[] field : fields(MetaPage.class, MetaPage.END)) {
      block.row(field[0], field[1], FormatConstants.fieldName(MetaPage.class, field[0]));
    }
    return block.toString();
  }

  /** The operations of the commits 12 and 13 of the example. */
  static final List<List<String>> COMMITS =
      List.of(
          List.of("3 create 1 ab", "3 put 1000000 70000", "3 put 1000007 -1"),
          List.of("3 remove 1000000"));

  /** The record of the example, the first one of an extent. */
  static byte[] ringRecord() {
    List<byte[]> commits = new ArrayList<>();
    for (List<String> operations : COMMITS) {
      OperationLog log = new OperationLog(RingRecord.BLOCK);
      operations.forEach(line -> OperationScript.write(log, line));
      commits.add(log.toBytes());
    }
    return RingRecord.build(commits, 12, 1, 0, STORE_ID);
  }

  private static String ringBlock() {
    byte[] record = ringRecord();
    Block block = new Block(record);
    for (int[] field : fields(RingRecord.class, RingRecord.LENGTH)) {
      block.row(field[0], field[1], FormatConstants.fieldName(RingRecord.class, field[0]));
    }
    int position = RingRecord.LENGTH;
    for (int i = 0; i < COMMITS.size(); i++) {
      block.row(position, Integer.BYTES, "length of commit " + (12 + i));
      position += Integer.BYTES;
      OperationLog log = new OperationLog(RingRecord.BLOCK);
      for (String line : COMMITS.get(i)) {
        int before = log.length();
        OperationScript.write(log, line);
        block.row(position, log.length() - before, line);
        position += log.length() - before;
      }
    }
    return block.toString();
  }

  private static String codecs() {
    StringBuilder table = new StringBuilder("| id | codec |\n|---|---|\n");
    table.append(
        "| 0 | none: keys or values are longs or byte strings, as the type of the collection says |\n");
    for (int id = 1; !codec(id).equals("#" + id); id++) {
      table.append("| ").append(id).append(" | ").append(codec(id)).append(" |\n");
    }
    table.append("| 65535 | a codec whose name is in the tail |\n");
    return table.toString();
  }

  /** The key codec of a record that has nothing but an identifier of it. */
  private static String codec(int id) {
    return CodecNames.of(CatalogueRecord.empty("a", 1, 2, 1).described(id, 0, new byte[0])).key();
  }

  /** Takes operations from a table and fills in their bytes. */
  private static String operations(String old) {
    StringBuilder table = new StringBuilder("| operations | bytes |\n|---|---|\n");
    for (List<String> row : FormatText.rows(old, "operations", "bytes")) {
      OperationLog log = new OperationLog(RingRecord.BLOCK);
      List<String> parts = new ArrayList<>();
      for (String line : row.get(0).split(", ", -1)) {
        int before = log.length();
        OperationScript.write(log, line);
        byte[] page = Memory.allocate(log.length());
        Memory.buffer(page, 0, log.length()).put(log.toBytes());
        parts.add(hex(page, before, log.length()));
      }
      String bytes = String.join(" \\| ", parts);
      table.append("| ").append(row.get(0)).append(" | `").append(bytes).append("` |\n");
    }
    return table.toString();
  }

  /** Returns offset and length of the fields of a descriptor, up to an end. */
  private static List<int[]> fields(Class<?> descriptor, int end) {
    int[] offsets =
        FormatConstants.offsets(descriptor).values().stream().mapToInt(i -> i).toArray();
    Arrays.sort(offsets);
    List<int[]> fields = new ArrayList<>();
    for (int i = 0; i < offsets.length && offsets[i] < end; i++) {
      int next = i + 1 < offsets.length ? offsets[i + 1] : end;
      fields.add(new int[] {offsets[i], next - offsets[i]});
    }
    fields.sort(Comparator.comparingInt(field -> field[0]));
    return fields;
  }

  /** Rows of bytes with their meaning; at the end, what no row shows must be zero. */
  static final class Block {
    private final byte[] page;
    private final byte[] rest;
    private final StringBuilder rows = new StringBuilder("```\n");

    Block(byte[] page) {
      this.page = page;
      this.rest = page.clone();
    }

    void header(String specific) {
      header(specific, "");
    }

    /** Shows the header up to a field that the kind divides. */
    void header(String specific, String divided) {
      for (int[] field : fields(PageHeader.class, PageHeader.LENGTH)) {
        String name = FormatConstants.fieldName(PageHeader.class, field[0]);
        if (name.equals(divided)) {
          return;
        }
        row(field[0], field[1], name.equals("specific") ? specific : name);
      }
    }

    void row(int offset, int length, String meaning) {
      String hex = hex(page, offset, offset + length);
      rows.append(String.format("%04d  %-48s %s%n", offset, hex, meaning).replace("\r", ""));
      Memory.zero(rest, offset, offset + length);
    }

    @Override
    public String toString() {
      int left = Memory.findNonZero(rest, 0, Memory.length(rest));
      if (left >= 0) {
        throw new AssertionError("byte " + left + " is in no row of the example");
      }
      return rows + "```\n";
    }
  }
}
