package io.octavo.command.parts;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesCodec;
import io.octavo.page.bytes.BytesPage;
import java.util.EnumMap;

/**
 * Sums up what the bytes of pages are used for. Entries of leaves are counted without making parts
 * of them, because there are millions; the sums are those of the {@linkplain PageParts parts}. Not
 * thread-safe.
 */
public final class PageUse {
  private final EnumMap<Role, Long> bytes = new EnumMap<>(Role.class);
  private final EntrySpan span = new EntrySpan();
  private long paddings;
  private long values;
  private long keys;
  private long lengths;

  /** Makes sums of no pages. */
  public PageUse() {}

  /**
   * Adds the bytes of a page.
   *
   * @param page a page that keeps the rules
   */
  public void add(byte[] page) {
    PageKind kind = PageKind.of(PageHeader.kindCode(page));
    if (kind == PageKind.LEAF) {
      addLeaf(page);
    } else if (PageParts.isBytes(kind)) {
      addBytes(page);
    } else {
      PageParts.of(page).forEach(this::addPart);
    }
  }

  private void addPart(PagePart part) {
    if (part.role() == Role.ENTRY) {
      part.parts().forEach(this::addPart);
    } else {
      add(part.role(), part.length());
    }
  }

  private void addLeaf(byte[] page) {
    int count = PageHeader.count(page);
    for (int i = 0; i < count; i++) {
      span.readLongs(page, i);
      addEntry();
    }
    endEntries(Role.VALUE);
    add(Role.SLOT, (long) count * SlotWord.LENGTH);
    add(Role.HEADER, PageHeader.LENGTH);
    add(Role.FREE, PageHeader.free(page));
  }

  private void addBytes(byte[] page) {
    int count = PageHeader.count(page);
    boolean isBranch = PageHeader.level(page) > 0;
    for (int i = 0; i < count; i++) {
      int slot = BytesPage.slot(page, i);
      span.readBytes(slot, BytesCodec.fields(page, slot));
      addEntry();
    }
    endEntries(isBranch ? Role.CHILD : Role.VALUE);
    int prefix = BytesPage.prefixLength(page);
    add(Role.PREFIX, prefix);
    add(Role.PADDING, PageHeader.PAGE_SIZE - prefix - BytesPage.heapEnd(prefix));
    add(Role.SLOT, (long) count * BytesPage.SLOT);
    add(Role.HEADER, PageHeader.LENGTH);
    add(Role.FREE, PageHeader.free(page));
  }

  private void addEntry() {
    paddings += span.value - span.start;
    values += span.key - span.value;
    keys += span.lengths - span.key;
    lengths += span.end - span.lengths;
  }

  /** Adds the bytes of all entries of a page to the sums. */
  private void endEntries(Role valueRole) {
    add(Role.PADDING, paddings);
    add(valueRole, values);
    add(Role.KEY, keys);
    add(Role.LENGTHS, lengths);
    paddings = 0;
    values = 0;
    keys = 0;
    lengths = 0;
  }

  private void add(Role role, long length) {
    bytes.merge(role, length, Long::sum);
  }

  /**
   * Returns a sum.
   *
   * @param role what bytes are used for; entries are counted as their parts
   * @return how many bytes are
   */
  public long bytes(Role role) {
    return bytes.getOrDefault(role, 0L);
  }
}
