package io.octavo.page.format;

import io.octavo.memory.Memory;
import io.octavo.packed.BlockEncoder;
import io.octavo.packed.NaiveBlock;
import io.octavo.packed.OrderedLong;
import io.octavo.packed.PackedBlock;
import io.octavo.packed.Varint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.LongStream;

/** The examples of packed blocks in FORMAT.md, as the code makes them. */
final class PackedExamples {
  static final String[] COLUMNS = {"ids", "bytes", "parts"};
  static final String[] NUMBERS = {"number", "bytes"};
  static final String[] LISTS = {"list", "ids", "entries"};

  private PackedExamples() {}

  /** Takes ids from a table and fills in the rest. */
  static String table(String old) {
    StringBuilder table = new StringBuilder("| " + String.join(" | ", COLUMNS) + " |\n");
    table.append("|---".repeat(COLUMNS.length)).append("|\n");
    for (List<String> row : FormatText.rows(old, COLUMNS)) {
      byte[] block = block(ids(row.get(0)));
      NaiveBlock read = NaiveBlock.read(block);
      List<String> parts = new ArrayList<>();
      int offset = 0;
      for (int length : read.lengths()) {
        parts.add(FormatExamples.hex(block, offset, offset + length));
        offset += length;
      }
      table.append(
          String.format(
              "| %s | `%s` | %s |",
              row.get(0), String.join(" \\| ", parts), String.join(", ", read.parts())));
      table.append('\n');
    }
    return table.toString();
  }

  /** Takes numbers from a table and fills in their bytes. */
  static String numbers(String old) {
    StringBuilder table = new StringBuilder("| " + String.join(" | ", NUMBERS) + " |\n");
    table.append("|---".repeat(NUMBERS.length)).append("|\n");
    for (List<String> row : FormatText.rows(old, NUMBERS)) {
      String bytes = hex(ordered(Long.parseLong(row.get(0))));
      table.append(String.format("| %s | `%s` |\n", row.get(0), bytes));
    }
    return table.toString();
  }

  /** Takes lists from a table and fills in their entries. */
  static String lists(String old) {
    StringBuilder table = new StringBuilder("| " + String.join(" | ", LISTS) + " |\n");
    table.append("|---".repeat(LISTS.length)).append("|\n");
    for (List<String> row : FormatText.rows(old, LISTS)) {
      List<String> entries = entries(Long.parseLong(row.get(0)), ids(row.get(1)));
      String shown = String.join(" \\| ", entries);
      table.append(String.format("| %s | %s | `%s` |\n", row.get(0), row.get(1), shown));
    }
    return table.toString();
  }

  /** Lays a list out as if it had been appended. */
  static List<String> entries(long list, long[] ids) {
    BlockEncoder encoder = new BlockEncoder();
    List<String> entries = new ArrayList<>();
    byte[] block = Memory.allocate(PackedBlock.MAX_LENGTH);
    int next = 0;
    while (next < ids.length) {
      int count = encoder.fitRest(ids, next, ids.length - next, PackedBlock.KEPT);
      int length = encoder.encodeRest(ids, next, count, block, 0);
      String value = FormatExamples.hex(block, 0, length);
      entries.add(hex(ordered(list)) + " " + hex(ordered(ids[next])) + " = " + value);
      next += count;
    }
    if (entries.size() > 1) {
      byte[] head = new byte[2 * Varint.MAX_LENGTH];
      int end = Varint.put(head, Varint.put(head, 0, ids.length), entries.size());
      entries.add(0, hex(ordered(list)) + " = " + hex(Arrays.copyOf(head, end)));
    }
    return entries.stream().map(String::strip).toList();
  }

  /** Reads the entries of a list as they stand in the text. */
  static long[] read(long list, String entries) {
    String[] each = entries.replace("`", "").split("\\|", -1);
    List<Long> ids = new ArrayList<>();
    for (String entry : each) {
      String[] parts = entry.strip().split("=", -1);
      byte[] key = FormatTest.parse(parts[0]);
      int end = OrderedLong.end(key, 0, key.length);
      if (OrderedLong.get(key, 0) != list) {
        throw new AssertionError(entry);
      }
      if (end == key.length) {
        // The head.
        continue;
      }
      long first = OrderedLong.get(key, end);
      byte[] value = parts[1].isBlank() ? new byte[0] : FormatTest.parse(parts[1]);
      byte[] block = Memory.allocate(value.length);
      Memory.put(block, 0, value, 0, value.length);
      long[] decoded = new long[PackedBlock.MAX_COUNT];
      int count = PackedBlock.decodeRest(block, 0, value.length, first, decoded, 0);
      Arrays.stream(decoded).limit(count).forEach(ids::add);
    }
    return ids.stream().mapToLong(Long::longValue).toArray();
  }

  private static byte[] ordered(long number) {
    byte[] bytes = new byte[OrderedLong.MAX_LENGTH];
    return Arrays.copyOf(bytes, OrderedLong.put(bytes, 0, number));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.ofDelimiter(" ").withUpperCase().formatHex(bytes);
  }

  /** Reads {@code 1, 2, 10 to 40 by 10}. */
  static long[] ids(String text) {
    return List.of(text.split(", ", -1)).stream()
        .flatMapToLong(
            part -> {
              String[] words = part.split(" ", -1);
              long first = Long.parseLong(words[0]);
              if (words.length == 1) {
                return LongStream.of(first);
              }
              long step = Long.parseLong(words[4]);
              long count = (Long.parseLong(words[2]) - first) / step + 1;
              return LongStream.range(0, count).map(i -> first + i * step);
            })
        .toArray();
  }

  static byte[] block(long[] ids) {
    byte[] whole = Memory.allocate(PackedBlock.MAX_LENGTH);
    int length = new BlockEncoder().encode(ids, 0, ids.length, whole, 0);
    byte[] block = Memory.allocate(length);
    Memory.copy(whole, 0, block, 0, length);
    return block;
  }
}
