package io.octavo.command.profile.view;

import io.octavo.profile.Labels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Series of a profile that a page shows as one, because their weights count the same.
 *
 * @param selector what selects them
 * @param text what the page calls them
 * @param unit what the weights count, null if the labels do not tell
 * @param sets the numbers of their label sets
 */
record ProfileChoice(Labels selector, String text, @Nullable String unit, List<Integer> sets) {
  /**
   * Returns the choices that a page offers: all series, those of each unit and type, and each
   * alone, as far as they have one unit.
   *
   * @param sets the label sets that match the selector
   */
  static List<ProfileChoice> of(Labels selector, List<Labels> sets) {
    Set<Labels> selectors = new LinkedHashSet<>();
    selectors.add(selector);
    for (String name : List.of(Labels.UNIT, Labels.TYPE)) {
      for (Labels set : sets) {
        String value = set.get(name);
        if (value != null) {
          selectors.add(selector.with(name, value));
        }
      }
    }
    selectors.addAll(sets);
    List<ProfileChoice> choices = new ArrayList<>();
    Set<List<Integer>> known = new HashSet<>();
    for (Labels one : selectors) {
      List<Integer> matching = new ArrayList<>();
      Set<@Nullable String> units = new HashSet<>();
      for (int i = 0; i < sets.size(); i++) {
        if (sets.get(i).matches(one)) {
          matching.add(i);
          units.add(sets.get(i).get(Labels.UNIT));
        }
      }
      if (units.size() == 1 && known.add(matching)) {
        Labels named = matching.size() == 1 ? sets.get(matching.get(0)) : one;
        String text = named.toString().isEmpty() ? "all series" : named.toString();
        choices.add(
            new ProfileChoice(one, text, sets.get(matching.get(0)).get(Labels.UNIT), matching));
      }
    }
    // A stable order: what most ask for comes first.
    choices.sort(Comparator.comparing(choice -> !isCpu(choice, sets)));
    return choices;
  }

  private static boolean isCpu(ProfileChoice choice, List<Labels> sets) {
    return choice.sets.stream().allMatch(set -> "cpu".equals(sets.get(set).get(Labels.TYPE)));
  }
}
