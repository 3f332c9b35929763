package io.octavo.command.load;

import io.octavo.command.cli.Input;
import io.octavo.command.collection.TextMap;
import java.util.Arrays;

/** Entries of one map, a line of key, tab and value each. */
final class LineSource extends TextSource {
  private final TextMap map;
  private final boolean isRaw;

  /**
   * Reads entries.
   *
   * @param isRaw whether the lines have no escapes, and need not be text
   */
  LineSource(TextMap map, boolean isRaw, Input input) {
    super(input);
    this.map = enter(map);
    this.isRaw = isRaw;
  }

  @Override
  boolean readNext() {
    if (!isRaw) {
      boolean isThere = lines.next();
      if (isThere) {
        read(map, lines.text());
      }
      return isThere;
    }
    if (!lines.nextBytes()) {
      return false;
    }
    byte[] line = lines.bytes();
    int tab = 0;
    while (tab < line.length && line[tab] != '\t') {
      tab++;
    }
    if (tab == line.length) {
      throw noTab();
    }
    map.readRaw(Arrays.copyOf(line, tab), Arrays.copyOfRange(line, tab + 1, line.length));
    return true;
  }
}
