package io.octavo.tree;

import io.octavo.error.StoreFullException;
import io.octavo.packed.TextBlock;
import io.octavo.page.CatalogueRecord;
import io.octavo.page.ListForm;
import io.octavo.page.ListPage;
import io.octavo.page.OperationLog;
import io.octavo.pager.WriteTransaction;
import java.util.Arrays;

/** The dictionary of a write transaction. One thread at a time. */
public final class DictionaryTreeWriter extends DictionaryTree implements ListedTree {
  private static final byte[] NOTHING = {};

  private final ListTreeWriter list;
  private final LongTreeWriter index;
  private final Texts open;
  private final OperationLog log;

  private DictionaryTreeWriter(
      ListTreeWriter list, LongTreeWriter index, SipHash hash, Texts open, OperationLog log) {
    super(list, index, hash);
    this.list = list;
    this.index = index;
    this.open = open;
    this.log = log;
  }

  /** Opens a dictionary for writing, with the record of its index. */
  static DictionaryTreeWriter open(
      WriteTransaction transaction,
      CatalogueRecord record,
      CatalogueRecord indexRecord,
      TreeLimits limits) {
    Texts open = new Texts();
    return new DictionaryTreeWriter(
        new ListTreeWriter(transaction, record, limits, ListForm.TEXTS, open),
        LongTreeWriter.unlogged(transaction, indexRecord, limits),
        SipHash.of(transaction.storeId(), record.id()),
        open,
        transaction.log());
  }

  /**
   * Refuses a byte string that is too long.
   *
   * @param length the number of bytes
   * @throws IllegalArgumentException if there are more than 4,000
   */
  public static void requireLength(int length) {
    if (length > TextBlock.MAX_TEXT) {
      throw new IllegalArgumentException(
          "string.length=" + length + " is more than " + TextBlock.MAX_TEXT + " bytes");
    }
  }

  /**
   * Returns the id of a byte string, which is added if absent.
   *
   * @param text the byte string, not changed and not kept
   * @return the id; that of a byte string added is the number of byte strings before
   * @throws IllegalArgumentException if the byte string has more than 4,000 bytes
   * @throws StoreFullException if all ids are in use; nothing is changed
   */
  public int intern(byte[] text) {
    requireLength(text.length);
    long known = search(text);
    if (known >= 0) {
      return (int) known;
    }
    int id = size();
    if (id == Integer.MAX_VALUE) {
      throw new StoreFullException("all " + id + " ids of the dictionary are in use", null);
    }
    list.open();
    open.add(text.clone());
    list.appended();
    index.put(~known, id, true);
    log.putBytes(list.root().owner(), text, NOTHING);
    return id;
  }

  @Override
  boolean isEqual(int id, byte[] text) {
    long inBlock = id - list.openFrom();
    return inBlock >= 0 ? Arrays.equals(open.texts[(int) inBlock], text) : super.isEqual(id, text);
  }

  @Override
  public byte[] get(int id) {
    long inBlock = id - list.openFrom();
    return inBlock >= 0 ? open.texts[(int) inBlock].clone() : super.get(id);
  }

  @Override
  public int read(int from, byte[][] texts, int at, int most) {
    long inBlock = from - list.openFrom();
    if (inBlock < 0) {
      return super.read(from, texts, at, (int) Math.min(most, -inBlock));
    }
    int count = (int) Math.max(0, Math.min(most, size() - (long) from));
    for (int i = 0; i < count; i++) {
      texts[at + i] = open.texts[(int) inBlock + i].clone();
    }
    return count;
  }

  /** Removes all byte strings; ids begin at 0 again. */
  public void clear() {
    if (size() > 0) {
      list.clear();
      index.clear();
      log.clear(list.root().owner());
    }
  }

  @Override
  public void finish() {
    list.finish();
  }

  /** The byte strings of the last block. */
  private static final class Texts implements ListTreeWriter.OpenBlock {
    private final byte[][] texts = new byte[TextBlock.MAX_COUNT][];
    private int count;

    void add(byte[] text) {
      texts[count++] = text;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public void read(byte[] page, int block) {
      count = ListPage.items(page, block);
      TextBlock.decode(page, ListPage.start(page, block), count, texts, 0);
    }

    @Override
    public int encode(long first, int items, byte[] to) {
      byte[] previous = NOTHING;
      int end = 0;
      for (int i = 0; i < items; i++) {
        end = TextBlock.append(previous, texts[i], to, end, TextBlock.MAX_LENGTH);
        if (end == TextBlock.DAMAGED) {
          return Integer.MAX_VALUE;
        }
        previous = texts[i];
      }
      return end;
    }

    @Override
    public void removeFirst(int items) {
      count -= items;
      System.arraycopy(texts, items, texts, 0, count);
    }
  }
}
