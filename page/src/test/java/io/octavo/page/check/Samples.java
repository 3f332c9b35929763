package io.octavo.page.check;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.BytesRun;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.format.FormatExamples;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.longs.SizeCode;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.series.SeriesSamples;
import io.octavo.page.tree.Aggregate;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Sound, sealed pages of every kind, for tests that damage them. */
public final class Samples {
  private Samples() {}

  public static Map<String, byte[]> all() {
    Map<String, byte[]> pages = new LinkedHashMap<>();
    pages.put("leaf", leaf(40, 1));
    pages.put("full leaf", leaf(LeafPage.MAX_COUNT, 2));
    pages.put("empty leaf", leaf(0, 3));
    pages.put("branch", branch(20));
    pages.put("full branch", branch(BranchPage.MAX_COUNT));
    pages.put("summed branch", summedBranch(20));
    pages.put("full summed branch", summedBranch(SummedPage.MAX_COUNT));
    pages.put("bytes leaf", bytesLeaf());
    pages.put("bytes branch", bytesBranch(20));
    pages.put("overflow", overflow());
    pages.put("list of pairs", ListSamples.pairs());
    pages.put("list of texts", ListSamples.texts());
    pages.put("list of nodes", ListSamples.nodes());
    pages.put("series leaf", SeriesSamples.leaf());
    pages.put("wide series leaf", SeriesSamples.wideLeaf());
    pages.put("space branch", children(PageKind.SPACE_BRANCH, 3));
    pages.put("catalogue branch", children(PageKind.CATALOGUE_BRANCH, ChildrenPage.MAX_COUNT));
    pages.put("catalogue", catalogue());
    pages.put("space", space());
    pages.put("meta", meta());
    return pages;
  }

  /** An array for a page that has held other bytes. */
  public static byte[] usedPage() {
    byte[] page = PageHeader.newPage();
    Arrays.fill(page, Memory.index(0), Memory.index(PageHeader.PAGE_SIZE), (byte) -1);
    return page;
  }

  /** A leaf of as many entries as fit, with keys and values of all lengths. */
  public static byte[] leaf(int most, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] page = PageHeader.newPage();
    LeafPage.format(page, 17, 3);
    LeafPage.insert(page, 0, -1000, 0);
    for (int i = 1; i < most; i++) {
      long key = Math.max(random.nextLong() >> random.nextInt(64), -1000);
      int index = LeafPage.find(page, key);
      long value = random.nextLong() >>> random.nextInt(64);
      if (index < 0 && !LeafPage.insert(page, ~index, key, value)) {
        break;
      }
    }
    if (most == 0) {
      LeafPage.remove(page, 0, 1);
    }
    LeafPage.compact(page);
    PageHeader.seal(page, 9);
    return page;
  }

  /** Adds an entry of the greatest lengths in the fallback form, whatever the size codes are. */
  static void appendFallback(byte[] page, long key, long value) {
    int count = PageHeader.count(page);
    int end = PageHeader.heapBound(page);
    Memory.putByte(page, end - SizeCode.MAX_ENTRY, 0);
    Memory.putLong(page, end - 17, value - LeafPage.valueBase(page));
    Memory.putLong(page, end - 9, key - PageHeader.keyBase(page));
    Memory.putByte(page, end - 1, SizeCode.nibbles(8, 8));
    SlotWord.put(page, count, SlotWord.of(end, SizeCode.FALLBACK));
    PageHeader.setCount(page, count + 1);
    PageHeader.setHeapBound(page, end - SizeCode.MAX_ENTRY);
    PageHeader.setFree(page, PageHeader.free(page) - SizeCode.MAX_ENTRY - SlotWord.LENGTH);
  }

  public static byte[] branch(int count) {
    byte[] page = PageHeader.newPage();
    BranchPage.format(page, 1, 18, 3);
    for (int i = 0; i < count; i++) {
      BranchPage.insert(page, i, i * 1000L - 5000, BranchPage.childOf(100 + i, 0xC0000 + i));
    }
    PageHeader.seal(page, 9);
    return page;
  }

  /** A branch of a series, some of whose children share their first time. */
  static byte[] summedBranch(int count) {
    byte[] page = PageHeader.newPage();
    BranchPage.format(page, PageKind.SUMMED_BRANCH, 1, 18, 3);
    Aggregate row = new Aggregate();
    for (int i = 0; i < count; i++) {
      BranchPage.insert(page, i, i / 2 * 1000L - 5000, BranchPage.childOf(100 + i, 0xC0000 + i));
      row.clear();
      row.addExcess(5000 + i, i - 7, 90 + i, 100_000, i / 2 * 1000L - 5000);
      SummedPage.setRow(page, i, row);
    }
    PageHeader.seal(page, 9);
    return page;
  }

  /** A leaf of byte strings with short and long keys, and values of all sorts. */
  static byte[] bytesLeaf() {
    BytesRun run = new BytesRun();
    for (int i = 0; i < 40; i++) {
      byte[] key = ("a key " + "k".repeat(i % 25) + i).getBytes(StandardCharsets.UTF_8);
      if (i % 7 == 3) {
        run.put(key, OverflowPage.reference(i * 100L, 30_000 + i), true);
      } else {
        run.put(key, new byte[i % 3 == 0 ? i * 5 : 9], false);
      }
    }
    run.put("a key".getBytes(StandardCharsets.UTF_8), new byte[9], false);
    return built(run, PageKind.BYTES_LEAF);
  }

  public static byte[] bytesBranch(int count) {
    BytesRun run = new BytesRun();
    for (int i = 0; i < count; i++) {
      byte[] child = new byte[Long.BYTES];
      child[0] = (byte) (100 + i);
      child[Integer.BYTES] = 1;
      String key = "k-" + (char) ('a' + i / 10) + "x".repeat(i % 10 * 9);
      run.put(key.getBytes(StandardCharsets.UTF_8), child, false);
    }
    return built(run, PageKind.BYTES_BRANCH);
  }

  private static byte[] built(BytesRun run, PageKind kind) {
    byte[] page = PageHeader.newPage();
    if (kind == PageKind.BYTES_LEAF) {
      BytesPage.formatLeaf(page, 23, 3);
    } else {
      BytesPage.formatBranch(page, 1, 24, 3);
    }
    run.build(0, run.count(), page);
    PageHeader.seal(page, 9);
    return page;
  }

  public static byte[] overflow() {
    byte[] page = PageHeader.newPage();
    byte[] bytes = new byte[1000];
    Arrays.fill(bytes, (byte) 7);
    OverflowPage.build(page, 25, 3, 77, bytes, 0, bytes.length);
    PageHeader.seal(page, 9);
    return page;
  }

  static byte[] children(PageKind kind, int count) {
    byte[] page = PageHeader.newPage();
    ChildrenPage.format(page, kind, 1, 19);
    for (int i = 0; i < count; i++) {
      ChildrenPage.append(page, BranchPage.childOf(100 + i, 0xC0000 + i));
    }
    PageHeader.seal(page, 9);
    return page;
  }

  static List<CatalogueRecord> records() {
    CatalogueRecord full =
        CatalogueRecord.empty("offsets", 1, CatalogueRecord.LONG_MAP, 5)
            .with(new PageRef(17, 0xABCD, 1), 1000);
    CatalogueRecord tailed =
        new CatalogueRecord("z\u00FC", 7, 200, 3, 4, 5, PageRef.NONE, 0, 6, new byte[] {1, 2, 3});
    return List.of(CatalogueRecord.empty("a", 2, CatalogueRecord.LONG_MAP, 4), full, tailed);
  }

  static byte[] catalogue() {
    byte[] page = PageHeader.newPage();
    CataloguePage.build(page, 20, records());
    PageHeader.seal(page, 9);
    return page;
  }

  static byte[] space() {
    long[] words = new long[SpacePage.WORDS];
    words[0] = 0xFF;
    words[100] = -1;
    words[SpacePage.WORDS - 1] = Long.MIN_VALUE;
    byte[] page = PageHeader.newPage();
    SpacePage.build(page, 21, 2, words);
    PageHeader.seal(page, 9);
    return page;
  }

  public static byte[] meta() {
    byte[] page = PageHeader.newPage();
    Meta meta =
        new Meta(
            FormatExamples.STORE_ID,
            1,
            2,
            4,
            9,
            1000,
            new PageRef(20, 0x20, 1),
            new PageRef(21, 0x21, 0),
            8,
            77,
            new Meta.Ring(32, 16, 4096, 5));
    MetaPage.build(page, 3, meta);
    return page;
  }

  /** Gives a page the checksum of its bytes, whatever they are. */
  public static void repairCrc(byte[] page) {
    Memory.putInt(page, PageHeader.CRC, PageHeader.computeCrc(page, PageCheck.salt(page)));
  }
}
