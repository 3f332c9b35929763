package io.octavo.fuzz.fail;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** All points of the classes that were loaded so far, and which of them have failed once. */
public final class Points {
  private static final List<Point> ALL = new ArrayList<>();
  private static final BitSet STRUCK = new BitSet();
  private static final BitSet PASSED = new BitSet();

  /** Lines that call or assign something, which a bug may leave out, and what they call. */
  private static final Map<Removal, Set<String>> STATEMENTS = new LinkedHashMap<>();

  private Points() {}

  static synchronized void addStatement(Removal statement, String what) {
    STATEMENTS.computeIfAbsent(statement, added -> new LinkedHashSet<>()).add(what);
  }

  /**
   * Returns the lines that call or assign something, in the order of the classes.
   *
   * @return statements to leave out, and the names of the methods and fields in them
   */
  public static synchronized Map<Removal, Set<String>> statements() {
    Map<Removal, Set<String>> copy = new LinkedHashMap<>();
    STATEMENTS.forEach((statement, names) -> copy.put(statement, new LinkedHashSet<>(names)));
    return copy;
  }

  static synchronized int add(Point point) {
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
   * Notes that a run has come to a point, whether it failed there or not.
   *
   * @param number of the point
   */
  public static synchronized void hasPassed(int number) {
    PASSED.set(number);
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
   * Returns whether a point has failed.
   *
   * @param number of the point
   * @return false if it never has
   */
  public static synchronized boolean isStruck(int number) {
    return STRUCK.get(number);
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
   * Counts the points that a run has come to.
   *
   * @return how many
   */
  public static synchronized int countPassed() {
    return PASSED.cardinality();
  }

  /**
   * Counts the points.
   *
   * @return how many there are in the classes that were loaded
   */
  public static synchronized int count() {
    return ALL.size();
  }

  /** How far runs have come with a point. */
  public enum Reach {
    /** Its class was loaded. */
    LOADED,
    /** A run has come to it, without a failure or behind one. */
    PASSED,
    /** It has failed. */
    STRUCK
  }

  /**
   * Lists the lines of some methods that have points.
   *
   * @param which the methods
   * @param least how far runs must have come with a point of the line
   * @return class, method and line
   */
  public static synchronized Set<String> lines(Predicate<Point> which, Reach least) {
    Set<String> lines = new TreeSet<>();
    for (int i = 0; i < ALL.size(); i++) {
      Point point = ALL.get(i);
      boolean isFar =
          least == Reach.LOADED || STRUCK.get(i) || (least == Reach.PASSED && PASSED.get(i));
      if (isFar && which.test(point)) {
        lines.add(point.className() + "." + point.method() + ":" + point.line());
      }
    }
    return lines;
  }
}
