package io.octavo.fuzz.damage;

import static io.octavo.fuzz.damage.PageUse.require;
import static io.octavo.fuzz.damage.PageUse.requireSound;

import io.octavo.packed.SampleBlock;
import io.octavo.packed.SampleEncoder;
import io.octavo.packed.SampleReader;
import io.octavo.page.PageHeader;
import io.octavo.page.check.SeriesCheck;
import io.octavo.page.series.SeriesLeaf;
import io.octavo.page.series.SeriesRun;
import io.octavo.page.tree.Aggregate;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The part of {@link PageUse} for leaves of series. */
final class SeriesUse {
  private final SeriesRun run = new SeriesRun();
  private final SampleEncoder encoder = new SampleEncoder();
  private final long[] times = new long[SampleBlock.MAX_COUNT];
  private final long[] values = new long[SampleBlock.MAX_COUNT];
  private final SampleReader reader = new SampleReader();
  private final byte[] scratch = PageHeader.newPage();

  /** Uses a page; what it holds is changed. */
  void use(byte[] page, SplittableRandom random) {
    read(page);
    find(page, random);
    readParts(page, random);
    rebuild(page, random);
    if (SeriesLeaf.blocks(page) > 0) {
      SeriesLeaf.removeLast(page);
      requireSound(page, "a removal");
    }
    append(page, random);
    grow(page, random);
  }

  private void read(byte[] page) {
    boolean isRight = SeriesCheck.contents(page) == null;
    int blocks = SeriesLeaf.blocks(page);
    Aggregate folded = new Aggregate();
    SeriesLeaf.fold(page, 0, blocks, folded);
    Aggregate added = new Aggregate();
    for (int block = 0; block < blocks; block++) {
      int entries = SeriesLeaf.entries(page, block);
      SeriesLeaf.times(page, block, times);
      SeriesLeaf.values(page, block, values);
      require(times[0] == SeriesLeaf.first(page, block), "a first time");
      for (int i = 0; i < entries; i++) {
        added.add(times[i], values[i]);
        boolean ascends = i == 0 || times[i] >= times[i - 1];
        require(ascends || !isRight, "order of times");
      }
    }
    require(added.count() == SeriesLeaf.entries(page), "number of entries");
    if (isRight) {
      boolean isSame =
          added.count() == folded.count()
              && added.sumLow() == folded.sumLow()
              && added.sumHigh() == folded.sumHigh()
              && added.least() == folded.least()
              && added.greatest() == folded.greatest();
      require(isSame, "what blocks add up to");
      require(blocks == 0 || added.last() == SeriesLeaf.last(page, times), "a last time");
    }
  }

  private void find(byte[] page, SplittableRandom random) {
    int blocks = SeriesLeaf.blocks(page);
    long near = blocks == 0 ? random.nextLong() : SeriesLeaf.first(page, random.nextInt(blocks));
    long time = near + random.nextInt(3) - 1;
    int lower = -1;
    int floor = -1;
    for (int block = 0; block < blocks; block++) {
      lower = SeriesLeaf.first(page, block) < time ? block : lower;
      floor = SeriesLeaf.first(page, block) <= time ? block : floor;
    }
    require(SeriesLeaf.lower(page, time) == lower, "the block before a time");
    require(SeriesLeaf.floor(page, time) == floor, "the block of a time");
  }

  /** Reads a part of a block, which agrees with the whole block if that is right. */
  private void readParts(byte[] page, SplittableRandom random) {
    if (SeriesLeaf.blocks(page) == 0) {
      return;
    }
    boolean isRight = SeriesCheck.contents(page) == null;
    int block = random.nextInt(SeriesLeaf.blocks(page));
    int count = SeriesLeaf.entries(page, block);
    SeriesLeaf.times(page, block, times);
    SeriesLeaf.values(page, block, values);
    SeriesLeaf.open(page, block, reader);
    int place = random.nextInt(count);
    int lower = reader.lower(times[place]);
    require(lower >= 0 && lower <= count, "the place of a time");
    boolean isFirst = lower < count && times[lower] == times[place];
    boolean isLower = isFirst && (lower == 0 || times[lower - 1] < times[lower]);
    require(!isRight || isLower, "a time");
    int end = random.nextInt(place, count) + 1;
    reader.fold(place, end);
    Aggregate added = new Aggregate();
    for (int i = place; i < end; i++) {
      added.add(Long.MIN_VALUE, values[i]);
    }
    Aggregate folded = new Aggregate();
    int entries = end - place;
    folded.addExcess(entries, reader.least(), reader.greatest(), reader.excess(), Long.MIN_VALUE);
    require(!isRight || folded.equals(added), "what a part of a block adds up to");
  }

  /** Repeats an entry of a block in place, which gives the page that is built. */
  private void grow(byte[] page, SplittableRandom random) {
    if (SeriesLeaf.blocks(page) == 0) {
      return;
    }
    int block = random.nextInt(SeriesLeaf.blocks(page));
    int count = SeriesLeaf.entries(page, block);
    SeriesLeaf.times(page, block, times);
    SeriesLeaf.values(page, block, values);
    if (count == SampleBlock.MAX_COUNT || SeriesCheck.contents(page) != null) {
      return;
    }
    times[count] = times[count - 1];
    values[count] = values[random.nextInt(count)];
    if (SeriesLeaf.grow(page, block, times, values, count + 1, encoder)) {
      require(SeriesCheck.contents(page) == null, "a block that has grown");
      requireSound(page, "a block that has grown");
    }
  }

  /** Builds the page again, which must give the same bytes, and cuts it in two. */
  private void rebuild(byte[] page, SplittableRandom random) {
    run.clear();
    run.appendAll(page);
    SeriesLeaf.format(scratch, PageHeader.number(page), PageHeader.owner(page));
    run.build(0, run.count(), scratch);
    PageHeader.seal(scratch, PageHeader.epoch(page));
    require(Arrays.equals(page, scratch), "a leaf of a series that is built again");
    int cut = random.nextInt(run.count() + 1);
    run.build(0, cut, scratch);
    requireSound(scratch, "a cut");
    run.build(cut, run.count(), scratch);
    requireSound(scratch, "a cut");
  }

  private void append(byte[] page, SplittableRandom random) {
    int count = 1 + random.nextInt(SampleBlock.MAX_COUNT);
    long spread = random.nextLong() >>> random.nextInt(64);
    Arrays.fill(times, 0, count, Long.MAX_VALUE);
    for (int i = 0; i < count; i++) {
      values[i] = random.nextLong() & spread;
    }
    int fit = SeriesLeaf.fit(page, times, values, 0, count, encoder);
    require(
        fit == 0 || SeriesLeaf.append(page, times, values, 0, fit, encoder), "a block that fits");
    requireSound(page, "a new block");
  }
}
