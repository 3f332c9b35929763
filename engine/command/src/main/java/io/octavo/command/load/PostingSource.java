package io.octavo.command.load;

import io.octavo.command.cli.Input;
import io.octavo.command.collection.PostingTextMap;

/**
 * Posting lists from lines of text: a key and one id or more, apart by blanks, commas, semicolons
 * or colons. Empty lines and lines that begin with # are passed over.
 */
final class PostingSource extends TextSource {
  private final PostingTextMap map;

  PostingSource(PostingTextMap map, Input input) {
    super(input);
    this.map = map;
    enter(map);
  }

  @Override
  boolean readNext() {
    while (lines.next()) {
      String line = lines.text();
      if (!line.isBlank() && line.charAt(0) != '#') {
        map.readLine(line);
        return true;
      }
    }
    return false;
  }
}
