package io.octavo.command.profile;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Verb;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code octavo profile}: commands on profiles. */
@Command(
    name = "profile",
    header = "Import, examine, export and trim profiles.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    description = {
      "A profile stores the weight of each call stack, by time slot and by labels, and adds up"
          + " any range of slots. Nothing is scaled or rounded: an answer is the sum of the"
          + " samples of the range. octavo profile COMMAND --help shows the options of a command.",
      "",
      ProfileCommand.RANGES + "%n"
    },
    footer = {
      "  octavo profile import app.oct recording.jfr",
      "  octavo profile top app.oct --from -1h",
      "  octavo profile top app.oct jvm --select type=cpu --count 10"
    })
public final class ProfileCommand extends Verb {
  /** A paragraph of the help of each command. */
  static final String RANGES =
      "A time is in ISO 8601, such as 2026-01-31T23:59:59Z, 2026-01-31 23:59:59 (UTC) or"
          + " 2026-01-31, or relative to the end of the last"
          + " slot with samples: -30s, -15m, -1h, -7d. A range is extended to whole slots."
          + " Series are selected by labels, such as type=cpu,thread=main; all series that have"
          + " these labels are added up. If they have several units, top, flame, timeline and diff"
          + " show type=cpu, else type=wall, else the heaviest, and name the others.";

  private ProfileCommand(Streams streams) {
    super(streams);
  }

  public static CommandLine withVerbs(Streams streams) {
    return new CommandLine(new ProfileCommand(streams))
        .addSubcommand(new ProfileImportCommand(streams))
        .addSubcommand(new ProfileRecordCommand(streams))
        .addSubcommand(new ProfileListCommand(streams))
        .addSubcommand(new ProfileTopCommand(streams))
        .addSubcommand(new ProfileFlameCommand(streams))
        .addSubcommand(new ProfileViewCommand(streams))
        .addSubcommand(new ProfileDiffCommand(streams))
        .addSubcommand(new ProfileTimelineCommand(streams))
        .addSubcommand(new ProfileExportCommand(streams))
        .addSubcommand(new ProfileTrimCommand(streams))
        .addSubcommand(new ProfileStacksCommand(streams))
        .addSubcommand(new ProfileCheckCommand(streams));
  }

  @Override
  public Integer call() {
    throw new Failure(Failure.USAGE, "no command given; octavo profile --help lists all");
  }
}
