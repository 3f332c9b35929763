package io.octavo.command.profile;

import io.octavo.Store;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.profile.view.ViewedProfile;
import io.octavo.command.web.ServedPage;
import io.octavo.profile.ProfileStore;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo profile view}: shows a profile in a browser. */
@Command(
    name = "view",
    header = "Show a profile in a browser.",
    description = {
      "Serve one page that draws the flame graph of any range of a profile, and print its"
          + " address. Choose the range in the timeline, search for a symbol, zoom into a frame,"
          + " turn the graph around to see who calls, or compare two ranges: the page lists its"
          + " keys. "
          + ServedPage.ENDS,
      "",
      ServedPage.FOLLOWS + " octavo profile flame --html writes a page that needs no command.%n"
    },
    footer = {
      "  octavo profile view app.oct",
      "  octavo profile view app.oct jvm --select type=cpu"
    })
final class ProfileViewCommand extends ProfileVerb {
  @Option(
      names = "--select",
      paramLabel = "LABELS",
      description = "Labels that the series must have, such as type=cpu; default: all series.")
  @Nullable String select;

  @Mixin ServedPage served;

  ProfileViewCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    served.require();
    try (Store store = Stores.openToRead(file)) {
      String shown =
          store.read(
              transaction -> {
                ProfileStore profile = profile(transaction);
                if (profile.series(ProfileRange.selector(select)).isEmpty()) {
                  throw ProfileRange.noSamples(profile, ProfileRange.selector(select));
                }
                return profile.name();
              });
      served.serve(
          streams, store, new ViewedProfile(file, store, shown, ProfileRange.selector(select)));
    }
    return Failure.OK;
  }
}
