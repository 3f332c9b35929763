package io.octavo.command.picture;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.command.survey.PageTable;
import java.util.Locale;

/** Names and colours of the roles of bytes. The colours of pictures are in palette.css. */
final class Palette {
  private Palette() {}

  /** Returns the colour of a role in a terminal. */
  static int colour(Role role) {
    return switch (role) {
      case HEADER -> 245;
      case SLOT -> 179;
      case KEY -> 39;
      case SEPARATOR -> 75;
      case VALUE -> 71;
      case DATA -> 108;
      case LENGTHS -> 203;
      case PREFIX -> 141;
      case CHILD -> 37;
      case RECORD -> 173;
      case BITMAP -> 137;
      case PADDING -> 242;
      case GAP -> 240;
      case FREE -> 238;
      case ENTRY, NOTE -> 250;
    };
  }

  /** Returns the character of a role in pictures of cells. */
  static String glyph(Role role) {
    return switch (role) {
      case FREE -> "·";
      case PADDING, GAP -> "░";
      default -> "█";
    };
  }

  /** Returns the name of a role for users. */
  static String label(Role role) {
    return switch (role) {
      case GAP -> "unused";
      case SLOT -> "slots";
      case KEY -> "keys";
      case VALUE -> "values";
      case SEPARATOR -> "separators";
      case CHILD -> "children";
      default -> name(role);
    };
  }

  /** Returns the name of a role in style sheets. */
  static String name(Role role) {
    return role.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the name of a use of pages in style sheets. */
  static String style(PageTable.Use use) {
    return use.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
