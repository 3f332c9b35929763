package io.octavo.command.collection;

import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.text.Decimal;
import io.octavo.command.text.Output;
import io.octavo.ids.PairTable;

/** A table of pairs: the value of an id is a decimal integer. */
final class PairTextMap extends ItemTextMap {
  private long value;

  PairTextMap(String name) {
    super(name, MapForm.PAIRS);
  }

  @Override
  public void readItem(String subject, String text) {
    value = Decimal.number(subject, text);
  }

  @Override
  public int find(Transaction transaction) {
    return transaction.pairs(name()).find(value);
  }

  @Override
  public int intern(Transaction transaction) {
    return transaction.pairs(name()).intern(value);
  }

  @Override
  public void writeItem(Output out) {
    out.ascii(Long.toString(value));
  }

  @Override
  public void writeValue(long added, long none, Output out) {
    out.ascii(Long.toString(added));
  }

  @Override
  public void create(Transaction transaction) {
    transaction.pairs(name());
  }

  @Override
  public long size(Transaction transaction) {
    return transaction.pairs(name()).size();
  }

  @Override
  Items items(Transaction transaction) {
    PairTable table = transaction.pairs(name());
    return new Items() {
      private final long[] values = new long[MOST];

      @Override
      public void read(int from) {
        table.read(from, values);
      }

      @Override
      public void write(int index, Output out) {
        out.ascii(Long.toString(values[index]));
      }

      @Override
      public void writeRaw(int index, Output out) {
        throw Failure.wrongType("--raw", name(), form(), "bytes; omit --raw");
      }
    };
  }
}
