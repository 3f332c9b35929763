package io.octavo.bench;

/**
 * A way to keep posting lists. Encoding goes to a buffer that all lists share, decoding comes from
 * what {@link #keepAll} has kept of it and goes to an array that all lists share.
 */
abstract class ListCodec {
  /** The lists. */
  final long[][] lists;

  /** The ids of the longest. */
  final int mostIds;

  private final String name;
  private final int[] lengths;

  ListCodec(String name, long[][] lists) {
    this.name = name;
    this.lists = lists;
    this.lengths = new int[lists.length];
    int most = 0;
    for (long[] ids : lists) {
      most = Math.max(most, ids.length);
    }
    this.mostIds = most;
  }

  /** Encodes a list; gives its bytes. */
  abstract int encode(int list);

  /** Keeps what was encoded last. */
  abstract void keep(int list);

  /** Decodes a list; gives its count. */
  abstract int decode(int list);

  /** Returns one of the ids decoded last. */
  abstract long id(int index);

  final String label() {
    return name;
  }

  /** Encodes and keeps all lists, which decoding needs. */
  final ListCodec keepAll() {
    for (int list = 0; list < lists.length; list++) {
      lengths[list] = encode(list);
      keep(list);
    }
    return this;
  }

  final long encodeAll() {
    long bytes = 0;
    for (int list = 0; list < lists.length; list++) {
      bytes += encode(list);
    }
    return bytes;
  }

  /** Decodes all lists; gives a number that depends on every one of them. */
  final long decodeAll() {
    long sum = 0;
    for (int list = 0; list < lists.length; list++) {
      sum += id(decode(list) - 1);
    }
    return sum;
  }

  final long bytes() {
    long bytes = 0;
    for (int length : lengths) {
      bytes += length;
    }
    return bytes;
  }

  /** Returns which list does not come back as it was, or -1. */
  final int findWrong() {
    for (int list = 0; list < lists.length; list++) {
      boolean right = decode(list) == lists[list].length;
      for (int i = 0; right && i < lists[list].length; i++) {
        right = id(i) == lists[list][i];
      }
      if (!right) {
        return list;
      }
    }
    return -1;
  }
}
