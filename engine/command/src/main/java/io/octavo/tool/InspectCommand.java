package io.octavo.tool;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo inspect}: makes a page for a browser that shows a whole store. */
@Command(
    name = "inspect",
    header = "Write an HTML page that shows a whole store.",
    description = {
      "Write one self-contained HTML page: use of space, fill of pages, a map of all pages, the"
          + " trees from the roots to the entries, and the path to a key. For a large store the"
          + " page holds the entries of some pages only, and states how many. A store that was not"
          + " closed is shown as of the last checkpoint.",
      "The exit code is 1 if the store is damaged.%n"
    },
    footer = {"  octavo inspect orders.oct --html orders.html"})
final class InspectCommand extends StoreVerb {
  @Option(
      names = "--html",
      arity = "0..1",
      fallbackValue = Target.STANDARD,
      paramLabel = "OUT",
      description = "The HTML file to write; default: standard output.")
  @Nullable String html;

  @Mixin Target.Choice output;
  @Mixin Progress.Choice progressChoice;

  InspectCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    if (html == null) {
      throw new Failure(Failure.USAGE, "--html OUT is missing: give the file to write");
    }
    String target = html;
    output.require(target);
    boolean isDamaged =
        SurveyedFile.look(
            file,
            streams,
            progressChoice,
            (survey, pages) -> {
              String page = new InspectPage(file, survey).all(pages);
              output.write(streams, target, page);
              return survey.isDamaged();
            });
    if (isDamaged) {
      throw Failure.damaged(file);
    }
    return Failure.OK;
  }
}
