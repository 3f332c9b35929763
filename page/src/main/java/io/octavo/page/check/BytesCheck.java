package io.octavo.page.check;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesCodec;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.tree.BranchPage;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Checks a {@link BytesPage} against the rules of FORMAT.md; a part of {@link PageCheck}. */
final class BytesCheck {
  private BytesCheck() {}

  static @Nullable Violation check(byte[] page) {
    int count = PageHeader.count(page);
    int heapBound = PageHeader.heapBound(page);
    int prefix = BytesPage.prefixLength(page);
    if (prefix > BytesPage.MAX_KEY) {
      return PageCheck.of(
          Rule.R28, BytesPage.PREFIX, prefix + " bytes of prefix", "0 to " + BytesPage.MAX_KEY);
    }
    int slotsEnd = BytesPage.slotOffset(count);
    int heapEnd = BytesPage.heapEnd(prefix);
    if (slotsEnd > heapBound || heapBound > heapEnd || heapBound % 2 != 0) {
      return PageCheck.of(
          Rule.R10,
          PageHeader.HEAP_BOUND,
          heapBound + " with " + count + " entries",
          slotsEnd + " to " + heapEnd + ", even");
    }
    Violation violation = header(page);
    if (violation == null) {
      violation = PageCheck.unused(page, heapEnd, PageHeader.PAGE_SIZE - prefix);
    }
    boolean branch = PageHeader.level(page) > 0;
    if (violation == null && branch && count == 0) {
      violation = PageCheck.of(Rule.R17, PageHeader.COUNT, "0", "1 or more");
    }
    if (violation == null) {
      boolean loose = (PageHeader.flags(page) & PageHeader.LOOSE) != 0;
      violation = loose ? looseEntries(page) : entriesInOrder(page);
    }
    return violation != null ? violation : order(page);
  }

  /** Finds a child without a checksum, which is illegal on disk. */
  static @Nullable Violation childChecksums(byte[] page) {
    for (int i = 0; i < PageHeader.count(page); i++) {
      if (BranchPage.crc(BytesPage.child(page, i)) == 0) {
        return PageCheck.of(
            Rule.R19, BytesPage.valueOffset(page, i), "a child without checksum", "its CRC32C");
      }
    }
    return null;
  }

  private static @Nullable Violation header(byte[] page) {
    int least = Memory.getChar(page, BytesPage.LEAST);
    if (least > BytesPage.MAX_KEY) {
      return PageCheck.of(Rule.R28, BytesPage.LEAST, "" + least, "0 to " + BytesPage.MAX_KEY);
    }
    int value = Memory.getChar(page, BytesPage.VALUE);
    if (value != BytesPage.ANY && value > BytesPage.MAX_ENTRY) {
      return PageCheck.of(Rule.R28, BytesPage.VALUE, "" + value, "0 to " + BytesPage.MAX_ENTRY);
    }
    return PageCheck.unused(page, BytesPage.VALUE + Short.BYTES, PageHeader.LENGTH);
  }

  /** Checks the form on disk: entries are adjacent, from the prefix down. */
  private static @Nullable Violation entriesInOrder(byte[] page) {
    int count = PageHeader.count(page);
    int heapBound = PageHeader.heapBound(page);
    int end = BytesPage.heapEnd(BytesPage.prefixLength(page));
    for (int i = 0; i < count; i++) {
      int slot = BytesPage.slot(page, i);
      int offset = BytesPage.slotOffset(i);
      if (SlotWord.end(slot) != end) {
        return PageCheck.number(Rule.R12, offset, SlotWord.end(slot), end);
      }
      Violation violation = entry(page, i, heapBound);
      if (violation != null) {
        return violation;
      }
      end -= BytesCodec.size(page, slot);
    }
    if (end != heapBound) {
      return PageCheck.number(Rule.R12, PageHeader.HEAP_BOUND, heapBound, end);
    }
    int slotsEnd = BytesPage.slotOffset(count);
    if (PageHeader.free(page) != heapBound - slotsEnd) {
      return PageCheck.number(
          Rule.R11, PageHeader.FREE, PageHeader.free(page), heapBound - slotsEnd);
    }
    return PageCheck.unused(page, slotsEnd, heapBound);
  }

  /** Checks the form of a loose page: entries are within the heap and do not overlap. */
  private static @Nullable Violation looseEntries(byte[] page) {
    int count = PageHeader.count(page);
    int heapBound = PageHeader.heapBound(page);
    int heapEnd = BytesPage.heapEnd(BytesPage.prefixLength(page));
    BitSet taken = new BitSet(PageHeader.PAGE_SIZE);
    int used = PageHeader.PAGE_SIZE - heapEnd;
    for (int i = 0; i < count; i++) {
      int slot = BytesPage.slot(page, i);
      int end = SlotWord.end(slot);
      int offset = BytesPage.slotOffset(i);
      if (end > heapEnd || end < heapBound) {
        return PageCheck.of(Rule.R12, offset, "" + end, heapBound + " to " + heapEnd);
      }
      Violation violation = entry(page, i, heapBound);
      if (violation != null) {
        return violation;
      }
      int size = BytesCodec.size(page, slot);
      int next = taken.nextSetBit(end - size);
      if (next >= 0 && next < end) {
        return PageCheck.of(Rule.R12, offset, "an entry over another", "a place of its own");
      }
      taken.set(end - size, end);
      used += size;
    }
    int free = PageHeader.PAGE_SIZE - BytesPage.slotOffset(count) - used;
    return PageHeader.free(page) == free
        ? null
        : PageCheck.number(Rule.R11, PageHeader.FREE, PageHeader.free(page), free);
  }

  /** Checks the lengths of an entry, its padding, and the reference to a large value. */
  private static @Nullable Violation entry(byte[] page, int index, int heapBound) {
    int slot = BytesPage.slot(page, index);
    int offset = BytesPage.slotOffset(index);
    long fields = BytesCodec.fields(page, slot);
    int suffix = BytesCodec.suffixLength(fields);
    int key = BytesPage.prefixLength(page) + suffix;
    int value = BytesCodec.valueLength(fields);
    boolean large = BytesCodec.isLarge(fields);
    boolean branch = PageHeader.level(page) > 0;
    if (key > BytesPage.MAX_KEY || (!large && key + value > BytesPage.MAX_ENTRY)) {
      return PageCheck.of(
          Rule.R28,
          offset,
          "a key of " + key + " and a value of " + value + " bytes",
          BytesPage.MAX_KEY + " and together " + BytesPage.MAX_ENTRY + " at most");
    }
    if (branch && (large || value != Long.BYTES)) {
      return PageCheck.of(Rule.R28, offset, "a child of " + value + " bytes", "" + Long.BYTES);
    }
    int start = BytesCodec.valueStart(fields);
    int even = SlotWord.end(slot) - BytesPage.even(SlotWord.end(slot) - start);
    if (even < heapBound) {
      return PageCheck.of(Rule.R12, offset, Integer.toString(even), "not below " + heapBound);
    }
    int head = BytesPage.head(page, index);
    if (suffix < Integer.BYTES && (suffix == 0 ? head : head << (suffix * Byte.SIZE)) != 0) {
      return PageCheck.of(
          Rule.R16, offset, "0x" + Integer.toHexString(head), "zeros behind the key");
    }
    Violation violation = PageCheck.unused(page, even, start);
    if (violation != null) {
      return violation;
    }
    if (branch) {
      return PageCheck.child(BytesPage.child(page, index), start);
    }
    return large ? reference(page, index, start) : null;
  }

  private static @Nullable Violation reference(byte[] page, int index, int offset) {
    long piece = BytesPage.referencePiece(page, index);
    long length = BytesPage.referenceLength(page, index);
    boolean fits =
        length >= 1
            && length <= BytesPage.MAX_VALUE
            && piece >= 0
            && piece <= Long.MAX_VALUE - OverflowPage.pieces(length);
    return fits
        ? null
        : PageCheck.of(
            Rule.R29,
            offset,
            "piece " + piece + ", " + length + " bytes",
            "1 to " + BytesPage.MAX_VALUE + " bytes");
  }

  private static @Nullable Violation order(byte[] page) {
    byte[] last = {};
    for (int i = 0; i < PageHeader.count(page); i++) {
      byte[] key = BytesPage.key(page, i);
      if (i > 0 && Arrays.compareUnsigned(last, key) >= 0) {
        return PageCheck.of(
            Rule.R14, BytesPage.slotOffset(i), "a key not above the one before", "ascending keys");
      }
      last = key;
    }
    return null;
  }
}
