package io.octavo.fuzz;

import io.octavo.Transaction;
import io.octavo.map.LongCursor;
import io.octavo.map.LongEntry;
import io.octavo.map.LongMap;
import java.util.ArrayList;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares what a transaction sees with a model, through every call that reads. */
final class Comparison {
  private Comparison() {}

  /** Compares everything, in both directions. */
  static void sameAll(Transaction transaction, Model model) {
    same("names", new ArrayList<>(transaction.names()), new ArrayList<>(model.names()));
    model.requireSame(transaction);
  }

  /** Compares all entries of a map, in both directions. */
  static void sameAll(LongMap map, NavigableMap<Long, Long> expected) {
    same("size", map.size(), (long) expected.size());
    LongCursor forward = map.cursor();
    for (Map.Entry<Long, Long> entry : expected.entrySet()) {
      same("an entry going forward", forward.next(), true);
      same("entry going forward", Map.entry(forward.key(), forward.value()), entry);
    }
    same("end going forward", forward.next(), false);
    LongCursor backward = map.cursor();
    for (Map.Entry<Long, Long> entry : expected.descendingMap().entrySet()) {
      same("an entry going backward", backward.previous(), true);
      same("entry going backward", Map.entry(backward.key(), backward.value()), entry);
    }
    same("end going backward", backward.previous(), false);
  }

  /** Requires an estimate to be wrong by no more than the changes that may wait in a front. */
  static void near(long estimate, long size, long most) {
    if (Math.abs(estimate - size) > most) {
      throw new AssertionError("estimatedSize " + estimate + " of " + size + " +- " + most);
    }
  }

  /** Compares every answer about one key. */
  static void sameAround(LongMap map, NavigableMap<Long, Long> model, long key) {
    Long value = model.get(key);
    same("get", map.get(key, 42), value == null ? 42L : value);
    same("contains", map.contains(key), value != null);
    same("size", map.size(), (long) model.size());
    sameEntry("first", map.first(), model.firstEntry());
    sameEntry("last", map.last(), model.lastEntry());
    sameEntry("floor", map.floor(key), model.floorEntry(key));
    sameEntry("ceiling", map.ceiling(key), model.ceilingEntry(key));
    sameEntry("lower", map.lower(key), model.lowerEntry(key));
    sameEntry("higher", map.higher(key), model.higherEntry(key));
  }

  /** Compares what a cursor says about the entry that it stands on. */
  static void sameEntry(LongCursor cursor, @Nullable Long key, NavigableMap<Long, Long> model) {
    if (key == null) {
      refuses("key of a cursor on no entry", cursor::key);
      refuses("value of a cursor on no entry", cursor::value);
      return;
    }
    same("key", cursor.key(), key);
    Long value = model.get(key);
    if (value == null) {
      refuses("value of an entry that was removed", cursor::value);
    } else {
      same("value", cursor.value(), value);
    }
  }

  /** Requires a call to say that there is no entry. */
  static void refuses(String what, Runnable call) {
    try {
      call.run();
    } catch (IllegalStateException e) {
      return;
    }
    throw new AssertionError(what + ": no IllegalStateException");
  }

  private static void sameEntry(
      String what, @Nullable LongEntry found, Map.@Nullable Entry<Long, Long> expected) {
    same(
        what,
        found,
        expected == null ? null : new LongEntry(expected.getKey(), expected.getValue()));
  }

  /** Requires two results to be equal. */
  static void same(String what, @Nullable Object found, @Nullable Object expected) {
    if (!Objects.equals(found, expected)) {
      throw new AssertionError(what + ": found " + found + ", expected " + expected);
    }
  }
}
