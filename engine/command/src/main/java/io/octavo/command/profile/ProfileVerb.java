package io.octavo.command.profile;

import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.NearestName;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Streams;
import io.octavo.profile.ProfileStore;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** A verb about one profile. */
abstract class ProfileVerb extends StoreVerb {
  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description = "The profile; default: the only one of the store.")
  @Nullable String name;

  ProfileVerb(Streams streams) {
    super(streams);
  }

  /** Opens the profile, which must exist. */
  final ProfileStore profile(Transaction transaction) {
    List<String> names = ProfileStore.names(transaction);
    if (names.isEmpty()) {
      throw new Failure(
          Failure.PROBLEM, file + ": the store has no profiles; octavo profile import makes them");
    }
    if (name == null && names.size() > 1) {
      throw new Failure(
          Failure.USAGE,
          file + ": the store has several profiles; give one: " + String.join(", ", names));
    }
    String chosen = name == null ? names.get(0) : name;
    if (!names.contains(chosen)) {
      String nearest = NearestName.of(chosen, names);
      throw new Failure(
          Failure.PROBLEM,
          file
              + ": no profile named "
              + chosen
              + "; "
              + (nearest == null
                  ? "the store has " + String.join(", ", names)
                  : "did you mean " + nearest + "?"));
    }
    return ProfileStore.open(transaction, chosen);
  }
}
