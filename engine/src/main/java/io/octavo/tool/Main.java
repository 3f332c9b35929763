package io.octavo.tool;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point of the {@code octavo} command. */
@Command(name = "octavo", mixinStandardHelpOptions = true)
public final class Main implements Runnable {
  private Main() {}

  /**
   * Runs the command.
   *
   * @param arguments what to do
   */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  @Override
  public void run() {}
}
