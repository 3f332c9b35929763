package io.octavo.fuzz.fail;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** All points of the classes that were loaded so far, and which of them have failed once. */
public final class Points {
  private static final List<Point> ALL = new ArrayList<>();
  private static final BitSet STRUCK = new BitSet();

  private Points() {}

  /**
   * Adds a point.
   *
   * @param point where {@link Strike#step} is called
   * @return its number
   */
  public static synchronized int add(Point point) {
    ALL.add(point);
    return ALL.size() - 1;
  }

  /** Corrects the line of a method's entry, which stands before the first line is known. */
  static synchronized void moveTo(int number, int line) {
    Point point = ALL.get(number);
    ALL.set(number, new Point(point.className(), point.method(), line, point.what()));
  }

  static synchronized void struck(int number) {
    STRUCK.set(number);
  }

  /**
   * Returns a point.
   *
   * @param number from 0
   * @return the point
   */
  public static synchronized Point get(int number) {
    return ALL.get(number);
  }

  /**
   * Counts the points that have failed.
   *
   * @return how many
   */
  public static synchronized int countStruck() {
    return STRUCK.cardinality();
  }

  /**
   * Counts the points.
   *
   * @return how many there are in the classes that were loaded
   */
  public static synchronized int count() {
    return ALL.size();
  }
}
