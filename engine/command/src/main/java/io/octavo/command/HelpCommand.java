package io.octavo.command;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Verb;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code octavo help}: the same as {@code --help}, as a command. */
@Command(
    name = "help",
    header = "Show the help of a command.",
    description = "Show the help of a command, or list all commands.%n",
    footer = {"  octavo help", "  octavo help trace record"})
final class HelpCommand extends Verb {
  @Parameters(
      index = "0..*",
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The command; default: octavo itself.")
  List<String> verb = List.of();

  HelpCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    CommandLine command = Main.find(streams, verb);
    streams.out().print(command.getUsageMessage());
    return Failure.OK;
  }
}
