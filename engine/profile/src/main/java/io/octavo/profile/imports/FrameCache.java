package io.octavo.profile.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.octavo.profile.FlameGraph;
import java.util.Arrays;

/** The ids of frames by the bytes of their names: a hash table with open addresses. */
final class FrameCache {
  /** Above it the table is forgotten; so far do the names of large programs not go. */
  private static final int MOST_BYTES = 1 << 26;

  private static final int FIRST_ENTRIES = 1 << 10;
  private static final int MULTIPLIER = 0x9E3779B1;

  private final SampleSink sink;
  private byte[] names = new byte[1 << 16];
  // Entry i has the name from ends[i] to ends[i + 1].
  private int[] ends = new int[FIRST_ENTRIES + 1];
  private int[] hashes = new int[FIRST_ENTRIES];
  private int[] ids = new int[FIRST_ENTRIES];
  private int size;
  // The number of an entry, plus 1; 0 for none. Twice as long as the entries have room.
  private int[] table = new int[2 * FIRST_ENTRIES];

  FrameCache(SampleSink sink) {
    this.sink = sink;
  }

  /** Returns the id of the frame of a name. */
  int frame(byte[] bytes, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    hash *= MULTIPLIER;
    int at = place(hash);
    while (table[at] != 0) {
      int entry = table[at] - 1;
      if (hashes[entry] == hash
          && Arrays.equals(names, ends[entry], ends[entry + 1], bytes, from, to)) {
        return ids[entry];
      }
      at = (at + 1) & (table.length - 1);
    }
    int id = sink.frame(new String(bytes, from, to - from, UTF_8), FlameGraph.NO_LINE);
    add(bytes, from, to, hash, id);
    return id;
  }

  private int place(int hash) {
    return hash >>> (Integer.numberOfLeadingZeros(table.length) + 1);
  }

  private void add(byte[] bytes, int from, int to, int hash, int id) {
    int length = to - from;
    if (ends[size] > MOST_BYTES) {
      size = 0;
      Arrays.fill(table, 0);
    } else if (size == ids.length) {
      grow();
    }
    int end = ends[size] + length;
    if (names.length < end) {
      names = Arrays.copyOf(names, Math.max(2 * names.length, end));
    }
    System.arraycopy(bytes, from, names, ends[size], length);
    hashes[size] = hash;
    ids[size] = id;
    ends[++size] = end;
    link(size);
  }

  private void grow() {
    ids = Arrays.copyOf(ids, 2 * size);
    hashes = Arrays.copyOf(hashes, 2 * size);
    ends = Arrays.copyOf(ends, 2 * size + 1);
    table = new int[4 * size];
    for (int entry = 1; entry <= size; entry++) {
      link(entry);
    }
  }

  private void link(int entry) {
    int at = place(hashes[entry - 1]);
    while (table[at] != 0) {
      at = (at + 1) & (table.length - 1);
    }
    table[at] = entry;
  }
}
