package io.octavo.cache;

import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.event.Events;
import io.octavo.event.PageLoadEvent;
import io.octavo.file.StoreFile;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.check.PageCheck;
import io.octavo.page.check.Rule;
import io.octavo.page.check.Violation;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.tree.BranchPage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Reads pages from the file, and verifies each page before use. */
public final class PageLoader {
  /**
   * A longer read waits for the disk: a get that reads a page from the memory of the system takes
   * some 3 us, and one that waits for the disk 60 us ({@code bench/RESULTS.md}, "Larger than the
   * cache" and "Larger than memory").
   */
  private static final long DISK_NANOS = 20_000;

  private final StoreFile file;
  private final PageCache cache;
  private final CheckedPages checked = new CheckedPages();
  private final LongAdder loaded = new LongAdder();

  public PageLoader(StoreFile file, PageCache cache) {
    this.file = file;
    this.cache = cache;
  }

  /**
   * Loads a page of a tree into the cache. The page is not added if its number may identify another
   * page by then.
   *
   * @param isPast whether that is so
   */
  public Frame load(int number, int crc, int form, int owner, BooleanSupplier isPast) {
    PageLoadEvent event = Events.begin(PageLoadEvent::new);
    byte[] bytes = read(number, crc, form & 0xFF, owner);
    requireKind(bytes, number, form >>> Byte.SIZE);
    loaded.increment();
    if (event != null && event.shouldCommit()) {
      event.store = file.name();
      event.page = number;
      event.commit();
    }
    return cache.putIfAbsent(new Frame(number, bytes, false), isPast);
  }

  /** Returns a frame with its bytes: rebuilt if the cache has only its remains. */
  public @Nullable Frame whole(@Nullable Frame found) {
    Frame frame = found;
    while (frame != null && frame.remains != null) {
      Remains remains = frame.remains;
      Frame leaf = remains.leaf(frame.number, cache.array());
      boolean isRight = cache.restore(frame, leaf);
      assert !isRight || remains.gives(leaf) : "I11: page " + frame.number + " has been changed";
      frame = isRight ? leaf : cache.get(frame.number);
    }
    return frame;
  }

  /** Reads a page without using the cache. */
  public byte[] read(int number, int crc, int level, int owner) {
    return verify(readRaw(number), number, crc, level, owner);
  }

  /** Throws if a page that was read is damaged, or is not the one that its reference requires. */
  public byte[] verify(byte[] bytes, int number, int crc, int level, int owner) {
    if (!checked.contains(bytes, number)) {
      Violation violation = PageCheck.checkStored(bytes, number);
      if (violation != null) {
        throw corruption(number, violation);
      }
      checked.add(bytes, number);
    }
    if (crc != 0 && PageHeader.crc(bytes) != crc) {
      throw corruption(number, Rule.R9, PageHeader.CRC, hex(PageHeader.crc(bytes)), hex(crc));
    }
    if (PageHeader.level(bytes) != level) {
      throw corruption(number, Rule.R6, PageHeader.LEVEL, "" + PageHeader.level(bytes), "" + level);
    }
    if (PageHeader.owner(bytes) != owner) {
      throw corruption(
          number,
          Rule.R7,
          PageHeader.OWNER,
          Integer.toUnsignedString(PageHeader.owner(bytes)),
          Integer.toUnsignedString(owner));
    }
    return bytes;
  }

  /** Throws if a page is not of the kind that its reference requires. */
  public void requireKind(byte[] page, int number, int code) {
    if (PageHeader.kindCode(page) != code) {
      throw corruption(
          number,
          Rule.R3,
          PageHeader.KIND,
          "" + PageKind.of(PageHeader.kindCode(page)),
          "" + PageKind.of(code));
    }
  }

  /**
   * Visits a tree of {@link ChildrenPage}s in order, each page before its children. A page that is
   * referred to twice is damage: otherwise the visit might not terminate.
   */
  public void visit(
      PageRef root, PageKind inner, PageKind bottom, BiConsumer<PageRef, byte[]> action) {
    visit(root, inner, bottom, action, new HashSet<>());
  }

  private void visit(
      PageRef root,
      PageKind inner,
      PageKind bottom,
      BiConsumer<PageRef, byte[]> action,
      Set<Integer> visited) {
    if (!visited.add(root.number())) {
      throw referredTwice(root.number());
    }
    byte[] page = read(root.number(), root.crc(), root.level(), 0);
    PageKind expected = root.level() == 0 ? bottom : inner;
    requireKind(page, root.number(), expected.code());
    action.accept(root, page);
    for (int i = 0; root.level() > 0 && i < PageHeader.count(page); i++) {
      long child = ChildrenPage.child(page, i);
      visit(
          new PageRef(BranchPage.number(child), BranchPage.crc(child), root.level() - 1),
          inner,
          bottom,
          action,
          visited);
    }
  }

  /** Returns the exception for a page that is referred to twice, or that is free. */
  public CorruptionException referredTwice(int number) {
    return corruption(
        number, Rule.R25, 0, "a second reference, or one to a free page", "one reference");
  }

  /** Reads a page without verifying it. */
  public byte[] readRaw(int number) {
    byte[] bytes = PageHeader.newPage();
    int read = read(number, 0, Memory.buffer(bytes, 0, PageHeader.PAGE_SIZE));
    if (read < PageHeader.PAGE_SIZE) {
      throw behindEnd(number, read);
    }
    return bytes;
  }

  /** Returns the exception for a page that the file does not have. */
  private CorruptionException behindEnd(int number, int read) {
    Meta newest = number < MetaPage.COUNT ? null : MetaPages.newest(this);
    // The opening has compared the count with the length: the reference is wrong, or the file was
    // truncated.
    return newest != null && number >= newest.pageCount()
        ? corruption(number, Rule.R19, 0, "page " + number, "one below " + newest.pageCount())
        : corruption(number, Rule.R26, read, "the end of the file", "a page");
  }

  /**
   * Begins to read pages from the disk that are not in memory, so that the reads overlap. The first
   * page is read here; if that is fast, the system has the file in memory, and no other page is
   * read. Never fails.
   *
   * @param pages the numbers of pages
   * @return whether pages are being read
   */
  public boolean readAhead(int[] pages, int count) {
    if (!file.readsAhead()) {
      return false;
    }
    int[] places = new int[count];
    int found = 0;
    for (int i = 0; i < count; i++) {
      if (cache.get(pages[i]) == null) {
        places[found++] = pages[i];
      }
    }
    if (found < 2) {
      return false;
    }
    long begun = System.nanoTime();
    byte[] first = readIfPossible(places[0]);
    if (first == null || System.nanoTime() - begun < DISK_NANOS) {
      return false;
    }
    Arrays.stream(places, 1, found)
        .distinct()
        .filter(place -> place != places[0])
        .forEach(this::readPlaceAhead);
    return true;
  }

  /** Begins to read a page from the disk, if it is not in memory. Never fails. */
  public void readAhead(int number) {
    if (cache.get(number) == null) {
      readPlaceAhead(number);
    }
  }

  private void readPlaceAhead(int place) {
    file.readAhead((long) place * PageHeader.PAGE_SIZE, PageHeader.PAGE_SIZE);
  }

  /** Reads a page without verifying it. Returns null if it cannot be read. */
  public byte @Nullable [] readIfPossible(int number) {
    try {
      return readRaw(number);
    } catch (RuntimeException e) {
      // A later read of the page reports the failure.
      return null;
    }
  }

  /** Reads the epoch of a page, without verifying the page; 0 after the end of the file. */
  long readEpoch(int number) {
    byte[] bytes = Memory.allocate(Long.BYTES);
    int read = read(number, PageHeader.EPOCH, Memory.buffer(bytes, 0, Long.BYTES));
    return read < Long.BYTES ? 0 : Memory.getLong(bytes, 0);
  }

  private int read(int number, int offset, ByteBuffer target) {
    try {
      return file.read(target, (long) number * PageHeader.PAGE_SIZE + offset);
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot read page " + number + ": " + e, e);
    }
  }

  public CorruptionException corruption(int number, Violation violation) {
    return corruption(
        number, violation.rule(), violation.offset(), violation.found(), violation.expected());
  }

  /**
   * Returns the exception for damage. Checks first that the file still belongs to this store: bytes
   * of another owner are no damage.
   *
   * @throws StoreException if the file no longer belongs to this store
   */
  public CorruptionException corruption(
      int number, Rule rule, int offset, String found, String expected) {
    try {
      file.requireOwned();
    } catch (IOException e) {
      throw new StoreException(
          file.name() + ": page " + number + " cannot be trusted: " + e.getMessage(), e);
    }
    return new CorruptionException(
        file.name(), number, rule + " (" + rule.subject() + ")", offset, found, expected);
  }

  public long loaded() {
    return loaded.sum();
  }

  private static String hex(int value) {
    return "0x" + Integer.toHexString(value);
  }
}
