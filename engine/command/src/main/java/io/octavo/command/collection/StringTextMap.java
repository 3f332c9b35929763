package io.octavo.command.collection;

import io.octavo.Transaction;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Output;
import io.octavo.ids.StringTable;
import io.octavo.packed.TextBlock;
import io.octavo.page.ByteText;
import java.nio.charset.StandardCharsets;

/** A table of strings: the value of an id is a byte string in a notation. */
public final class StringTextMap extends ItemTextMap {
  private static final byte[] EMPTY = {};

  private final Notation notation;
  private byte[] string = EMPTY;

  StringTextMap(String name, Notation notation) {
    super(name, MapForm.STRINGS);
    this.notation = notation;
  }

  @Override
  public String form() {
    return type().text() + "-" + notation.label();
  }

  @Override
  public String jsonForm() {
    return super.jsonForm() + ",\"encoding\":\"" + notation.label() + "\"";
  }

  @Override
  public boolean takes(Notation asked) {
    return true;
  }

  @Override
  public void readItem(String subject, String text) {
    string = requireLength(notation.read(subject, text));
  }

  @Override
  public void readRaw(byte[] key, byte[] item) {
    read(new String(key, StandardCharsets.UTF_8), ByteText.of(item));
  }

  /** Refuses a byte string that no table of strings takes. */
  public static byte[] requireLength(byte[] string) {
    if (string.length > TextBlock.MAX_TEXT) {
      throw new IllegalArgumentException(
          "the string has "
              + Text.count(string.length)
              + " bytes, more than "
              + Text.count(TextBlock.MAX_TEXT)
              + "; shorten it, or keep such strings in a map of bytes");
    }
    return string;
  }

  @Override
  public int find(Transaction transaction) {
    return transaction.strings(name()).find(string);
  }

  @Override
  public int intern(Transaction transaction) {
    return transaction.strings(name()).intern(string);
  }

  @Override
  public void writeItem(Output out) {
    writeKey(string, out);
  }

  @Override
  public void writeKey(byte[] added, Output out) {
    notation.write(added, added.length, out);
  }

  @Override
  public void create(Transaction transaction) {
    transaction.strings(name());
  }

  @Override
  public long size(Transaction transaction) {
    return transaction.strings(name()).size();
  }

  @Override
  Items items(Transaction transaction) {
    StringTable table = transaction.strings(name());
    return new Items() {
      private final byte[][] strings = new byte[MOST][];

      @Override
      public void read(int from) {
        table.read(from, strings);
      }

      @Override
      public void write(int index, Output out) {
        writeKey(strings[index], out);
      }

      @Override
      public void writeRaw(int index, Output out) {
        out.raw(strings[index], strings[index].length);
      }
    };
  }
}
