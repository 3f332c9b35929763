package io.octavo.command.profile;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Json;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.TimelinePoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code octavo profile list}: names the profiles of a store and their series. */
@Command(
    name = "list",
    header = "List the profiles of a store and their series.",
    description = {
      "List each profile with the length of its slots, and each of its series: the labels, the"
          + " time from the first to the last slot with samples, and the weight of all samples.%n"
    },
    footer = {"  octavo profile list app.oct", "  octavo profile list app.oct --json"})
final class ProfileListCommand extends StoreVerb {
  @Option(names = "--json", description = "Print an array of objects.")
  boolean json;

  ProfileListCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      List<Object> all = new ArrayList<>();
      for (String name : ProfileStore.names(transaction)) {
        ProfileStore profile = ProfileStore.open(transaction, name);
        if (json) {
          all.add(object(profile));
        } else {
          print(profile);
        }
      }
      if (json) {
        streams.line("%s", Json.of(all));
      }
    }
    return Failure.OK;
  }

  private void print(ProfileStore profile) {
    streams.line("%s, slots of %s", Text.printable(profile.name()), length(profile));
    if (profile.keptSince().isAfter(Instant.MIN)) {
      streams.line("  trimmed before %s", profile.keptSince());
    }
    for (Labels labels : profile.series(Labels.NONE)) {
      String extent =
          profile
              .extent(labels)
              .map(
                  one ->
                      one.from()
                          + " to "
                          + one.to()
                          + ", "
                          + ImportText.weight(labels, one.weight()))
              .orElse("no samples");
      streams.line("  %s: %s", ProfileRange.text(labels), extent);
    }
  }

  private static Map<String, @Nullable Object> object(ProfileStore profile) {
    List<Object> series = new ArrayList<>();
    for (Labels labels : profile.series(Labels.NONE)) {
      Optional<TimelinePoint> extent = profile.extent(labels);
      series.add(
          Json.object(
              "labels", labels.asMap(),
              "from", extent.map(TimelinePoint::from).orElse(null),
              "to", extent.map(TimelinePoint::to).orElse(null),
              "weight", extent.map(TimelinePoint::weight).orElse(0L)));
    }
    Instant kept = profile.keptSince();
    return Json.object(
        "name",
        profile.name(),
        "slot",
        profile.slot(),
        "keptSince",
        kept.equals(Instant.MIN) ? null : kept,
        "series",
        series);
  }

  /** Returns a length such as 10s or 1m30s. */
  private static String length(ProfileStore profile) {
    return profile.slot().toString().replaceFirst("^PT", "").toLowerCase(Locale.ROOT);
  }
}
