package io.octavo.page.tree;

import io.octavo.packed.Varint;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.longs.LeafPage;
import java.util.Arrays;

/**
 * The changes of a leaf since a page was copied: entries that were added, replaced and removed, in
 * their order. Applied to that page, they give the changed leaf again, byte for byte, because each
 * change is one call of {@link LeafPage} or {@link BytesPage}. In memory only. One thread at a
 * time; any number of threads may apply them once they are complete.
 */
public final class LeafChanges {
  /**
   * The greatest length: half a page. A leaf with more changes is written as cheaply as its changes
   * are applied.
   */
  private static final int MAX_LENGTH = PageHeader.PAGE_SIZE / 2;

  private static final int FIRST_LENGTH = 40;

  private static final int INSERT = 0;
  private static final int SET = 1;
  private static final int REMOVE = 2;
  private static final int INSERT_BYTES = 3;
  private static final int SET_BYTES = 4;

  /** The number of kinds: a change begins with its kind and the index of its entry. */
  private static final int KINDS = 5;

  private byte[] bytes;
  private int length;

  /** Makes an empty list. */
  public LeafChanges() {
    bytes = new byte[FIRST_LENGTH];
  }

  private LeafChanges(byte[] bytes, int length) {
    this.bytes = bytes;
    this.length = length;
  }

  /**
   * Returns a list of the same changes, to which others can be added.
   *
   * @return the copy
   */
  public LeafChanges copy() {
    return new LeafChanges(Arrays.copyOf(bytes, length + FIRST_LENGTH), length);
  }

  /**
   * Returns the bytes of memory that the list takes.
   *
   * @return bytes, unused ones included
   */
  public int heldBytes() {
    return bytes.length;
  }

  /**
   * Returns whether the list is longer than it may become: the leaf must be kept whole.
   *
   * @return true if it is
   */
  public boolean isTooLong() {
    return length > MAX_LENGTH;
  }

  /**
   * Notes a successful {@link LeafPage#insert}.
   *
   * @param index the index of the entry
   * @param key its key
   * @param value its value
   */
  public void insert(int index, long key, long value) {
    begin(INSERT, index, 2 * Varint.MAX_LENGTH);
    length = Varint.put(bytes, length, key);
    length = Varint.put(bytes, length, value);
  }

  /**
   * Notes a successful {@link LeafPage#setValue}.
   *
   * @param index the index of the entry
   * @param value its new value
   */
  public void set(int index, long value) {
    begin(SET, index, Varint.MAX_LENGTH);
    length = Varint.put(bytes, length, value);
  }

  /**
   * Notes a successful {@link BytesPage#insert}.
   *
   * @param index the index of the entry
   * @param key its key
   * @param value its value
   * @param large whether the value is a reference
   */
  public void insert(int index, byte[] key, byte[] value, boolean large) {
    begin(INSERT_BYTES, index, key.length + value.length + 2 * Varint.MAX_LENGTH);
    put(key, false);
    put(value, large);
  }

  /**
   * Notes a successful {@link BytesPage#setValue}.
   *
   * @param index the index of the entry
   * @param value its new value
   * @param large whether the value is a reference
   */
  public void set(int index, byte[] value, boolean large) {
    begin(SET_BYTES, index, value.length + Varint.MAX_LENGTH);
    put(value, large);
  }

  /**
   * Notes the removal of adjacent entries.
   *
   * @param from the first entry
   * @param to the entry after the last
   */
  public void remove(int from, int to) {
    begin(REMOVE, from, Varint.MAX_LENGTH);
    length = Varint.put(bytes, length, to);
  }

  private void begin(int kind, int index, int room) {
    int wanted = length + Varint.MAX_LENGTH + room;
    if (wanted > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(wanted, bytes.length + bytes.length / 2));
    }
    length = Varint.put(bytes, length, (long) index * KINDS + kind);
  }

  private void put(byte[] string, boolean large) {
    length = Varint.put(bytes, length, string.length * 2L + (large ? 1 : 0));
    System.arraycopy(string, 0, bytes, length, string.length);
    length += string.length;
  }

  /**
   * Applies the changes to a copy of the page that they were made to.
   *
   * @param page the copy
   * @throws IllegalStateException if a change does not fit: it is another page
   */
  public void applyTo(byte[] page) {
    boolean isOfLongs = PageHeader.kindCode(page) == PageKind.LEAF.code();
    int at = 0;
    while (at < length) {
      long head = Varint.get(bytes, at);
      at += Varint.length(head);
      int index = (int) (head / KINDS);
      boolean fits = true;
      switch ((int) (head % KINDS)) {
        case INSERT -> {
          long key = Varint.get(bytes, at);
          at += Varint.length(key);
          long value = Varint.get(bytes, at);
          at += Varint.length(value);
          fits = LeafPage.insert(page, index, key, value);
        }
        case SET -> {
          long value = Varint.get(bytes, at);
          at += Varint.length(value);
          fits = LeafPage.setValue(page, index, value);
        }
        case INSERT_BYTES -> {
          long keyHead = Varint.get(bytes, at);
          at += Varint.length(keyHead);
          byte[] key = Arrays.copyOfRange(bytes, at, at + (int) (keyHead / 2));
          at += key.length;
          long valueHead = Varint.get(bytes, at);
          at += Varint.length(valueHead);
          byte[] value = Arrays.copyOfRange(bytes, at, at + (int) (valueHead / 2));
          at += value.length;
          fits = BytesPage.insert(page, index, key, value, valueHead % 2 != 0);
        }
        case SET_BYTES -> {
          long valueHead = Varint.get(bytes, at);
          at += Varint.length(valueHead);
          byte[] value = Arrays.copyOfRange(bytes, at, at + (int) (valueHead / 2));
          at += value.length;
          fits = BytesPage.setValue(page, index, value, valueHead % 2 != 0);
        }
        default -> {
          int to = (int) Varint.get(bytes, at);
          at += Varint.length(to);
          if (isOfLongs) {
            LeafPage.remove(page, index, to);
          } else {
            BytesPage.remove(page, index, to);
          }
        }
      }
      if (!fits) {
        throw new IllegalStateException(
            "a change of page " + PageHeader.number(page) + " does not fit its base");
      }
    }
  }
}
