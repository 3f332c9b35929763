package io.octavo.tool;

import io.octavo.error.CorruptionException;
import io.octavo.error.FormatException;
import io.octavo.error.StoreException;
import io.octavo.memory.Memory;
import io.octavo.page.PageCheck;
import io.octavo.page.PageDump;
import io.octavo.page.PageHeader;
import io.octavo.page.Violation;
import io.octavo.pager.OpenedFile;
import java.io.IOException;
import java.util.HexFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo page}: shows one page. */
@Command(
    name = "page",
    header = "Show a page byte by byte.",
    description = {
      "Show a page byte by byte, with the meaning of each; also of a damaged store, and then the"
          + " broken rule first.",
      "The exit code is 1 where the page breaks a rule, which a page that is not in use may.%n"
    },
    footer = {"  octavo page orders.oct 0", "  octavo page orders.oct 5 --raw"})
final class PageCommand extends StoreVerb {
  private static final int ROW = 16;

  @Parameters(index = "1", paramLabel = "N", description = "The number of the page, from 0.")
  long number;

  @Option(names = "--raw", description = "Show bytes only.")
  boolean raw;

  PageCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Stores.requireFile(file);
    byte[] page;
    Violation violation;
    try (OpenedFile opened = OpenedFile.of(file, true);
        CountedFile bytes = new CountedFile(opened.file())) {
      page = read(bytes);
      violation = PageCheck.checkStored(page, (int) number);
      refuseForeign(bytes, violation == null);
    } catch (StoreException e) {
      throw Stores.cannotOpen(e);
    } catch (IOException e) {
      throw new Failure(Failure.CANNOT_OPEN, file + ": cannot read: " + e.getMessage(), e);
    }
    if (violation != null) {
      streams.line("page %d breaks rule %s", number, violation);
    }
    streams.out().print(raw ? hex(page) : PageDump.dump(page));
    return violation == null ? Failure.OK : Failure.PROBLEM;
  }

  private byte[] read(CountedFile bytes) throws IOException {
    long pages = bytes.length() / PageHeader.PAGE_SIZE;
    if (pages == 0) {
      throw new Failure(Failure.CANNOT_OPEN, file + ": shorter than a page, not an Octavo file");
    }
    if (number < 0 || number >= pages) {
      throw new Failure(
          Failure.USAGE, "N=" + number + ": " + file + " has pages 0 to " + (pages - 1));
    }
    byte[] page = PageHeader.newPage();
    bytes.read(Memory.buffer(page, 0, PageHeader.PAGE_SIZE), number * PageHeader.PAGE_SIZE);
    return page;
  }

  /**
   * Refuses a file of another version, and one that has no sound meta page unless the page is
   * surely Octavo's. Damage is what this verb is for.
   */
  private static void refuseForeign(CountedFile bytes, boolean isSound) {
    try {
      // The pager closes the file.
      StorePages.openPager(bytes).close();
    } catch (CorruptionException e) {
      // Shown by the dump, or elsewhere in the file.
    } catch (FormatException e) {
      if (e.found() != 0 || !isSound) {
        throw e;
      }
    }
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
