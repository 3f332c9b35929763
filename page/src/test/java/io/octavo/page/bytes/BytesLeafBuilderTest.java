package io.octavo.page.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
import io.octavo.page.Seeds;
import io.octavo.page.check.PageCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BytesLeafBuilderTest {
  /** Entries of a seed, in order, and of kinds that make full leaves of one entry to hundreds. */
  private static Map<byte[], byte[]> entries(BytesPageTest.Keys keys, SplittableRandom seed) {
    Random random = new Random(seed.nextLong());
    int longest = List.of(0, 3, 30, 300, 2_000).get(random.nextInt(5));
    boolean areAlike = random.nextBoolean();
    Map<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < 3_000; i++) {
      byte[] key = keys.key(random);
      byte[] value = new byte[areAlike ? longest : random.nextInt(longest + 1)];
      random.nextBytes(value);
      entries.put(key, value);
    }
    return entries;
  }

  @ParameterizedTest
  @EnumSource(BytesPageTest.Keys.class)
  void leavesAreThoseOfARunAndAsFullAsCanBe(BytesPageTest.Keys keys) {
    Seeds.forEach(
        12,
        random -> {
          int limit = random.nextInt(3) == 0 ? random.nextInt(1, 9) : BytesPage.MAX_COUNT;
          BytesLeafBuilder builder = new BytesLeafBuilder();
          List<Map.Entry<byte[], byte[]>> waiting = new ArrayList<>();
          for (Map.Entry<byte[], byte[]> entry : entries(keys, random).entrySet()) {
            builder.add(entry.getKey(), entry.getValue());
            waiting.add(entry);
            while (builder.isFull(limit)) {
              int count = builder.fitting(limit);
              byte[] page = PageHeader.newPage();
              BytesPage.formatLeaf(page, 17, 3);
              builder.build(count, page);
              verify(page, waiting, count, limit);
              builder.forget(count);
              waiting.subList(0, count).clear();
              assertThat(builder.count()).isEqualTo(waiting.size());
            }
          }
          for (int i = 0; i < waiting.size(); i++) {
            assertThat(builder.key(i)).isSameAs(waiting.get(i).getKey());
            assertThat(builder.value(i)).isSameAs(waiting.get(i).getValue());
          }
          if (!waiting.isEmpty()) {
            assertThat(run(waiting, waiting.size()).size(0, waiting.size()))
                .as("entries wait that would fill a leaf")
                .isLessThan(2 * PageHeader.PAGE_SIZE);
          }
        });
  }

  private static void verify(
      byte[] page, List<Map.Entry<byte[], byte[]>> waiting, int count, int limit) {
    BytesRun run = run(waiting, Math.min(waiting.size(), count + 1));
    byte[] expected = PageHeader.newPage();
    BytesPage.formatLeaf(expected, 17, 3);
    run.build(0, count, expected);
    assertThat(page).isEqualTo(expected);
    PageHeader.seal(page, 1);
    assertThat(PageCheck.check(page)).isNull();
    assertThat(count).isBetween(1, limit);
    if (count < limit) {
      assertThat(run.size(0, count + 1)).isGreaterThan(BytesPage.CAPACITY);
    }
  }

  private static BytesRun run(List<Map.Entry<byte[], byte[]>> entries, int count) {
    BytesRun run = new BytesRun();
    for (Map.Entry<byte[], byte[]> entry : entries.subList(0, count)) {
      run.put(entry.getKey(), entry.getValue(), false);
    }
    return run;
  }
}
