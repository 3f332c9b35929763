package io.octavo.command.profile;

import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Json;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.ProfileStore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What all commands on profiles say about a range. */
final class ProfileText {
  private ProfileText() {}

  /** Prints what a graph is of. */
  static void head(Streams streams, ProfileStore profile, ProfileRange range, FlameGraph graph) {
    streams.line("profile  %s", Text.printable(profile.name()));
    streams.line("series   %s", range.select == null ? "all" : Text.printable(range.select));
    streams.line("range    %s to %s", graph.from(), graph.to());
    String unit = Text.printable(range.unit(profile));
    streams.line("%s", ("total    " + Text.count(graph.total()) + " " + unit).stripTrailing());
  }

  /** Returns the same as an object, to which more can be added. */
  static Map<String, @Nullable Object> json(
      ProfileStore profile, ProfileRange range, FlameGraph graph) {
    return Json.object(
        "profile",
        profile.name(),
        "select",
        range.selector(),
        "unit",
        range.unit(profile),
        "from",
        graph.from(),
        "to",
        graph.to(),
        "total",
        graph.total());
  }
}
