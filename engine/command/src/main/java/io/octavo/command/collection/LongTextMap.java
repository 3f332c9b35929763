package io.octavo.command.collection;

import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.text.BadField;
import io.octavo.command.text.Decimal;
import io.octavo.command.text.Output;
import io.octavo.command.text.Range;
import io.octavo.command.text.TextCursor;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.map.LongPairs;
import org.jspecify.annotations.Nullable;

/** A map of longs, as decimal numbers. */
public final class LongTextMap implements TextMap {
  private final String name;

  /** Whether the map does not exist, and so could become one of another type. */
  private final boolean isNew;

  private long key;
  private long value;

  LongTextMap(String name, boolean isNew) {
    this.name = name;
    this.isNew = isNew;
  }

  /** Returns what to add to the message about a text that is not an integer. */
  public String hint() {
    return isNew
        ? "; for a map of text give --utf8, or --keys and --values"
        : "; map " + name + " holds longs";
  }

  private long number(String subject, String text) {
    try {
      return Decimal.number(subject, text);
    } catch (BadField e) {
      throw new BadField(e.getMessage() + hint(), text, e);
    }
  }

  private long argument(String text) {
    return number("'" + text + "'", text);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return MapForm.LONGS.noun() + " " + name();
  }

  @Override
  public String form() {
    return MapForm.LONGS.text();
  }

  @Override
  public String jsonForm() {
    return "\"type\":\"" + MapForm.LONGS.text() + "\"";
  }

  @Override
  public void read(String newKey, String newValue) {
    key = number("the key", newKey);
    value = number("the value", newValue);
  }

  @Override
  public void put(Transaction transaction) {
    transaction.longMap(name).put(key, value);
  }

  /** Returns pairs for this map as a source. */
  public Source source(LongPairs pairs) {
    return new LongSource(
        this,
        pairs,
        transaction -> {
          LongMap map = transaction.longMap(name);
          return map::put;
        });
  }

  @Override
  public void create(Transaction transaction) {
    transaction.longMap(name);
  }

  @Override
  public long size(Transaction transaction) {
    return transaction.longMap(name).size();
  }

  @Override
  public boolean remove(Transaction transaction, String text) {
    return transaction.longMap(name).remove(argument(text));
  }

  @Override
  public long removeRange(Transaction transaction, Range range) {
    requireNoPrefix(range);
    return transaction
        .longMap(name)
        .removeRange(bound(range.from(), Long.MIN_VALUE), bound(range.to(), Long.MAX_VALUE));
  }

  @Override
  public TextCursor cursor(Transaction transaction, Range range) {
    requireNoPrefix(range);
    long from = bound(range.from(), Long.MIN_VALUE);
    long to = bound(range.to(), Long.MAX_VALUE);
    return new Cursor(name, transaction.longMap(name).cursor(from, to));
  }

  private void requireNoPrefix(Range range) {
    if (range.prefix() != null) {
      throw Failure.wrongType("--prefix", name, form(), "bytes; give --from and --to");
    }
  }

  private long bound(@Nullable String text, long otherwise) {
    return text == null ? otherwise : argument(text);
  }

  @Override
  public void writeKey(String text, Output out) {
    out.ascii(Long.toString(argument(text)));
  }

  private record Cursor(String map, LongCursor cursor) implements TextCursor {
    @Override
    public boolean next() {
      return cursor.next();
    }

    @Override
    public boolean previous() {
      return cursor.previous();
    }

    @Override
    public void writeKey(Output out) {
      out.ascii(Long.toString(cursor.key()));
    }

    @Override
    public void writeValue(Output out) {
      out.ascii(Long.toString(cursor.value()));
    }

    @Override
    public void writeRaw(Output out) {
      throw Failure.wrongType("--raw", map, MapForm.LONGS.text(), "bytes; omit --raw");
    }
  }
}
