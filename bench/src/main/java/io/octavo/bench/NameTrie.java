package io.octavo.bench;

import io.octavo.packed.Varint;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Strings as a radix trie on disk: the nodes depth first, each with the length of its label, the
 * label, and the number of its children. The lowest bit of that number tells whether a string ends
 * at the node. All numbers are varints.
 *
 * <p>The order in which the strings arrived is lost; {@link #ranks} keeps it.
 */
final class NameTrie {
  private final byte[][] sorted;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final byte[] number = new byte[Varint.MAX_LENGTH];

  private NameTrie(byte[][] sorted) {
    this.sorted = sorted;
  }

  /**
   * Encodes strings.
   *
   * @param strings distinct strings
   */
  static byte[] encode(byte[][] strings) {
    byte[][] sorted = strings.clone();
    Arrays.sort(sorted, Arrays::compareUnsigned);
    NameTrie trie = new NameTrie(sorted);
    trie.add(0, sorted.length, 0, 0);
    return trie.bytes.toByteArray();
  }

  /** Encodes which string of the trie, in its order, each string is: what an id needs. */
  static byte[] ranks(byte[][] strings) {
    byte[][] sorted = strings.clone();
    Arrays.sort(sorted, Arrays::compareUnsigned);
    NameTrie ranks = new NameTrie(sorted);
    for (byte[] string : strings) {
      ranks.put(Arrays.binarySearch(sorted, string, Arrays::compareUnsigned));
    }
    return ranks.bytes.toByteArray();
  }

  /** Adds the node of strings that share their first bytes; its label goes on at some byte. */
  private void add(int from, int end, int labelFrom, int shared) {
    put(shared - labelFrom);
    if (shared > labelFrom) {
      bytes.write(sorted[from], labelFrom, shared - labelFrom);
    }
    boolean isEnd = from < end && sorted[from].length == shared;
    int first = isEnd ? from + 1 : from;
    int children = 0;
    for (int next = first; next < end; next = endOf(next, end, shared)) {
      children++;
    }
    put(2L * children + (isEnd ? 1 : 0));
    for (int next = first; next < end; ) {
      int last = endOf(next, end, shared);
      add(next, last, shared, sharedBy(next, last - 1));
      next = last;
    }
  }

  /** Returns the end of the strings that have the same byte at an index. */
  private int endOf(int from, int end, int index) {
    int next = from + 1;
    while (next < end && sorted[next][index] == sorted[from][index]) {
      next++;
    }
    return next;
  }

  private int sharedBy(int first, int last) {
    int mismatch = Arrays.mismatch(sorted[first], sorted[last]);
    return mismatch < 0 ? sorted[first].length : mismatch;
  }

  private void put(long value) {
    bytes.write(number, 0, Varint.put(number, 0, value));
  }
}
