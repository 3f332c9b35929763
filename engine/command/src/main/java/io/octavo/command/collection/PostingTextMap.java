package io.octavo.command.collection;

import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.text.BadField;
import io.octavo.command.text.Output;
import io.octavo.command.text.Range;
import io.octavo.command.text.TextCursor;
import io.octavo.posting.PostingListCursor;
import io.octavo.posting.PostingMap;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Posting lists, as decimal numbers: the value of a key is its ids, apart by blanks. */
public final class PostingTextMap implements TextMap {
  private static final Pattern BETWEEN = Pattern.compile("[\\s,;:]+");
  private static final int BLOCK = 1 << 10;

  private final String name;
  private long key;
  private long[] ids = {};

  PostingTextMap(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return MapForm.POSTINGS.noun() + " " + name();
  }

  @Override
  public String form() {
    return MapForm.POSTINGS.text();
  }

  @Override
  public String jsonForm() {
    return "\"type\":\"" + MapForm.POSTINGS.text() + "\"";
  }

  @Override
  public void read(String newKey, String newValue) {
    readLine(newKey + " " + newValue);
  }

  /** Reads a key and one id or more. */
  public void readLine(String line) {
    String[] numbers = BETWEEN.split(line.strip(), -1);
    if (numbers.length < 2) {
      throw new IllegalArgumentException("no id after the key");
    }
    key = number("the key", numbers[0]);
    ids = new long[numbers.length - 1];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = number("id " + (i + 1), numbers[i + 1]);
    }
    Arrays.sort(ids);
  }

  private static long number(String subject, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new BadField(subject + " is not a 64-bit integer", text, e);
    }
  }

  private static long argument(String text) {
    return number("'" + text + "'", text);
  }

  /** Adds the ids that were read to the list. */
  @Override
  public void put(Transaction transaction) {
    transaction.postings(name).addAll(key, ids);
  }

  @Override
  public void create(Transaction transaction) {
    transaction.postings(name);
  }

  @Override
  public long size(Transaction transaction) {
    return transaction.postings(name).size();
  }

  @Override
  public boolean remove(Transaction transaction, String text) {
    return transaction.postings(name).removeList(argument(text)) > 0;
  }

  @Override
  public long removeRange(Transaction transaction, Range range) {
    requireNoPrefix(range);
    PostingMap map = transaction.postings(name);
    Cursor cursor =
        new Cursor(
            map.lists(), bound(range.from(), Long.MIN_VALUE), bound(range.to(), Long.MAX_VALUE));
    LongStream.Builder keys = LongStream.builder();
    while (cursor.next()) {
      keys.add(cursor.lists.key());
    }
    return keys.build().filter(each -> map.removeList(each) > 0).count();
  }

  @Override
  public TextCursor cursor(Transaction transaction, Range range) {
    requireNoPrefix(range);
    PostingMap map = transaction.postings(name);
    return new Cursor(
        map.lists(), bound(range.from(), Long.MIN_VALUE), bound(range.to(), Long.MAX_VALUE));
  }

  private void requireNoPrefix(Range range) {
    if (range.prefix() != null) {
      throw Failure.wrongType("--prefix", name, form(), "bytes; give --from and --to");
    }
  }

  private static long bound(@Nullable String text, long otherwise) {
    return text == null ? otherwise : argument(text);
  }

  @Override
  public void writeKey(String text, Output out) {
    out.ascii(Long.toString(argument(text)));
  }

  private final class Cursor implements TextCursor {
    private final PostingListCursor lists;
    private final long from;
    private final long to;
    private boolean begun;

    Cursor(PostingListCursor lists, long from, long to) {
      this.lists = lists;
      this.from = from;
      this.to = to;
    }

    @Override
    public boolean next() {
      boolean found = begun ? lists.next() : lists.seek(from);
      begun = true;
      return found && lists.key() <= to;
    }

    @Override
    public boolean previous() {
      throw new Failure(Failure.WRONG_TYPE, "--reverse: " + title() + " are read forward only");
    }

    @Override
    public void writeKey(Output out) {
      out.ascii(Long.toString(lists.key()));
    }

    @Override
    public void writeValue(Output out) {
      long[] block = new long[BLOCK];
      String between = "";
      out.quote();
      for (int count = lists.nextBlock(block);
          count > 0 && out.isHeard();
          count = lists.nextBlock(block)) {
        for (int i = 0; i < count; i++) {
          out.ascii(between);
          out.ascii(Long.toString(block[i]));
          between = " ";
        }
      }
      out.quote();
    }

    @Override
    public void writeRaw(Output out) {
      throw Failure.wrongType("--raw", name, form(), "bytes; omit --raw");
    }
  }
}
