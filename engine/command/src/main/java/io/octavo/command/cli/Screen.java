package io.octavo.command.cli;

/** The terminal of a run of the command. Each property is queried only when it is needed. */
public interface Screen {
  /** The width of pictures without a terminal. */
  int COLUMNS = 80;

  /** The height of a terminal that does not report one. */
  int ROWS = 24;

  /** No terminal. */
  Screen NONE = new Screen() {};

  /** Returns whether standard output is a terminal. */
  default boolean showsOutput() {
    return false;
  }

  /** Returns whether standard error is a terminal. */
  default boolean showsErrors() {
    return false;
  }

  /** Returns whether standard output shows colours, and the user has not disabled them. */
  default boolean isColoured() {
    return false;
  }

  /** Returns the width of standard output in columns. */
  default int columns() {
    return COLUMNS;
  }

  /** Returns the width of standard error in columns. */
  default int errorColumns() {
    return COLUMNS;
  }

  /** Sends further output to a pager if it is longer than the terminal. */
  default void beginPages() {}

  /** Ends the pager mode, and waits until the user has left the pager. */
  default void endPages() {}
}
