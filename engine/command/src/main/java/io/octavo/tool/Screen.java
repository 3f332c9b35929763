package io.octavo.tool;

/**
 * The terminal in front of a run of the command; each answer is asked for only where it matters.
 */
interface Screen {
  /** What pictures fit where no terminal tells its width. */
  int COLUMNS = 80;

  /** What a terminal has that does not tell. */
  int ROWS = 24;

  /** No terminal. */
  Screen NONE = new Screen() {};

  /** Returns whether standard output is a terminal. */
  default boolean showsOutput() {
    return false;
  }

  /** Returns whether standard error is a terminal, where a person may watch. */
  default boolean showsErrors() {
    return false;
  }

  /** Returns whether standard output takes colours, and whether one may use them. */
  default boolean isColoured() {
    return false;
  }

  /** Returns how wide what is printed may be. */
  default int columns() {
    return COLUMNS;
  }

  /** Returns how wide a line on standard error may be. */
  default int errorColumns() {
    return COLUMNS;
  }

  /** Shows what is printed from now on by a pager if it is longer than the terminal. */
  default void beginPages() {}

  /** Ends the pager and waits until all has been read. */
  default void endPages() {}
}
