package io.octavo.page.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
import io.octavo.page.check.PageCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A run of pages, beside a run of the same entries that were put one by one. */
class BytesRunTest {
  private final BytesRun run = new BytesRun();
  private final BytesRun single = new BytesRun();

  @Test
  void pagesAndSingleEntriesGiveTheSamePages() {
    for (long seed = 1; seed <= 1_000; seed++) {
      Random random = new Random(seed);
      Map<byte[], byte[]> entries = entries(random);
      List<byte[]> pages = pages(entries, random);
      run.clear();
      single.clear();
      if (random.nextBoolean()) {
        pages.forEach(run::addAll);
      } else {
        for (int i = pages.size() - 1; i >= 0; i--) {
          run.addAllBefore(pages.get(i));
        }
      }
      pages.forEach(this::putAll);
      change(new ArrayList<>(entries.keySet()), random);
      compare(pages, "seed " + seed, random);
    }
  }

  /** The length that most values have is not that of references, which tell theirs by a mark. */
  @Test
  void largeValuesDoNotDecideWhichLengthIsUsual() {
    run.clear();
    for (int i = 0; i < 30; i++) {
      boolean large = i >= 10;
      byte[] value = large ? OverflowPage.reference(i, 5_000) : new byte[21];
      run.put(new byte[] {(byte) i, 1, 2, 3, 4}, value, large);
    }
    assertThat(run.size(0, 30)).isEqualTo(run.size(0, 10) + run.size(10, 30));
  }

  /** Keys with prefixes of even and odd lengths, or none, some shorter than a head. */
  private static Map<byte[], byte[]> entries(Random random) {
    byte[] prefix = new byte[random.nextInt(6)];
    boolean areAlike = random.nextBoolean();
    boolean areShort = random.nextInt(4) == 0;
    TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    int count = 2 + random.nextInt(150);
    for (int i = 0; i < count; i++) {
      byte[] key = new byte[prefix.length + random.nextInt(areShort ? 5 : 40)];
      random.nextBytes(key);
      System.arraycopy(prefix, 0, key, 0, prefix.length);
      byte[] value = new byte[areAlike ? 20 : random.nextInt(200)];
      random.nextBytes(value);
      entries.put(key, value);
    }
    return entries;
  }

  /** Returns up to three leaves, each with its prefix; one is loose, some values are large. */
  private List<byte[]> pages(Map<byte[], byte[]> entries, Random random) {
    List<byte[]> pages = new ArrayList<>();
    int most = 1 + random.nextInt(60);
    single.clear();
    for (Map.Entry<byte[], byte[]> entry : entries.entrySet()) {
      boolean large = random.nextInt(20) == 0;
      byte[] value = large ? OverflowPage.reference(7, 5_000) : entry.getValue();
      single.put(entry.getKey(), value, large);
    }
    int[] bounds = single.partition(Math.min(single.count(), 3), 1, most);
    for (int i = 1; i < Math.min(bounds.length, 4); i++) {
      byte[] page = PageHeader.newPage();
      BytesPage.formatLeaf(page, i, 1);
      single.build(bounds[i - 1], bounds[i], page);
      pages.add(page);
    }
    // Holes, and entries out of place.
    byte[] loosened = pages.get(random.nextInt(pages.size()));
    if (PageHeader.count(loosened) > 2) {
      BytesPage.remove(loosened, 1, 2);
      BytesPage.setValue(loosened, 0, new byte[random.nextInt(30)], false);
    }
    return pages;
  }

  private void putAll(byte[] page) {
    for (int i = 0; i < PageHeader.count(page); i++) {
      single.put(BytesPage.key(page, i), BytesPage.value(page, i), BytesPage.isLarge(page, i));
    }
  }

  private void change(List<byte[]> keys, Random random) {
    for (int i = random.nextInt(4); i > 0; i--) {
      byte[] key = keys.get(random.nextInt(keys.size()));
      byte[] value = new byte[random.nextInt(100)];
      run.put(key, value, false);
      single.put(key, value, false);
    }
    byte[] first = run.key(0);
    if (first.length > 0 && random.nextInt(4) == 0) {
      byte[] lower = Arrays.copyOf(first, first.length - 1);
      run.setSeparator(0, lower);
      single.setSeparator(0, lower);
    }
  }

  private void compare(List<byte[]> pages, String seed, Random random) {
    assertThat(run.count()).as(seed).isEqualTo(single.count());
    int parts = Math.min(run.count(), 1 + random.nextInt(3));
    int[] bounds = run.partition(parts, 1, BytesPage.MAX_COUNT);
    assertThat(bounds).as(seed).isEqualTo(single.partition(parts, 1, BytesPage.MAX_COUNT));
    for (int i = 1; i < bounds.length; i++) {
      byte[] expected = PageHeader.newPage();
      BytesPage.formatLeaf(expected, 9, 1);
      single.build(bounds[i - 1], bounds[i], expected);
      assertThat(PageCheck.check(expected)).as(seed).isNull();
      // Into a page that the run came from, as leaves do that share entries.
      byte[] built = pages.get(i % pages.size());
      PageHeader.setNumber(built, 9);
      run.build(bounds[i - 1], bounds[i], built);
      assertThat(built).as(seed).isEqualTo(expected);
      assertThat(run.key(bounds[i - 1])).as(seed).isEqualTo(BytesPage.key(built, 0));
    }
  }
}
