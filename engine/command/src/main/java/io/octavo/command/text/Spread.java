package io.octavo.command.text;

import java.util.TreeMap;

/** The frequencies of many small numbers. */
public final class Spread {
  /** The most bars of a histogram. */
  static final int BARS = 10;

  private final TreeMap<Integer, Long> times = new TreeMap<>();
  private long count;
  private long sum;

  public void add(int number) {
    times.merge(number, 1L, Long::sum);
    count++;
    sum += number;
  }

  /**
   * A bar of a histogram.
   *
   * @param from the least number that it counts
   * @param to the greatest number
   * @param count how many numbers it counts
   */
  public record Bar(int from, int to, long count) {}

  public long count() {
    return count;
  }

  public int least() {
    return times.isEmpty() ? 0 : times.firstKey();
  }

  public int greatest() {
    return times.isEmpty() ? 0 : times.lastKey();
  }

  public double mean() {
    return count == 0 ? 0 : (double) sum / count;
  }

  public int median() {
    long left = (count - 1) / 2;
    for (var entry : times.entrySet()) {
      left -= entry.getValue();
      if (left < 0) {
        return entry.getKey();
      }
    }
    return 0;
  }

  /** Returns a histogram of bars of the same width, from the least to the greatest number. */
  public Bar[] bars() {
    int range = greatest() - least() + 1;
    int width = (range + BARS - 1) / BARS;
    Bar[] bars = new Bar[count == 0 ? 0 : (range + width - 1) / width];
    for (int i = 0; i < bars.length; i++) {
      int from = least() + i * width;
      int to = Math.min(greatest(), from + width - 1);
      long inBar = times.subMap(from, true, to, true).values().stream().mapToLong(n -> n).sum();
      bars[i] = new Bar(from, to, inBar);
    }
    return bars;
  }
}
