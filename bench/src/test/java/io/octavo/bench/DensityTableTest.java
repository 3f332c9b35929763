package io.octavo.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.octavo.page.longs.SizeCode;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class DensityTableTest {
  @Test
  @EnabledIfSystemProperty(named = "octavo.effort", matches = "[2-9]", disabledReason = "long")
  void theSearchArrivesAtTheFrozenTable() {
    List<String> frozen =
        IntStream.rangeClosed(1, DensityTable.CODES)
            .map(SizeCode::lengths)
            .mapToObj(lengths -> "(" + ((lengths >>> 4) + 1) + "," + ((lengths & 15) + 1) + ")")
            .toList();
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    List<String> found = DensityTable.search(nowhere).stream().map(ClassSet::name).toList();
    assertEquals(frozen, found);
  }

  @Test
  void sizesAreThoseOfTheFrozenTable() {
    int set = 0;
    for (int index = 0; index < ClassSet.CLASSES; index++) {
      int lengths = (ClassSet.keyLength(index) - 1) << 4 | (ClassSet.valueLength(index) - 1);
      boolean member =
          IntStream.rangeClosed(1, DensityTable.CODES)
              .anyMatch(code -> SizeCode.lengths(code) == lengths);
      set |= member ? 1 << index : 0;
    }
    int[] sizes = ClassSet.sizes(set);
    for (int key = 1; key <= SizeCode.MAX_LENGTH; key++) {
      for (int value = 1; value <= SizeCode.MAX_LENGTH; value++) {
        int encoding = SizeCode.encoding(1L << (8 * key - 1), 1L << (8 * value - 1));
        assertEquals(SizeCode.size(encoding), sizes[ClassSet.pair(key, value)]);
      }
    }
  }
}
