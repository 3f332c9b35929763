package io.octavo.command.load;

import io.octavo.command.cli.Input;
import io.octavo.command.collection.TextMap;

/** Entries of one map, a line of key, tab and value each. */
final class LineSource extends TextSource {
  private final TextMap map;

  LineSource(TextMap map, Input input) {
    super(input);
    this.map = enter(map);
  }

  @Override
  boolean readNext() {
    if (!lines.next()) {
      return false;
    }
    read(map, lines.text());
    return true;
  }
}
