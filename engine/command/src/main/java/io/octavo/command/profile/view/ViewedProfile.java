package io.octavo.command.profile.view;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.text.Json;
import io.octavo.command.text.Varints;
import io.octavo.command.web.ViewQuestion;
import io.octavo.command.web.Viewed;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.TimelinePoint;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A profile as a page for a browser asks for it. Each answer is of one snapshot, and says of which
 * commit at least.
 *
 * <p>Lists come by level and index: list i of level k is the sum of the 8^k slots from i * 8^k on.
 * A list so has a name that does not depend on the range that is shown, and is asked for once.
 */
public final class ViewedProfile implements Viewed {
  /** The most lists and points of an answer. */
  static final int MOST = 4_096;

  /** The most levels: 8^20 is 2^60. */
  private static final int MOST_LEVEL = 20;

  private static final int BITS = 3;

  private final Path file;
  private final Store store;
  private final String name;
  private final Labels selector;
  private @Nullable Answer<ProfileModel> last;

  public ViewedProfile(Path file, Store store, String name, Labels selector) {
    this.file = file;
    this.store = store;
    this.name = name;
    this.selector = selector;
  }

  @Override
  public @Nullable Answer<?> answer(ViewQuestion asked) {
    switch (asked.path()) {
      case "" -> {
        asked.requireOnly();
        return page();
      }
      case "about" -> {
        asked.requireOnly("mark", "nodes", "symbols");
        return about(asked.numbers("mark"), asked.integer("nodes"), asked.integer("symbols"));
      }
      case "lists" -> {
        asked.requireOnly("choice", "level", "index");
        return lists(asked.integer("choice"), asked.integer("level"), asked.numbers("index"));
      }
      case "timeline" -> {
        asked.requireOnly("choice", "from", "end", "points");
        return timeline(
            asked.integer("choice"),
            asked.number("from"),
            asked.number("end"),
            asked.integer("points"));
      }
      default -> {
        return null;
      }
    }
  }

  /** Returns the page, which asks for lists. */
  private Answer<String> page() {
    return Answer.of(
        store,
        (transaction, sequence) -> {
          Map<String, @Nullable Object> data =
              model(transaction, sequence).json(file, sequence, 0, 0);
          data.put("grain", 1);
          data.put("lists", null);
          return ProfileModel.html(data);
        });
  }

  /** Looks for commits, and returns the model for a page that has one with a mark. */
  private Answer<Map<String, @Nullable Object>> about(long[] mark, int nodes, int symbols) {
    if (mark.length != 3) {
      throw new Failure(Failure.USAGE, "mark has " + mark.length + " numbers, not 3");
    }
    var unused = store.refresh();
    return Answer.of(
        store,
        (transaction, sequence) -> {
          ProfileModel model = model(transaction, sequence);
          Map<String, @Nullable Object> data = model.json(file, sequence, nodes, symbols);
          ProfileStore profile = ProfileStore.open(transaction, name);
          data.put("changed", model.changed(profile, mark[0], mark[1], mark[2]));
          return data;
        });
  }

  private synchronized ProfileModel model(Transaction transaction, long sequence) {
    if (last == null || last.sequence() != sequence) {
      ProfileStore profile = ProfileStore.open(transaction, name);
      ProfileModel before = last == null ? null : last.body();
      last =
          new Answer<>(
              sequence, ProfileModel.of(before, profile, selector, Instant.MIN, Instant.MAX));
    }
    return last.body();
  }

  private <T> Answer<T> read(BiFunction<ProfileStore, ProfileModel, T> question) {
    return Answer.of(
        store,
        (transaction, sequence) -> {
          ProfileModel model = model(transaction, sequence);
          return question.apply(ProfileStore.open(transaction, name), model);
        });
  }

  /**
   * Returns lists.
   *
   * @param choice the number of a choice
   * @param level the level of the lists
   * @param indexes their indexes
   * @return the lists, one after the other
   */
  private Answer<byte[]> lists(int choice, int level, long[] indexes) {
    if (level < 0 || level > MOST_LEVEL) {
      throw new Failure(Failure.USAGE, "level=" + level + " is not from 0 to " + MOST_LEVEL);
    }
    if (indexes.length > MOST) {
      throw new Failure(
          Failure.USAGE, "index: " + indexes.length + " lists, but an answer has " + MOST);
    }
    return read(
        (profile, model) -> {
          Labels chosen = model.choice(choice).selector();
          Varints packed = new Varints();
          for (long index : indexes) {
            long first = within("index", index, model, level);
            long end = within("index", index + 1, model, level);
            packed.put(list(profile, chosen, first, end, model));
          }
          return packed.toByteArray();
        });
  }

  /** Returns the start of a list, or the end of the slots that is nearer. */
  private static long within(String field, long index, ProfileModel model, int level) {
    long lowest = model.first() >> (BITS * level);
    long highest = (model.end() >> (BITS * level)) + 1;
    if (index < lowest || index > highest) {
      throw new Failure(
          Failure.USAGE, field + "=" + index + " is not from " + lowest + " to " + highest);
    }
    return Math.max(model.first(), Math.min(model.end(), index << (BITS * level)));
  }

  private static byte[] list(
      ProfileStore profile, Labels chosen, long first, long end, ProfileModel model) {
    Instant from = model.clock().begin(first);
    Instant to = model.clock().begin(end);
    StackTree tree = model.tree();
    Map<Integer, Long> weights = new TreeMap<>();
    if (end - first <= 1) {
      // A graph would have to be made of what the slot has as a list.
      profile.forEach(
          chosen,
          from,
          to,
          (labels, slot, stack, weight) -> weights.merge(tree.nodeOf(stack), weight, Long::sum));
    } else {
      FlameGraph graph = profile.query(chosen, from, to);
      for (int i = 0; i < graph.size(); i++) {
        if (graph.self(i) != 0) {
          weights.merge(tree.nodeOf(graph.stack(i)), graph.self(i), Long::sum);
        }
      }
    }
    return StackList.of(weights);
  }

  /**
   * Returns the weights of parts of a range.
   *
   * @param from the first slot
   * @param end the slot after the last one
   * @param points the most parts
   * @return the first slot of each part and the end of the last, and their weights
   */
  private Answer<Map<String, @Nullable Object>> timeline(
      int choice, long from, long end, int points) {
    if (points < 1 || points > MOST) {
      throw new Failure(Failure.USAGE, "points=" + points + " is not from 1 to " + MOST);
    }
    return read(
        (profile, model) -> {
          long first = within("from", from, model, 0);
          long last = within("end", end, model, 0);
          if (first > last) {
            throw new Failure(Failure.USAGE, "from=" + from + " is after end=" + end);
          }
          SlotClock clock = model.clock();
          Labels chosen = model.choice(choice).selector();
          List<Object> slots = new ArrayList<>();
          List<Object> weights = new ArrayList<>();
          for (TimelinePoint point :
              profile.timeline(chosen, clock.begin(first), clock.begin(last), points)) {
            slots.add(clock.slot(point.from()));
            weights.add(point.weight());
          }
          slots.add(last);
          return Json.object("slots", slots, "weights", weights);
        });
  }
}
