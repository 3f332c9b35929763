package io.octavo.command.picture;

import io.octavo.command.cli.CountedFile;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Paint;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.command.survey.CollectionNames;
import io.octavo.command.survey.StorePages;
import io.octavo.command.survey.Survey;
import io.octavo.commit.OpenedFile;
import io.octavo.commit.Pager;
import io.octavo.error.CorruptionException;
import io.octavo.error.FormatException;
import io.octavo.error.StoreException;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Violation;
import java.io.IOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo page}: shows one page. */
@Command(
    name = "page",
    header = "Show a page byte by byte.",
    description = {
      "Show the bytes of a page with their meaning. This works on a damaged store too; the broken"
          + " rule is shown first. Pages of a store that was not closed are as of the last"
          + " checkpoint; pages of the commit ring show the commits since.",
      "The exit code is 1 if the page breaks a rule; a page that is not in use can break"
          + " rules in a sound store.%n"
    },
    footer = {"  octavo page orders.oct 0", "  octavo page orders.oct 5 --svg leaf.svg"})
public final class PageCommand extends StoreVerb {
  private static final int ROW = 16;

  @Parameters(index = "1", paramLabel = "N", description = "The page number, from 0.")
  long number;

  @Option(names = "--raw", description = "Show the bytes without their meaning.")
  boolean raw;

  @Option(
      names = "--svg",
      arity = "0..1",
      fallbackValue = Target.STANDARD,
      paramLabel = "OUT",
      description = "Write an SVG picture to OUT or standard output.")
  @Nullable String svg;

  @Option(
      names = "--html",
      arity = "0..1",
      fallbackValue = Target.STANDARD,
      paramLabel = "OUT",
      description = "Write an HTML page to OUT or standard output.")
  @Nullable String html;

  @Mixin Target.Choice output;
  @Mixin Paint.Choice colours;
  @Mixin PagerChoice pager;

  public PageCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    if (raw && (svg != null || html != null)) {
      throw new Failure(Failure.USAGE, "--raw: not with --svg or --html, which show the bytes");
    }
    Map<String, @Nullable String> outputs = new LinkedHashMap<>();
    outputs.put("--svg", svg);
    outputs.put("--html", html);
    Target.requireOneOutput(outputs);
    output.require(svg);
    output.require(html);
    Stores.requireFile(file);
    PageView view;
    try (OpenedFile opened = Stores.openPages(file);
        CountedFile bytes = new CountedFile(opened.file())) {
      byte[] page = read(bytes);
      Violation violation = PageCheck.checkStored(page, (int) number);
      view = view(bytes, page, violation == null);
    } catch (StoreException e) {
      throw Stores.cannotOpen(e);
    } catch (IOException e) {
      throw new Failure(Failure.CANNOT_OPEN, file + ": cannot read: " + e.getMessage(), e);
    }
    show(view);
    return view.problem() == null ? Failure.OK : Failure.PROBLEM;
  }

  private void show(PageView view) throws IOException {
    if (svg != null) {
      output.write(streams, svg, PageSvg.of(view));
    }
    if (html != null) {
      output.write(streams, html, PageJson.html(view));
    }
    if (raw) {
      if (view.problem() != null) {
        streams.line("page %d breaks rule %s", number, view.problem());
      }
      streams.out().print(hex(view.page()));
    } else if (svg == null && html == null) {
      streams.out().print(PageText.of(view, colours.paint(streams), streams.screen().columns()));
    }
  }

  private byte[] read(CountedFile bytes) throws IOException {
    long pages = bytes.length() / PageHeader.PAGE_SIZE;
    if (pages == 0) {
      throw new Failure(Failure.CANNOT_OPEN, file + ": shorter than one page, not an Octavo file");
    }
    if (number < 0 || number >= pages) {
      throw new Failure(
          Failure.USAGE, "N=" + number + ": " + file + " has pages 0 to " + (pages - 1));
    }
    return StorePages.read(bytes, number);
  }

  /**
   * Divides the page into parts. Throws for a file of another version, and for a file without a
   * sound meta page unless the page is certainly one of Octavo. Damage does not matter here.
   */
  private PageView view(CountedFile bytes, byte[] page, boolean isSound) throws IOException {
    PageView view = PageView.of((int) number, page);
    // The pager closes the file.
    try (Pager pager = StorePages.openPager(bytes)) {
      if (PageView.isInRing((int) number, pager.durable().meta())) {
        byte[] ring = PageView.readRing(bytes, pager.durable().meta());
        view = PageView.ofRing((int) number, pager.durable().meta(), ring);
      } else {
        view =
            StorePages.isFree(pager, number)
                ? view.free()
                : view.ownedBy(names(pager).of(PageHeader.owner(page)));
        String note = Survey.note(pager.replay().count());
        view = note == null ? view : view.noted(note);
      }
    } catch (CorruptionException e) {
      // The page itself shows the problem, or the problem is elsewhere in the file.
    } catch (FormatException e) {
      if (e.found() != 0 || !isSound) {
        throw e;
      }
    }
    return view;
  }

  private static CollectionNames names(Pager pager) {
    return new CollectionNames(pager.durable().catalogue().records());
  }

  private static String hex(byte[] page) {
    StringBuilder text = new StringBuilder();
    HexFormat format = HexFormat.ofDelimiter(" ");
    byte[] bytes = new byte[PageHeader.PAGE_SIZE];
    Memory.buffer(page, 0, bytes.length).get(bytes);
    for (int offset = 0; offset < bytes.length; offset += ROW) {
      text.append(format.toHexDigits((short) offset)).append("  ");
      text.append(format.formatHex(bytes, offset, offset + ROW)).append('\n');
    }
    return text.toString();
  }
}
