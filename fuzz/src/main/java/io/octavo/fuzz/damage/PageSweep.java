package io.octavo.fuzz.damage;

import io.octavo.fuzz.ModelRun;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.check.PageCheck;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.ring.RingRecord;
import io.octavo.page.tree.Aggregate;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Changes sound pages at random, puts their checksums right, as an attacker would, and asks {@link
 * PageCheck}. What passes is used by {@link PageUse}: whatever the bytes are, a page is refused or
 * right in all that it says.
 *
 * <pre>
 * PageSweep [--pages N] [--seconds N] [--seed N] [--from N]
 * </pre>
 *
 * Each page follows from the seed and its index, so one is looked at again by {@code --from INDEX
 * --pages 1}.
 */
public final class PageSweep {
  /** What stands in a sample, in the shares that {@link #DRAWN} gives. */
  enum Kind {
    LEAF,
    BRANCH,
    BYTES_LEAF,
    BYTES_BRANCH,
    OVERFLOW,
    LIST,
    PACKED_LEAF,
    SUMMED_BRANCH,
    CATALOGUE,
    CATALOGUE_BRANCH,
    SPACE,
    SPACE_BRANCH,
    META,
    RING
  }

  private static final Kind[] DRAWN = {
    Kind.LEAF,
    Kind.LEAF,
    Kind.LEAF,
    Kind.LEAF,
    Kind.LEAF,
    Kind.BRANCH,
    Kind.BRANCH,
    Kind.BRANCH,
    Kind.BYTES_LEAF,
    Kind.BYTES_LEAF,
    Kind.BYTES_LEAF,
    Kind.BYTES_LEAF,
    Kind.BYTES_LEAF,
    Kind.BYTES_BRANCH,
    Kind.BYTES_BRANCH,
    Kind.OVERFLOW,
    Kind.LIST,
    Kind.LIST,
    Kind.LIST,
    Kind.PACKED_LEAF,
    Kind.PACKED_LEAF,
    Kind.PACKED_LEAF,
    Kind.SUMMED_BRANCH,
    Kind.SUMMED_BRANCH,
    Kind.CATALOGUE,
    Kind.CATALOGUE,
    Kind.CATALOGUE_BRANCH,
    Kind.SPACE,
    Kind.SPACE_BRANCH,
    Kind.META,
    Kind.META,
    Kind.RING
  };

  /** Pages between two looks at the clock, and how long they may take. */
  private static final int BATCH = 4_096;

  private static final double MOST_SECONDS = 5;

  /** The numbers of a row of the directory of a series leaf, whose widths stand before it. */
  private static final int SERIES_FIELDS = 6;

  private static final int ROOM = PageHeader.PAGE_SIZE - PageHeader.LENGTH;
  private static final byte[] NO_SALT = {};

  private final Map<Kind, List<byte[]>> samples = new EnumMap<>(Kind.class);
  private final Counts counts = new Counts();
  private final PageUse use = new PageUse();
  private final byte[] page = PageHeader.newPage();
  private final byte[] ring = Memory.allocate(4 * RingRecord.BLOCK);
  private final byte[] salt = new byte[MetaPage.COMPATIBLE - MetaPage.STORE_ID];
  private final long seed;

  /** What was done. */
  static final class Counts {
    long pages;
    long passed;
    long refusedOperations;
    final Map<Kind, Long> passedOf = new EnumMap<>(Kind.class);

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "pages %d, passed the check and used %d (%.1f %%) %s, with operations that are none %d",
          pages,
          passed,
          100.0 * passed / Math.max(1, pages),
          passedOf,
          refusedOperations);
    }
  }

  private PageSweep(long seed) {
    this.seed = seed;
    for (Kind kind : Kind.values()) {
      samples.put(kind, PageSamples.pages(kind, new SplittableRandom(kind.name().hashCode())));
    }
  }

  /**
   * Runs.
   *
   * @param arguments as above
   */
  public static void main(String[] arguments) {
    Arguments options = Arguments.of(arguments, "--pages", "--seconds", "--seed", "--from");
    long start = System.nanoTime();
    Counts counts =
        sweep(
            options.number("--seed", 1),
            options.number("--from", 0),
            options.number("--pages", Long.MAX_VALUE),
            options.number("--seconds", 3_600));
    double seconds = (System.nanoTime() - start) / 1e9;
    double processor = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%s, %.1f s, %.0f pages a second of the processor, no violation%n",
        counts,
        seconds,
        counts.pages / processor);
  }

  /**
   * Sweeps.
   *
   * @param seed of all that is random
   * @param from index of the first page
   * @param pages how many
   * @param seconds to take at most
   * @return what was done
   * @throws AssertionError if a page that passes is wrong, or does what it must not
   */
  static Counts sweep(long seed, long from, long pages, long seconds) {
    PageSweep sweep = new PageSweep(seed);
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    long last = System.nanoTime();
    for (long index = from; sweep.counts.pages < pages; index++) {
      sweep.look(index);
      if (sweep.counts.pages % BATCH == 0) {
        long now = System.nanoTime();
        if ((now - last) / 1e9 > MOST_SECONDS) {
          throw new AssertionError("seed " + seed + ": too slow in the batch before " + index);
        }
        last = now;
        if (now > end) {
          break;
        }
      }
    }
    return sweep.counts;
  }

  private void look(long index) {
    SplittableRandom random = new SplittableRandom(Hashes.mix(seed, index));
    Kind kind = DRAWN[random.nextInt(DRAWN.length)];
    counts.pages++;
    try {
      boolean isPassed = kind == Kind.RING ? lookAtRecord(random) : lookAtPage(kind, random);
      if (isPassed) {
        counts.passed++;
        counts.passedOf.merge(kind, 1L, Long::sum);
      }
    } catch (RuntimeException | Error e) {
      throw new AssertionError(
          "seed "
              + seed
              + ", page "
              + index
              + ", "
              + kind
              + ": "
              + e
              + "\nreplay: java -ea -cp "
              + ModelRun.CLASS_PATH
              + " "
              + PageSweep.class.getName()
              + " --pages 1 --seed "
              + seed
              + " --from "
              + index,
          e);
    }
  }

  private byte[] sample(Kind kind, SplittableRandom random) {
    List<byte[]> all = samples.getOrDefault(kind, List.of());
    // Small ones more often: they are quick to look at, and their fields are hit more often.
    return all.get(Math.min(random.nextInt(all.size()), random.nextInt(all.size())));
  }

  private boolean lookAtPage(Kind kind, SplittableRandom random) {
    byte[] sample = sample(kind, random);
    System.arraycopy(sample, 0, page, 0, page.length);
    int number = PageHeader.number(page);
    for (int left = random.nextInt(8); left >= 0; left -= 4) {
      change(kind, random);
    }
    if (random.nextInt(64) == 0) {
      boolean isRight = PageHeader.crc(page) == PageHeader.computeCrc(page, salt());
      require(isRight || PageCheck.checkStored(page, number) != null, "a wrong checksum");
      return false;
    }
    Memory.putInt(page, PageHeader.CRC, PageHeader.computeCrc(page, salt()));
    if (PageCheck.checkStored(page, number) != null) {
      return false;
    }
    use.use(page, random);
    return true;
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private byte[] salt() {
    if (PageHeader.kindCode(page) != PageKind.META.code()) {
      return NO_SALT;
    }
    Memory.buffer(page, MetaPage.STORE_ID, MetaPage.COMPATIBLE).get(salt);
    return salt;
  }

  private void change(Kind kind, SplittableRandom random) {
    int count = Math.max(1, PageHeader.count(page));
    switch (random.nextInt(8)) {
      case 0 -> flip(random.nextInt(PageHeader.PAGE_SIZE), random);
      case 1 -> set(random.nextInt(PageHeader.LENGTH), random);
      case 2 -> splice(random);
      case 3 -> {
        // A field that counts, a little off.
        int field = PageHeader.COUNT + 2 * random.nextInt(3);
        Memory.putChar(page, field, Memory.getChar(page, field) + random.nextInt(9) - 4);
      }
      default -> {
        switch (kind) {
          case LEAF -> changeLeaf(count, random);
          case BRANCH -> changeBranch(count, random);
          case BYTES_LEAF, BYTES_BRANCH -> changeBytes(count, random);
          case LIST -> changeList(count, random);
          case PACKED_LEAF -> changeSeries(count, random);
          case SUMMED_BRANCH -> changeRows(count, random);
          case CATALOGUE ->
              set(random.nextInt(Math.min(PageHeader.heapBound(page), 8_191), 8_192), random);
          case SPACE -> changeSpace(random);
          case META -> set(random.nextInt(MetaPage.STORE_ID, MetaPage.END), random);
          default ->
              flip(PageHeader.LENGTH + random.nextInt(Math.min(count * Long.BYTES, ROOM)), random);
        }
      }
    }
  }

  private void flip(int offset, SplittableRandom random) {
    Memory.putByte(page, offset, Memory.getByte(page, offset) ^ 1 << random.nextInt(8));
  }

  private void set(int offset, SplittableRandom random) {
    int value = random.nextBoolean() ? random.nextInt(256) : random.nextInt(3) - 1;
    Memory.putByte(page, offset, value);
  }

  private void splice(SplittableRandom random) {
    Kind kind = DRAWN[random.nextInt(DRAWN.length - 1)];
    int from = random.nextInt(PageHeader.PAGE_SIZE);
    int length = random.nextInt(PageHeader.PAGE_SIZE - from) >> random.nextInt(8);
    Memory.copy(sample(kind, random), from, page, from, length);
  }

  private void changeLeaf(int count, SplittableRandom random) {
    int slot = slot(count, random);
    switch (random.nextInt(8)) {
      case 0 -> Memory.putLong(page, PageHeader.KEY_BASE, random.nextLong());
      case 1 -> Memory.putLong(page, PageHeader.SPECIFIC, random.nextLong());
      case 2 -> {
        int code = random.nextInt(1 << SlotWord.CODE_BITS);
        Memory.putChar(page, slot, SlotWord.of(SlotWord.end(Memory.getChar(page, slot)), code));
      }
      case 3 -> {
        int other = slot(count, random);
        int word = Memory.getChar(page, slot);
        Memory.putChar(page, slot, Memory.getChar(page, other));
        Memory.putChar(page, other, word);
      }
      default -> {
        // A byte of an entry: of its value, mostly.
        int end = SlotWord.end(Memory.getChar(page, slot));
        flip(Math.max(0, end - 1 - random.nextInt(10)), random);
      }
    }
  }

  private void changeBytes(int count, SplittableRandom random) {
    int index = random.nextInt(Math.min(count, BytesPage.MAX_COUNT));
    int slot = PageHeader.LENGTH + index * BytesPage.SLOT;
    int word = Memory.getChar(page, slot);
    switch (random.nextInt(8)) {
      // Prefix, least length and length of values.
      case 0 -> set(PageHeader.KEY_BASE + random.nextInt(6), random);
      case 1 ->
          Memory.putChar(
              page, slot, SlotWord.of(SlotWord.end(word), random.nextInt(1 << SlotWord.CODE_BITS)));
      case 2 -> flip(slot + SlotWord.LENGTH + random.nextInt(Integer.BYTES), random);
      case 3 -> flip(PageHeader.PAGE_SIZE - 1 - random.nextInt(24), random);
      // The lengths of an entry, or the end of its key.
      case 4 -> flip(Math.max(0, SlotWord.end(word) - 1 - random.nextInt(4)), random);
      default -> flip(Math.max(0, SlotWord.end(word) - 1 - random.nextInt(40)), random);
    }
  }

  /** Changes the directory, or a byte near the beginning of a block, where its head is. */
  private void changeList(int count, SplittableRandom random) {
    int block = random.nextInt(Math.min(count, ROOM / Integer.BYTES));
    int entry = PageHeader.LENGTH + block * Integer.BYTES;
    switch (random.nextInt(8)) {
      case 0 -> Memory.putLong(page, PageHeader.KEY_BASE, random.nextInt());
      case 1 -> set(PageHeader.SPECIFIC + random.nextInt(Long.BYTES), random);
      case 2 -> set(entry + random.nextInt(Integer.BYTES), random);
      case 3 -> Memory.putInt(page, entry, Memory.getInt(page, entry) + random.nextInt(3) - 1);
      default -> {
        int next = block + 1 < count ? Memory.getChar(page, entry + Integer.BYTES) : 0;
        int start = next > 0 ? next : PageHeader.heapBound(page);
        int reach = random.nextBoolean() ? 6 : 600;
        flip(Math.min(start + random.nextInt(reach), PageHeader.PAGE_SIZE - 1), random);
      }
    }
  }

  /**
   * Changes what the directory is relative to, the widths of its numbers, its rows, or a byte near
   * the head of a block.
   */
  private void changeSeries(int count, SplittableRandom random) {
    int directory = PageHeader.LENGTH + Long.BYTES;
    int bits = 0;
    for (int field = 0; field < SERIES_FIELDS; field++) {
      bits += Memory.getByte(page, PageHeader.LENGTH + field);
    }
    int length = Math.max(1, (bits + Byte.SIZE - 1) / Byte.SIZE);
    int block = random.nextInt(Math.min(count, (ROOM - Long.BYTES) / length));
    int row = directory + block * length;
    switch (random.nextInt(8)) {
      case 0 -> Memory.putLong(page, PageHeader.KEY_BASE, random.nextLong());
      case 1 -> Memory.putLong(page, PageHeader.SPECIFIC, random.nextLong());
      case 2 -> set(PageHeader.LENGTH + random.nextInt(Long.BYTES), random);
      case 3, 4 -> set(row + random.nextInt(length), random);
      default -> {
        boolean isLast = block + 1 >= count;
        int start = isLast ? PageHeader.heapBound(page) : seriesBlockEnd(row + length);
        int reach = random.nextBoolean() ? 6 : 600;
        flip(Math.min(start + random.nextInt(reach), PageHeader.PAGE_SIZE - 1), random);
      }
    }
  }

  /** Returns where a block of a series ends, in the page whatever its row says. */
  private int seriesBlockEnd(int row) {
    int bit = Memory.getByte(page, PageHeader.LENGTH);
    int width = Memory.getByte(page, PageHeader.LENGTH + 1);
    int at = Math.min(row + bit / Byte.SIZE, PageHeader.PAGE_SIZE - Long.BYTES);
    long before = (Memory.getLong(page, at) >>> bit % Byte.SIZE) & ((1L << width) - 1);
    return PageHeader.PAGE_SIZE - (int) Math.min(Math.max(0, before), PageHeader.PAGE_SIZE);
  }

  /** Changes a separator, a child or a number of a row, and mostly writes the rows of groups. */
  private void changeRows(int count, SplittableRandom random) {
    int child = random.nextInt(Math.min(count, SummedPage.MAX_COUNT));
    if (random.nextInt(3) == 0) {
      changeBranch(count, random);
    } else if (random.nextInt(8) == 0) {
      flip(SummedPage.END - 1 - random.nextInt(2 * SummedPage.GROUPS * Long.BYTES), random);
    } else {
      Aggregate row = new Aggregate();
      SummedPage.fold(page, child, child + 1, row);
      row.addAll(
          random.nextInt(3) - 1L,
          random.nextInt(3) - 1L,
          random.nextInt(2),
          random.nextLong() >> random.nextInt(64),
          random.nextLong() >> random.nextInt(64),
          row.last() + random.nextInt(3));
      SummedPage.setRow(page, child, row);
    }
  }

  private static int slot(int count, SplittableRandom random) {
    int index = random.nextInt(Math.min(count, ROOM / SlotWord.LENGTH));
    return PageHeader.LENGTH + index * SlotWord.LENGTH;
  }

  private void changeBranch(int count, SplittableRandom random) {
    int index = random.nextInt(Math.min(count, BranchPage.MAX_COUNT));
    int area = random.nextInt(3) == 0 ? BranchPage.SEPARATORS : BranchPage.CHILDREN;
    flip(area + index * Long.BYTES + random.nextInt(Long.BYTES), random);
  }

  /** Changes a bit and the count with it. */
  private void changeSpace(SplittableRandom random) {
    int offset = PageHeader.LENGTH + random.nextInt(ROOM);
    int old = Memory.getByte(page, offset);
    flip(offset, random);
    int more = Integer.bitCount(Memory.getByte(page, offset)) - Integer.bitCount(old);
    Memory.putChar(page, PageHeader.COUNT, PageHeader.count(page) + more);
  }

  private boolean lookAtRecord(SplittableRandom random) {
    System.arraycopy(sample(Kind.RING, random), 0, ring, 0, ring.length);
    int used = Memory.getInt(ring, RingRecord.USED);
    for (int left = random.nextInt(8); left >= 0; left -= 4) {
      int offset = 4 + random.nextInt(random.nextInt(4) == 0 ? RingRecord.LENGTH : used - 4);
      int value = random.nextBoolean() ? random.nextInt(256) : random.nextInt(3) - 1;
      Memory.putByte(ring, offset, value);
    }
    used = Memory.getInt(ring, RingRecord.USED);
    if (used >= RingRecord.LENGTH && used <= Memory.length(ring)) {
      byte[] id = new byte[2 * Long.BYTES];
      ByteBuffer.wrap(id)
          .putLong(PageSamples.STORE.getMostSignificantBits())
          .putLong(PageSamples.STORE.getLeastSignificantBits());
      Memory.putInt(ring, RingRecord.CRC, Memory.crc32c(ring, Integer.BYTES, used, id));
    }
    if (!RingRecord.isSound(ring, 0, PageSamples.GENERATION, PageSamples.STORE)) {
      return false;
    }
    counts.refusedOperations += PageUse.record(ring) == null ? 0 : 1;
    return true;
  }
}
