package io.octavo.command.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The terminal of the process. Java cannot tell whether there is one: its console covers standard
 * input and output together, and some versions have a console when both are redirected. The shell
 * can tell.
 */
public final class SystemScreen implements Screen {
  private static final int OUT = 1;
  private static final int ERR = 2;

  private final PagedOutput pages;
  private final Map<Integer, Size> sizes = new HashMap<>();

  /**
   * Creates a screen.
   *
   * @param pages standard output
   */
  public SystemScreen(PagedOutput pages) {
    this.pages = pages;
  }

  /**
   * The size of a terminal.
   *
   * @param rows its height, 0 if there is no terminal
   * @param columns its width
   */
  private record Size(int rows, int columns) {
    boolean isThere() {
      return rows > 0;
    }
  }

  @Override
  public boolean showsOutput() {
    return size(OUT).isThere();
  }

  @Override
  public boolean showsErrors() {
    return isCapable() && size(ERR).isThere();
  }

  @Override
  public boolean isColoured() {
    return variable("NO_COLOR").isEmpty() && isCapable() && showsOutput();
  }

  /** Returns whether a terminal, if there is one, moves its cursor and shows colours. */
  private static boolean isCapable() {
    String term = variable("TERM");
    return !term.isEmpty() && !term.equals("dumb");
  }

  /** Returns an environment variable, an empty text for none. */
  private static String variable(String name) {
    return System.getenv().getOrDefault(name, "");
  }

  @Override
  public int columns() {
    return size(OUT).columns();
  }

  @Override
  public int errorColumns() {
    return size(ERR).columns();
  }

  @Override
  public void beginPages() {
    if (isCapable() && showsOutput()) {
      pages.begin(size(OUT).rows(), size(OUT).columns());
    }
  }

  @Override
  public void endPages() {
    pages.end();
  }

  private Size size(int descriptor) {
    return sizes.computeIfAbsent(descriptor, SystemScreen::ask);
  }

  private static Size ask(int descriptor) {
    String columns = variable("COLUMNS");
    Size asked = askTerminal(descriptor);
    return columns.matches("[1-9][0-9]{0,4}")
        ? new Size(asked.rows, Integer.parseInt(columns))
        : asked;
  }

  private static Size askTerminal(int descriptor) {
    Size none = new Size(0, COLUMNS);
    // The answer is written to the other stream.
    int other = descriptor == OUT ? ERR : OUT;
    String script =
        String.format(
            Locale.ROOT,
            "test -t %1$d && echo yes >&%2$d && stty size <&%1$d >&%2$d",
            descriptor,
            other);
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", script).inheritIO();
    shell = other == ERR ? shell.redirectError(Redirect.PIPE) : shell.redirectOutput(Redirect.PIPE);
    List<String> answer = new ArrayList<>();
    try {
      Process process = shell.start();
      try (BufferedReader lines = other == ERR ? process.errorReader() : process.inputReader()) {
        lines.lines().forEach(answer::add);
      }
    } catch (IOException e) {
      return none;
    }
    return answer.isEmpty() ? none : parse(answer.size() > 1 ? answer.get(1) : null);
  }

  /** Parses rows and columns. A terminal that reports none, or zero, gets the default size. */
  private static Size parse(@Nullable String answer) {
    String[] words = answer == null ? new String[0] : answer.strip().split(" ", -1);
    try {
      int rows = Integer.parseInt(words[0]);
      int columns = Integer.parseInt(words[1]);
      return new Size(rows > 0 ? rows : ROWS, columns > 0 ? columns : COLUMNS);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return new Size(ROWS, COLUMNS);
    }
  }
}
