package io.octavo.page.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.Seeds;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class AggregateTest {
  private static final long[] EXTREMES = {Long.MIN_VALUE, Long.MAX_VALUE, 0, -1, 1};

  @Test
  void sumsAreThoseOfBigIntegers() {
    Seeds.forEach(
        100,
        random -> {
          Aggregate aggregate = new Aggregate();
          BigInteger sum = BigInteger.ZERO;
          long least = Long.MAX_VALUE;
          long greatest = Long.MIN_VALUE;
          int count = 1 + random.nextInt(50);
          for (int i = 0; i < count; i++) {
            long value = value(random);
            aggregate.add(i, value);
            sum = sum.add(BigInteger.valueOf(value));
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
          }
          assertThat(sum(aggregate)).isEqualTo(sum);
          assertThat(aggregate.count()).isEqualTo(count);
          assertThat(aggregate.least()).isEqualTo(least);
          assertThat(aggregate.greatest()).isEqualTo(greatest);
          assertThat(aggregate.last()).isEqualTo(count - 1L);
        });
  }

  @Test
  void entriesAddedTogetherAreThoseAddedOneByOne() {
    Seeds.forEach(
        300,
        random -> {
          long[] times = random.longs(1 + random.nextInt(300)).sorted().toArray();
          long[] values = new long[times.length];
          Arrays.setAll(values, i -> value(random));
          int from = random.nextInt(times.length);
          int to = from + random.nextInt(times.length - from + 1);
          Aggregate together = new Aggregate();
          Aggregate single = new Aggregate();
          together.add(Long.MIN_VALUE, values[0]);
          single.add(Long.MIN_VALUE, values[0]);
          for (int i = from; i < to; i++) {
            single.add(times[i], values[i]);
          }
          together.addAll(times, values, from, to);
          assertThat(together).isEqualTo(single);
        });
  }

  @Test
  void theExcessAddsToAProduct() {
    Seeds.forEach(
        100,
        random -> {
          long least = value(random);
          long count = 1L + random.nextInt(1 << 20);
          long excess = value(random);
          Aggregate aggregate = new Aggregate();
          aggregate.addExcess(count, least, Long.MAX_VALUE, excess, 7);
          assertThat(sum(aggregate))
              .isEqualTo(
                  BigInteger.valueOf(least)
                      .multiply(BigInteger.valueOf(count))
                      .add(new BigInteger(Long.toUnsignedString(excess))));
        });
  }

  @Test
  void partsAddUpToTheWhole() {
    Seeds.forEach(
        100,
        random -> {
          Aggregate whole = new Aggregate();
          Aggregate first = new Aggregate();
          Aggregate rest = new Aggregate();
          int count = random.nextInt(20);
          int half = random.nextInt(count + 1);
          for (int i = 0; i < count; i++) {
            long value = value(random);
            whole.add(i, value);
            (i < half ? first : rest).add(i, value);
          }
          first.addAll(rest);
          assertThat(first).isEqualTo(whole).hasSameHashCodeAs(whole).hasToString(whole.toString());
          whole.clear();
          assertThat(whole).isEqualTo(new Aggregate());
        });
  }

  @Test
  void eachNumberTellsAggregatesApart() {
    Aggregate one = new Aggregate();
    one.addAll(2, 3, 4, 5, 6, 7);
    long[] numbers = {2, 3, 4, 5, 6, 7};
    for (int i = 0; i < numbers.length; i++) {
      long[] other = numbers.clone();
      other[i] += i == 3 ? -1 : 1;
      Aggregate changed = new Aggregate();
      changed.addAll(other[0], other[1], other[2], other[3], other[4], other[5]);
      BiConsumer<Object, Object> differ = (a, b) -> assertThat(a.equals(b)).isFalse();
      differ.accept(one, changed);
      differ.accept(changed, one);
    }
    assertThat(one.equals((Object) "count 2")).isFalse();
    assertThat(one).hasToString("count 2, sum 0x40000000000000003, least 5, greatest 6, last 7");
  }

  private static long value(SplittableRandom random) {
    return random.nextBoolean()
        ? EXTREMES[random.nextInt(EXTREMES.length)]
        : random.nextLong() >> random.nextInt(Long.SIZE);
  }

  private static BigInteger sum(Aggregate aggregate) {
    return BigInteger.valueOf(aggregate.sumHigh())
        .shiftLeft(Long.SIZE)
        .add(new BigInteger(Long.toUnsignedString(aggregate.sumLow())));
  }
}
