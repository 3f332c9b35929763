package io.octavo.page.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BytesKeysTest {
  private static final Comparator<byte[]> ORDER = Arrays::compareUnsigned;

  @ParameterizedTest
  @EnumSource(BytesPageTest.Keys.class)
  void keysOfTwoPagesCompareAsTheirBytesDo(BytesPageTest.Keys kind) {
    boolean differed = false;
    for (long seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      TreeSet<byte[]> set = new TreeSet<>(ORDER);
      Stream.generate(() -> kind.key(random)).limit(300).forEach(set::add);
      List<byte[]> all = List.copyOf(set);
      List<byte[]> left = neighbours(all, random);
      List<byte[]> right = neighbours(all, random);
      byte[] leftPage = page(left);
      byte[] rightPage = page(right);
      differed |= BytesPage.prefixLength(leftPage) != BytesPage.prefixLength(rightPage);
      for (int i = 0; i < left.size(); i++) {
        for (int j = 0; j < right.size(); j++) {
          assertThat(Integer.signum(BytesKeys.compare(leftPage, i, rightPage, j)))
              .as("%s, seed %d, entries %d and %d", kind, seed, i, j)
              .isEqualTo(Integer.signum(ORDER.compare(left.get(i), right.get(j))));
        }
      }
    }
    assertThat(differed).as("pages had different prefixes").isTrue();
  }

  /**
   * Returns keys that follow each other and fit a page; few of them, so that they share a prefix.
   */
  private static List<byte[]> neighbours(List<byte[]> keys, Random random) {
    int count = 1 + random.nextInt(1 << random.nextInt(5));
    int from = random.nextInt(keys.size() - count);
    List<byte[]> some = keys.subList(from, from + count);
    int bytes = 0;
    int fitting = 0;
    for (byte[] key : some) {
      bytes += key.length + 16;
      fitting += bytes < BytesPage.CAPACITY ? 1 : 0;
    }
    return some.subList(0, fitting);
  }

  private static byte[] page(List<byte[]> keys) {
    BytesRun run = new BytesRun();
    keys.forEach(key -> run.put(key, new byte[0], false));
    byte[] page = PageHeader.newPage();
    BytesPage.formatLeaf(page, 17, 3);
    run.build(0, run.count(), page);
    return page;
  }
}
