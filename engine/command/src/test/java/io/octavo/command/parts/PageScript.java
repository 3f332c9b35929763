package io.octavo.command.parts;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.BytesRun;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/**
 * Builds one page by commands, a line each. Numbers are decimal or, behind {@code 0x}, hexadecimal;
 * keys may be {@code min} and {@code max}. Lines that begin with {@code #} are for the reader.
 */
final class PageScript {
  private final byte[] page = PageHeader.newPage();
  private final List<CatalogueRecord> records = new ArrayList<>();
  private final long[] words = new long[SpacePage.WORDS];

  byte[] page() {
    return page;
  }

  void run(String line) {
    String[] words = line.strip().split("\\s+", -1);
    String command = words[0];
    String[] rest = Arrays.copyOfRange(words, 1, words.length);
    if (!command.startsWith("#")
        && !inner(command, rest)
        && !leaf(command, rest)
        && !strings(command, rest)) {
      other(command, rest);
    }
  }

  private boolean leaf(String command, String[] words) {
    switch (command) {
      case "leaf" -> LeafPage.format(page, integer(words[0]), integer(words[1]));
      case "put" -> put(number(words[0]), number(words[2]));
      case "remove" -> {
        int from = LeafPage.find(page, number(words[0]));
        int to = LeafPage.find(page, number(words[words.length - 1]));
        LeafPage.remove(page, Math.max(from, ~from), to < 0 ? ~to : to + 1);
      }
      case "compact" -> LeafPage.compact(page);
      case "rebuild" -> {
        EntryRun run = new EntryRun();
        run.appendAll(page);
        LeafPage.build(run, 0, run.count(), page);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void put(long key, long value) {
    int index = LeafPage.find(page, key);
    boolean fits =
        index < 0
            ? LeafPage.insert(page, ~index, key, value)
            : LeafPage.setValue(page, index, value);
    if (!fits) {
      throw new IllegalArgumentException("key=" + key + " does not fit, or is below the base");
    }
  }

  /** Keys and values are words of ASCII; {@code ''} is the empty one, {@code a*9} nine times a. */
  private boolean strings(String command, String[] words) {
    switch (command) {
      case "bytes-leaf" -> BytesPage.formatLeaf(page, integer(words[0]), integer(words[1]));
      case "bytes-branch" ->
          BytesPage.formatBranch(page, integer(words[0]), integer(words[1]), integer(words[2]));
      case "put-bytes" -> putBytes(string(words[0]), string(words[1]), false);
      case "put-large" -> {
        byte[] reference = OverflowPage.reference(number(words[1]), number(words[2]));
        putBytes(string(words[0]), reference, true);
      }
      case "remove-bytes" -> {
        int index = BytesPage.find(page, string(words[0]));
        BytesPage.remove(page, index, index + 1);
      }
      case "bytes-child" -> {
        putBytes(string(words[0]), new byte[Long.BYTES], false);
        long child = BranchPage.childOf(integer(words[1]), integer(words[2]));
        TreePage.setChild(page, BytesPage.find(page, string(words[0])), child);
      }
      case "rebuild-bytes" -> {
        BytesRun run = new BytesRun();
        run.addAll(page);
        run.build(0, run.count(), page);
      }
      case "piece" -> {
        byte[] bytes = string(words[3]);
        OverflowPage.build(
            page, integer(words[0]), integer(words[1]), number(words[2]), bytes, 0, bytes.length);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void putBytes(byte[] key, byte[] value, boolean large) {
    int index = BytesPage.find(page, key);
    boolean fits =
        index < 0
            ? BytesPage.insert(page, ~index, key, value, large)
            : BytesPage.setValue(page, index, value, large);
    if (!fits) {
      throw new IllegalArgumentException("a key of " + key.length + " bytes does not fit");
    }
  }

  private static byte[] string(String word) {
    String[] parts = word.split("\\*", -1);
    String text = parts[0].equals("''") ? "" : parts[0];
    return text.repeat(parts.length > 1 ? integer(parts[1]) : 1)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private boolean inner(String command, String[] words) {
    switch (command) {
      case "branch" ->
          BranchPage.format(page, integer(words[0]), integer(words[1]), integer(words[2]));
      case "separators" -> {
        // Of a sequence: first, step, how many; children have numbers from 100 on.
        for (int i = 0; i < integer(words[2]); i++) {
          long separator = number(words[0]) + i * number(words[1]);
          BranchPage.insert(page, i, separator, BranchPage.childOf(100 + i, 0xC0000 + i));
        }
      }
      case "separator" -> {
        long child = BranchPage.childOf(integer(words[1]), integer(words[2]));
        int count = PageHeader.count(page);
        BranchPage.insert(page, count, number(words[0]), child);
      }
      case "children" -> {
        PageKind kind = PageKind.valueOf(words[0]);
        ChildrenPage.format(page, kind, integer(words[1]), integer(words[2]));
      }
      case "child" ->
          ChildrenPage.append(page, BranchPage.childOf(integer(words[0]), integer(words[1])));
      default -> {
        return false;
      }
    }
    return true;
  }

  private void other(String command, String[] words) {
    switch (command) {
      case "seal" -> PageHeader.seal(page, integer(words[0]));
      case "poke" -> {
        byte[] bytes = HexFormat.of().parseHex(words[1]);
        Memory.buffer(page, integer(words[0]), integer(words[0]) + bytes.length).put(bytes);
      }
      case "record" -> records.add(record(words));
      case "catalogue" -> {
        records.sort(Comparator.comparing(CatalogueRecord::name, CataloguePage::compareNames));
        CataloguePage.build(page, integer(words[0]), records);
      }
      case "use" -> {
        for (int i = integer(words[0]); i <= integer(words[words.length - 1]); i++) {
          this.words[i >>> 6] |= 1L << i;
        }
      }
      case "space" -> SpacePage.build(page, integer(words[0]), integer(words[1]), this.words);
      case "meta" -> meta(words);
      default -> throw new IllegalArgumentException("command=" + command);
    }
  }

  /** Name, id, root number, root CRC, root level, entries, created, and perhaps a tail. */
  private static CatalogueRecord record(String[] words) {
    PageRef root = new PageRef(integer(words[2]), integer(words[3]), integer(words[4]));
    CatalogueRecord empty =
        CatalogueRecord.empty(
            words[0], integer(words[1]), CatalogueRecord.LONG_MAP, number(words[6]));
    byte[] tail = words.length > 7 ? HexFormat.of().parseHex(words[7]) : new byte[0];
    CatalogueRecord full = empty.with(root, number(words[5]));
    return new CatalogueRecord(
        full.name(),
        full.id(),
        full.type(),
        full.typeVersion(),
        full.keyCodec(),
        full.valueCodec(),
        full.root(),
        full.entries(),
        full.created(),
        tail);
  }

  /** Number, epoch, page count, sequence, and perhaps start and pages of the ring. */
  private void meta(String[] words) {
    Meta.Ring ring =
        words.length > 4
            ? new Meta.Ring(integer(words[4]), integer(words[5]), 8192, 3)
            : Meta.Ring.NONE;
    UUID storeId = UUID.fromString("01234567-89ab-cdef-fedc-ba9876543210");
    PageRef catalogue = new PageRef(19, 0x13, 0);
    PageRef space = new PageRef(20, 0x14, 1);
    long epoch = number(words[1]);
    long sequence = number(words[3]);
    int pageCount = integer(words[2]);
    Meta meta = new Meta(storeId, 0, 1, 0, epoch, pageCount, catalogue, space, 4, sequence, ring);
    MetaPage.build(page, integer(words[0]), meta);
  }

  private static int integer(String word) {
    return Integer.decode(word);
  }

  private static long number(String word) {
    return switch (word) {
      case "min" -> Long.MIN_VALUE;
      case "max" -> Long.MAX_VALUE;
      default -> Long.decode(word);
    };
  }
}
