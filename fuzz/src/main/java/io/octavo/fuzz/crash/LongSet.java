package io.octavo.fuzz.crash;

import java.util.Arrays;

/** A set of hashes; they are spread already, so their low bits are their place. */
final class LongSet {
  private long[] table = new long[1 << 12];
  private int size;
  private boolean hasZero;

  /** Adds a number; tells whether it is new. */
  boolean add(long value) {
    if (value == 0) {
      boolean isNew = !hasZero;
      hasZero = true;
      return isNew;
    }
    if (size * 2 >= table.length) {
      long[] old = table;
      table = new long[old.length * 2];
      Arrays.stream(old).filter(each -> each != 0).forEach(each -> table[place(each)] = each);
    }
    int place = place(value);
    if (table[place] == value) {
      return false;
    }
    table[place] = value;
    size++;
    return true;
  }

  private int place(long value) {
    int place = (int) value & (table.length - 1);
    while (table[place] != 0 && table[place] != value) {
      place = (place + 1) & (table.length - 1);
    }
    return place;
  }
}
