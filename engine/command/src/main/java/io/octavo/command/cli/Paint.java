package io.octavo.command.cli;

import picocli.CommandLine.Option;

/** Colours of a terminal, or none. */
public final class Paint {
  private static final String RESET = "\u001B[0m";

  private final boolean coloured;

  private Paint(boolean coloured) {
    this.coloured = coloured;
  }

  /** When to use colours. */
  enum When {
    always,
    never,
    auto
  }

  /** The option of all commands that draw. */
  public static final class Choice {
    @Option(
        names = "--color",
        paramLabel = "WHEN",
        description =
            "${COMPLETION-CANDIDATES}; auto: colour in a terminal, unless NO_COLOR is set or TERM"
                + " is dumb or not set.")
    When when = When.auto;

    public Paint paint(Streams streams) {
      return new Paint(when == When.always || (when == When.auto && streams.screen().isColoured()));
    }
  }

  public boolean isColoured() {
    return coloured;
  }

  /** Returns text in one of the 256 colours of a terminal. */
  public String text(int colour, String text) {
    return coloured ? "\u001B[38;5;" + colour + "m" + text + RESET : text;
  }

  public String bold(String text) {
    return coloured ? "\u001B[1m" + text + RESET : text;
  }

  /** Appends text in a colour to text that may end in the same colour. */
  public void append(StringBuilder target, int colour, String text) {
    String begin = "\u001B[38;5;" + colour + "m";
    int last = target.lastIndexOf("\u001B[38;5;");
    if (coloured && last >= 0 && target.indexOf(begin, last) == last && endsInColour(target)) {
      target.insert(target.length() - RESET.length(), text);
    } else {
      target.append(text(colour, text));
    }
  }

  private static boolean endsInColour(StringBuilder target) {
    return target.lastIndexOf(RESET) == target.length() - RESET.length();
  }
}
