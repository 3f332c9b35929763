package io.octavo.command.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option of all verbs whose output may be longer than the terminal. */
public final class PagerChoice {
  /** The name of the field in the commands. */
  private static final String FIELD = "pager";

  @Option(
      names = "--no-pager",
      description = "In a terminal, print long output without $$PAGER or less.")
  boolean isUnwanted;

  /** Returns whether a command has the option and the option is not given. */
  public static boolean isWanted(CommandSpec verb) {
    CommandSpec mixin = verb.mixins().get(FIELD);
    return mixin != null && mixin.userObject() instanceof PagerChoice choice && !choice.isUnwanted;
  }
}
