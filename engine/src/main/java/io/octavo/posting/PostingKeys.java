package io.octavo.posting;

import io.octavo.packed.OrderedLong;
import io.octavo.packed.Varint;
import io.octavo.page.PageHeader;
import io.octavo.page.bytes.BytesPage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keys and numbers of the entries of posting lists. FORMAT.md, section "Posting lists". */
final class PostingKeys {
  /** Key of the entry with the number of lists, below all other keys. */
  static final byte[] LISTS = {};

  /** A lower bound of the keys of all lists, above the entry with the number of lists. */
  static final byte[] FIRST = {0};

  /** The greatest length of a key. */
  static final int MAX_LENGTH = 2 * OrderedLong.MAX_LENGTH;

  private PostingKeys() {}

  /**
   * Returns the key of the entry that counts the lists.
   *
   * @return no bytes
   */
  public static byte[] lists() {
    return LISTS;
  }

  /**
   * Returns the key of the head of a list.
   *
   * @param list the key of the list
   * @return its bytes
   */
  public static byte[] head(long list) {
    byte[] key = new byte[OrderedLong.length(list)];
    OrderedLong.put(key, 0, list);
    return key;
  }

  /**
   * Returns the key of a block.
   *
   * @param list the key of the list
   * @param first its least id
   * @return its bytes
   */
  public static byte[] block(long list, long first) {
    int length = OrderedLong.length(list);
    byte[] key = new byte[length + OrderedLong.length(first)];
    OrderedLong.put(key, OrderedLong.put(key, 0, list), first);
    return key;
  }

  /**
   * Returns the value of an entry that counts.
   *
   * @param counts the numbers
   * @return varints
   */
  public static byte[] numbers(long... counts) {
    byte[] value = new byte[counts.length * Varint.MAX_LENGTH];
    int end = 0;
    for (long count : counts) {
      end = Varint.put(value, end, count);
    }
    return Arrays.copyOf(value, end);
  }

  /**
   * Reads the number of lists from the leaf with the least keys.
   *
   * @param leaf a leaf of posting lists
   * @return the number, null if the leaf does not begin with that entry
   */
  public static @Nullable Long countOfLists(byte[] leaf) {
    if (PageHeader.count(leaf) == 0 || BytesPage.keyLength(leaf, 0) != 0) {
      return null;
    }
    byte[] value = BytesPage.value(leaf, 0);
    return Varint.end(value, 0, value.length) == value.length ? Varint.get(value, 0) : null;
  }

  /** Returns a key above all keys of a list, and below those of the next list. */
  static byte[] end(byte[] head) {
    byte[] end = Arrays.copyOf(head, head.length + 2);
    // No ordered number is above this one.
    end[head.length] = -1;
    end[head.length + 1] = -1;
    return end;
  }
}
