package io.octavo.fuzz.crash;

import io.octavo.Durability;
import io.octavo.commit.RingLimits;
import io.octavo.fuzz.workload.CrashScenario;
import io.octavo.fuzz.workload.Step;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A scenario with the crashes that ended it and its recoveries, as text: it says the same when the
 * generator of scenarios has changed.
 *
 * @param scenario what is done
 * @param crashes the first in the scenario, each other in the recovery after the one before
 */
record CrashTrace(CrashScenario scenario, List<Crash> crashes) {
  private static final String TITLE = "octavo crash trace 1";

  CrashTrace {
    crashes = List.copyOf(crashes);
  }

  List<String> lines(String why) {
    List<String> lines = new ArrayList<>();
    lines.add(TITLE);
    why.lines().forEach(line -> lines.add("# " + line));
    lines.add("seed " + scenario.seed());
    lines.add("durability " + scenario.durability());
    lines.add("leaf " + scenario.limits().leaf());
    lines.add("branch " + scenario.limits().branch());
    RingLimits ring = scenario.limits().ring();
    lines.add("ring " + ring.first() + " " + ring.full() + " " + ring.most());
    lines.add("keys " + scenario.keys());
    scenario.steps().forEach(step -> lines.add("step " + step));
    crashes.forEach(crash -> lines.add("crash " + crash));
    return lines;
  }

  static CrashTrace read(Path path) throws IOException {
    List<String> lines = Files.readAllLines(path);
    if (lines.isEmpty() || !lines.get(0).equals(TITLE)) {
      throw new IOException(path + ": not a crash trace");
    }
    Map<String, String> fields = new HashMap<>();
    List<Step> steps = new ArrayList<>();
    List<Crash> crashes = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      int space = line.indexOf(' ');
      if (space < 0 || line.startsWith("#")) {
        continue;
      }
      String text = line.substring(space + 1);
      switch (line.substring(0, space)) {
        case "step" -> steps.add(Step.parse(text));
        case "crash" -> crashes.add(Crash.parse(text));
        default -> fields.put(line.substring(0, space), text);
      }
    }
    return new CrashTrace(
        new CrashScenario(
            Long.parseLong(field(fields, "seed")),
            Durability.valueOf(field(fields, "durability")),
            new TreeLimits(number(fields, "leaf"), number(fields, "branch"), ring(fields)),
            number(fields, "keys"),
            1,
            steps),
        crashes);
  }

  /** Reads the lengths of the ring, which the first traces do not have. */
  private static RingLimits ring(Map<String, String> fields) {
    String text = fields.get("ring");
    if (text == null) {
      return RingLimits.DEFAULT;
    }
    int[] pages = Stream.of(text.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
    return new RingLimits(pages[0], pages[1], pages[2]);
  }

  private static int number(Map<String, String> fields, String name) {
    return Integer.parseInt(field(fields, name));
  }

  private static String field(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the trace has no " + name);
    }
    return value;
  }
}
