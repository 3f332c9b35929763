package io.octavo.fuzz.damage;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.check.PageCheck;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.page.ring.OperationReader;
import io.octavo.page.ring.RingRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.LongBranchRun;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Searches, scans and changes pages that {@link PageCheck} has let pass, and holds each result to
 * what the bytes say.
 */
final class PageUse {
  private final long[] keys = new long[LeafPage.MAX_COUNT + 1];
  private final long[] values = new long[LeafPage.MAX_COUNT + 1];
  private final byte[] scratch = PageHeader.newPage();
  private final BytesUse bytes = new BytesUse();
  private final ListUse list = new ListUse();
  private final SeriesUse series = new SeriesUse();
  private final SummedUse summed = new SummedUse();
  private int count;

  /** Uses a page; what it holds is changed. */
  void use(byte[] page, SplittableRandom random) {
    PageKind kind = PageKind.of(PageHeader.kindCode(page));
    if (kind == null) {
      throw new AssertionError("passed with an unknown kind");
    }
    switch (kind) {
      case LEAF -> leaf(page, random);
      case BRANCH -> branch(page, random);
      case BYTES_LEAF, BYTES_BRANCH -> bytes.use(page, random);
      case OVERFLOW -> overflow(page);
      case LIST -> list.use(page);
      case PACKED_LEAF -> series.use(page, random);
      case SUMMED_BRANCH -> summed.use(page, random);
      case CATALOGUE -> catalogue(page);
      case CATALOGUE_BRANCH, SPACE_BRANCH -> children(page);
      case SPACE -> space(page);
      case META -> meta(page);
      default -> throw new AssertionError(kind + " has passed");
    }
  }

  static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  static void requireSound(byte[] page, String after) {
    var violation = PageCheck.check(page);
    if (violation != null) {
      throw new AssertionError("after " + after + ": " + violation);
    }
  }

  private void leaf(byte[] page, SplittableRandom random) {
    count = PageHeader.count(page);
    for (int i = 0; i < count; i++) {
      keys[i] = LeafPage.key(page, i);
      values[i] = LeafPage.value(page, i);
      require(keys[i] >= (i == 0 ? PageHeader.keyBase(page) : keys[i - 1] + 1), "order of keys");
    }
    for (int i = 0; i < 4; i++) {
      long near = count == 0 ? random.nextLong() : keys[random.nextInt(count)];
      long key = near + (i < 2 ? 0 : random.nextInt(5) - 2);
      int index = LeafPage.find(page, key);
      requireFound(page, key, index);
      if (index < 0) {
        insert(page, ~index, key, random.nextLong() >> random.nextInt(64));
      } else if (i == 0) {
        setValue(page, index, random.nextLong() >> random.nextInt(64));
      } else {
        LeafPage.remove(page, index, index + 1);
        System.arraycopy(keys, index + 1, keys, index, count - index - 1);
        System.arraycopy(values, index + 1, values, index, count - index - 1);
        count--;
      }
    }
    requireEntries(page);
    if (random.nextInt(4) == 0) {
      requireSound(page, "changes");
    }
    Memory.zero(scratch, 0, PageHeader.PAGE_SIZE);
    LeafPage.layOut(page, scratch);
    requireSound(scratch, "the layout");
    requireEntries(scratch);
  }

  private void requireFound(byte[] page, long key, int index) {
    if (index >= 0) {
      require(index < count && keys[index] == key, "found what is not there");
    } else {
      int at = ~index;
      boolean fits = at <= count && (at == count || keys[at] > key);
      require(fits && (at == 0 || keys[at - 1] < key), "place of an absent key");
      require(key >= PageHeader.keyBase(page) || at == 0, "place of a key below the base");
    }
  }

  private void insert(byte[] page, int index, long key, long value) {
    if (LeafPage.insert(page, index, key, value)) {
      System.arraycopy(keys, index, keys, index + 1, count - index);
      System.arraycopy(values, index, values, index + 1, count - index);
      keys[index] = key;
      values[index] = value;
      count++;
    }
  }

  private void setValue(byte[] page, int index, long value) {
    if (LeafPage.setValue(page, index, value)) {
      values[index] = value;
    }
  }

  private void requireEntries(byte[] page) {
    require(PageHeader.count(page) == count, "count of entries");
    for (int i = 0; i < count; i++) {
      require(LeafPage.key(page, i) == keys[i] && LeafPage.value(page, i) == values[i], "an entry");
    }
  }

  private void branch(byte[] page, SplittableRandom random) {
    int children = PageHeader.count(page);
    for (int i = 0; i < 4; i++) {
      long near = BranchPage.separator(page, random.nextInt(children));
      long key =
          switch (i) {
            case 0 -> random.nextLong();
            case 1 -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
            default -> near + random.nextInt(3) - 1;
          };
      int expected = 0;
      while (expected + 1 < children && BranchPage.separator(page, expected + 1) <= key) {
        expected++;
      }
      require(BranchPage.find(page, key) == expected, "child of a key");
      if (i == 3 && key > BranchPage.separator(page, expected)) {
        if (children < BranchPage.MAX_COUNT) {
          BranchPage.insert(page, expected + 1, key, BranchPage.childOf(99, 1));
          require(BranchPage.find(page, key) == expected + 1, "a child that was added");
        } else {
          BranchPage.setSeparator(page, expected, BranchPage.separator(page, expected));
        }
      }
    }
    requireSound(page, "a new child");
    BranchPage.remove(page, random.nextInt(PageHeader.count(page)));
    children = PageHeader.count(page);
    int cut = random.nextInt(children + 1);
    BranchPage.format(scratch, PageHeader.level(page), 98, PageHeader.owner(page));
    LongBranchRun run = new LongBranchRun(PageKind.BRANCH);
    run.addAll(page);
    run.build(cut, children, scratch);
    run.build(0, cut, page);
    require(PageHeader.count(page) + PageHeader.count(scratch) == children, "children after a cut");
    for (byte[] half : List.of(page, scratch)) {
      if (PageHeader.count(half) > 0) {
        requireSound(half, "a cut");
      }
    }
  }

  private void overflow(byte[] page) {
    int length = OverflowPage.length(page);
    byte[] value = new byte[length];
    OverflowPage.copy(page, 0, value, 0, length);
    int from = length / 2;
    byte[] part = new byte[length - from];
    OverflowPage.copy(page, from, part, 0, part.length);
    require(Arrays.equals(part, Arrays.copyOfRange(value, from, length)), "a part of a piece");
    OverflowPage.build(
        scratch,
        PageHeader.number(page),
        PageHeader.owner(page),
        OverflowPage.piece(page),
        value,
        0,
        length);
    requireSame(page, "a piece that is built again");
  }

  private void catalogue(byte[] page) {
    List<CatalogueRecord> records = CataloguePage.records(page);
    CataloguePage.build(scratch, PageHeader.number(page), records);
    requireSame(page, "a catalogue page that is built again");
    List<CatalogueRecord> fewer = records.subList(0, records.size() - 1);
    if (!fewer.isEmpty()) {
      CataloguePage.build(scratch, 5, fewer);
      requireSound(scratch, "a record less");
    }
  }

  /**
   * Compares the scratch page with another one, but for what is stamped on it when it is sealed.
   */
  private void requireSame(byte[] page, String what) {
    Memory.putInt(scratch, PageHeader.CRC, PageHeader.crc(page));
    Memory.putLong(scratch, PageHeader.EPOCH, PageHeader.epoch(page));
    require(Arrays.equals(page, scratch), what);
  }

  private static void children(byte[] page) {
    int children = PageHeader.count(page);
    for (int i = 0; i < children; i++) {
      require(BranchPage.number(ChildrenPage.child(page, i)) >= MetaPage.COUNT, "a child");
    }
    if (children < ChildrenPage.MAX_COUNT) {
      ChildrenPage.append(page, BranchPage.childOf(99, 1));
      requireSound(page, "a new child");
    }
  }

  private void space(byte[] page) {
    int index = (int) (PageHeader.keyBase(page) / SpacePage.PAGES);
    SpacePage.build(scratch, PageHeader.number(page), index, SpacePage.words(page));
    requireSame(page, "a bitmap that is built again");
  }

  private void meta(byte[] page) {
    Meta meta = MetaPage.read(page);
    MetaPage.build(scratch, PageHeader.number(page), meta);
    require(Arrays.equals(page, scratch), "a meta page that is built again");
    MetaPage.build(scratch, PageHeader.number(page), meta.withRing(Meta.Ring.NONE));
    requireSound(scratch, "the ring is let go");
  }

  /**
   * Reads a sound record as a recovery does.
   *
   * @return what is wrong with its operations, or null
   */
  static @Nullable IllegalArgumentException record(byte[] ring) {
    List<byte[]> commits = RingRecord.commits(ring, 0, RingRecord.first(ring, 0));
    byte[] again = Memory.allocate(RingRecord.size(ring, 0));
    RingRecord.build(
        commits,
        RingRecord.first(ring, 0),
        PageSamples.GENERATION,
        RingRecord.previous(ring, 0),
        RingRecord.unforced(ring, 0),
        PageSamples.STORE,
        again);
    require(RingRecord.crc(again, 0) == RingRecord.crc(ring, 0), "a record that is built again");
    try {
      for (byte[] operations : commits) {
        Bounded bounded = new Bounded(operations.length);
        new OperationReader(operations, 0, operations.length).forEach(bounded);
      }
      return null;
    } catch (IllegalArgumentException e) {
      return e;
    }
  }

  /** Counts the bytes that operations take at least. */
  private static final class Bounded implements OperationReader.Target {
    private int left;

    Bounded(int most) {
      this.left = most;
    }

    private void count() {
      count(1);
    }

    private void count(int bytes) {
      left -= bytes;
      require(left >= 0, "more operations than bytes");
    }

    @Override
    public void select(int collection) {
      require(collection != 0, "collection 0");
      count();
    }

    @Override
    public void put(long key, long value) {
      count();
    }

    @Override
    public void remove(long key) {
      count();
    }

    @Override
    public void removeRange(long from, long to) {
      count();
    }

    @Override
    public void putBytes(byte[] key, byte[] value) {
      count();
    }

    @Override
    public void removeBytes(byte[] key) {
      count();
    }

    @Override
    public void removeBytesRange(byte[] from, byte @Nullable [] to) {
      count();
    }

    @Override
    public void clear() {
      count();
    }

    @Override
    public void create(int type, String name) {
      count(3 + name.length());
    }

    @Override
    public void describe(int keyCodec, int valueCodec, byte[] tail) {
      count(7 + tail.length);
    }

    @Override
    public void drop() {
      count();
    }

    @Override
    public void rename(String name) {
      count(2 + name.length());
    }
  }
}
