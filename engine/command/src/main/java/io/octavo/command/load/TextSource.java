package io.octavo.command.load;

import io.octavo.CollectionType;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.command.cli.LineReader;
import io.octavo.command.collection.MapForm;
import io.octavo.command.collection.Source;
import io.octavo.command.collection.TextMap;
import io.octavo.command.text.BadField;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Entries from lines of text, each of which may belong to another map. */
abstract class TextSource implements Source {
  final LineReader lines;
  private final Map<String, TextMap> maps = new LinkedHashMap<>();
  private @Nullable TextMap current;

  TextSource(Input input) {
    lines = new LineReader(input);
  }

  /**
   * Reads the next entry.
   *
   * @return false if there are no more entries
   * @throws IllegalArgumentException if the line is malformed
   */
  abstract boolean readNext();

  @Override
  public final boolean next() {
    try {
      return readNext();
    } catch (BadField e) {
      throw malformed(String.valueOf(e.getMessage()), e.text());
    } catch (IllegalArgumentException e) {
      throw malformed(String.valueOf(e.getMessage()), null);
    }
  }

  /**
   * Returns the failure for a malformed entry.
   *
   * @param part the malformed text, null for the whole entry
   */
  Failure malformed(String reason, @Nullable String part) {
    return part == null ? lines.malformed(reason) : lines.malformed(reason, part);
  }

  /** Sets the map of the entries that follow. */
  final TextMap enter(TextMap map) {
    TextMap known =
        maps.putIfAbsent(map.name() + '\n' + map.form() + map.codecs() + map.head(), map);
    current = known == null ? map : known;
    return current;
  }

  /** Sets one of the maps that were entered as that of the entry. */
  final void turnTo(TextMap map) {
    current = map;
  }

  /** Returns the map that was set last. */
  final @Nullable TextMap current() {
    return current;
  }

  /** Parses a line with an entry of a map. */
  static void read(TextMap map, String line) {
    int tab = line.indexOf('\t');
    if (tab < 0) {
      throw noTab();
    }
    map.read(line.substring(0, tab), line.substring(tab + 1));
  }

  static IllegalArgumentException noTab() {
    return new IllegalArgumentException("no tab after the key");
  }

  @Override
  public final void put(Transaction transaction) {
    TextMap map = current;
    if (map == null) {
      throw new IllegalStateException("no entry was read");
    }
    try {
      put(map, transaction);
    } catch (IllegalArgumentException e) {
      Failure malformed = malformed(String.valueOf(e.getMessage()), null);
      throw isOfOtherType(map, transaction)
          ? new Failure(Failure.WRONG_TYPE, String.valueOf(malformed.getMessage()), e)
          : malformed;
    }
  }

  /** Puts the entry that a map has read. */
  void put(TextMap map, Transaction transaction) {
    map.put(transaction);
  }

  private static boolean isOfOtherType(TextMap map, Transaction transaction) {
    CollectionType type = transaction.exists(map.name()) ? transaction.type(map.name()) : null;
    return type != null && !map.form().startsWith(MapForm.of(type).text());
  }

  @Override
  public final void createMaps(Transaction transaction) {
    try {
      maps.values().forEach(map -> map.create(transaction));
    } catch (IllegalArgumentException e) {
      Failure failed = lines.failed(String.valueOf(e.getMessage()));
      boolean isOfOtherType =
          maps.values().stream().anyMatch(map -> isOfOtherType(map, transaction));
      throw isOfOtherType
          ? new Failure(Failure.WRONG_TYPE, String.valueOf(failed.getMessage()), e)
          : failed;
    }
  }

  @Override
  public final Collection<TextMap> maps() {
    return maps.values();
  }
}
