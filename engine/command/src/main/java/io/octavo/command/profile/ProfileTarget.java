package io.octavo.command.profile;

import io.octavo.Store;
import io.octavo.command.cli.Failure;
import io.octavo.command.text.Times;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.imports.Imports;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The profile that samples are added to, and how. */
final class ProfileTarget {
  private static final String NEW_PROFILE = "profile";

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "The profile; default: the only one of the store, or profile for a new one.")
  @Nullable String name;

  @Option(
      names = "--slot",
      paramLabel = "LENGTH",
      description = "The length of a slot of a new profile, such as 500ms or 1m; default: 10s.")
  @Nullable String slot;

  @Option(
      names = "--labels",
      paramLabel = "LABELS",
      description = "Labels to add to all samples, such as host=a,app=web.")
  @Nullable String labels;

  @Option(names = "--verbose", description = "List each kind of events that was skipped.")
  boolean isVerbose;

  /** Throws if an option is wrong, before the store is opened, which creates it. */
  void requireSound() {
    length();
    labels();
  }

  /** Returns the name of the profile. */
  String name(Path file, Store store) {
    return name == null ? onlyProfile(file, store) : name;
  }

  /** Returns an import into a profile. */
  Imports into(Store store, String profile) {
    Imports imports = Imports.into(store, profile).labels(labels());
    Duration length = length();
    return length == null ? imports : imports.slot(length);
  }

  private static String onlyProfile(Path file, Store store) {
    List<String> names = store.<List<String>>read(ProfileStore::names);
    if (names.size() > 1) {
      throw new Failure(
          Failure.USAGE,
          file + ": the store has several profiles; give --profile: " + String.join(", ", names));
    }
    return names.isEmpty() ? NEW_PROFILE : names.get(0);
  }

  private @Nullable Duration length() {
    return slot == null ? null : duration("--slot", slot);
  }

  private Labels labels() {
    try {
      return labels == null ? Labels.NONE : Labels.parse(labels);
    } catch (IllegalArgumentException e) {
      throw new Failure(Failure.USAGE, "--labels: " + e.getMessage(), e);
    }
  }

  /** Reads the value of an option. */
  static Duration duration(String option, String text) {
    Duration length = Times.length(text);
    if (length == null) {
      throw new Failure(
          Failure.USAGE, option + "=" + text + " is not a duration, such as 500ms, 10s or 15m");
    }
    return length;
  }
}
