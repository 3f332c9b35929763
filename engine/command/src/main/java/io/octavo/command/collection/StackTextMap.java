package io.octavo.command.collection;

import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.text.BadField;
import io.octavo.command.text.Decimal;
import io.octavo.command.text.Output;
import io.octavo.ids.StackTable;
import java.util.List;
import java.util.regex.Pattern;

/** A table of stacks: the value of the id of a node is its parent and its frame. */
public final class StackTextMap extends ItemTextMap {
  private static final Pattern BETWEEN = Pattern.compile("[\\t ,;]+");

  private long parent;
  private long frame;

  StackTextMap(String name) {
    super(name, MapForm.STACKS);
  }

  @Override
  public void readItem(String subject, String text) {
    String[] numbers = BETWEEN.split(text, -1);
    if (numbers.length != 2) {
      throw new BadField(subject + " is not a parent and a frame, separated by a tab", text, null);
    }
    set(Decimal.number("the parent", numbers[0]), Decimal.number("the frame", numbers[1]));
  }

  private void set(long newParent, long newFrame) {
    parent = newParent;
    frame = newFrame;
    if (frame < 0 || frame > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "the frame " + frame + " is not from 0 to " + Integer.MAX_VALUE);
    }
    if (parent < StackTable.NONE) {
      throw new IllegalArgumentException(
          "the parent " + parent + " is not an id; give -1 for an outermost frame");
    }
  }

  /** Reads an item from the fields of a line of JSON. */
  public void readJson(String key, Object value) {
    boolean isNode =
        value instanceof List<?> list
            && list.size() == 2
            && list.stream().allMatch(Long.class::isInstance);
    if (!isNode) {
      throw new IllegalArgumentException(
          "the field value is not an array of two integers, parent and frame");
    }
    List<?> node = (List<?>) value;
    read(key, node.get(0) + "\t" + node.get(1));
  }

  @Override
  void requireItem(long itsId) {
    if (parent >= itsId) {
      throw new IllegalArgumentException(
          "the parent " + parent + " is not below the id " + itsId + "; give callers first");
    }
  }

  /** Looks at all nodes after the parent, because only an index in memory has them by frame. */
  @Override
  public int find(Transaction transaction) {
    StackTable table = transaction.stacks(name());
    int[] parents = new int[Items.MOST];
    int[] frames = new int[Items.MOST];
    long size = table.size();
    for (long from = parent + 1; from < size; from += Items.MOST) {
      int count = table.read((int) from, parents, frames);
      for (int i = 0; i < count; i++) {
        if (parents[i] == parent && frames[i] == frame) {
          return (int) from + i;
        }
      }
    }
    return StackTable.NONE;
  }

  @Override
  public int intern(Transaction transaction) {
    return transaction.stacks(name()).intern((int) parent, (int) frame);
  }

  @Override
  public void writeItem(Output out) {
    writeValue(parent, frame, out);
  }

  @Override
  public void writeValue(long itsParent, long itsFrame, Output out) {
    out.ascii(out.isJson() ? "[" : "");
    out.ascii(Long.toString(itsParent));
    out.ascii(out.isJson() ? "," : "\t");
    out.ascii(Long.toString(itsFrame));
    out.ascii(out.isJson() ? "]" : "");
  }

  @Override
  public void create(Transaction transaction) {
    transaction.stacks(name());
  }

  @Override
  public long size(Transaction transaction) {
    return transaction.stacks(name()).size();
  }

  @Override
  Items items(Transaction transaction) {
    StackTable table = transaction.stacks(name());
    return new Items() {
      private final int[] parents = new int[MOST];
      private final int[] frames = new int[MOST];

      @Override
      public void read(int from) {
        table.read(from, parents, frames);
      }

      @Override
      public void write(int index, Output out) {
        writeValue(parents[index], frames[index], out);
      }

      @Override
      public void writeRaw(int index, Output out) {
        throw Failure.wrongType("--raw", name(), form(), "bytes; omit --raw");
      }
    };
  }
}
