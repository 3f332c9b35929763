package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.Seeds;
import io.octavo.page.series.SeriesSamples;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What an encoder chooses, beside all that it could have chosen. */
class SampleEncoderTest {
  private final SampleEncoder encoder = new SampleEncoder();

  /** Blocks of one encoder, so that what it found out of a block is not taken for the next. */
  @Test
  void noOtherChoiceIsShorter() {
    Seeds.forEach(
        4_000,
        random -> {
          int drawn = random.nextInt(4) == 0 ? 1 + random.nextInt(9) : 1 + random.nextInt(128);
          SeriesSamples samples = SeriesSamples.draw(random, drawn);
          long[] values = samples.values();
          int count = SampleEncoder.most(values, 0, drawn);
          long least = Arrays.stream(values).limit(count).min().orElseThrow();
          int length = encoder.plan(samples.times(), values, 0, count);

          long[] gaps = steps(samples.times(), count);
          long[] plain = LongStream.of(values).limit(count).map(value -> value - least).toArray();
          long[] zigzags = LongStream.of(steps(values, count)).map(Varint::zigzag).toArray();
          int differences = Varint.length(values[0] - least) + shortest(zigzags);
          int second = Math.min(shortest(plain), differences);
          assertThat(length).isEqualTo(1 + shortest(gaps) + second);

          byte[] block = Memory.allocate(SampleBlock.MAX_LENGTH);
          encoder.write(block, 0);
          assertThat(SampleBlock.length(block, 0, length, count)).isEqualTo(length);
          assertThat(SampleBlock.isPlain(block, 0)).isEqualTo(shortest(plain) <= differences);
        });
  }

  private static long[] steps(long[] numbers, int count) {
    return IntStream.range(1, count).mapToLong(i -> numbers[i] - numbers[i - 1]).toArray();
  }

  /** Returns the least length of a frame, of all codings, bases and widths that may be tried. */
  private static int shortest(long[] numbers) {
    long least = Arrays.stream(numbers).reduce((a, b) -> unsignedMin(a, b)).orElse(0);
    long greatest = Arrays.stream(numbers).map(n -> n - least).reduce(0, (a, b) -> a | b);
    int packed = Math.min(packed(numbers, 0), packed(numbers, least));
    boolean isUnaryTried = greatest != 0 && greatest >>> 55 == 0;
    return isUnaryTried ? (int) Math.min(packed, unary(numbers, least)) : packed;
  }

  private static long unsignedMin(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? a : b;
  }

  private static int packed(long[] numbers, long base) {
    int best = Integer.MAX_VALUE;
    for (int width = 0; width < Long.SIZE; width++) {
      int bits = width;
      long[] highs =
          LongStream.of(numbers).map(n -> (n - base) >>> bits).filter(high -> high != 0).toArray();
      int highWidth = LongStream.of(highs).mapToInt(n -> BitPacking.width(n - 1)).max().orElse(0);
      int exceptions =
          highs.length == 0 ? 0 : 2 + highs.length + BitPacking.length(highs.length, highWidth);
      int lows = BitPacking.length(numbers.length, width);
      best = Math.min(best, 1 + baseLength(base) + lows + exceptions);
    }
    return best;
  }

  private static int baseLength(long base) {
    return base == 0 ? 0 : Varint.length(base);
  }

  private static long unary(long[] numbers, long least) {
    BigInteger sum =
        LongStream.of(numbers)
            .mapToObj(n -> BigInteger.valueOf(n - least))
            .reduce(BigInteger.ZERO, BigInteger::add);
    long mean = sum.divide(BigInteger.valueOf(numbers.length)).longValueExact();
    long greatest = LongStream.of(numbers).map(n -> n - least).max().orElseThrow();
    if (greatest - mean <= 2 * mean) {
      long center = least + mean;
      return unaryAbove(LongStream.of(numbers).map(n -> Varint.zigzag(n - center)), center);
    }
    boolean isFromZero = (least + greatest) >>> 55 == 0 && least <= mean / 16;
    long base = isFromZero ? 0 : least;
    return unaryAbove(LongStream.of(numbers).map(n -> n - base), base);
  }

  private static long unaryAbove(LongStream numbers, long base) {
    long[] codes = numbers.toArray();
    long best = Long.MAX_VALUE;
    for (int width = 0; width < Long.SIZE; width++) {
      int bits = width;
      long highs = LongStream.of(codes).map(n -> n >>> bits).sum();
      int lows = BitPacking.length(codes.length, width);
      best = Math.min(best, 1 + baseLength(base) + lows + (highs + codes.length + 7) / 8);
    }
    return best;
  }
}
