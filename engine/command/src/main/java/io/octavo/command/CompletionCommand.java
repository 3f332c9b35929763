package io.octavo.command;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Verb;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** {@code octavo completion}: completes verbs and options in a shell. */
@Command(
    name = "completion",
    header = "Print a completion script for bash and zsh.",
    description = "Print a script that completes commands and options, for the shell to read.%n",
    footer = {
      "  source <(octavo completion)",
      "  octavo completion > /etc/bash_completion.d/octavo"
    })
final class CompletionCommand extends Verb {
  CompletionCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    streams.out().print(AutoComplete.bash("octavo", Main.command(streams)));
    return Failure.OK;
  }
}
