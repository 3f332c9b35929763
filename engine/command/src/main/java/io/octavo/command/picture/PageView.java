package io.octavo.command.picture;

import io.octavo.command.cli.CountedFile;
import io.octavo.command.parts.PageDump;
import io.octavo.command.parts.PagePart;
import io.octavo.command.parts.PagePart.Role;
import io.octavo.command.parts.PageParts;
import io.octavo.command.parts.RingParts;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Violation;
import io.octavo.page.meta.Meta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page as text, SVG and HTML show it.
 *
 * @param number its place in the file
 * @param page its bytes
 * @param title one line that describes the page
 * @param problem the problem, null if the page breaks no rule
 * @param parts its parts
 * @param owner the name of its owner, null if unknown
 */
@SuppressWarnings("ArrayRecordComponent") // views are not compared
record PageView(
    int number,
    byte[] page,
    String title,
    @Nullable String problem,
    List<PagePart> parts,
    @Nullable String owner) {

  /** Divides a page into parts, by the kind in its header. */
  static PageView of(int number, byte[] page) {
    Violation violation = PageCheck.checkStored(page, number);
    return new PageView(
        number,
        page,
        PageDump.summary(page),
        violation == null ? null : violation.toString(),
        PageParts.of(page),
        null);
  }

  /** Adds the note that the page is free, which the page itself does not show. */
  PageView free() {
    return noted("not in use");
  }

  /** Adds a note. */
  PageView noted(String note) {
    return new PageView(number, page, title + ", " + note, problem, parts, owner);
  }

  /** Sets the name of the owner, of which the page has only the identifier. */
  PageView ownedBy(String name) {
    return new PageView(number, page, title, problem, parts, name);
  }

  /** Divides a page of the commit ring into parts. */
  static PageView ofRing(int number, Meta meta, byte[] ring) {
    int index = number - meta.ring().start();
    byte[] page = PageHeader.newPage();
    Memory.copy(ring, index * PageHeader.PAGE_SIZE, page, 0, PageHeader.PAGE_SIZE);
    String title =
        "page "
            + number
            + ": page "
            + (index + 1)
            + " of "
            + meta.ring().pages()
            + " of the commit ring, generation "
            + meta.ring().generation();
    return new PageView(number, page, title, null, RingParts.of(ring, meta, index), null);
  }

  /** Reads the whole extent of the ring. */
  static byte[] readRing(CountedFile file, Meta meta) throws IOException {
    int length = meta.ring().pages() * PageHeader.PAGE_SIZE;
    byte[] ring = Memory.allocate(length);
    file.read(Memory.buffer(ring, 0, length), (long) meta.ring().start() * PageHeader.PAGE_SIZE);
    return ring;
  }

  static boolean isInRing(int number, Meta meta) {
    return number >= meta.ring().start() && number < meta.ring().start() + meta.ring().pages();
  }

  /** Returns the innermost parts, in the order of their bytes. */
  List<PagePart> leaves() {
    List<PagePart> leaves = new ArrayList<>();
    for (PagePart part : parts) {
      if (part.role() != Role.NOTE) {
        leaves.addAll(part.parts().isEmpty() ? List.of(part) : part.parts());
      }
    }
    leaves.sort((a, b) -> Integer.compare(a.from(), b.from()));
    return leaves;
  }

  /** Returns the number of bytes of each role. */
  Map<Role, Integer> bytesByRole() {
    Map<Role, Integer> bytes = new EnumMap<>(Role.class);
    leaves().forEach(part -> bytes.merge(part.role(), part.length(), Integer::sum));
    bytes.values().removeIf(length -> length == 0);
    return bytes;
  }
}
