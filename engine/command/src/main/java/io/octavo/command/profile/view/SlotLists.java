package io.octavo.command.profile.view;

import io.octavo.command.text.Varints;
import io.octavo.profile.Labels;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The lists of stacks and weights that a page without a server has: of each series, by units of
 * slots that follow each other. While they take too much, two neighbouring units become one.
 */
final class SlotLists {
  /** More units, even of few stacks each, would take too much memory of a browser. */
  private static final long MOST_UNITS = 1 << 17;

  private final ProfileModel model;
  private final Set<Integer> shown = new HashSet<>();
  private final List<TreeMap<Long, byte[]>> lists = new ArrayList<>();
  private final long most;
  private long grain = 1;
  private long bytes;

  /** The unit that samples come for, its series, and their weights. */
  private final Map<Integer, Long> weights = new TreeMap<>();

  private int series;
  private long unit;

  /**
   * Makes no lists.
   *
   * @param most the bytes that lists may take while they are made
   */
  SlotLists(ProfileModel model, long most) {
    this.model = model;
    this.most = most;
    model.sets().forEach(set -> lists.add(new TreeMap<>()));
    model.choices().forEach(choice -> shown.addAll(choice.sets()));
    while ((model.end() - model.first()) / grain > MOST_UNITS) {
      grain *= 2;
    }
  }

  /** Takes a sample. Those of a series and slot follow each other. */
  void visit(Labels labels, Instant slot, int stack, long weight) {
    int number = model.sets().indexOf(labels);
    if (!shown.contains(number)) {
      // No selector has it without others that count something else.
      return;
    }
    long at = Math.floorDiv(model.clock().slot(slot), grain);
    if (number != series || at != unit) {
      end();
      series = number;
      // The grain may have grown.
      unit = Math.floorDiv(model.clock().slot(slot), grain);
    }
    weights.merge(model.tree().nodeOf(stack), weight, Long::sum);
  }

  /** Keeps what has come. */
  void end() {
    if (!weights.isEmpty()) {
      put(lists.get(series), unit, StackList.of(weights));
      weights.clear();
    }
    while (bytes > most && merge()) {
      // Until they take less.
    }
  }

  private void put(Map<Long, byte[]> into, long at, byte[] list) {
    bytes += list.length;
    into.merge(
        at,
        list,
        (one, other) -> {
          Map<Integer, Long> sum = new TreeMap<>();
          StackList.addTo(one, sum);
          StackList.addTo(other, sum);
          byte[] merged = StackList.of(sum);
          bytes += merged.length - one.length - other.length;
          return merged;
        });
  }

  /** Makes two units one; returns false if there is only one unit. */
  boolean merge() {
    if (grain >= model.end() - model.first()) {
      return false;
    }
    grain *= 2;
    bytes = 0;
    for (int i = 0; i < lists.size(); i++) {
      TreeMap<Long, byte[]> merged = new TreeMap<>();
      lists.set(i, merged).forEach((half, list) -> put(merged, Math.floorDiv(half, 2), list));
    }
    return true;
  }

  /** Returns how many slots a unit has. */
  long grain() {
    return grain;
  }

  /** Packs the lists: of each series their number, and each after its distance from the last. */
  byte[] packed() {
    Varints packed = new Varints();
    for (TreeMap<Long, byte[]> units : lists) {
      packed.put(units.size());
      long before = Math.floorDiv(model.first(), grain);
      for (Map.Entry<Long, byte[]> one : units.entrySet()) {
        packed.put(one.getKey() - before);
        packed.put(one.getValue());
        before = one.getKey();
      }
    }
    return packed.toByteArray();
  }
}
