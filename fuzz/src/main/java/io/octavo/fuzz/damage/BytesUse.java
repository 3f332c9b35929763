package io.octavo.fuzz.damage;

import static io.octavo.fuzz.damage.PageUse.require;
import static io.octavo.fuzz.damage.PageUse.requireSound;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.BytesRun;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.tree.TreePage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** The part of {@link PageUse} for pages of byte strings, leaves and branches. */
final class BytesUse {
  private final List<byte[]> keys = new ArrayList<>();
  private final List<byte[]> values = new ArrayList<>();
  private final List<Boolean> larges = new ArrayList<>();
  private final BytesRun run = new BytesRun();
  private final byte[] scratch = PageHeader.newPage();

  void use(byte[] page, SplittableRandom random) {
    boolean isBranch = PageHeader.level(page) > 0;
    read(page);
    for (int i = 0; i < 5; i++) {
      byte[] key = i == 0 || keys.isEmpty() ? any(random) : near(random);
      int index = BytesPage.find(page, key);
      requireFound(page, key, index);
      if (isBranch) {
        int child = index >= 0 ? index : Math.max(0, ~index - 1);
        require(BytesPage.findChild(page, key) == child, "child of a key");
      }
      change(page, key, index, isBranch, random);
    }
    requireEntries(page);
    if (random.nextInt(4) == 0 && (!isBranch || !keys.isEmpty())) {
      requireSound(page, "changes");
    }
    build(page, isBranch);
  }

  private void read(byte[] page) {
    keys.clear();
    values.clear();
    larges.clear();
    for (int i = 0; i < PageHeader.count(page); i++) {
      byte[] key = BytesPage.key(page, i);
      require(i == 0 || Arrays.compareUnsigned(keys.get(i - 1), key) < 0, "order of byte strings");
      require(key.length == BytesPage.keyLength(page, i), "length of a key");
      keys.add(key);
      values.add(BytesPage.value(page, i));
      larges.add(BytesPage.isLarge(page, i));
    }
  }

  private static byte[] any(SplittableRandom random) {
    byte[] key = new byte[random.nextInt(12)];
    random.nextBytes(key);
    return key;
  }

  /** A key of the page, or one beside it. */
  private byte[] near(SplittableRandom random) {
    byte[] key = keys.get(random.nextInt(keys.size()));
    return switch (random.nextInt(5)) {
      case 0 -> Arrays.copyOf(key, Math.min(key.length + 1, BytesPage.MAX_KEY));
      case 1 -> Arrays.copyOf(key, Math.max(key.length - 1, 0));
      case 2 -> {
        byte[] other = key.clone();
        if (other.length > 0) {
          other[random.nextInt(other.length)] += (byte) (random.nextBoolean() ? 1 : -1);
        }
        yield other;
      }
      default -> key;
    };
  }

  private void requireFound(byte[] page, byte[] key, int index) {
    int at = index >= 0 ? index : ~index;
    boolean isHere = at < keys.size() && Arrays.equals(keys.get(at), key);
    require(isHere == index >= 0, "found what is not there, or not what is");
    require(at == 0 || Arrays.compareUnsigned(keys.get(at - 1), key) < 0, "place of a key");
    boolean isBelow = at < keys.size() && Arrays.compareUnsigned(key, keys.get(at)) <= 0;
    require(at == keys.size() || isBelow, "place of a key");
    boolean isAbove = !keys.isEmpty() && index < 0 && at == keys.size();
    require(BytesPage.isAboveAll(page, key) == isAbove, "a key above all");
  }

  private void change(
      byte[] page, byte[] key, int index, boolean isBranch, SplittableRandom random) {
    boolean isLarge = !isBranch && random.nextInt(4) == 0;
    byte[] value = value(key, isBranch, isLarge, random);
    if (index < 0) {
      if (BytesPage.insert(page, ~index, key, value, isLarge)) {
        keys.add(~index, key);
        values.add(~index, value);
        larges.add(~index, isLarge);
      }
    } else if (random.nextInt(3) == 0) {
      int to = Math.min(keys.size(), index + 1 + random.nextInt(3));
      BytesPage.remove(page, index, to);
      keys.subList(index, to).clear();
      values.subList(index, to).clear();
      larges.subList(index, to).clear();
    } else if (BytesPage.setValue(page, index, value, isLarge)) {
      values.set(index, value);
      larges.set(index, isLarge);
    }
  }

  private static byte[] value(
      byte[] key, boolean isBranch, boolean isLarge, SplittableRandom random) {
    if (isLarge) {
      return OverflowPage.reference(random.nextInt(1 << 20), 1 + random.nextInt(1 << 20));
    }
    if (isBranch) {
      return new byte[] {99, 0, 0, 0, 1, 0, 0, 0};
    }
    int most = random.nextInt(4) == 0 ? BytesPage.MAX_ENTRY - key.length : 20;
    byte[] value = new byte[random.nextInt(most + 1)];
    random.nextBytes(value);
    return value;
  }

  private void requireEntries(byte[] page) {
    require(PageHeader.count(page) == keys.size(), "count of entries");
    for (int i = 0; i < keys.size(); i++) {
      require(Arrays.equals(BytesPage.key(page, i), keys.get(i)), "a key");
      require(Arrays.equals(BytesPage.value(page, i), values.get(i)), "a value");
      require(BytesPage.isLarge(page, i) == larges.get(i), "whether a value is large");
    }
  }

  /** Lays the page out, and builds it anew, as a split would: the same entries in no more room. */
  private void build(byte[] page, boolean isBranch) {
    if (isBranch && keys.isEmpty()) {
      return;
    }
    Memory.zero(scratch, 0, PageHeader.PAGE_SIZE);
    TreePage.layOut(page, scratch);
    requireSound(scratch, "the layout");
    requireEntries(scratch);
    run.clear();
    run.addAll(page);
    if (run.count() == 0) {
      return;
    }
    int size = run.size(0, run.count());
    if (size <= BytesPage.CAPACITY) {
      run.build(0, run.count(), scratch);
      requireSound(scratch, "building");
      requireEntries(scratch);
      require(PageHeader.free(scratch) == BytesPage.CAPACITY - size, "the size that was foretold");
    }
  }
}
