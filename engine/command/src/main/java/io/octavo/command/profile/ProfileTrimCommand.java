package io.octavo.command.profile;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.error.StoreFullException;
import io.octavo.file.NoSpaceException;
import io.octavo.file.StoreLock;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code octavo profile trim}: deletes the oldest slots of a profile. */
@Command(
    name = "trim",
    header = "Delete the slots before a time.",
    description = {
      "Delete the slots of a profile that end at or before a time in one durable transaction,"
          + " and print their number. The profile refuses earlier samples from then on. Symbols"
          + " and stacks stay, because others may refer to them.",
      "",
      "With --to, the store is not changed: the remaining slots of this profile are copied to a"
          + " new store, with the symbols and stacks that it uses.",
      "",
      "A time is in ISO 8601, such as 2026-01-31T23:59:59Z, or relative to the last sample:"
          + " -30s, -15m, -1h, -7d.%n"
    },
    footer = {
      "  octavo profile trim app.oct --before 2026-01-01T00:00:00Z",
      "  octavo profile trim app.oct jvm --before -30d --to small.oct"
    })
final class ProfileTrimCommand extends ProfileVerb {
  @Option(
      names = "--before",
      required = true,
      paramLabel = "TIME",
      description = "Delete the slots that end at or before this time.")
  String before = "";

  @Option(
      names = "--to",
      paramLabel = "NEW",
      description = "The new store to create; the file must not exist.")
  @Nullable Path target;

  ProfileTrimCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Stores.requireFile(file);
    if (target != null) {
      Target.requireNew(target);
    }
    try (Store store = Stores.openToWrite(streams, file);
        Transaction transaction = store.beginWrite()) {
      ProfileStore profile = profile(transaction);
      long deleted = profile.deleteBefore(border(profile));
      if (target == null) {
        transaction.commit();
      } else {
        // The transaction is rolled back: it only tells what to leave out.
        create(profile, target);
      }
      streams.line("%d", deleted);
    }
    return Failure.OK;
  }

  private static void create(ProfileStore profile, Path target) {
    try {
      Target.create(target, draft -> copy(profile, draft));
    } catch (StoreFullException e) {
      throw NoSpaceException.ofCopy(target.toString(), e);
    }
  }

  private static void copy(ProfileStore profile, Path draft) throws IOException {
    try (Store copy = Store.open(draft)) {
      profile.copyTo(copy, profile.name());
    } finally {
      Files.deleteIfExists(StoreLock.sidecarOf(draft));
    }
  }

  private Instant border(ProfileStore profile) {
    return ProfileRange.time("--before", before, profile.last(Labels.NONE).orElse(Instant.EPOCH));
  }
}
