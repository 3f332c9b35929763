package io.octavo.fuzz.damage;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.BytesRun;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.list.ListForm;
import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.ring.OperationLog;
import io.octavo.page.ring.RingRecord;
import io.octavo.page.tree.BranchPage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;

/** Sound pages of every kind and records of the ring, from nearly empty to full. */
final class PageSamples {
  static final UUID STORE = new UUID(0x0123_4567_89AB_CDEFL, 0xFEDC_BA98_7654_3210L);
  static final long GENERATION = 3;

  private static final int NUMBER = 1_000;
  private static final int[] SIZES = {1, 2, 3, 7, 8, 9, 20, 40, 65, 120, 200, 472, 800, 2_036};

  private PageSamples() {}

  private static ListForm form(int shape) {
    return Objects.requireNonNull(ListForm.of(shape + 1));
  }

  /** Makes pages of one kind; {@code null} stands for records of the ring. */
  static List<byte[]> pages(PageSweep.Kind kind, SplittableRandom random) {
    List<byte[]> pages = new ArrayList<>();
    for (int size : SIZES) {
      for (int shape = 0; shape < 3; shape++) {
        byte[] page =
            switch (kind) {
              case LEAF -> leaf(size, shape, random);
              case BRANCH -> branch(Math.min(size, BranchPage.MAX_COUNT), shape, random);
              case BYTES_LEAF -> bytesPage(false, size, shape, random);
              case BYTES_BRANCH -> bytesPage(true, size, shape, random);
              case OVERFLOW -> overflow(size, random);
              case LIST -> ListSamples.page(form(shape), size, random);
              case PACKED_LEAF -> SeriesSamples.page(size, shape, random);
              case SUMMED_BRANCH -> SeriesSamples.branch(size, shape, random);
              case CATALOGUE -> catalogue(size, shape, random);
              case CATALOGUE_BRANCH -> children(PageKind.CATALOGUE_BRANCH, size, random);
              case SPACE_BRANCH -> children(PageKind.SPACE_BRANCH, size, random);
              case SPACE -> space(size, random);
              case META -> meta(size, shape, random);
              case RING -> ring(Math.min(size, 300), shape, random);
            };
        pages.add(page);
      }
    }
    return pages;
  }

  private static long key(int shape, SplittableRandom random) {
    return switch (shape) {
      case 0 -> random.nextInt(4_000) - 2_000L;
      case 1 -> random.nextLong() >> random.nextInt(64);
      default -> 1_700_000_000_000L + random.nextInt(1 << 24);
    };
  }

  private static byte[] leaf(int size, int shape, SplittableRandom random) {
    EntryRun run = new EntryRun();
    byte[] page = PageHeader.newPage();
    LeafPage.format(page, NUMBER, 7);
    for (int i = 0; i < size; i++) {
      long key = key(shape, random);
      long value = random.nextInt(3) == 0 ? random.nextLong() : key(shape, random);
      run.put(key, value);
      if (i % 50 == 49 && run.size(0, run.count()) > LeafPage.CAPACITY - 50 * 20) {
        break;
      }
    }
    LeafPage.build(run, 0, run.count(), page);
    PageHeader.seal(page, 5);
    return page;
  }

  private static byte[] branch(int size, int shape, SplittableRandom random) {
    byte[] page = PageHeader.newPage();
    BranchPage.format(page, 1 + random.nextInt(BranchPage.MAX_LEVEL), NUMBER, 7);
    BranchPage.insert(page, 0, shape == 0 ? Long.MIN_VALUE : -5_000, child(random));
    for (int i = 1; i < size; i++) {
      long key = key(shape, random);
      int index = BranchPage.find(page, key);
      if (BranchPage.separator(page, index) < key) {
        BranchPage.insert(page, index + 1, key, child(random));
      }
    }
    PageHeader.seal(page, 5);
    return page;
  }

  /** As many of the entries as fit one page. */
  private static byte[] bytesPage(boolean isBranch, int size, int shape, SplittableRandom random) {
    BytesRun run = new BytesRun();
    for (int i = 0; i < size; i++) {
      byte[] key = string(shape, i, random);
      if (isBranch) {
        run.put(key, childBytes(random), false);
      } else if (random.nextInt(8) == 0) {
        long length = 1L + random.nextInt(BytesPage.MAX_VALUE);
        run.put(
            key,
            OverflowPage.reference(random.nextLong() >>> (1 + random.nextInt(62)), length),
            true);
      } else {
        run.put(key, new byte[shape == 0 ? 8 : random.nextInt(40)], false);
      }
    }
    byte[] page = PageHeader.newPage();
    if (isBranch) {
      BytesPage.formatBranch(page, 1 + random.nextInt(BranchPage.MAX_LEVEL), NUMBER, 7);
    } else {
      BytesPage.formatLeaf(page, NUMBER, 7);
    }
    run.build(0, run.partition(1, 1, BytesPage.MAX_COUNT)[1], page);
    PageHeader.seal(page, 5);
    return page;
  }

  /** Short keys of few bytes, paths, and few that are as long as can be. */
  private static byte[] string(int shape, int index, SplittableRandom random) {
    return switch (shape) {
      case 0 -> bytes(random.nextInt(7), 3, random);
      case 1 ->
          ("/usr/share/" + random.nextInt(9) + "/" + "x".repeat(random.nextInt(30)) + index)
              .getBytes(StandardCharsets.UTF_8);
      default -> bytes(1 + random.nextInt(BytesPage.MAX_KEY), 256, random);
    };
  }

  private static byte[] bytes(int length, int different, SplittableRandom random) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextInt(different) - 1);
    }
    return bytes;
  }

  private static byte[] childBytes(SplittableRandom random) {
    return ByteBuffer.allocate(Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(child(random))
        .array();
  }

  private static byte[] overflow(int size, SplittableRandom random) {
    byte[] page = PageHeader.newPage();
    byte[] bytes = bytes(4 * size, 256, random);
    long piece = random.nextLong() >>> 1;
    OverflowPage.build(
        page, NUMBER, 7, piece, bytes, 0, Math.min(bytes.length, OverflowPage.CAPACITY));
    PageHeader.seal(page, 5);
    return page;
  }

  private static long child(SplittableRandom random) {
    int number = MetaPage.COUNT + random.nextInt(Integer.MAX_VALUE - MetaPage.COUNT);
    return BranchPage.childOf(number, random.nextInt() | 1);
  }

  private static byte[] catalogue(int size, int shape, SplittableRandom random) {
    List<CatalogueRecord> records = new ArrayList<>();
    int free = CataloguePage.CAPACITY;
    for (int i = 0; i < size; i++) {
      String name =
          String.format(
              Locale.ROOT, "%04d%s", i, "\u00E4".repeat(shape == 0 ? 0 : random.nextInt(60)));
      CatalogueRecord record =
          CatalogueRecord.empty(name, i + 1, CatalogueRecord.LONG_MAP, random.nextInt(99));
      if (random.nextBoolean()) {
        record = record.with(new PageRef(4 + random.nextInt(999), random.nextInt() | 1, 2), 5);
      }
      free -= CataloguePage.size(record);
      if (free < 0) {
        break;
      }
      records.add(record);
    }
    byte[] page = PageHeader.newPage();
    CataloguePage.build(page, NUMBER, records);
    PageHeader.seal(page, 5);
    return page;
  }

  private static byte[] children(PageKind kind, int size, SplittableRandom random) {
    byte[] page = PageHeader.newPage();
    ChildrenPage.format(page, kind, 1 + random.nextInt(BranchPage.MAX_LEVEL), NUMBER);
    for (int i = 0; i < Math.min(size, ChildrenPage.MAX_COUNT); i++) {
      ChildrenPage.append(page, child(random));
    }
    PageHeader.seal(page, 5);
    return page;
  }

  private static byte[] space(int size, SplittableRandom random) {
    long[] words = new long[SpacePage.WORDS];
    for (int i = 0; i < size; i++) {
      words[random.nextInt(words.length)] |= 1L << random.nextInt(64);
    }
    byte[] page = PageHeader.newPage();
    SpacePage.build(page, NUMBER, random.nextInt(32_000), words);
    PageHeader.seal(page, 5);
    return page;
  }

  private static byte[] meta(int size, int shape, SplittableRandom random) {
    int number = random.nextInt(MetaPage.COUNT);
    int pages = 5_000 + size;
    PageRef catalogue = shape == 0 ? PageRef.NONE : new PageRef(9, random.nextInt() | 1, 0);
    PageRef space = new PageRef(10, random.nextInt() | 1, shape);
    Meta.Ring ring = shape == 2 ? new Meta.Ring(100, 64, 8_192, 4) : Meta.Ring.NONE;
    long epoch = 2L * size + number % MetaPage.SLOTS;
    byte[] page = PageHeader.newPage();
    Meta meta = new Meta(STORE, 0, 0, 0, epoch, pages, catalogue, space, size, size, ring);
    MetaPage.build(page, number, meta);
    return page;
  }

  /** A record in a ring of the length of a page. */
  private static byte[] ring(int size, int shape, SplittableRandom random) {
    List<byte[]> commits = new ArrayList<>();
    for (int commit = 0; commit <= shape; commit++) {
      OperationLog log = new OperationLog(1 << 20);
      log.create(1, CatalogueRecord.LONG_MAP, "map");
      for (int i = 0; i < size; i++) {
        long key = key(shape, random);
        switch (random.nextInt(9)) {
          case 0 -> log.remove(1 + random.nextInt(3), key);
          case 1 -> log.removeRange(1, key, key + 9);
          case 2 -> log.rename(2, "other");
          case 3 -> log.putBytes(3, string(1, i, random), bytes(random.nextInt(9), 256, random));
          case 4 -> log.removeBytesRange(3, string(0, i, random), string(1, i, random));
          case 5 -> log.removeBytes(3, string(0, i, random));
          case 6 -> log.describe(2, shape, size, new byte[random.nextInt(9)]);
          default -> log.put(1, key, key(1, random));
        }
      }
      log.clear(2);
      log.drop(2);
      commits.add(log.toBytes());
    }
    byte[] ring = Memory.allocate(4 * RingRecord.BLOCK);
    byte[] record = RingRecord.build(commits, 10, GENERATION, 99, STORE);
    Memory.copy(record, 0, ring, 0, Memory.length(record));
    return ring;
  }
}
