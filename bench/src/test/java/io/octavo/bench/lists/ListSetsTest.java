package io.octavo.bench.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sets of posting lists that need no file. */
class ListSetsTest {
  @ParameterizedTest
  @EnumSource
  void listsAscendAndAreAlwaysTheSame(DrawnLists set) throws Exception {
    long[][] lists = set.draw();
    for (long[] ids : lists) {
      assertThat(ids).isNotEmpty();
      assertThat(ids[0]).isNotNegative();
      assertThat(ids[ids.length - 1]).isLessThan(1L << Integer.SIZE);
      for (int i = 1; i < ids.length; i++) {
        assertThat(ids[i] > ids[i - 1]).as("id %d", i).isTrue();
      }
    }
    String name = ListSets.name(set);
    assertThat(ListSets.names()).contains(name);
    assertThat(ListSets.read(name)).isDeepEqualTo(lists);
  }

  @Test
  void setsHaveTheShapesOfTheirNames() {
    assertThat(List.of(DrawnLists.SPARSE.draw())).allMatch(PostingRace::isSparse).hasSize(100);
    assertThat(List.of(DrawnLists.DENSE.draw())).noneMatch(PostingRace::isSparse).hasSize(20);
  }
}
