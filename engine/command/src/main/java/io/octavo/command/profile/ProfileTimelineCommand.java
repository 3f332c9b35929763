package io.octavo.command.profile;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Json;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.TimelinePoint;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo profile timeline}: sums the parts of a range up. */
@Command(
    name = "timeline",
    header = "Show the weight of a range over time.",
    description = {
      "Divide a range into parts of the same number of slots (the first and the last may be"
          + " shorter), and print the start and the weight of each part with a bar.",
      "",
      ProfileCommand.RANGES + "%n"
    },
    footer = {
      "  octavo profile timeline app.oct --from -1d --points 24",
      "  octavo profile timeline app.oct jvm --select type=cpu --json"
    })
final class ProfileTimelineCommand extends ProfileVerb {
  private static final int BAR_COLUMNS = 30;

  @Mixin ProfileRange range;

  @Option(
      names = "--points",
      paramLabel = "N",
      description = "The most parts; default: ${DEFAULT-VALUE}.")
  int points = 24;

  @Option(names = "--json", description = "Print an array of objects.")
  boolean json;

  @Mixin PagerChoice pager;

  ProfileTimelineCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (points < 1) {
      throw new Failure(Failure.USAGE, "--points=" + points + " is less than 1");
    }
    List<TimelinePoint> parts;
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      ProfileStore profile = profile(transaction);
      range.selectOneUnit(streams, profile);
      ProfileRange.Bounds bounds = range.bounds(profile);
      parts = profile.timeline(range.selector(), bounds.from(), bounds.to(), points);
    }
    if (json) {
      streams.line(
          "%s",
          Json.of(
              parts.stream()
                  .map(
                      part ->
                          Json.object(
                              "from", part.from(), "to", part.to(), "weight", part.weight()))
                  .toList()));
      return Failure.OK;
    }
    long most = parts.stream().mapToLong(TimelinePoint::weight).max().orElse(0);
    for (TimelinePoint part : parts) {
      String bar = Text.bar(Text.share(part.weight(), most), BAR_COLUMNS);
      String line =
          String.format(Locale.ROOT, "%-24s %15s  %s", part.from(), Text.count(part.weight()), bar);
      streams.row("%s", line.stripTrailing());
    }
    return Failure.OK;
  }
}
