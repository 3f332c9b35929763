package io.octavo.tool;

import io.octavo.LongPairs;
import io.octavo.Series;
import io.octavo.SeriesCursor;
import io.octavo.Transaction;
import org.jspecify.annotations.Nullable;

/** A series, as decimal numbers: the key of an entry is its time, which other entries may have. */
final class SeriesTextMap implements TextMap {
  private final String name;
  private long time;
  private long value;

  SeriesTextMap(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return MapForm.SERIES.noun() + " " + name();
  }

  @Override
  public String form() {
    return MapForm.SERIES.text();
  }

  @Override
  public String jsonForm() {
    return "\"type\":\"" + MapForm.SERIES.text() + "\"";
  }

  @Override
  public void read(String newKey, String newValue) {
    time = LongTextMap.number("the time", newKey);
    value = LongTextMap.number("the value", newValue);
  }

  /** Adds the entry that was read, behind those of the same time. */
  @Override
  public void put(Transaction transaction) {
    transaction.series(name).add(time, value);
  }

  /** Returns entries of this series as a source. */
  Source source(LongPairs pairs) {
    return new LongSource(
        this,
        pairs,
        transaction -> {
          Series series = transaction.series(name);
          return series::add;
        });
  }

  @Override
  public void create(Transaction transaction) {
    transaction.series(name);
  }

  @Override
  public long size(Transaction transaction) {
    return transaction.series(name).size();
  }

  @Override
  public boolean remove(Transaction transaction, String text) {
    return removeRange(transaction, Range.only(text)) > 0;
  }

  @Override
  public long removeRange(Transaction transaction, Range range) {
    return transaction.series(name).removeRange(from(range), to(range));
  }

  @Override
  public long count(Transaction transaction, Range range) {
    return transaction.series(name).summary(from(range), to(range)).count();
  }

  @Override
  public TextCursor cursor(Transaction transaction, Range range) {
    return new Cursor(name, transaction.series(name).cursor(from(range), to(range)));
  }

  private long from(Range range) {
    requireNoPrefix(range);
    return bound(range.from(), Long.MIN_VALUE);
  }

  private long to(Range range) {
    requireNoPrefix(range);
    return bound(range.to(), Long.MAX_VALUE);
  }

  private void requireNoPrefix(Range range) {
    if (range.prefix() != null) {
      throw Failure.wrongType("--prefix", name, form(), "bytes");
    }
  }

  private static long bound(@Nullable String text, long otherwise) {
    return text == null ? otherwise : LongTextMap.argument(text);
  }

  @Override
  public void writeKey(String text, Output out) {
    out.ascii(Long.toString(LongTextMap.argument(text)));
  }

  private record Cursor(String map, SeriesCursor cursor) implements TextCursor {
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
      out.ascii(Long.toString(cursor.time()));
    }

    @Override
    public void writeValue(Output out) {
      out.ascii(Long.toString(cursor.value()));
    }

    @Override
    public void writeRaw(Output out) {
      throw Failure.wrongType("--raw", map, MapForm.SERIES.text(), "bytes");
    }
  }
}
