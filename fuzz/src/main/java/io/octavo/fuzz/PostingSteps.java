package io.octavo.fuzz;

import static io.octavo.fuzz.Comparison.same;

import io.octavo.Transaction;
import io.octavo.posting.PostingCursor;
import io.octavo.posting.PostingListCursor;
import io.octavo.posting.PostingLists;
import io.octavo.posting.PostingMap;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What an {@link Execution} does to the posting lists of an open transaction. */
final class PostingSteps implements Steps {
  /** Names of posting lists; none of them is that of another map. */
  static final List<String> NAMES = List.of("postings", "\u00FFostings");

  private static final int MOST_IDS = 8_000;
  private static final long[] KEYS = {Long.MIN_VALUE, -70_000, -1, 0, 1, 63, 64, Long.MAX_VALUE};

  private final PostingMap map;
  private final NavigableMap<Long, NavigableSet<Long>> model;
  private final int shape;
  private final SplittableRandom random;

  PostingSteps(Scenario scenario, Transaction transaction, Model working, Operation operation) {
    int index = operation.map() % NAMES.size();
    String name = NAMES.get(index);
    this.map = transaction.postings(name);
    this.model = working.writePostings(name);
    this.shape = (int) Math.floorMod(scenario.seed() / 4 + index, 4L);
    this.random = new SplittableRandom(operation.a());
  }

  /** Returns whether a scenario has posting lists in place of maps of byte strings. */
  static boolean isFor(Scenario scenario) {
    return Math.floorMod(scenario.seed(), 4L) == 3;
  }

  private long id() {
    return switch (shape) {
      case 0 -> random.nextInt(2_000);
      case 1 -> random.nextLong();
      case 2 -> (random.nextLong(8) << 59) + random.nextInt(400);
      default -> 7L * random.nextInt(3_000) - (random.nextInt(8) == 0 ? Long.MAX_VALUE : 0);
    };
  }

  private long[] ids(int count) {
    return random.longs(count).map(any -> id()).sorted().toArray();
  }

  /** Changes and reads. */
  @Override
  public void change(int count) {
    for (int i = 0; i < 1 + count / 20; i++) {
      long key = KEYS[random.nextInt(KEYS.length)];
      NavigableSet<Long> ids = model.computeIfAbsent(key, k -> new TreeSet<>());
      boolean isFull = model.values().stream().mapToInt(NavigableSet::size).sum() > MOST_IDS;
      switch (isFull ? 3 + random.nextInt(4) : random.nextInt(7)) {
        case 0, 1 -> {
          long[] added = ids(random.nextInt(1 + 4 * count));
          long fresh = Arrays.stream(added).filter(ids::add).count();
          same("addAll", map.addAll(key, added), fresh);
        }
        case 2 -> {
          for (int j = random.nextInt(10); j >= 0; j--) {
            long id = id();
            boolean isNew = ids.add(id);
            if (id % 2 == 0) {
              same("add", map.add(key, id), isNew);
            } else {
              long added = map.addAll(new long[] {key, key}, new long[] {id, id});
              same("addAll of pairs", added, isNew ? 1L : 0L);
            }
          }
        }
        case 3, 4 -> removeMost(key, ids, count);
        case 5 -> {
          long id = id();
          Long near = ids.ceiling(id);
          same("remove", map.remove(key, near == null ? id : near), near != null);
          ids.remove(near == null ? id : near);
        }
        default -> {
          if (random.nextInt(4) == 0) {
            same("removeList", map.removeList(key), (long) ids.size());
            ids.clear();
          }
        }
      }
      model.values().removeIf(NavigableSet::isEmpty);
    }
    if (random.nextInt(60) == 0) {
      map.clear();
      model.clear();
    } else if (model.isEmpty()) {
      load(count);
    }
    same("size", map.size(), (long) model.size());
    operations();
  }

  /** Removes most ids of a part of a list. */
  private void removeMost(long key, NavigableSet<Long> ids, int count) {
    NavigableSet<Long> removed = new TreeSet<>();
    int keeps = 1 + random.nextInt(8);
    Long id = ids.ceiling(id());
    for (int i = random.nextInt(1 + 8 * count); i > 0 && id != null; i--) {
      if (keeps == 1 || random.nextInt(keeps) > 0) {
        removed.add(id);
      }
      id = ids.higher(id);
    }
    removed.add(id());
    long present = removed.stream().filter(ids::contains).count();
    same("removeAll", map.removeAll(key, array(removed)), present);
    ids.removeAll(removed);
  }

  static long[] array(NavigableSet<Long> ids) {
    return ids.stream().mapToLong(Long::longValue).toArray();
  }

  private void load(int count) {
    for (long key : KEYS) {
      if (random.nextBoolean()) {
        NavigableSet<Long> ids = new TreeSet<>();
        Arrays.stream(ids(1 + random.nextInt(1 + 8 * count))).forEach(ids::add);
        model.put(key, ids);
      }
    }
    map.load(lists(model));
  }

  private static PostingLists lists(NavigableMap<Long, NavigableSet<Long>> source) {
    Iterator<Map.Entry<Long, NavigableSet<Long>>> entries = source.entrySet().iterator();
    return new PostingLists() {
      private long key;
      private Iterator<Long> ids = new TreeSet<Long>().iterator();

      @Override
      public boolean next() {
        boolean found = entries.hasNext();
        if (found) {
          Map.Entry<Long, NavigableSet<Long>> entry = entries.next();
          key = entry.getKey();
          ids = entry.getValue().iterator();
        }
        return found;
      }

      @Override
      public long key() {
        return key;
      }

      @Override
      public int nextBlock(long[] into) {
        int count = 0;
        while (count < into.length && ids.hasNext()) {
          into[count++] = ids.next();
        }
        return count;
      }
    };
  }

  /** Compares an intersection, a union and a difference of two lists. */
  private void operations() {
    long left = KEYS[random.nextInt(KEYS.length)];
    long right = KEYS[random.nextInt(KEYS.length)];
    NavigableSet<Long> lefts = model.getOrDefault(left, new TreeSet<>());
    NavigableSet<Long> rights = model.getOrDefault(right, new TreeSet<>());
    NavigableSet<Long> expected = new TreeSet<>(lefts);
    PostingCursor cursor;
    switch (random.nextInt(3)) {
      case 0 -> {
        expected.retainAll(rights);
        cursor = PostingCursor.intersection(map.cursor(left), map.cursor(right));
      }
      case 1 -> {
        expected.addAll(rights);
        cursor = PostingCursor.union(map.cursor(left), map.cursor(right));
      }
      default -> {
        expected.removeAll(rights);
        cursor = PostingCursor.difference(map.cursor(left), map.cursor(right));
      }
    }
    sameIds("a set operation", cursor, expected);
  }

  private static void sameIds(String what, PostingCursor cursor, NavigableSet<Long> expected) {
    long[] into = new long[600];
    Iterator<Long> ids = expected.iterator();
    for (int count = cursor.nextBlock(into); count > 0; count = cursor.nextBlock(into)) {
      for (int i = 0; i < count; i++) {
        same(what, into[i], ids.hasNext() ? ids.next() : null);
      }
    }
    same(what + ": more ids", ids.hasNext(), false);
  }

  /** Moves a cursor, with writes of the same transaction between. */
  @Override
  public void walk(int count) {
    long key = KEYS[random.nextInt(KEYS.length)];
    NavigableSet<Long> ids = model.computeIfAbsent(key, k -> new TreeSet<>());
    PostingCursor cursor = map.cursor(key);
    Long on = null;
    boolean isOver = false;
    for (int i = 0; i < count && !isOver; i++) {
      long id = id();
      int move = random.nextInt(8);
      if (move < 6) {
        Long next = on == null ? first(ids) : ids.higher(on);
        if (move == 5 && (on == null || id > on)) {
          next = ids.ceiling(id);
          same("seek", cursor.seek(id), next != null);
        } else {
          same("next", cursor.next(), next != null);
        }
        on = next;
        isOver = next == null;
      } else if (move == 6) {
        same("add", map.add(key, id), ids.add(id));
      } else {
        Long near = on != null && random.nextBoolean() ? on : ids.ceiling(id);
        same("remove", map.remove(key, near == null ? id : near), near != null && ids.remove(near));
      }
      if (on != null) {
        same("id", cursor.id(), on);
      }
    }
    model.values().removeIf(NavigableSet::isEmpty);
  }

  private static @Nullable Long first(NavigableSet<Long> ids) {
    return ids.isEmpty() ? null : ids.first();
  }

  /** Compares all lists. */
  static void sameAll(PostingMap map, NavigableMap<Long, NavigableSet<Long>> expected) {
    same("size", map.size(), (long) expected.size());
    PostingListCursor lists = map.lists();
    for (Map.Entry<Long, NavigableSet<Long>> entry : expected.entrySet()) {
      long key = entry.getKey();
      NavigableSet<Long> ids = entry.getValue();
      same("a list", lists.next() ? lists.key() : null, key);
      same("count", map.count(key), (long) ids.size());
      sameIds("list " + key, map.cursor(key), ids);
      long middle = ids.first() / 2 + ids.last() / 2;
      same("contains", map.contains(key, middle), ids.contains(middle));
      same("contains the last", map.contains(key, ids.last()), true);
    }
    same("the end of the lists", lists.next(), false);
  }
}
