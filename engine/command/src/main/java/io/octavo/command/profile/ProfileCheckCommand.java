package io.octavo.command.profile;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code octavo profile check}: verifies a profile. */
@Command(
    name = "check",
    header = "Verify the references and the sums of a profile.",
    description = {
      "Verify that all samples refer to existing stacks, frames and symbols, and that all stored"
          + " sums equal the sums of their slots. Prints one line per problem. octavo check"
          + " verifies the store itself.%n"
    },
    footer = {"  octavo profile check app.oct", "  octavo profile check app.oct jvm"})
final class ProfileCheckCommand extends ProfileVerb {
  ProfileCheckCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      ProfileStore profile = profile(transaction);
      List<String> problems = profile.check();
      problems.forEach(problem -> streams.line("%s", Text.printable(problem)));
      String name = Text.printable(profile.name());
      if (!problems.isEmpty()) {
        String count = Text.count(problems.size(), "problem", "problems");
        throw new Failure(Failure.PROBLEM, "profile " + name + ": " + count);
      }
      int series = profile.series(Labels.NONE).size();
      streams.line("profile %s: no problems, %s", name, Text.count(series, "series", "series"));
    }
    return Failure.OK;
  }
}
