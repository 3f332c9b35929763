package io.octavo.page.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.packed.SampleBlock;
import io.octavo.packed.SampleEncoder;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.Seeds;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.BytesRun;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.list.ListPage;
import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.series.SeriesLeaf;
import io.octavo.page.series.SeriesRun;
import io.octavo.page.tree.Aggregate;
import io.octavo.page.tree.BranchPage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Damaged pages: none goes unnoticed, and none that PageCheck lets pass can do harm. */
class DamageTest {
  private static final int MUTATIONS_PER_SEED = 2000;

  @Test
  void everyFlippedByteOfEverySealedPageIsReported() {
    Samples.all()
        .forEach(
            (name, page) -> {
              int place = PageHeader.number(page);
              assertThat(PageCheck.checkStored(page, place)).as(name).isNull();
              for (int offset = 0; offset < PageHeader.PAGE_SIZE; offset++) {
                int before = Memory.getByte(page, offset);
                for (int mask : new int[] {0x01, 0x80, 0xFF, 0x5A}) {
                  Memory.putByte(page, offset, before ^ mask);
                  boolean reported = PageCheck.checkStored(page, place) != null;
                  assertThat(reported).as("%s, byte %d ^ %x", name, offset, mask).isTrue();
                }
                Memory.putByte(page, offset, before);
              }
            });
  }

  @Test
  void everyOtherByteInPlaceOfAnyOfAMetaPageIsReported() {
    // The identity of the store counts twice in the checksum: no error may cancel itself out.
    byte[] page = Samples.meta();
    for (int offset = 0; offset < MetaPage.END; offset++) {
      int before = Memory.getByte(page, offset);
      for (int mask = 1; mask <= 255; mask++) {
        Memory.putByte(page, offset, before ^ mask);
        boolean reported = PageCheck.checkStored(page, 3) != null;
        assertThat(reported).as("byte %d ^ %x", offset, mask).isTrue();
      }
      Memory.putByte(page, offset, before);
    }
  }

  @Test
  void mutatedPagesAreEitherRefusedOrHarmless() {
    Map<String, Integer> passed = new HashMap<>();
    List<byte[]> samples = new ArrayList<>(Samples.all().values());
    byte[] page = PageHeader.newPage();
    Seeds.forEach(
        100,
        random -> {
          for (int i = 0; i < MUTATIONS_PER_SEED; i++) {
            byte[] sample = samples.get(random.nextInt(samples.size()));
            System.arraycopy(sample, 0, page, 0, page.length);
            mutate(page, random);
            Samples.repairCrc(page);
            PageCheck.checkStored(page, PageHeader.number(page));
            if (PageCheck.check(page) == null) {
              passed.merge(String.valueOf(PageHeader.kindCode(page)), 1, Integer::sum);
              use(page, random);
              assertThat(Memory.getLong(page, -8) | Memory.getLong(page, 8192)).isZero();
            }
          }
        });
    if (Long.getLong("octavo.seed") == null) {
      // The test means something only where enough mutated pages of each kind pass.
      assertThat(passed).hasSize(13).allSatisfy((kind, count) -> assertThat(count).isPositive());
    }
  }

  /** Changes a few bytes, most of them where they mean much. */
  private static void mutate(byte[] page, SplittableRandom random) {
    if (random.nextInt(4) == 0) {
      Memory.putByte(page, PageHeader.FLAGS, PageHeader.LOOSE);
    }
    for (int i = random.nextInt(4); i >= 0; i--) {
      int slots = Math.max(1, Math.min(PageHeader.count(page), 4000));
      switch (random.nextInt(7)) {
        case 0 -> Memory.putByte(page, random.nextInt(PageHeader.LENGTH), random.nextInt(256));
        case 1 -> Memory.putByte(page, random.nextInt(PageHeader.PAGE_SIZE), random.nextInt(256));
        case 2 -> Memory.putLong(page, PageHeader.KEY_BASE, random.nextLong());
        case 3 -> Memory.putLong(page, PageHeader.SPECIFIC, random.nextLong());
        case 4 -> SlotWord.put(page, random.nextInt(slots), random.nextInt(65536));
        case 5 -> swapSlots(page, random.nextInt(slots), random.nextInt(slots));
        default -> {
          int bound = Math.min(PageHeader.heapBound(page), PageHeader.PAGE_SIZE - 1);
          int offset = bound + random.nextInt(PageHeader.PAGE_SIZE - bound);
          Memory.putByte(page, offset, Memory.getByte(page, offset) ^ 1 << random.nextInt(8));
        }
      }
    }
  }

  private static void swapSlots(byte[] page, int left, int right) {
    int slot = SlotWord.get(page, left);
    SlotWord.put(page, left, SlotWord.get(page, right));
    SlotWord.put(page, right, slot);
  }

  private static void use(byte[] page, SplittableRandom random) {
    PageKind kind = PageKind.of(PageHeader.kindCode(page));
    if (kind == PageKind.LEAF) {
      useLeaf(page, random);
    } else if (kind == PageKind.BRANCH) {
      useBranch(page, random);
    } else if (kind == PageKind.BYTES_LEAF || kind == PageKind.BYTES_BRANCH) {
      useBytes(page, random);
    } else if (kind == PageKind.OVERFLOW) {
      OverflowPage.copy(page, 0, new byte[OverflowPage.CAPACITY], 0, OverflowPage.length(page));
    } else if (kind == PageKind.LIST) {
      assertThat(ListSamples.read(page)).isEqualTo(ListPage.items(page));
    } else if (kind == PageKind.PACKED_LEAF) {
      useSeries(page, random);
    } else if (kind == PageKind.CATALOGUE) {
      List<CatalogueRecord> records = CataloguePage.records(page);
      CataloguePage.build(page, PageHeader.number(page), records);
    } else if (kind == PageKind.META) {
      Meta meta = MetaPage.read(page);
      MetaPage.build(page, PageHeader.number(page), meta);
    } else if (kind == PageKind.SPACE) {
      assertThat(SpacePage.words(page)).hasSize(SpacePage.WORDS);
    } else {
      for (int i = 0; i < PageHeader.count(page); i++) {
        ChildrenPage.child(page, i);
      }
    }
    assertThat(PageCheck.check(page)).as("after use").isNull();
  }

  private static void useLeaf(byte[] page, SplittableRandom random) {
    int count = PageHeader.count(page);
    for (int i = 0; i < count; i++) {
      LeafPage.value(page, i);
      if (i % 16 == 0) {
        assertThat(LeafPage.find(page, LeafPage.key(page, i))).isEqualTo(i);
      }
    }
    EntryRun run = new EntryRun();
    run.appendAll(page);
    for (int i = 0; i < 4; i++) {
      long key = random.nextLong() >> random.nextInt(64);
      long value = random.nextLong() >>> random.nextInt(64);
      int index = LeafPage.find(page, key);
      if (index < 0) {
        LeafPage.insert(page, ~index, key, value);
      } else {
        LeafPage.setValue(page, index, value);
      }
      if (PageHeader.count(page) > 0) {
        int from = random.nextInt(PageHeader.count(page));
        LeafPage.setValue(page, from, value);
        LeafPage.remove(page, from, Math.min(PageHeader.count(page), from + 2));
      }
    }
    assertThat(PageCheck.check(page)).as("after updates").isNull();
    LeafPage.compact(page);
    int[] bounds = run.partition(1, LeafPage.MAX_COUNT);
    LeafPage.build(run, bounds[bounds.length - 2], run.count(), page);
  }

  /** A page is a function of its blocks, also if these are not what a writer makes. */
  private static void useSeries(byte[] page, SplittableRandom random) {
    SeriesRun run = new SeriesRun();
    run.appendAll(page);
    byte[] built = PageHeader.newPage();
    SeriesLeaf.format(built, PageHeader.number(page), PageHeader.owner(page));
    run.build(0, run.count(), built);
    Memory.copy(page, 0, built, 0, PageHeader.OWNER);
    assertThat(built).isEqualTo(page);
    long[] into = new long[SampleBlock.MAX_COUNT];
    for (int i = 0; i < SeriesLeaf.blocks(page); i++) {
      SeriesLeaf.times(page, i, into);
      assertThat(into[0]).isEqualTo(SeriesLeaf.first(page, i));
      SeriesLeaf.values(page, i, into);
      int floor = SeriesLeaf.floor(page, SeriesLeaf.first(page, i));
      assertThat(SeriesLeaf.first(page, floor)).isEqualTo(SeriesLeaf.first(page, i));
    }
    SeriesLeaf.fold(page, 0, SeriesLeaf.blocks(page), new Aggregate());
    SeriesCheck.contents(page);
    if (SeriesLeaf.blocks(page) > 0) {
      SeriesLeaf.removeLast(page);
      assertThat(PageCheck.check(page)).as("after a removal").isNull();
    }
    long[] values = {random.nextLong() >> random.nextInt(64)};
    SeriesLeaf.append(page, new long[] {Long.MAX_VALUE}, values, 0, 1, new SampleEncoder());
  }

  private static void useBytes(byte[] page, SplittableRandom random) {
    boolean isLeaf = PageHeader.level(page) == 0;
    BytesRun run = new BytesRun();
    run.addAll(page);
    for (int i = 0; i < PageHeader.count(page); i++) {
      byte[] key = BytesPage.key(page, i);
      assertThat(BytesPage.find(page, key)).isEqualTo(i);
      assertThat(BytesPage.value(page, i)).hasSize(BytesPage.valueLength(page, i));
    }
    for (int i = 0; i < 4; i++) {
      byte[] key = new byte[random.nextInt(12)];
      random.nextBytes(key);
      byte[] value = new byte[isLeaf ? 1 + random.nextInt(300) : Long.BYTES];
      value[0] = 9;
      int index = BytesPage.find(page, key);
      if (index < 0) {
        BytesPage.insert(page, ~index, key, value, false);
      }
      int count = PageHeader.count(page);
      if (count > 2) {
        BytesPage.setValue(page, random.nextInt(count), value, false);
        int from = random.nextInt(count - 1);
        BytesPage.remove(page, from, from + 1);
      }
    }
    assertThat(PageCheck.check(page)).as("after updates").isNull();
    int[] bounds = run.partition(1, 1, BytesPage.MAX_COUNT);
    run.build(0, bounds[1], page);
  }

  private static void useBranch(byte[] page, SplittableRandom random) {
    int count = PageHeader.count(page);
    for (int i = 0; i < count; i++) {
      assertThat(BranchPage.find(page, BranchPage.separator(page, i))).isEqualTo(i);
    }
    long key = random.nextLong();
    int found = BranchPage.find(page, key);
    boolean fits = found >= 0 && found < count;
    assertThat(fits).isTrue();
    boolean room = count < BranchPage.MAX_COUNT && BranchPage.separator(page, found) < key;
    if (room) {
      BranchPage.insert(page, found + 1, key, BranchPage.child(page, found));
    }
    if (count > 1) {
      BranchPage.remove(page, found);
    }
  }
}
