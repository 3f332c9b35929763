package io.octavo.page;

import io.octavo.memory.Memory;
import io.octavo.packed.BlockEncoder;
import io.octavo.packed.NaiveBlock;
import io.octavo.packed.PackedBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** The examples of packed blocks in FORMAT.md, as the code makes them. */
final class PackedExamples {
  static final String[] COLUMNS = {"ids", "bytes", "parts"};

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
