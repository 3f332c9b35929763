package io.octavo.posting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.fixture.HeapFile;
import io.octavo.tree.TreeLimits;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Posting lists beside a model: batches, commits, roll-backs and reopenings in any order, over
 * kinds of ids that make different blocks. {@code -Doctavo.seed=N} runs one seed.
 */
class PostingModelTest {
  private static final String MAP = "postings";
  private static final long[] EDGES = {
    Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE
  };

  /** Kinds of ids, each of which makes another shape of blocks. */
  private enum Family {
    SMALL {
      @Override
      long draw(Random random) {
        return random.nextInt(3_000);
      }
    },
    EDGES_AND_NEAR {
      @Override
      long draw(Random random) {
        long near = random.nextInt(2_000) - 1_000L;
        return PostingModelTest.EDGES[random.nextInt(EDGES.length)] + near;
      }
    },
    RUNS {
      @Override
      long draw(Random random) {
        return ((long) random.nextInt(4) << 20) + random.nextInt(1_500);
      }
    },
    CLUSTERS {
      @Override
      long draw(Random random) {
        return ((long) random.nextInt(40) << 50) + random.nextInt(200) * 7L;
      }
    },
    ANYTHING {
      @Override
      long draw(Random random) {
        return random.nextLong();
      }
    };

    private static final long[] EDGES = PostingModelTest.EDGES;

    abstract long draw(Random random);
  }

  private final NavigableMap<Long, NavigableSet<Long>> model = new TreeMap<>();
  private Random random = new Random(0);
  private Family family = Family.SMALL;
  private HeapFile file = new HeapFile();

  private Store open(TreeLimits limits) {
    return EngineAccess.open(file, null, StoreOptions.defaults().cacheBytes(1 << 20), limits);
  }

  /** Runs a property from many seeds; a failure tells its seed. */
  private static void forEachSeed(int count, Test1 test) {
    Long only = Long.getLong("octavo.seed");
    for (long seed = only == null ? 1 : only; seed <= (only == null ? count : only); seed++) {
      try {
        test.run(seed);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(
            "seed "
                + seed
                + "; replay with: mvn -pl engine -am test -Dtest=PostingModelTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Doctavo.seed="
                + seed
                + ": "
                + e,
            e);
      }
    }
  }

  private interface Test1 {
    void run(long seed);
  }

  @Test
  void listsDoWhatSetsDo() {
    forEachSeed(Integer.getInteger("octavo.seeds", 15), this::listsDoWhatSetsDo);
  }

  private void listsDoWhatSetsDo(long seed) {
    random = new Random(seed);
    family = Family.values()[(int) (seed % Family.values().length)];
    TreeLimits limits = seed % 3 == 0 ? new TreeLimits(2, 4) : TreeLimits.PAGE;
    file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    model.clear();
    for (int round = 0; round < 4; round++) {
      try (Store store = open(limits)) {
        for (int commit = 0; commit < 4; commit++) {
          NavigableMap<Long, NavigableSet<Long>> before = copy();
          try (Transaction reader = store.beginRead();
              Transaction tx = store.beginWrite()) {
            PostingMap map = tx.postings(MAP);
            for (int i = random.nextInt(20); i >= 0; i--) {
              step(map);
            }
            verify(map, model);
            if (random.nextInt(5) == 0) {
              model.clear();
              model.putAll(before);
            } else {
              tx.commit();
            }
            verify(reader.postings(MAP), before);
          }
          try (Transaction tx = store.beginRead()) {
            verify(tx.postings(MAP), model);
          }
          if (random.nextInt(3) == 0) {
            store.checkpoint();
            assertThat(store.check().problems()).isEmpty();
          }
        }
      }
    }
  }

  private NavigableMap<Long, NavigableSet<Long>> copy() {
    NavigableMap<Long, NavigableSet<Long>> copy = new TreeMap<>();
    model.forEach((key, ids) -> copy.put(key, new TreeSet<>(ids)));
    return copy;
  }

  private long key() {
    return random.nextInt(4) == 0 ? EDGES[random.nextInt(EDGES.length)] : random.nextInt(6) * 40L;
  }

  private long[] draw(int count) {
    return random.ints(count).mapToLong(i -> family.draw(random)).sorted().toArray();
  }

  private void step(PostingMap map) {
    long key = key();
    NavigableSet<Long> ids = model.computeIfAbsent(key, k -> new TreeSet<>());
    switch (random.nextInt(15)) {
      case 13 -> addToMany(map);
      case 0, 1 -> {
        long id = family.draw(random);
        assertThat(map.add(key, id)).isEqualTo(ids.add(id));
      }
      case 2 -> append(map, key, ids);
      case 3, 4, 5, 6 -> {
        long[] added = draw(random.nextInt(random.nextInt(1_500) + 1));
        int from = random.nextInt(added.length + 1);
        int to = from + random.nextInt(added.length - from + 1);
        long fresh = Arrays.stream(added, from, to).filter(ids::add).count();
        assertThat(map.addAll(key, added, from, to)).isEqualTo(fresh);
      }
      case 7 -> {
        long id = near(ids);
        assertThat(map.remove(key, id)).isEqualTo(ids.remove(id));
      }
      case 8, 9, 10 -> removeSome(map, key, ids);
      case 11 -> {
        assertThat(map.removeList(key)).isEqualTo(ids.size());
        ids.clear();
      }
      case 12 -> {
        if (random.nextInt(8) == 0) {
          map.clear();
          model.clear();
          load(map);
        }
      }
      default -> {
        walk(map, key, ids);
        walkBack(map, key, ids);
      }
    }
    model.values().removeIf(NavigableSet::isEmpty);
  }

  private void addToMany(PostingMap map) {
    long[] keys = new long[random.nextInt(random.nextInt(1_500) + 1)];
    long[] ids = new long[keys.length];
    long fresh = 0;
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key();
      ids[i] = family.draw(random);
      fresh += model.computeIfAbsent(keys[i], k -> new TreeSet<>()).add(ids[i]) ? 1 : 0;
    }
    long[] keysBefore = keys.clone();
    long[] idsBefore = ids.clone();
    assertThat(map.addAll(keys, ids)).isEqualTo(fresh);
    assertThat(keys).isEqualTo(keysBefore);
    assertThat(ids).isEqualTo(idsBefore);
  }

  private void append(PostingMap map, long key, NavigableSet<Long> ids) {
    long id = ids.isEmpty() ? family.draw(random) : ids.last();
    for (int i = random.nextInt(700); i >= 0 && id < Long.MAX_VALUE - 10; i--) {
      id += 1 + random.nextInt(5);
      assertThat(map.add(key, id)).isEqualTo(ids.add(id));
    }
  }

  private long near(NavigableSet<Long> ids) {
    Long near = ids.ceiling(family.draw(random));
    return near == null ? family.draw(random) : near;
  }

  /** Removes some ids, most of them of a range, so that blocks become small, or vanish. */
  private void removeSome(PostingMap map, long key, NavigableSet<Long> ids) {
    NavigableSet<Long> removed = new TreeSet<>();
    Long from = ids.ceiling(family.draw(random));
    int count = random.nextInt(1_200);
    int keeps = random.nextInt(12);
    for (Long id = from; id != null && removed.size() < count; id = ids.higher(id)) {
      if (keeps == 0 || random.nextInt(keeps) > 0) {
        removed.add(id);
      }
    }
    for (long other : draw(random.nextInt(20))) {
      removed.add(other);
    }
    long[] array = array(removed);
    long present = removed.stream().filter(ids::remove).count();
    assertThat(map.removeAll(key, array)).isEqualTo(present);
  }

  private void load(PostingMap map) {
    for (int i = random.nextInt(12); i >= 0; i--) {
      long[] ids = draw(1 + random.nextInt(random.nextInt(60) == 0 ? 40_000 : 1_000));
      model.put(key() + i, new TreeSet<>(Arrays.stream(ids).boxed().toList()));
    }
    map.load(lists(model));
  }

  static PostingLists lists(Map<Long, NavigableSet<Long>> source) {
    Iterator<Map.Entry<Long, NavigableSet<Long>>> entries = source.entrySet().iterator();
    return new PostingLists() {
      private Map.@Nullable Entry<Long, NavigableSet<Long>> present;
      private @Nullable Iterator<Long> ids;

      @Override
      public boolean next() {
        boolean found = entries.hasNext();
        if (found) {
          present = entries.next();
          ids = present.getValue().iterator();
        }
        return found;
      }

      @Override
      public long key() {
        return present == null ? 0 : present.getKey();
      }

      @Override
      public int nextBlock(long[] into) {
        int count = 0;
        while (count < Math.min(into.length, 100) && ids != null && ids.hasNext()) {
          into[count++] = ids.next();
        }
        return count;
      }
    };
  }

  static long[] array(NavigableSet<Long> ids) {
    return ids.stream().mapToLong(Long::longValue).toArray();
  }

  /** Moves a cursor, with writes of the same transaction between. */
  private void walk(PostingMap map, long key, NavigableSet<Long> ids) {
    PostingCursor cursor = map.cursor(key);
    Long on = null;
    long[] into = new long[1 + random.nextInt(700)];
    for (int i = 0; i < 60; i++) {
      Long next = on == null ? first(ids) : ids.higher(on);
      int move = random.nextInt(8);
      switch (move) {
        case 0, 1, 2 -> assertThat(cursor.next()).isEqualTo(next != null);
        case 3, 4 -> {
          long target = family.draw(random);
          Long ceiling = ids.ceiling(target);
          next = on != null && on >= target ? on : ceiling;
          if (on != null && next != null && next < on) {
            next = on;
          }
          assertThat(cursor.seek(target)).isEqualTo(next != null);
        }
        case 5 -> {
          int count = cursor.nextBlock(into);
          assertThat(count > 0).isEqualTo(next != null);
          for (int j = 0; j < count; j++) {
            assertThat(into[j]).isEqualTo(next);
            Long behind = ids.higher(into[j]);
            next = behind == null || j + 1 == count ? next : behind;
          }
        }
        case 6 -> {
          long id = random.nextBoolean() ? near(ids) : family.draw(random);
          assertThat(map.add(key, id)).isEqualTo(ids.add(id));
          next = on;
        }
        default -> {
          long id = on != null && random.nextBoolean() ? on : near(ids);
          assertThat(map.remove(key, id)).isEqualTo(ids.remove(id));
          next = on;
        }
      }
      on = next;
      if (on == null && move < 6) {
        assertThat(cursor.countRest()).isZero();
        return;
      }
      if (on != null) {
        assertThat(cursor.id()).isEqualTo(on);
      }
    }
    assertThat(cursor.countRest()).isEqualTo((on == null ? ids : ids.tailSet(on, false)).size());
    assertThat(cursor.next()).isFalse();
  }

  /** Reads from the greatest id down, with writes of the same transaction between. */
  private void walkBack(PostingMap map, long key, NavigableSet<Long> ids) {
    long most = random.nextBoolean() ? Long.MAX_VALUE : near(ids);
    PrimitiveIterator.OfLong back = map.descending(key, most);
    Long next = ids.floor(most);
    for (int i = 0; i < 1_500 && next != null; i++) {
      assertThat(back.hasNext()).isTrue();
      long on = back.nextLong();
      assertThat(on).isEqualTo(next);
      if (random.nextInt(100) == 0) {
        long id = random.nextBoolean() ? near(ids) : family.draw(random);
        if (random.nextBoolean()) {
          assertThat(map.add(key, id)).isEqualTo(ids.add(id));
        } else {
          assertThat(map.remove(key, id)).isEqualTo(ids.remove(id));
        }
      }
      next = ids.lower(on);
    }
    assertThat(back.hasNext()).isEqualTo(next != null);
  }

  private static @Nullable Long first(NavigableSet<Long> ids) {
    return ids.isEmpty() ? null : ids.first();
  }

  private void verify(PostingMap map, NavigableMap<Long, NavigableSet<Long>> expected) {
    assertThat(map.size()).isEqualTo(expected.size());
    assertThat(map.isEmpty()).isEqualTo(expected.isEmpty());
    assertThat(map.keys().boxed()).containsExactlyElementsOf(expected.keySet());
    PostingListCursor lists = map.lists();
    long[] block = new long[600];
    for (Map.Entry<Long, NavigableSet<Long>> entry : expected.entrySet()) {
      long key = entry.getKey();
      NavigableSet<Long> ids = entry.getValue();
      assertThat(map.count(key)).isEqualTo(ids.size());
      assertThat(lists.next()).isTrue();
      assertThat(lists.key()).isEqualTo(key);
      assertThat(lists.count()).isEqualTo(ids.size());
      if (random.nextBoolean()) {
        long[] all = new long[ids.size()];
        int count = 0;
        for (int n = lists.nextBlock(block); n > 0; n = lists.nextBlock(block)) {
          System.arraycopy(block, 0, all, count, n);
          count += n;
        }
        assertThat(count).isEqualTo(all.length);
        assertThat(all).isEqualTo(array(ids));
      }
      PostingCursor cursor = map.cursor(key);
      Long before = null;
      for (long id : ids) {
        if (!cursor.next() || cursor.id() != id) {
          throw new AssertionError("list " + key + ": not " + id + " behind " + before);
        }
        before = id;
      }
      assertThat(cursor.next()).isFalse();
      PrimitiveIterator.OfLong back = map.descending(key, Long.MAX_VALUE);
      for (long id : ids.descendingSet()) {
        if (!back.hasNext() || back.nextLong() != id) {
          throw new AssertionError("list " + key + ": not " + id + " from the end");
        }
      }
      assertThatThrownBy(back::nextLong).isInstanceOf(NoSuchElementException.class);
      for (int i = 0; i < 5; i++) {
        long id = random.nextBoolean() ? near(ids) : family.draw(random);
        assertThat(map.contains(key, id)).isEqualTo(ids.contains(id));
      }
    }
    assertThat(lists.next()).isFalse();
    long key = key();
    Long ceiling = expected.ceilingKey(key);
    assertThat(lists.seek(key)).isEqualTo(ceiling != null);
    if (ceiling != null) {
      assertThat(lists.key()).isEqualTo(ceiling);
    }
    assertThat(map.count(1_003)).isZero();
    assertThat(map.contains(1_003, 7)).isFalse();
  }

  @Test
  void setOperationsDoWhatSetsDo() {
    forEachSeed(Integer.getInteger("octavo.seeds", 30), this::setOperationsDoWhatSetsDo);
  }

  private void setOperationsDoWhatSetsDo(long seed) {
    random = new Random(seed);
    family = Family.values()[(int) (seed % Family.values().length)];
    file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    model.clear();
    try (Store store = open(TreeLimits.PAGE)) {
      try (Transaction tx = store.beginWrite()) {
        for (long key = 0; key < 6; key++) {
          NavigableSet<Long> ids = new TreeSet<>();
          // Half of the lists are long: those of small ids then have bitmaps.
          int count = 1 << (random.nextBoolean() ? random.nextInt(13) : 10 + random.nextInt(3));
          int shared = random.nextInt(3);
          for (long id : draw(count)) {
            ids.add(shared == 0 ? id : id & -(1L << shared));
          }
          if (key == 5) {
            ids.clear();
          }
          model.put(key, ids);
          tx.postings(MAP).addAll(key, array(ids));
        }
        tx.commit();
      }
      try (Transaction tx = store.beginRead()) {
        for (int i = 0; i < 24; i++) {
          Combined combined = combine(tx.postings(MAP), 1 + random.nextInt(3));
          compare(combined);
        }
        for (int i = 0; i < 24; i++) {
          countBoth(tx.postings(MAP), random.nextInt(6), random.nextInt(6));
        }
      }
    }
  }

  /** Counts an intersection, from its beginning or from some id on. */
  private void countBoth(PostingMap map, long left, long right) {
    NavigableSet<Long> ids = new TreeSet<>(model.getOrDefault(left, new TreeSet<>()));
    ids.retainAll(model.getOrDefault(right, new TreeSet<>()));
    PostingCursor both = PostingCursor.intersection(map.cursor(left), map.cursor(right));
    if (random.nextBoolean()) {
      boolean isOn = random.nextBoolean() ? both.next() : both.seek(family.draw(random));
      ids = isOn ? ids.tailSet(both.id(), false) : new TreeSet<>();
    }
    long counted = both.countRest();
    assertThat(counted).as("%d and %d", left, right).isEqualTo(ids.size());
  }

  private record Combined(PostingCursor cursor, NavigableSet<Long> ids, String text) {}

  private Combined combine(PostingMap map, int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      long key = random.nextInt(6);
      NavigableSet<Long> ids = model.getOrDefault(key, new TreeSet<>());
      return new Combined(map.cursor(key), new TreeSet<>(ids), "list " + key);
    }
    Combined[] parts = new Combined[2 + random.nextInt(3)];
    Arrays.setAll(parts, i -> combine(map, depth - 1));
    PostingCursor[] cursors =
        Arrays.stream(parts).map(Combined::cursor).toArray(PostingCursor[]::new);
    NavigableSet<Long> ids = parts[0].ids();
    String text = Arrays.stream(parts).map(Combined::text).toList().toString();
    switch (random.nextInt(3)) {
      case 0 -> {
        Arrays.stream(parts).skip(1).forEach(part -> ids.retainAll(part.ids()));
        return new Combined(PostingCursor.intersection(cursors), ids, "intersection " + text);
      }
      case 1 -> {
        Arrays.stream(parts).skip(1).forEach(part -> ids.addAll(part.ids()));
        return new Combined(PostingCursor.union(cursors), ids, "union " + text);
      }
      default -> {
        ids.removeAll(parts[1].ids());
        return new Combined(
            PostingCursor.difference(cursors[0], cursors[1]), ids, "difference " + text);
      }
    }
  }

  private void compare(Combined combined) {
    PostingCursor cursor = combined.cursor();
    NavigableSet<Long> ids = combined.ids();
    assertThat(cursor.count()).as(combined.text()).isGreaterThanOrEqualTo(ids.size());
    Long on = null;
    boolean isNew = true;
    int way = random.nextInt(4);
    long[] into = new long[random.nextBoolean() ? 600 : 1 + random.nextInt(300)];
    while (isNew || on != null) {
      if (random.nextInt(isNew ? 4 : 40) == 0) {
        assertThat(cursor.countRest())
            .as(combined.text())
            .isEqualTo((on == null ? ids : ids.tailSet(on, false)).size());
        assertThat(cursor.next()).as(combined.text()).isFalse();
        return;
      }
      Long next = isNew ? first(ids) : ids.higher(on);
      int move = way == 3 ? random.nextInt(3) : way;
      if (move == 0) {
        assertThat(cursor.next()).as(combined.text()).isEqualTo(next != null);
      } else if (move == 1) {
        int count = cursor.nextBlock(into);
        assertThat(count > 0).as(combined.text()).isEqualTo(next != null);
        for (int i = 0; i < count; i++) {
          if (next == null || into[i] != next) {
            throw new AssertionError(combined.text() + ": " + into[i] + " in place of " + next);
          }
          next = i + 1 < count ? ids.higher(next) : next;
        }
      } else {
        long target = family.draw(random);
        Long ceiling = ids.ceiling(target);
        next = on != null && on >= target ? on : ceiling;
        if (next != null && next.equals(on)) {
          target = on == Long.MAX_VALUE ? on : on + 1;
          next = ids.ceiling(target);
        }
        assertThat(cursor.seek(target)).as(combined.text()).isEqualTo(next != null);
      }
      isNew = false;
      on = next;
      if (on != null) {
        assertThat(cursor.id()).as(combined.text()).isEqualTo(on);
        if (on == Long.MAX_VALUE) {
          assertThat(cursor.next()).isFalse();
          break;
        }
      }
    }
  }
}
