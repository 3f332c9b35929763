package io.octavo.fuzz.method;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.map.LongMap;

/** Commits of which each puts its number, so that the maps show which was the last. */
final class NumberedCommits {
  private static final int KEYS = 8;
  private final String map;

  /** The number of the last one that returned. Assigned where the stack may be too full to call. */
  volatile long acknowledged;

  /** The number of the last one that was attempted. */
  private volatile long attempted;

  NumberedCommits(String map) {
    this.map = map;
  }

  long acknowledged() {
    return acknowledged;
  }

  long attempted() {
    return attempted;
  }

  /** Begins the commit behind the last one that returned. One that threw is tried again. */
  long begin() {
    attempted = acknowledged + 1;
    return attempted;
  }

  /** Says that the last attempt returned. */
  void acknowledge() {
    acknowledged = attempted;
  }

  /** Takes what a store holds that was opened anew. */
  void rebase(Store store) {
    acknowledged = store.read(transaction -> transaction.longMap(map).get(-1, 0));
    attempted = acknowledged;
  }

  /** The map of commit n holds n, and the last number of each key. */
  void put(Transaction transaction, long number) {
    LongMap numbers = transaction.longMap(map);
    numbers.put(-1, number);
    numbers.put(number % KEYS, number);
  }

  /** Makes a commit that must return. */
  void commit(Store store) {
    long number = begin();
    store.write(transaction -> put(transaction, number));
    acknowledge();
  }

  /** Requires the content of exactly one commit. */
  void require(Transaction transaction, long least, long most) {
    LongMap numbers = transaction.longMap(map);
    long number = numbers.get(-1, 0);
    if (number < least || number > most) {
      throw new AssertionError(map + ": commit " + number + " is not in " + least + " to " + most);
    }
    for (long key = 0; key < KEYS; key++) {
      long expected = Math.max(0, number - Math.floorMod(number - key, KEYS));
      long found = numbers.get(key, 0);
      if (found != expected) {
        throw new AssertionError(
            map + ", commit " + number + ", key " + key + ": " + found + ", not " + expected);
      }
    }
  }
}
