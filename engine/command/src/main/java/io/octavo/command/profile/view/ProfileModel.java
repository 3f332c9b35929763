package io.octavo.command.profile.view;

import io.octavo.command.cli.Failure;
import io.octavo.command.text.Json;
import io.octavo.command.web.Resources;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.TimelinePoint;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What a page knows of a profile before it asks for lists.
 *
 * @param name the name of the profile
 * @param clock its slots
 * @param first the first slot that is shown
 * @param end the slot after the last one
 * @param sets the label sets of the series
 * @param choices what the page can show; empty if there are no samples
 * @param tree all stacks; those of later models of the profile are added
 * @param weight the sum of the weights of all choices in all slots but the last
 * @param isLarge whether sums may need more digits than a double has
 */
record ProfileModel(
    String name,
    SlotClock clock,
    long first,
    long end,
    List<Labels> sets,
    List<ProfileChoice> choices,
    StackTree tree,
    long weight,
    boolean isLarge) {
  private static final Resources.Kind KIND =
      new Resources.Kind(
          List.of("web/html.css", "web/timeline.css", "profile/view/profile.css"),
          List.of(
              "web/served.js",
              "web/follow.js",
              "web/sight.js",
              "web/axis.js",
              "web/colours.js",
              "profile/view/lists.js",
              "profile/view/stacks.js",
              "profile/view/frames.js",
              "web/brush.js",
              "profile/view/strip.js",
              "profile/view/flame.js",
              "profile/view/symbols.js",
              "profile/view/profile.js"),
          Resources.Kind.SERVED);

  /** All whole numbers below this one are doubles. */
  private static final double EXACT = 1L << 53;

  /**
   * Finds what there is of a profile.
   *
   * @param before what there was, whose stacks are taken over; null if that is not known
   * @param selector selects the series
   * @param from the start of the range
   * @param to the end of the range
   */
  static ProfileModel of(
      @Nullable ProfileModel before,
      ProfileStore profile,
      Labels selector,
      Instant from,
      Instant to) {
    SlotClock clock = SlotClock.of(profile.slot());
    Instant begin = profile.first(selector).orElse(Instant.EPOCH);
    Instant last = profile.last(selector).orElse(begin);
    long first = clock.slot(from.isAfter(begin) ? from : begin);
    // The slot that has the last instant of the range.
    long end = clock.slot((to.isBefore(last) ? to : last).minusNanos(1)) + 1;
    List<Labels> sets = profile.series(selector);
    List<ProfileChoice> choices = ProfileChoice.of(selector, sets);
    Set<Integer> known = new HashSet<>();
    List<ProfileChoice> covering =
        choices.stream().filter(choice -> known.addAll(choice.sets())).toList();
    ProfileModel model =
        new ProfileModel(
            profile.name(),
            clock,
            first,
            Math.max(first, end),
            sets,
            choices,
            before == null ? new StackTree() : before.tree,
            weights(profile, choices, clock.begin(first), clock.begin(end - 1)).sum(),
            weights(profile, covering, clock.begin(first), clock.begin(end)).asDoubleStream().sum()
                >= EXACT);
    long changed =
        before == null ? first : model.changed(profile, before.first, before.end, before.weight);
    for (ProfileChoice choice : covering) {
      model.tree.add(profile.query(choice.selector(), clock.begin(changed), clock.begin(end)));
    }
    return model;
  }

  private static LongStream weights(
      ProfileStore profile, List<ProfileChoice> choices, Instant from, Instant to) {
    return choices.stream()
        .flatMap(choice -> profile.timeline(choice.selector(), from, to, 1).stream())
        .mapToLong(TimelinePoint::weight);
  }

  /**
   * Returns the first slot that may have changed since another model. Weights only grow, except
   * that the first slots are deleted.
   */
  long changed(ProfileStore profile, long otherFirst, long otherEnd, long otherWeight) {
    boolean isGrown =
        otherFirst == first
            && otherEnd > first
            && otherEnd <= end
            && otherWeight
                == weights(profile, choices, clock.begin(first), clock.begin(otherEnd - 1)).sum();
    return isGrown ? otherEnd - 1 : first;
  }

  /** Returns a choice by its number. */
  ProfileChoice choice(int number) {
    if (number < 0 || number >= choices.size()) {
      throw new Failure(
          Failure.USAGE, "choice=" + number + " is not from 0 to " + (choices.size() - 1));
    }
    return choices.get(number);
  }

  /**
   * Returns the model as a page reads it that has some nodes and symbols of the tree; numbers that
   * may have more than 53 bits are text.
   */
  Map<String, @Nullable Object> json(Path file, long sequence, int nodes, int symbols) {
    List<Object> shown = new ArrayList<>();
    choices.forEach(
        one -> shown.add(Json.object("text", one.text(), "unit", one.unit(), "sets", one.sets())));
    synchronized (tree) {
      return Json.object(
          "file", file.getFileName(),
          "name", name(),
          "sequence", Long.toString(sequence),
          "slot", Long.toString(clock.nanos()),
          "first", first(),
          "end", end(),
          "choices", shown,
          "sets", sets.size(),
          "symbols", tree.names(symbols),
          "tree", Resources.packed(tree.packed(nodes)),
          "mark", first + "," + end + "," + weight,
          "large", isLarge());
    }
  }

  /** Returns the page of HTML of the data that it has. */
  static String html(Map<String, @Nullable Object> data) {
    String title = data.get("name") + " - " + data.get("file") + " - Octavo";
    return Resources.html(KIND, title, Json.of(data));
  }

  /** Returns how many characters the symbols and the tree take in a page. */
  int embeddedLength() {
    byte[] names = Json.of(tree.names(0)).getBytes(StandardCharsets.UTF_8);
    return Resources.packed(names).length() + Resources.packed(tree.packed(0)).length();
  }
}
