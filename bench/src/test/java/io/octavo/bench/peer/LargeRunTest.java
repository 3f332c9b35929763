package io.octavo.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.octavo.bench.data.Entries;
import io.octavo.bench.data.LargeSet;
import io.octavo.bench.data.Shape;
import io.octavo.bench.data.StringEntries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every work of the stores that are larger than memory runs, and its entries are as promised. */
class LargeRunTest {
  private static final int COUNT = 2000;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(names = {"OCTAVO", "LMDB", "ROCKSDB"})
  void everyWorkRuns(Peer peer) throws Exception {
    for (Shape shape : Shape.values()) {
      Map<String, Double> figures = new LinkedHashMap<>();
      Path place = Files.createDirectory(directory.resolve(shape.name()));
      new LargeRun(peer, new LargeSet(shape, COUNT), place, 0.001, figures::put).run();
      assertThat(figures)
          .hasSize(26)
          .allSatisfy((figure, number) -> assertThat(number).isNotNegative());
    }
  }

  @ParameterizedTest
  @EnumSource
  void partsAscendAndAreThemselves(Shape shape) {
    LargeSet set = new LargeSet(shape, COUNT);
    Entries all = set.part(0, COUNT);
    Entries part = set.part(COUNT / 2, COUNT);
    assertThat(part.keys()).isEqualTo(Arrays.copyOfRange(all.keys(), COUNT / 2, COUNT));
    assertThat(part.values()).isEqualTo(Arrays.copyOfRange(all.values(), COUNT / 2, COUNT));
    Set<Long> present = boxed(all);
    assertThat(present).hasSize(COUNT);
    assertThat(present).containsAll(boxed(set.present(COUNT, new SplittableRandom(1))));
    assertThat(boxed(set.absent(COUNT, new SplittableRandom(1))))
        .doesNotContainAnyElementsOf(present);
  }

  private static Set<Long> boxed(Entries data) {
    return LongStream.of(data.keys()).boxed().collect(Collectors.toCollection(HashSet::new));
  }

  @Test
  void keysOfByteStringsAscend() {
    StringEntries strings = (StringEntries) new LargeSet(Shape.STRINGS, COUNT).part(0, COUNT);
    byte[][] keys = new byte[COUNT][];
    Arrays.setAll(keys, strings::keyBytes);
    assertThat(Arrays.asList(keys)).isSortedAccordingTo(Arrays::compareUnsigned);
    assertThat(Arrays.stream(keys).mapToInt(key -> key.length).average().orElseThrow())
        .isCloseTo(24, within(1.0));
  }
}
