package io.octavo.command.load;

import io.octavo.command.cli.Input;
import io.octavo.command.collection.MapForm;
import io.octavo.command.collection.SeriesTextMap;
import io.octavo.command.collection.TextMap;
import io.octavo.command.text.Notation;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.CodecNames;
import io.octavo.page.meta.SeriesUnits;
import java.nio.charset.StandardCharsets;

/** The entries of a dump. DUMP.md describes the format. */
final class DumpSource extends TextSource {
  static final String NAME = "octavo dump ";
  static final String HEADER = NAME + "1";
  static final String MAP = "map ";
  static final String KEYS = "keys ";
  static final String VALUES = "values ";
  static final String END = "end";

  private boolean isBegun;

  /** Whether the next line has been read, but not parsed. */
  private boolean isAhead;

  DumpSource(Input input) {
    super(input);
  }

  @Override
  boolean readNext() {
    if (!isBegun) {
      readHeader();
    }
    // A line without a line end may be cut off, and a key may look like the last line.
    while ((isAhead || lines.next()) && lines.isEnded()) {
      isAhead = false;
      String line = lines.text();
      TextMap map = current();
      if (line.equals(END)) {
        return readEnd();
      }
      if (line.indexOf('\t') >= 0 && map != null) {
        read(map, line);
        return true;
      }
      if (!line.startsWith(MAP)) {
        throw new IllegalArgumentException("expected an entry, the beginning of a map or the end");
      }
      enter(readMap(line));
    }
    throw lines.failed("the dump is truncated: the last line is not \"" + END + "\"");
  }

  private void readHeader() {
    isBegun = true;
    if (!lines.next() || !lines.text().startsWith(NAME)) {
      throw new IllegalArgumentException("not a dump: the first line is not \"" + HEADER + "\"");
    }
    if (!lines.text().equals(HEADER)) {
      throw new IllegalArgumentException("unsupported dump version; this program reads version 1");
    }
  }

  private boolean readEnd() {
    if (lines.next()) {
      throw new IllegalArgumentException("unexpected text after the end of the dump");
    }
    return false;
  }

  private TextMap readMap(String line) {
    int space = line.indexOf(' ', MAP.length());
    if (space < 0) {
      throw new IllegalArgumentException("the type or name of the map is missing");
    }
    String form = line.substring(MAP.length(), space);
    byte[] bytes = Notation.UTF8.read("the name", line.substring(space + 1));
    String name = requireName(new String(bytes, StandardCharsets.UTF_8));
    int dash = form.indexOf('-');
    MapForm type = MapForm.ofText(dash < 0 ? form : form.substring(0, dash));
    Notation notation = dash < 0 ? null : Notation.of(form.substring(dash + 1));
    if (type == null || (dash >= 0 && notation == null)) {
      throw new IllegalArgumentException("unknown type of map");
    }
    String known = type.text() + (dash < 0 ? "" : form.substring(dash));
    if (!type.map(name, notation, CodecNames.NONE, true).form().equals(known)) {
      throw new IllegalArgumentException("unknown type of map");
    }
    return type == MapForm.SERIES
        ? new SeriesTextMap(name, readUnits(), true)
        : type.map(name, notation, readCodecs(type), true);
  }

  /** Parses the line of the units of a series, if it has them; has else read the next line. */
  private SeriesUnits readUnits() {
    isAhead = lines.next();
    if (!isAhead
        || !lines.text().startsWith(SeriesTextMap.UNITS)
        || lines.text().indexOf('\t') >= 0) {
      return SeriesUnits.NONE;
    }
    isAhead = false;
    return SeriesUnits.parse(lines.text().substring(SeriesTextMap.UNITS.length()));
  }

  /** Parses the two lines of codecs, if the map has them. The next line may have been read then. */
  private CodecNames readCodecs(MapForm type) {
    isAhead = type == MapForm.BYTES && lines.next();
    if (!isAhead || !lines.text().startsWith(KEYS) || lines.text().indexOf('\t') >= 0) {
      return CodecNames.NONE;
    }
    String keys = codec(KEYS);
    isAhead = lines.next();
    if (!isAhead || !lines.text().startsWith(VALUES)) {
      throw new IllegalArgumentException("the codec of the values is missing");
    }
    isAhead = false;
    return new CodecNames(keys, codec(VALUES));
  }

  private String codec(String head) {
    byte[] name = Notation.UTF8.read("the codec", lines.text().substring(head.length()));
    return new String(name, StandardCharsets.UTF_8);
  }

  /** Throws if a name is reserved for the store. */
  static String requireName(String name) {
    CatalogueRecord.encodeName(name);
    if (name.startsWith(CatalogueRecord.OWN)) {
      throw new IllegalArgumentException("the name is reserved for the store");
    }
    return name;
  }
}
