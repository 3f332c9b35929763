package io.octavo.tool;

import io.octavo.error.CorruptionException;
import io.octavo.tree.StoreCheck;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo check}: holds a store to the rules of the format. */
@Command(
    name = "check",
    header = "Hold a store to all rules of the format.",
    description = {
      "Read every page that is in use and hold it to all rules of the format: checksums, order of"
          + " keys, bounds, counters, and that pages in use are exactly those referred to.",
      "The exit code is 1 where a rule is broken.%n"
    },
    footer = {"  octavo check orders.oct", "  octavo check orders.oct --json"})
final class CheckCommand extends StoreVerb {
  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  @Mixin Progress.Choice progressChoice;

  CheckCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    long start = System.nanoTime();
    StoreCheck check;
    try (StorePages pages = StorePages.open(file);
        Progress progress =
            progressChoice.start(
                streams, "checking", pages.pager().durable().pageCount(), " pages", 1)) {
      pages.show(progress);
      check = StoreCheck.of(pages.pager());
    } catch (Failure e) {
      if (e.getCause() instanceof CorruptionException damage) {
        return report(List.of(String.valueOf(damage.getMessage())), 0, System.nanoTime() - start);
      }
      throw e;
    }
    return report(check.problems(), check.pages(), System.nanoTime() - start);
  }

  private int report(List<String> problems, int pages, long nanos) {
    boolean ok = problems.isEmpty();
    if (json) {
      streams.line("%s", Json.of(Json.object("ok", ok, "pages", pages, "problems", problems)));
    } else if (ok) {
      streams.line(
          "ok: %s checked in %s s",
          Text.count(pages, "page", "pages"), Text.decimal(Text.seconds(nanos), 2));
    } else {
      problems.forEach(problem -> streams.line("%s", Text.printable(problem)));
      streams.line(
          "%s found, %s checked",
          Text.count(problems.size(), "problem", "problems"), Text.count(pages, "page", "pages"));
    }
    return ok ? Failure.OK : Failure.PROBLEM;
  }
}
