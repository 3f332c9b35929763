package io.octavo.command.series;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Verb;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code octavo series}: commands on series. */
@Command(
    name = "series",
    header = "Import, describe, summarize, view and trim series.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    description = {
      "A series holds values by time, both 64-bit integers, and can keep the unit of its times and"
          + " the decimal places of its values: octavo series import --time ms --places 3 makes a"
          + " series whose times are milliseconds and whose values have three decimal places. All"
          + " commands then use these units; a dump has plain numbers. For a series without units,"
          + " give --time and --places, or read and write plain numbers."
          + " octavo series COMMAND --help shows the options of a command.",
      "",
      SeriesCommand.FORMS + "%n"
    },
    footer = {
      "  octavo series import metrics.oct latency latency.csv --time ms --places 3",
      "  octavo series query metrics.oct latency --quantiles 0.5,0.99"
    })
public final class SeriesCommand extends Verb {
  /** A paragraph of the help of each command. */
  static final String FORMS =
      "With --time s, ms, us, ns, min, h or d, a time counts this unit since 1970, is read as such a"
          + " number or in ISO 8601, and printed in ISO 8601. With --time iso, it counts nanoseconds,"
          + " and is read in ISO 8601 only. With --time number, it is a plain number. A time in ISO"
          + " 8601 is such as 2026-01-31T23:59:59Z, 2026-01-31 23:59:59 (UTC) or 2026-01-31. Options"
          + " also accept a time relative to the last entry: -30s, -15m, -1h, -7d.";

  private SeriesCommand(Streams streams) {
    super(streams);
  }

  public static CommandLine withVerbs(Streams streams) {
    return new CommandLine(new SeriesCommand(streams))
        .addSubcommand(new SeriesImportCommand(streams))
        .addSubcommand(new SeriesStatCommand(streams))
        .addSubcommand(new SeriesQueryCommand(streams))
        .addSubcommand(new SeriesWindowsCommand(streams))
        .addSubcommand(new SeriesViewCommand(streams))
        .addSubcommand(new SeriesTrimCommand(streams));
  }

  @Override
  public Integer call() {
    throw new Failure(Failure.USAGE, "no command given; octavo series --help lists all");
  }
}
