package io.octavo.page.longs;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
import io.octavo.page.check.PageCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A leaf and the map that says what it should hold. */
final class LeafModel {
  private final SplittableRandom random;
  private final byte[] page = PageHeader.newPage();
  private final NavigableMap<Long, Long> map = new TreeMap<>();
  private final int keyKind;
  private final int valueKind;

  LeafModel(SplittableRandom random) {
    this.random = random;
    this.keyKind = random.nextInt(6);
    this.valueKind = random.nextInt(5);
    LeafPage.format(page, 17, 3);
  }

  byte[] page() {
    return page;
  }

  NavigableMap<Long, Long> map() {
    return map;
  }

  /** Draws a key of the distribution that this leaf has. */
  long key() {
    return switch (keyKind) {
      case 0 -> random.nextInt(1500);
      case 1 -> random.nextInt(3000) - 1500L;
      case 2 -> 1_700_000_000_000L + 1000L * random.nextInt(4000);
      case 3 -> random.nextLong();
      case 4 -> random.nextLong() >> random.nextInt(64);
      default -> extreme();
    };
  }

  private long extreme() {
    int near = random.nextInt(600);
    return switch (random.nextInt(4)) {
      case 0 -> Long.MIN_VALUE + near;
      case 1 -> Long.MAX_VALUE - near;
      case 2 -> near - 300;
      default -> (1L << random.nextInt(64)) - near % 3;
    };
  }

  long value() {
    return switch (valueKind) {
      case 0 -> random.nextInt(256);
      case 1 -> random.nextLong() >>> random.nextInt(64);
      case 2 -> (1L << 40) + random.nextInt(1 << 20);
      case 3 -> -random.nextInt(1000);
      default -> extreme();
    };
  }

  /** Does one operation of a mix, on the page and on the map. */
  void step() {
    int dice = random.nextInt(100);
    if (dice < 60) {
      put(key(), value());
    } else if (dice < 75 && !map.isEmpty()) {
      Long key = map.ceilingKey(key());
      put(key == null ? map.lastKey() : key, value());
    } else if (dice < 90) {
      removeRange(key(), 0);
    } else if (dice < 93) {
      removeRange(key(), random.nextInt(50));
    } else if (dice < 97) {
      LeafPage.compact(page);
    } else {
      rebuild();
    }
  }

  void put(long key, long value) {
    int index = LeafPage.find(page, key);
    assertThat(index >= 0).as("key %d", key).isEqualTo(map.containsKey(key));
    byte[] before = page.clone();
    if (tryPut(index, key, value)) {
      map.put(key, value);
      return;
    }
    assertThat(page).as("a refused change changes nothing").isEqualTo(before);
    LeafPage.compact(page);
    if (tryPut(LeafPage.find(page, key), key, value)) {
      map.put(key, value);
      return;
    }
    map.put(key, value);
    rebuildWith(key, value);
  }

  private boolean tryPut(int index, long key, long value) {
    return index >= 0
        ? LeafPage.setValue(page, index, value)
        : LeafPage.insert(page, ~index, key, value);
  }

  private void rebuild() {
    EntryRun run = new EntryRun();
    run.appendAll(page);
    LeafPage.build(run, 0, run.count(), page);
  }

  /** Lays the page out anew with one more entry; what does not fit is split off and forgotten. */
  private void rebuildWith(long key, long value) {
    EntryRun run = new EntryRun();
    run.appendAll(page);
    run.put(key, value);
    assertThat(run.count()).isEqualTo(map.size());
    int[] bounds = run.partition(1, LeafPage.MAX_COUNT);
    int kept = random.nextInt(bounds.length - 1);
    LeafPage.build(run, bounds[kept], bounds[kept + 1], page);
    long first = run.key(bounds[kept]);
    long last = run.key(bounds[kept + 1] - 1);
    map.headMap(first, false).clear();
    map.tailMap(last, false).clear();
  }

  private void removeRange(long from, int most) {
    int index = LeafPage.find(page, from);
    int first = index < 0 ? ~index : index;
    int last = Math.min(PageHeader.count(page), first + most + (index < 0 ? 0 : 1));
    if (first == last) {
      return;
    }
    List<Long> keys = new ArrayList<>();
    for (int i = first; i < last; i++) {
      keys.add(LeafPage.key(page, i));
    }
    LeafPage.remove(page, first, last);
    map.keySet().removeAll(keys);
  }

  /** Compares the rules, and the count. */
  void check() {
    assertThat(PageCheck.check(page)).isNull();
    assertThat(PageHeader.count(page)).isEqualTo(map.size());
  }

  /** Compares every entry, and searches near each. */
  void compare() {
    int index = 0;
    for (Map.Entry<Long, Long> entry : map.entrySet()) {
      long key = entry.getKey();
      boolean same =
          LeafPage.key(page, index) == key && LeafPage.value(page, index) == entry.getValue();
      assertThat(same).as("entry %d: %s", index, entry).isTrue();
      assertThat(LeafPage.find(page, key)).isEqualTo(index);
      if (key != Long.MIN_VALUE && !map.containsKey(key - 1)) {
        assertThat(LeafPage.find(page, key - 1)).isEqualTo(~index);
      }
      if (key != Long.MAX_VALUE && !map.containsKey(key + 1)) {
        assertThat(LeafPage.find(page, key + 1)).isEqualTo(~(index + 1));
      }
      // A bound only says where to look first.
      assertThat(LeafPage.find(page, key, random.nextLong())).isEqualTo(index);
      index++;
    }
  }
}
