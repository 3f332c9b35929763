package io.octavo.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.BytesRun;
import io.octavo.page.check.PageCheck;
import io.octavo.page.tree.TreePage;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Laws of a page of byte strings, over all families of keys. */
class BytesPageProperties {
  private static final int NUMBER = 17;

  @Property(tries = 300)
  void aPageHoldsWhatAMapHolds(
      @ForAll long seed,
      @ForAll StringFamily family,
      @ForAll @IntRange(min = 1, max = 300) int changes) {
    SplittableRandom random = new SplittableRandom(seed);
    TreeMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    byte[] page = PageHeader.newPage();
    BytesPage.formatLeaf(page, NUMBER, 1);
    for (int i = 0; i < changes; i++) {
      change(page, model, family, random);
      assertThat(PageCheck.check(page)).isNull();
    }
    assertSame(page, model);
    byte[] stored = PageHeader.newPage();
    TreePage.layOut(page, stored);
    assertStored(stored, model);
    for (int i = 0; i < 20; i++) {
      assertFound(page, model, family.draw(random));
    }
  }

  private static void change(
      byte[] page, Map<byte[], byte[]> model, StringFamily family, SplittableRandom random) {
    byte[] key = family.draw(random);
    byte[] value = value(key, random);
    int index = BytesPage.find(page, key);
    assertThat(index >= 0).isEqualTo(model.containsKey(key));
    if (random.nextInt(5) == 0 && PageHeader.count(page) > 0) {
      int from = random.nextInt(PageHeader.count(page));
      int to = from + 1 + random.nextInt(Math.min(4, PageHeader.count(page) - from));
      for (int i = from; i < to; i++) {
        model.remove(BytesPage.key(page, i));
      }
      BytesPage.remove(page, from, to);
      return;
    }
    byte[] before = page.clone();
    boolean isEmpty = model.isEmpty();
    boolean done =
        index >= 0
            ? BytesPage.setValue(page, index, value, false)
            : BytesPage.insert(page, ~index, key, value, false);
    if (done || isEmpty) {
      // Into a page without entries any fits that has the prefix, here none.
      assertThat(done).isTrue();
      model.put(key, value);
    } else {
      assertThat(Arrays.equals(page, before)).isTrue();
    }
  }

  private static byte[] value(byte[] key, SplittableRandom random) {
    byte[] value = StringFamily.value(key, random);
    return Arrays.copyOf(value, Math.min(value.length, BytesPage.MAX_ENTRY - key.length));
  }

  private static void assertFound(byte[] page, NavigableMap<byte[], byte[]> model, byte[] key) {
    int index = BytesPage.find(page, key);
    int below = model.headMap(key, false).size();
    assertThat(index >= 0 ? index : ~index).isEqualTo(below);
    assertThat(index >= 0).isEqualTo(model.containsKey(key));
    boolean isAboveAll = !model.isEmpty() && Arrays.compareUnsigned(model.lastKey(), key) < 0;
    assertThat(BytesPage.isAboveAll(page, key)).isEqualTo(isAboveAll);
  }

  @Property(tries = 300)
  void aPartitionCutsARunIntoPagesOfTheSizeThatWasForetold(
      @ForAll long seed,
      @ForAll StringFamily family,
      @ForAll @IntRange(min = 4, max = 300) int count,
      @ForAll @IntRange(min = 4, max = 300) int limit) {
    SplittableRandom random = new SplittableRandom(seed);
    TreeMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    BytesRun run = new BytesRun();
    for (int i = 0; i < count; i++) {
      byte[] key = family.draw(random);
      byte[] value = value(key, random);
      model.put(key, value);
      run.put(key, value, false);
    }
    int least = random.nextInt(4) == 0 || model.size() < 4 ? 1 : 2;
    if (least == 2) {
      // Of a branch, whose values are short.
      run.clear();
      model.replaceAll((key, value) -> new byte[Long.BYTES]);
      model.forEach((key, value) -> run.put(key, value, false));
    }
    int[] bounds = run.partition(Math.min(2, model.size()), least, limit);
    assertThat(bounds[0]).isZero();
    assertThat(bounds[bounds.length - 1]).isEqualTo(model.size());
    byte[] page = PageHeader.newPage();
    TreeMap<byte[], byte[]> found = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 1; i < bounds.length; i++) {
      assertThat(bounds[i] - bounds[i - 1]).isBetween(Math.min(least, model.size()), limit);
      BytesPage.formatLeaf(page, NUMBER, 1);
      run.build(bounds[i - 1], bounds[i], page);
      int size = run.size(bounds[i - 1], bounds[i]);
      assertThat(PageHeader.free(page)).isEqualTo(BytesPage.CAPACITY - size);
      assertThat(PageCheck.check(page)).isNull();
      for (int j = 0; j < PageHeader.count(page); j++) {
        found.put(BytesPage.key(page, j), BytesPage.value(page, j));
      }
    }
    assertThat(found.keySet()).containsExactlyElementsOf(model.keySet());
    found.forEach((key, value) -> assertThat(value).isEqualTo(model.get(key)));
  }

  private static void assertStored(byte[] page, Map<byte[], byte[]> model) {
    assertSame(page, model);
    PageHeader.seal(page, 1);
    assertThat(PageCheck.checkStored(page, NUMBER)).isNull();
  }

  private static void assertSame(byte[] page, Map<byte[], byte[]> model) {
    assertThat(PageHeader.count(page)).isEqualTo(model.size());
    int index = 0;
    for (Map.Entry<byte[], byte[]> entry : model.entrySet()) {
      assertThat(BytesPage.key(page, index)).isEqualTo(entry.getKey());
      assertThat(BytesPage.value(page, index)).isEqualTo(entry.getValue());
      assertThat(BytesPage.find(page, entry.getKey())).isEqualTo(index);
      index++;
    }
  }
}
