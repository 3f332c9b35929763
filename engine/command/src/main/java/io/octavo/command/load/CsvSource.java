package io.octavo.command.load;

import io.octavo.Transaction;
import io.octavo.command.cli.CsvLines;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.ItemTextMap;
import io.octavo.command.collection.PostingTextMap;
import io.octavo.command.collection.SeriesTextMap;
import io.octavo.command.collection.StringTextMap;
import io.octavo.command.collection.TextMap;
import io.octavo.page.ByteText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Entries of CSV: of a map, of posting lists, of a table of strings, or of a series for each column
 * of values.
 */
final class CsvSource extends TextSource {
  private final CsvLines csv;

  /** The map, or a series for each column of values. */
  private final List<TextMap> maps = new ArrayList<>();

  /** The columns of an entry, of a series those of the time and of the values. */
  private final List<Integer> columns;

  private final int width;
  private final boolean hasNulls;

  /** Whether the first line, which has been read, is one of entries. */
  private boolean isAhead;

  private List<@Nullable String> fields = List.of();

  /** The next series. */
  private int next;

  /**
   * Reads the first line.
   *
   * @param map the map, or the series of the only column of values
   * @param series makes the series of one of several columns, by its name
   */
  CsvSource(CsvChoice choice, TextMap map, Function<String, TextMap> series, Input input) {
    super(input);
    csv = choice.lines(lines);
    hasNulls = choice.nullText != null;
    if (map instanceof ItemTextMap && !(map instanceof StringTextMap)) {
      throw Failure.wrongType("--csv", map.name(), map.contents(), "entries of CSV");
    }
    boolean isSeries = map instanceof SeriesTextMap;
    List<String> wanted = map instanceof StringTextMap ? List.of("") : map.columns();
    boolean isThere = csv.next();
    List<String> header =
        csv.fields().stream().map(field -> field == null ? "" : field.strip()).toList();
    isAhead = isThere && choice.isHeadless;
    width = header.size();
    columns =
        isThere
            ? choice.find(map.title(), wanted, isSeries || map instanceof PostingTextMap, header)
            : List.of();
    boolean areSeveral = isSeries && columns.size() > 2;
    for (int i = 1; areSeveral && i < columns.size(); i++) {
      int column = columns.get(i);
      String name = choice.isHeadless ? String.valueOf(column + 1) : header.get(column);
      if (header.lastIndexOf(name) > header.indexOf(name)) {
        throw new Failure(
            Failure.USAGE,
            "--columns: several columns are named " + name + ", and so would be several series");
      }
      maps.add(series.apply(map.name() + "/" + name));
    }
    if (!areSeveral) {
      maps.add(map);
    }
    maps.forEach(this::enter);
    next = maps.size();
  }

  @Override
  boolean readNext() {
    while (true) {
      if (next == maps.size()) {
        if (!isAhead && !csv.next()) {
          return false;
        }
        isAhead = false;
        fields = chosen(csv.fields());
        next = 0;
      }
      TextMap map = maps.get(next++);
      turnTo(map);
      if (read(map)) {
        return true;
      }
    }
  }

  private List<@Nullable String> chosen(List<@Nullable String> record) {
    if (record.size() != width) {
      throw new IllegalArgumentException(
          "the line has "
              + Text.count(record.size(), "field", "fields")
              + ", and the first line "
              + width);
    }
    List<@Nullable String> chosen = new ArrayList<>();
    for (int column : columns) {
      chosen.add(record.get(column));
    }
    return chosen;
  }

  /** Reads an entry. Returns false if there is no value. */
  private boolean read(TextMap map) {
    if (map instanceof StringTextMap strings) {
      return readItem(strings, fields.get(0));
    }
    if (!(map instanceof PostingTextMap || map instanceof SeriesTextMap)) {
      map.readColumns(fields);
      return true;
    }
    String key = fields.get(0);
    if (key == null) {
      throw new IllegalArgumentException("the key is null");
    }
    int from = map instanceof SeriesTextMap ? next : 1;
    int to = map instanceof SeriesTextMap ? next + 1 : fields.size();
    List<@Nullable String> given =
        fields.subList(from, to).stream().filter(Objects::nonNull).toList();
    if (!given.isEmpty()) {
      map.read(key.strip(), String.join(" ", given).strip());
    }
    return !given.isEmpty();
  }

  private static boolean readItem(StringTextMap strings, @Nullable String item) {
    if (item != null) {
      boolean isText = strings.form().endsWith("-utf8");
      strings.readItem(
          "the string", isText ? ByteText.of(item.getBytes(StandardCharsets.UTF_8)) : item);
    }
    return item != null;
  }

  /** A string gets the next id, unless it has one. */
  @Override
  void put(TextMap map, Transaction transaction) {
    if (map instanceof StringTextMap strings) {
      strings.intern(transaction);
    } else {
      super.put(map, transaction);
    }
  }

  @Override
  Failure malformed(String reason, @Nullable String part) {
    if (part == null) {
      return csv.malformed(reason);
    }
    boolean isEmpty = part.isEmpty() && !hasNulls;
    return csv.malformed(reason + (isEmpty ? "; --null '' says that it is no value" : ""), part);
  }
}
