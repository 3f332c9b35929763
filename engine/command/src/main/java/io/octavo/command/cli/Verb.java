package io.octavo.command.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Common members of all commands. The result of a call is the exit code. */
@Command(sortOptions = false, usageHelpAutoWidth = true, footerHeading = "%nExamples:%n")
public abstract class Verb implements Callable<Integer> {
  protected final Streams streams;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  protected Verb(Streams streams) {
    this.streams = streams;
  }
}
