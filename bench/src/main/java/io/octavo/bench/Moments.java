package io.octavo.bench;

/** Mean and standard deviation of numbers that come one by one. Not thread-safe. */
final class Moments {
  private long count;
  private double sum;
  private double squares;

  void add(double number) {
    count++;
    sum += number;
    squares += number * number;
  }

  double mean() {
    return sum / count;
  }

  double spread() {
    return Math.sqrt(Math.max(0, squares / count - mean() * mean()));
  }
}
