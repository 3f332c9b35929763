package io.octavo.command.profile.view;

import io.octavo.command.cli.Failure;
import io.octavo.command.text.Json;
import io.octavo.command.web.Resources;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * @param tree all stacks
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
    boolean isLarge) {
  private static final Resources.Kind KIND =
      new Resources.Kind(
          List.of("web/html.css", "web/timeline.css", "profile/view/profile.css"),
          List.of(
              "web/served.js",
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
   * @param selector selects the series
   * @param from the start of the range
   * @param to the end of the range
   */
  static ProfileModel of(ProfileStore profile, Labels selector, Instant from, Instant to) {
    SlotClock clock = SlotClock.of(profile.slot());
    Instant begin = profile.first(selector).orElse(Instant.EPOCH);
    Instant last = profile.last(selector).orElse(begin);
    long first = clock.slot(from.isAfter(begin) ? from : begin);
    // The slot that has the last instant of the range.
    long end = clock.slot((to.isBefore(last) ? to : last).minusNanos(1)) + 1;
    List<Labels> sets = profile.series(selector);
    List<ProfileChoice> choices = ProfileChoice.of(selector, sets);
    StackTree tree = new StackTree();
    Set<Integer> known = new HashSet<>();
    double total = 0;
    for (ProfileChoice choice : choices) {
      if (known.addAll(choice.sets())) {
        FlameGraph graph = profile.query(choice.selector(), clock.begin(first), clock.begin(end));
        tree.add(graph);
        total += graph.total();
      }
    }
    return new ProfileModel(
        profile.name(), clock, first, Math.max(first, end), sets, choices, tree, total >= EXACT);
  }

  /** Returns a choice by its number. */
  ProfileChoice choice(int number) {
    if (number < 0 || number >= choices.size()) {
      throw new Failure(
          Failure.USAGE, "choice=" + number + " is not from 0 to " + (choices.size() - 1));
    }
    return choices.get(number);
  }

  /** Returns the model as the page reads it; numbers that may have more than 53 bits are text. */
  Map<String, @Nullable Object> json(Path file, long sequence) {
    return Json.object(
        "file",
        file.getFileName(),
        "name",
        name,
        "sequence",
        Long.toString(sequence),
        "slot",
        Long.toString(clock.nanos()),
        "first",
        first,
        "end",
        end,
        "choices",
        choices.stream()
            .map(one -> Json.object("text", one.text(), "unit", one.unit(), "sets", one.sets()))
            .toList(),
        "sets",
        sets.size(),
        "symbols",
        tree.names(),
        "tree",
        Resources.packed(tree.packed()),
        "large",
        isLarge);
  }

  /** Returns the page of HTML of the data that it has. */
  static String html(Map<String, @Nullable Object> data) {
    String title = data.get("name") + " - " + data.get("file") + " - Octavo";
    return Resources.html(KIND, title, Json.of(data));
  }

  /** Returns how many characters the symbols and the tree take in a page. */
  int embeddedLength() {
    byte[] names = Json.of(tree.names()).getBytes(StandardCharsets.UTF_8);
    return Resources.packed(names).length() + Resources.packed(tree.packed()).length();
  }
}
