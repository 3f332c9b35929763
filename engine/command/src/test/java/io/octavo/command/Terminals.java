package io.octavo.command;

import io.octavo.command.cli.Screen;
import io.octavo.command.cli.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** Runs of the command in front of a person, on a screen of a width. */
public final class Terminals {
  private Terminals() {}

  /**
   * A screen of a width, with or without colours; bars, which take time to appear, are not drawn.
   */
  public record Wide(int columns, boolean isColoured) implements Screen {
    @Override
    public boolean showsOutput() {
      return true;
    }

    @Override
    public int errorColumns() {
      return columns;
    }
  }

  public static Octavo run(Screen screen, Object... arguments) {
    return run(screen, () -> false, "", arguments);
  }

  public static Octavo run(
      Screen screen, BooleanSupplier isStopped, String input, Object... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            new Streams(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                screen,
                isStopped,
                null),
            Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
    return new Octavo(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
