package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.memory.Memory;
import io.octavo.page.Seeds;
import io.octavo.page.series.SeriesSamples;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SampleBlockTest {
  private static final int OFFSET = 5;

  private final SampleEncoder encoder = new SampleEncoder();

  private static SeriesSamples draw(SplittableRandom random) {
    int count = random.nextInt(4) == 0 ? 1 + random.nextInt(9) : 1 + random.nextInt(128);
    return SeriesSamples.draw(random, count);
  }

  private static long least(SeriesSamples samples) {
    return Arrays.stream(samples.values()).min().orElseThrow();
  }

  private int encode(SeriesSamples samples, byte[] to) {
    return encoder.encode(
        samples.times(), samples.values(), 0, samples.count(), least(samples), to, OFFSET);
  }

  @Test
  void whatIsEncodedIsReadBack() {
    Seeds.forEach(
        6_000,
        random -> {
          SeriesSamples samples = draw(random);
          int count = samples.count();
          byte[] block = Memory.allocate(OFFSET + SampleBlock.MAX_LENGTH);
          Arrays.fill(block, (byte) random.nextInt());
          int length = encode(samples, block);
          assertThat(length).isLessThanOrEqualTo(SampleBlock.MAX_LENGTH);
          int limit = OFFSET + length;
          assertThat(SampleBlock.length(block, OFFSET, limit, count)).isEqualTo(length);
          assertThat(SampleBlock.length(block, OFFSET, limit - 1, count))
              .isEqualTo(SampleBlock.DAMAGED);
          long[] times = new long[count];
          SampleBlock.times(block, OFFSET, count, samples.times()[0], times);
          assertThat(times).isEqualTo(samples.times());
          long[] values = new long[count];
          SampleBlock.values(block, OFFSET, count, least(samples), values);
          assertThat(values).isEqualTo(samples.values());
          NaiveSamples naive =
              NaiveSamples.read(block, OFFSET, count, samples.times()[0], least(samples));
          assertThat(naive.times()).isEqualTo(samples.times());
          assertThat(naive.values()).isEqualTo(samples.values());
          assertThat(naive.lengths().stream().mapToInt(n -> n).sum()).isEqualTo(length);
          List<Integer> lengths = new ArrayList<>();
          int previous = OFFSET;
          for (int end : SampleBlock.ends(block, OFFSET, count)) {
            lengths.add(end - previous);
            previous = end;
          }
          lengths.removeIf(part -> part == 0);
          assertThat(lengths).isEqualTo(naive.lengths());
        });
  }

  /** A reader that is asked in any order answers as arrays of all times and values do. */
  @Test
  void aReaderFindsTimesAndAddsUpValues() {
    SampleReader reader = new SampleReader();
    Seeds.forEach(
        6_000,
        random -> {
          SeriesSamples samples = draw(random);
          long least = least(samples);
          long greatest = Arrays.stream(samples.values()).max().orElseThrow();
          byte[] block = Memory.allocate(OFFSET + SampleBlock.MAX_LENGTH);
          encode(samples, block);
          long first = samples.times()[0];
          reader.open(block, OFFSET, samples.count(), first, least, greatest - least);
          for (int i = 0; i < 8; i++) {
            long time = samples.times()[random.nextInt(samples.count())] + random.nextInt(-1, 2);
            assertThat(reader.lower(time)).isEqualTo(before(samples, time));
            assertThat(reader.upper(time))
                .isEqualTo(time == Long.MAX_VALUE ? samples.count() : before(samples, time + 1));
            int begin = random.nextInt(samples.count());
            int end = random.nextInt(begin, samples.count()) + 1;
            reader.fold(begin, end);
            long[] values = Arrays.copyOfRange(samples.values(), begin, end);
            long low = Arrays.stream(values).min().orElseThrow();
            assertThat(reader.least()).isEqualTo(low);
            assertThat(reader.greatest()).isEqualTo(Arrays.stream(values).max().orElseThrow());
            assertThat(reader.excess()).isEqualTo(Arrays.stream(values).map(v -> v - low).sum());
          }
        });
  }

  private static int before(SeriesSamples samples, long time) {
    return (int) Arrays.stream(samples.times()).filter(each -> each < time).count();
  }

  @Test
  void nothingOutsideOfTheBlockIsWritten() {
    Seeds.forEach(
        1_000,
        random -> {
          SeriesSamples samples = draw(random);
          byte filling = (byte) random.nextInt();
          byte[] block = Memory.allocate(OFFSET + SampleBlock.MAX_LENGTH + 9);
          Arrays.fill(block, filling);
          int end = Memory.index(OFFSET + encode(samples, block));
          for (int i = 0; i < block.length; i++) {
            if ((i < Memory.index(OFFSET) || i >= end) && block[i] != filling) {
              throw new AssertionError("byte " + i + " is written");
            }
          }
        });
  }

  /** What is taken for a block can be read, and takes no more bytes than there are. */
  @Test
  void aChangedByteIsRefusedOrRead() {
    Seeds.forEach(
        6_000,
        random -> {
          SeriesSamples samples = draw(random);
          int count = samples.count();
          byte[] block = Memory.allocate(OFFSET + SampleBlock.MAX_LENGTH);
          int length = encode(samples, block);
          // Nothing behind the block is there, so that a read behind the guard bytes is noticed.
          byte[] alone = Arrays.copyOf(block, Memory.index(OFFSET + length) + Memory.GUARD);
          for (int i = 0; i < 8; i++) {
            byte[] changed = alone.clone();
            int at = OFFSET + random.nextInt(Math.min(length, 1 << random.nextInt(1, 9)));
            Memory.putByte(changed, at, random.nextInt(256));
            int found = SampleBlock.length(changed, OFFSET, OFFSET + length, count);
            assertThat(found).isLessThanOrEqualTo(length);
            if (found != SampleBlock.DAMAGED) {
              SampleBlock.times(changed, OFFSET, count, 0, new long[count]);
              SampleBlock.values(changed, OFFSET, count, 0, new long[count]);
            }
          }
        });
  }

  private static int length(String hex, int count) {
    byte[] bytes = HexFormat.ofDelimiter(" ").parseHex(hex);
    byte[] block = Memory.allocate(bytes.length);
    // Behind the limit, what looks as if the block went on.
    for (int i = 0; i < Memory.GUARD; i++) {
      Memory.putByte(block, bytes.length + i, 1 + i);
    }
    Memory.put(block, 0, bytes, 0, bytes.length);
    return SampleBlock.length(block, 0, bytes.length, count);
  }

  @Test
  void hostileBlocksAreRefused() {
    // What is sound, and then the same with one thing wrong.
    assertThat(length("00 01 03 00", 3)).isEqualTo(4);
    assertThat(length("00 01 07 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("20 01 03 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("80 01 03 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00 01 03", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00 01", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00 41 05 03 00", 3)).isEqualTo(5);
    assertThat(length("00 41 00 03 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00 41 85 00 03 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("01 00 05 00", 3)).isEqualTo(4);
    assertThat(length("01 00 85 00 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("01 00 85", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00 81 02 02 00 01 03 0F 00", 3)).isEqualTo(9);
    assertThat(length("00 81 02 02 00 01 03 1F 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00 81 02 02 01 00 03 0F 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00 81 02 02 01 01 03 0F 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00 81 02 02 00 02 03 0F 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00 81 02 00 03 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00 81 02 FF 00", 128)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00 BF 01 01 00 00 00 00 00 00 00 00 00 01 00", 2)).isEqualTo(15);
    assertThat(length("00 BF 02 01 00 00 00 00 00 00 00 00 00 01 00", 2))
        .isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("00 00 00", 1)).isEqualTo(3);
    assertThat(length("00 01 00", 1)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("01 00 05 00", 1)).isEqualTo(4);
    assertThat(length("01 00 05 40", 1)).isEqualTo(SampleBlock.DAMAGED);
    // High parts in unary: of gaps, around a base, of values.
    assertThat(length("02 01 03 0A 00", 3)).isEqualTo(5);
    assertThat(length("02 01 07 0A 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("02 01 03 08 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("02 01 03 1A 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("02 01 03 0A", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("02 01 03", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("02 81 03 0A 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("04 01 03 0A 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("06 41 05 03 02 08 00", 3)).isEqualTo(7);
    assertThat(length("06 41 00 03 02 08 00", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("08 00 00 15", 3)).isEqualTo(4);
    assertThat(length("10 00 00 15", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("18 00 40 01 15", 3)).isEqualTo(5);
    assertThat(length("18 00 40 01 05", 3)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("02 00 00", 1)).isEqualTo(SampleBlock.DAMAGED);
    assertThat(length("09 00 05 00", 1)).isEqualTo(SampleBlock.DAMAGED);
  }

  @Test
  void aBlockHasAsManySamplesAsItsExcessAllows() {
    BigInteger limit = BigInteger.ONE.shiftLeft(64);
    Seeds.forEach(
        4_000,
        random -> {
          SeriesSamples samples = draw(random);
          int most = SampleEncoder.most(samples.values(), 0, samples.count());
          for (int count = most; count <= Math.min(most + 1, samples.count()); count++) {
            BigInteger sum = BigInteger.ZERO;
            long least = samples.values()[0];
            for (int i = 0; i < count; i++) {
              sum = sum.add(BigInteger.valueOf(samples.values()[i]));
              least = Math.min(least, samples.values()[i]);
            }
            BigInteger excess =
                sum.subtract(BigInteger.valueOf(least).multiply(BigInteger.valueOf(count)));
            assertThat(excess.compareTo(limit) < 0).isEqualTo(count == most);
            if (count == most) {
              encoder.plan(samples.times(), samples.values(), 0, count);
              assertThat(encoder.excess()).isEqualTo(excess.longValue());
            }
          }
        });
  }

  @Test
  void stepsTakeNoBytesPerSample() {
    long[] times = new long[128];
    long[] values = new long[128];
    Arrays.setAll(times, i -> 1_000_000 + i * 10_000L);
    Arrays.setAll(values, i -> -7 + i * 100L);
    byte[] block = Memory.allocate(SampleBlock.MAX_LENGTH);
    // The form, width 0 with a base of two bytes, the start, width 0 with a base.
    assertThat(encoder.encode(times, values, 0, 128, -7, block, 0)).isEqualTo(1 + 3 + 1 + 3);
  }

  @Test
  void whatIsNoBlockIsNotEncoded() {
    byte[] block = Memory.allocate(SampleBlock.MAX_LENGTH);
    long[] many = new long[129];
    assertThatThrownBy(() -> encoder.encode(many, many, 0, 129, 0, block, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> encoder.encode(many, many, 0, 0, 0, block, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> encoder.encode(new long[] {2, 1}, many, 0, 2, 0, block, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
