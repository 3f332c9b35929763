package io.octavo.command.collection;

import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.text.Decimal;
import io.octavo.command.text.Output;
import io.octavo.command.text.Range;
import io.octavo.command.text.TextCursor;
import org.jspecify.annotations.Nullable;

/**
 * A collection whose items have ids, as text: the key of an item is its id. Items are only added,
 * and an item that is put must have the next id, so that no id ever means something else.
 */
public abstract class ItemTextMap implements TextMap {
  private final String name;
  private final MapForm type;
  private long id;

  ItemTextMap(String name, MapForm type) {
    this.name = name;
    this.type = type;
  }

  /** Reads items of a collection, some at a time. */
  interface Items {
    /** Items that are read at once. */
    int MOST = 256;

    /** Reads items from an id on, at most {@link #MOST}. */
    void read(int from);

    /**
     * Writes an item.
     *
     * @param index how many of the items that were read stand before it
     */
    void write(int index, Output out);

    /** Writes the bytes of an item. */
    void writeRaw(int index, Output out);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String title() {
    return type.noun() + " " + name();
  }

  @Override
  public String form() {
    return type.text();
  }

  @Override
  public String jsonForm() {
    return "\"type\":\"" + type.text() + "\"";
  }

  /** Reads the item that is to be put, or looked for. */
  public abstract void readItem(String subject, String text);

  /** Finds the item that was read last; -1 if it is not there. */
  public abstract int find(Transaction transaction);

  /** Adds the item that was read last if it is absent; returns its id. */
  public abstract int intern(Transaction transaction);

  /** Writes the item that was read last. */
  public abstract void writeItem(Output out);

  abstract Items items(Transaction transaction);

  @Override
  public final void read(String key, String value) {
    id = Decimal.number("the id", key);
    readItem("the value", value);
    requireItem(id);
  }

  /** Refuses an item that cannot have its id. */
  void requireItem(long itsId) {}

  /** Returns what the subject of messages is called. */
  final MapForm type() {
    return type;
  }

  @Override
  public final void put(Transaction transaction) {
    long next = size(transaction);
    if (id != next) {
      throw new IllegalArgumentException(
          "the id "
              + id
              + " is not "
              + next
              + ", the next one; give items in the order of their ids, beginning with the number of"
              + " items in the map");
    }
    int given = intern(transaction);
    if (given != id) {
      throw new IllegalArgumentException(
          "the item has the id " + given + " already; remove the line, and count on from there");
    }
  }

  @Override
  public final boolean remove(Transaction transaction, String key) {
    throw fixed();
  }

  @Override
  public final long removeRange(Transaction transaction, Range range) {
    throw fixed();
  }

  private Failure fixed() {
    return new Failure(
        Failure.WRONG_TYPE, title() + " keeps its ids; octavo drop removes all of it");
  }

  @Override
  public final void requireKeysToChoose() {
    throw new Failure(
        Failure.WRONG_TYPE,
        title()
            + " assigns ids itself; "
            + (type == MapForm.STRINGS ? "octavo find --add adds lines, " : "")
            + "octavo load adds items");
  }

  @Override
  public final long count(Transaction transaction, Range range) {
    return Math.max(0, (long) last(transaction, range) - first(range) + 1);
  }

  private int first(Range range) {
    requireNoPrefix(range);
    return (int) Math.min(Integer.MAX_VALUE, Math.max(0, bound(range.from(), 0)));
  }

  private int last(Transaction transaction, Range range) {
    requireNoPrefix(range);
    long last = Math.min(size(transaction) - 1, bound(range.to(), Long.MAX_VALUE));
    return (int) Math.max(-1, last);
  }

  private void requireNoPrefix(Range range) {
    if (range.prefix() != null) {
      throw Failure.wrongType("--prefix", name, form(), "bytes; give --from and --to");
    }
  }

  private static long bound(@Nullable String text, long otherwise) {
    return text == null ? otherwise : Decimal.argument(text);
  }

  @Override
  public final TextCursor cursor(Transaction transaction, Range range) {
    return new Cursor(items(transaction), first(range), last(transaction, range));
  }

  @Override
  public final void writeKey(String text, Output out) {
    out.ascii(Long.toString(Decimal.argument(text)));
  }

  private static final class Cursor implements TextCursor {
    private final Items items;
    private final int first;
    private final int last;
    private int id;
    private boolean isBegun;

    /** The first of the items that were read, and the id after the last; the same for none. */
    private int from;

    private int to;

    Cursor(Items items, int first, int last) {
      this.items = items;
      this.first = first;
      this.last = last;
    }

    @Override
    public boolean next() {
      id = isBegun ? id + 1 : first;
      return turn(id);
    }

    @Override
    public boolean previous() {
      id = isBegun ? id - 1 : last;
      return turn(Math.max(first, id - Items.MOST + 1));
    }

    private boolean turn(int begin) {
      isBegun = true;
      if (id < first || id > last) {
        return false;
      }
      if (id < from || id >= to) {
        items.read(begin);
        from = begin;
        to = (int) Math.min((long) begin + Items.MOST, last + 1L);
      }
      return true;
    }

    @Override
    public void writeKey(Output out) {
      out.ascii(Integer.toString(id));
    }

    @Override
    public void writeValue(Output out) {
      items.write(id - from, out);
    }

    @Override
    public void writeRaw(Output out) {
      items.writeRaw(id - from, out);
    }
  }
}
