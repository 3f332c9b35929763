package io.octavo.command.picture;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import java.io.IOException;
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
public final class InspectCommand extends StoreVerb {
  @Option(
      names = "--html",
      required = true,
      arity = "0..1",
      fallbackValue = Target.STANDARD,
      paramLabel = "OUT",
      description = "The HTML file to write; - or no value: standard output.")
  String html = Target.STANDARD;

  @Mixin Target.Choice output;
  @Mixin Progress.Choice progressChoice;

  public InspectCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    output.require(html);
    boolean isDamaged =
        SurveyedFile.look(
            file,
            streams,
            progressChoice,
            (survey, pages) -> {
              String page = new InspectPage(file, survey).all(pages);
              output.write(streams, html, page);
              return survey.isDamaged();
            });
    if (isDamaged) {
      throw Failure.damaged(file);
    }
    return Failure.OK;
  }
}
