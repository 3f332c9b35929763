package io.octavo.command.survey;

import io.octavo.check.StoreCheck;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Json;
import io.octavo.error.CorruptionException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo check}: holds a store to the rules of the format. */
@Command(
    name = "check",
    header = "Verify every page in use.",
    description = {
      "Read every page in use and verify all rules of the format: checksums, key order, bounds,"
          + " counters, and that the pages in use are exactly the pages referred to. If the store"
          + " was not closed, the commits of its ring are replayed into a temporary file, and the"
          + " result is verified too.",
      "The exit code is 1 if a rule is broken.%n"
    },
    footer = {"  octavo check orders.oct", "  octavo check orders.oct --json"})
public final class CheckCommand extends StoreVerb {
  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  @Mixin Progress.Choice progressChoice;
  @Mixin PagerChoice pager;

  public CheckCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    long start = System.nanoTime();
    StoreCheck check;
    List<String> copies;
    List<String> problems;
    int commits;
    try (StorePages pages = StorePages.open(file);
        Progress progress =
            progressChoice.start(
                streams, "checking", pages.pager().durable().meta().pageCount(), " pages", 1)) {
      pages.show(progress);
      copies = pages.metas().problems(pages.pager().durable().meta());
      check = StoreCheck.of(pages.pager().durable());
      problems = new ArrayList<>(check.problems());
      problems.addAll(
          pages.checkRing(
              check.problems(),
              recovered -> StoreCheck.of(recovered.pager().durable()).problems()));
      commits = pages.commitsAfterCheckpoint();
    } catch (Failure e) {
      if (e.getCause() instanceof CorruptionException damage) {
        List<String> problem = List.of(String.valueOf(damage.getMessage()));
        return report(List.of(), problem, 0, 0, System.nanoTime() - start);
      }
      throw e;
    }
    return report(copies, problems, check.pages(), commits, System.nanoTime() - start);
  }

  /**
   * Prints the problems. Returns the exit code.
   *
   * @param copies problems of copies of meta pages whose contents another copy holds
   * @param damage all other problems
   */
  private int report(List<String> copies, List<String> damage, int pages, int commits, long nanos) {
    List<String> problems = new ArrayList<>(copies);
    problems.addAll(damage);
    boolean ok = problems.isEmpty();
    String checked =
        Text.count(pages, "page", "pages")
            + (commits == 0
                ? ""
                : " and " + Text.count(commits, "commit", "commits") + " of the commit ring")
            + " checked";
    if (json) {
      streams.line(
          "%s",
          Json.of(
              Json.object(
                  "ok", ok,
                  "pages", pages,
                  "commitsAfterCheckpoint", commits,
                  "problems", problems)));
    } else if (ok) {
      streams.line("ok: %s in %s s", checked, Text.decimal(Text.seconds(nanos), 2));
    } else {
      problems.forEach(problem -> streams.line("%s", Text.printable(problem)));
      streams.line("%s found, %s", Text.count(problems.size(), "problem", "problems"), checked);
      if (!damage.isEmpty()) {
        streams.line("%s", Failure.remedy(file));
      }
    }
    return ok ? Failure.OK : Failure.PROBLEM;
  }
}
