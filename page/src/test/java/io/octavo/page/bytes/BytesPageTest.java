package io.octavo.page.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Samples;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BytesPageTest {
  private static final byte[] NOTHING = {};

  /** What the keys of a page are like. */
  enum Keys {
    /** Few different bytes, zeros among them, so that heads and ends of keys are told apart. */
    SHORT {
      @Override
      byte[] key(Random random) {
        byte[] key = new byte[random.nextInt(8)];
        for (int i = 0; i < key.length; i++) {
          key[i] = (byte) (random.nextInt(3) - 1);
        }
        return key;
      }
    },
    RANDOM {
      @Override
      byte[] key(Random random) {
        byte[] key = new byte[16 + random.nextInt(17)];
        random.nextBytes(key);
        return key;
      }
    },
    PREFIXED {
      @Override
      byte[] key(Random random) {
        String name = random.nextInt(40) == 0 ? "else" : "some/where/" + random.nextInt(500);
        return (name + "x".repeat(random.nextInt(20))).getBytes(UTF_8);
      }
    },
    LONG {
      @Override
      byte[] key(Random random) {
        byte[] key = new byte[random.nextInt(BytesPage.MAX_KEY + 1)];
        Arrays.fill(key, (byte) 'k');
        if (key.length > 0) {
          key[key.length - 1] = (byte) random.nextInt();
        }
        return key;
      }
    };

    abstract byte[] key(Random random);
  }

  private final TreeMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
  private final BytesRun run = new BytesRun();
  private final BytesCopy copy = new BytesCopy();
  private byte[] page = PageHeader.newPage();

  @ParameterizedTest
  @EnumSource(Keys.class)
  void aPageDoesWhatAMapDoes(Keys keys) {
    for (long seed = 1; seed <= 30; seed++) {
      Random random = new Random(seed);
      model.clear();
      BytesPage.formatLeaf(page, 17, 3);
      for (int i = 0; i < 300; i++) {
        step(keys, random);
        assertThat(PageCheck.check(page)).as("%s, seed %d, step %d", keys, seed, i).isNull();
        if (i % 20 == 0) {
          verify(keys + ", seed " + seed + ", step " + i);
          layOut();
        }
      }
      verify(keys + ", seed " + seed);
    }
  }

  private void step(Keys keys, Random random) {
    byte[] key = keys.key(random);
    byte[] value = value(random, key);
    int index = BytesPage.find(page, key);
    assertThat(index >= 0).isEqualTo(model.containsKey(key));
    if (index >= 0 && random.nextBoolean()) {
      BytesPage.remove(page, index, index + 1);
      model.remove(key);
    } else if (random.nextInt(30) == 0 && !model.isEmpty()) {
      int from = random.nextInt(model.size());
      int to = Math.min(model.size(), from + random.nextInt(5));
      for (byte[] gone : model.keySet().toArray(new byte[0][])) {
        int at = BytesPage.find(page, gone);
        if (at >= from && at < to) {
          model.remove(gone);
        }
      }
      BytesPage.remove(page, from, to);
    } else {
      boolean fits =
          index >= 0
              ? BytesPage.setValue(page, index, value, false)
              : BytesPage.insert(page, ~index, key, value, false);
      if (fits || rebuilt(key, value)) {
        model.put(key, value);
      }
    }
  }

  private static byte[] value(Random random, byte[] key) {
    int longest = random.nextInt(4) == 0 ? 400 : 9;
    int length = Math.min(random.nextInt(longest), BytesPage.MAX_ENTRY - key.length);
    byte[] value = new byte[random.nextBoolean() ? 8 : length];
    random.nextBytes(value);
    return value;
  }

  private boolean rebuilt(byte[] key, byte[] value) {
    run.clear();
    run.addAll(page);
    run.put(key, value, false);
    if (run.size(0, run.count()) > BytesPage.CAPACITY) {
      return false;
    }
    run.build(0, run.count(), page);
    assertThat(PageHeader.free(page)).isEqualTo(BytesPage.CAPACITY - run.size(0, run.count()));
    return true;
  }

  /** Goes on with the form on disk, held to all rules. */
  private void layOut() {
    if (model.isEmpty()) {
      return;
    }
    byte[] image = Samples.usedPage();
    TreePage.layOut(page, image);
    PageHeader.seal(image, 1);
    assertThat(PageCheck.checkStored(image, 17)).isNull();
    page = image;
  }

  private void verify(String context) {
    assertThat(PageHeader.count(page)).as(context).isEqualTo(model.size());
    int index = 0;
    for (Map.Entry<byte[], byte[]> entry : model.entrySet()) {
      assertThat(BytesPage.key(page, index)).as(context).isEqualTo(entry.getKey());
      assertThat(BytesPage.value(page, index)).as(context).isEqualTo(entry.getValue());
      assertThat(BytesPage.find(page, entry.getKey())).as(context).isEqualTo(index);
      index++;
    }
    verifyCopies(context);
  }

  /** Compares copies of entries, which begin anywhere. */
  private void verifyCopies(String context) {
    byte[][] keys = model.keySet().toArray(new byte[0][]);
    for (int from = 0; from < keys.length; from += 1 + from / 4) {
      int to = Math.max(from + 1, keys.length - from / 8);
      int count = copy.take(page, from, to);
      assertThat(count).as(context).isBetween(1, to - from);
      for (int i = 0; i < count; i++) {
        int key = copy.keyOffset(i);
        int value = copy.valueOffset(i);
        assertThat(Arrays.copyOfRange(copy.keys(), key, key + copy.keyLength(i)))
            .as(context)
            .isEqualTo(keys[from + i]);
        assertThat(Arrays.copyOfRange(copy.values(), value, value + copy.valueLength(i)))
            .as(context)
            .isEqualTo(model.get(keys[from + i]));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Keys.class)
  void everyPartOfACutFitsAPage(Keys keys) {
    for (long seed = 1; seed <= 30; seed++) {
      Random random = new Random(seed);
      run.clear();
      for (int i = 0; i < 200; i++) {
        byte[] key = keys.key(random);
        byte[] value = new byte[random.nextInt(BytesPage.MAX_ENTRY - key.length + 1)];
        run.put(key, random.nextBoolean() ? value : NOTHING, false);
      }
      int limit = 1 + random.nextInt(100);
      int[] bounds = run.partition(1 + random.nextInt(3), 1, limit);
      assertThat(bounds[0]).isZero();
      assertThat(bounds[bounds.length - 1]).isEqualTo(run.count());
      for (int i = 1; i < bounds.length; i++) {
        assertThat(bounds[i] - bounds[i - 1]).as("seed %d", seed).isBetween(1, limit);
        assertThat(run.size(bounds[i - 1], bounds[i])).isBetween(1, BytesPage.CAPACITY);
        run.build(bounds[i - 1], bounds[i], emptyLeaf());
        assertThat(PageCheck.check(page)).isNull();
      }
    }
  }

  /** The lengths of values and the padding, which no head hides, decide what fits. */
  @Test
  void aPartThatNearlyFillsAPageFitsIt() {
    run.clear();
    for (int i = 0; i < 256; i++) {
      run.put(new byte[] {(byte) i}, new byte[40 + i % 8 * 2], false);
      int[] bounds = run.partition(1, 1, BytesPage.MAX_COUNT);
      for (int part = 1; part < bounds.length; part++) {
        assertThat(run.size(bounds[part - 1], bounds[part]))
            .as("%d entries", i + 1)
            .isLessThanOrEqualTo(BytesPage.CAPACITY);
      }
    }
  }

  @Test
  void everyPartOfACutOfABranchHasTwoChildren() {
    for (long seed = 1; seed <= 2_000; seed++) {
      Random random = new Random(seed);
      run.clear();
      int count = 5 + random.nextInt(40);
      for (int i = 0; i < count; i++) {
        // What keys have in common differs by more than a page holds.
        byte[] separator = new byte[random.nextInt(random.nextBoolean() ? 3 : 2_001)];
        Arrays.fill(separator, (byte) random.nextInt(3));
        if (separator.length > 0) {
          separator[separator.length - 1] = (byte) random.nextInt();
        }
        run.put(separator, new byte[Long.BYTES], false);
      }
      int limit = random.nextBoolean() ? BranchPage.MAX_COUNT : 4 + random.nextInt(8);
      int[] bounds = run.partition(2, 2, limit);
      for (int i = 1; i < bounds.length; i++) {
        assertThat(bounds[i] - bounds[i - 1]).as("seed %d", seed).isBetween(2, limit);
        assertThat(run.size(bounds[i - 1], bounds[i])).isLessThanOrEqualTo(BytesPage.CAPACITY);
      }
    }
  }

  private byte[] emptyLeaf() {
    BytesPage.formatLeaf(page, 17, 3);
    return page;
  }

  @Test
  void twoOfTheLongestEntriesFitAPage() {
    emptyLeaf();
    for (int i = 0; i < 2; i++) {
      byte[] key = new byte[BytesPage.MAX_KEY];
      key[0] = (byte) i;
      byte[] value = new byte[BytesPage.MAX_ENTRY - BytesPage.MAX_KEY];
      assertThat(BytesPage.insert(page, i, key, value, false)).isTrue();
    }
    assertThat(PageCheck.check(page)).isNull();
    assertThat(BytesPage.insert(page, 2, new byte[] {2}, new byte[100], false)).isFalse();
  }

  @Test
  void aBranchSendsEachKeyToItsChild() {
    BytesPage.formatBranch(page, 1, 18, 3);
    for (int i = 0; i < 100; i++) {
      byte[] separator = i == 0 ? NOTHING : String.format("k%02d", i).getBytes(UTF_8);
      BytesPage.insert(page, i, separator, new byte[Long.BYTES], false);
      TreePage.setChild(page, i, BranchPage.childOf(100 + i, 1 + i));
    }
    assertThat(PageCheck.check(page)).isNull();
    assertThat(BytesPage.findChild(page, NOTHING)).isZero();
    assertThat(BytesPage.findChild(page, "k".getBytes(UTF_8))).isZero();
    assertThat(BytesPage.findChild(page, "k50".getBytes(UTF_8))).isEqualTo(50);
    assertThat(BytesPage.findChild(page, "k50a".getBytes(UTF_8))).isEqualTo(50);
    assertThat(BytesPage.findChild(page, "z".getBytes(UTF_8))).isEqualTo(99);
    assertThat(TreePage.child(page, 7)).isEqualTo(BranchPage.childOf(107, 8));
  }

  @Test
  void separatorsAreAsShortAsCanBe() {
    assertThat(separator("abc", "abd")).isEqualTo("abd");
    assertThat(separator("abc", "b")).isEqualTo("b");
    assertThat(separator("ab", "abcdef")).isEqualTo("abc");
    assertThat(separator("abbbb", "acdef")).isEqualTo("ac");
  }

  private static String separator(String below, String above) {
    return new String(BytesRun.separator(below.getBytes(UTF_8), above.getBytes(UTF_8)), UTF_8);
  }
}
