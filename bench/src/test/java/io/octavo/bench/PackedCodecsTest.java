package io.octavo.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who keeps lists must give them back before their bytes and rates are compared. */
class PackedCodecsTest {
  @Test
  void codecsGiveBackEveryList() {
    for (long seed = 0; seed < 5; seed++) {
      long[][] lists = ListSets.drawn(seed);
      List<ListCodec> codecs = new ArrayList<>(ListSteps.all(lists));
      codecs.add(new FastPforLists(lists));
      codecs.add(new OctavoLists(lists));
      for (ListCodec codec : codecs) {
        assertEquals(-1, codec.keepAll().findWrong(), codec.label());
        assertEquals(codec.bytes(), codec.encodeAll(), codec.label());
      }
    }
  }

  @Test
  void unpackingAgrees() {
    for (int width : new int[] {1, 5, 7, 12, 20, 32}) {
      UnpackBenchmark benchmark = new UnpackBenchmark();
      benchmark.width = width;
      benchmark.setUp();
      long[] expected = benchmark.loop().clone();
      assertArrayEquals(expected, benchmark.generated(), () -> "generated, " + benchmark.width);
      assertArrayEquals(expected, benchmark.vertical(), () -> "vertical, " + benchmark.width);
    }
  }

  @Test
  void blocksAreEncodedAndDecodedWithoutAllocation() {
    ListCodec codec = new OctavoLists(ListSets.drawn(1)).keepAll();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      long before = Allocations.bytes();
      long done = codec.encodeAll() + codec.decodeAll();
      least = Math.min(least, Allocations.bytes() - before);
      assertTrue(done != 0);
    }
    assertEquals(0, least, "bytes allocated");
  }
}
