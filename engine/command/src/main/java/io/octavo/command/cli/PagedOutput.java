package io.octavo.command.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import org.jspecify.annotations.Nullable;

/**
 * Standard output on a terminal: output that is longer than the terminal goes to a pager. The
 * output is held back until it is that long, so that short output starts no process.
 */
public final class PagedOutput extends OutputStream {
  private final OutputStream terminal;
  private final Starter starter;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private boolean isHolding;
  private int rows;
  private int columns;
  private int row;
  private int column;
  private @Nullable Process pager;

  /** Starts a pager. */
  public interface Starter {
    /** Returns a process that shows its standard input, null if no pager is available. */
    @Nullable Process start() throws IOException;
  }

  public PagedOutput(OutputStream terminal, Starter starter) {
    this.terminal = terminal;
    this.starter = starter;
  }

  /** Starts the pager of the environment variables, as git does. */
  public static @Nullable Process startPager() throws IOException {
    String command = System.getenv().getOrDefault("PAGER", "less");
    if (command.isBlank() || command.equals("cat")) {
      return null;
    }
    String script =
        command.equals("less") ? "command -v less > /dev/null && exec less || exec cat" : command;
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-c", script)
            .redirectOutput(Redirect.INHERIT)
            .redirectError(Redirect.INHERIT);
    // Passes colours through, and leaves output that fits the screen on it.
    shell.environment().putIfAbsent("LESS", "FRX");
    shell.environment().putIfAbsent("LV", "-c");
    Process process = shell.start();
    // An interrupt ends this process, but not the pager, which still needs the terminal.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> await(process)));
    return process;
  }

  private static void await(Process process) {
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Begins to hold output back. */
  void begin(int screenRows, int screenColumns) {
    isHolding = true;
    rows = screenRows;
    columns = screenColumns;
    row = 0;
    column = 0;
  }

  /** Prints the held output, or waits until the pager has ended. */
  void end() {
    try {
      release();
    } catch (IOException e) {
      // The terminal or the pager is gone, so there is no reader.
    }
    if (pager != null) {
      try {
        pager.getOutputStream().close();
      } catch (IOException e) {
        // The pager has ended before the output.
      }
      await(pager);
      pager = null;
    }
  }

  private void release() throws IOException {
    isHolding = false;
    held.writeTo(pager == null ? terminal : pager.getOutputStream());
    held.reset();
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (!isHolding) {
      (pager == null ? terminal : pager.getOutputStream()).write(bytes, from, length);
      return;
    }
    held.write(bytes, from, length);
    for (int i = from; i < from + length; i++) {
      step(bytes[i]);
    }
    if (row >= rows) {
      pager = starter.start();
      release();
    }
  }

  /** Follows the position on the terminal; each character counts as one column. */
  private void step(byte b) {
    boolean isContinued = (b & 0xC0) == 0x80;
    if (b == '\n' || column == columns) {
      row++;
      column = 0;
    }
    column += b == '\n' || isContinued ? 0 : 1;
  }

  @Override
  public void flush() throws IOException {
    if (!isHolding) {
      (pager == null ? terminal : pager.getOutputStream()).flush();
    }
  }
}
