package io.octavo.command.collection;

import io.octavo.CollectionType;
import io.octavo.collection.Types;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Notation;
import io.octavo.page.ByteText;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecNames;
import io.octavo.page.meta.SeriesUnits;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A type of maps, as the command writes and reads it: the command's rows of the table of types. */
public enum MapForm {
  /** Maps of longs. */
  LONGS(CollectionType.LONG_MAP, CatalogueRecord.LONG_MAP) {
    @Override
    public TextMap map(
        String name, @Nullable Notation notation, CodecNames codecs, boolean isRestored) {
      return new LongTextMap(name, false);
    }
  },

  /** Maps of byte strings. */
  BYTES(CollectionType.BYTES_MAP, CatalogueRecord.BYTES_MAP) {
    @Override
    public TextMap map(
        String name, @Nullable Notation notation, CodecNames codecs, boolean isRestored) {
      if (notation == null) {
        throw new IllegalArgumentException("unknown type of map");
      }
      return new BytesTextMap(name, notation, codecs, isRestored);
    }

    @Override
    public Set<String> fields() {
      return Set.of("map", "type", "encoding", "key", "value");
    }

    @Override
    public boolean isNumber(String field) {
      return false;
    }
  },

  /** Posting lists. */
  POSTINGS(CollectionType.POSTINGS, CatalogueRecord.POSTINGS) {
    @Override
    String noun() {
      return "posting lists";
    }

    @Override
    public TextMap map(
        String name, @Nullable Notation notation, CodecNames codecs, boolean isRestored) {
      return new PostingTextMap(name);
    }

    @Override
    public boolean isNumber(String field) {
      return field.equals("key");
    }

    @Override
    public boolean countsEntries() {
      return false;
    }

    @Override
    public String count(@Nullable Long count) {
      return count == null ? "an unknown number of lists" : Text.count(count, "list", "lists");
    }

    @Override
    public String key(byte[] separator, int most) {
      return "list " + Types.ALL.of(CatalogueRecord.POSTINGS).keys(separator, null).from();
    }
  },

  /** Tables of strings. */
  STRINGS(CollectionType.STRINGS, CatalogueRecord.STRINGS) {
    @Override
    String noun() {
      return "table of strings";
    }

    @Override
    public TextMap map(
        String name, @Nullable Notation notation, CodecNames codecs, boolean isRestored) {
      if (notation == null) {
        throw new IllegalArgumentException("unknown type of map");
      }
      return new StringTextMap(name, notation);
    }

    @Override
    public Set<String> fields() {
      return Set.of("map", "type", "encoding", "key", "value");
    }

    @Override
    public boolean isNumber(String field) {
      return field.equals("key");
    }
  },

  /** Tables of pairs. */
  PAIRS(CollectionType.PAIRS, CatalogueRecord.PAIRS) {
    @Override
    String noun() {
      return "table of pairs";
    }

    @Override
    public TextMap map(
        String name, @Nullable Notation notation, CodecNames codecs, boolean isRestored) {
      return new PairTextMap(name);
    }
  },

  /** Tables of stacks. */
  STACKS(CollectionType.STACKS, CatalogueRecord.STACKS) {
    @Override
    String noun() {
      return "table of stacks";
    }

    @Override
    public TextMap map(
        String name, @Nullable Notation notation, CodecNames codecs, boolean isRestored) {
      return new StackTextMap(name);
    }
  },

  /** Series. */
  SERIES(CollectionType.SERIES, CatalogueRecord.SERIES) {
    @Override
    String noun() {
      return "series";
    }

    @Override
    public TextMap map(
        String name, @Nullable Notation notation, CodecNames codecs, boolean isRestored) {
      return new SeriesTextMap(name, SeriesUnits.NONE, isRestored);
    }
  };

  private final CollectionType type;
  private final int code;
  private final String text;

  MapForm(CollectionType type, int code) {
    this.type = type;
    this.code = code;
    this.text = CatalogueRecord.typeName(code);
  }

  public static MapForm of(CollectionType type) {
    for (MapForm form : values()) {
      if (form.type == type) {
        return form;
      }
    }
    throw new IllegalStateException(type + " has no form");
  }

  /** Returns the form for the type of a record or of an operation, null if there is none. */
  public static @Nullable MapForm of(int code) {
    for (MapForm form : values()) {
      if (form.code == code) {
        return form;
      }
    }
    return null;
  }

  /** Returns the form that a dump names, null if there is none. */
  public static @Nullable MapForm ofText(@Nullable Object text) {
    if ("dictionary".equals(text)) {
      return STRINGS; // in dumps of earlier builds
    }
    for (MapForm form : values()) {
      if (form.text.equals(text)) {
        return form;
      }
    }
    return null;
  }

  /** Lists the names of all types. */
  public static String texts() {
    return Arrays.stream(values()).map(MapForm::text).collect(Collectors.joining(", "));
  }

  /** Returns the name of the type of a collection. */
  public static String textOf(CatalogueRecord record) {
    boolean isUnknown = of(record.type()) == null && !record.isOwn();
    return isUnknown ? "type " + record.type() : CatalogueRecord.typeName(record.type());
  }

  /** Returns the name of the type: one word, the same in text, in JSON and in dumps. */
  public String text() {
    return text;
  }

  /** Returns what to call a collection of the form in messages. */
  String noun() {
    return "map";
  }

  /** Returns the fields of a line of JSON. */
  public Set<String> fields() {
    return Set.of("map", "type", "key", "value");
  }

  /** Returns whether a field of a line of JSON is an integer instead of a string. */
  public boolean isNumber(String field) {
    return true;
  }

  /**
   * Returns a map of the form as text.
   *
   * @param notation the notation of byte strings; ignored by forms without byte strings
   * @param codecs the codecs of a map of byte strings
   * @param isRestored whether entries come from a dump, and may hold bytes that the codecs refuse
   * @throws IllegalArgumentException if the form needs a notation and none is given
   */
  public abstract TextMap map(
      String name, @Nullable Notation notation, CodecNames codecs, boolean isRestored);

  /** Returns whether the number of entries in the catalogue is the number that users count. */
  public boolean countsEntries() {
    return true;
  }

  /**
   * Returns a number of entries, or of what users count, with its noun. Null stands for unknown.
   */
  public String count(@Nullable Long count) {
    return count == null ? "an unknown number of entries" : Text.count(count, "entry", "entries");
  }

  /** Returns the key of a separator between pages, as text. */
  public String key(byte[] separator, int most) {
    return ByteText.quote(separator, most);
  }
}
