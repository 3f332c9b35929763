package io.octavo.profile;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A set of labels, each a name and a value: {@code app=web,host=a}. The labels of a sample identify
 * its series; as a selector, a set selects the series with all of its labels. Immutable.
 *
 * <p>By convention the label {@code type} is the type of the samples, such as {@code cpu} or {@code
 * alloc}, and {@code unit} the unit of their weights, such as {@code samples}, {@code nanoseconds}
 * or {@code bytes}.
 */
public final class Labels implements Comparable<Labels> {
  /** No labels: the selector of all series. */
  public static final Labels NONE = new Labels(new TreeMap<>());

  /** The name of the label for the type of the samples. */
  public static final String TYPE = "type";

  /** The name of the label for the unit of the weights. */
  public static final String UNIT = "unit";

  private static final int MOST_BYTES = 4_000;

  private final SortedMap<String, String> values;
  private final String text;

  private Labels(SortedMap<String, String> values) {
    this.values = Collections.unmodifiableSortedMap(values);
    this.text = LabelText.format(values);
  }

  /**
   * Returns a set of labels.
   *
   * @param namesAndValues alternating names and values
   * @return the labels
   * @throws IllegalArgumentException if a name has no value, is repeated, does not consist of
   *     letters, digits, {@code _ . - /} or does not begin with a letter or {@code _}; if a value
   *     has a lone surrogate; or if the text of the set has more than 4,000 bytes
   */
  public static Labels of(String... namesAndValues) {
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException(
          "label '" + namesAndValues[namesAndValues.length - 1] + "' has no value");
    }
    TreeMap<String, String> values = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (values.put(namesAndValues[i], namesAndValues[i + 1]) != null) {
        throw new IllegalArgumentException("label '" + namesAndValues[i] + "' is given twice");
      }
    }
    return of(values);
  }

  /**
   * Returns a set of labels.
   *
   * @param values values by name
   * @return the labels
   * @throws IllegalArgumentException as {@link #of(String...)}
   */
  public static Labels of(Map<String, String> values) {
    TreeMap<String, String> copy = new TreeMap<>(values);
    copy.forEach(LabelText::requireSound);
    Labels labels = new Labels(copy);
    int bytes = LabelText.utf8Length(labels.text);
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "labels of " + bytes + " bytes; a set may have " + MOST_BYTES + ": " + labels.text);
    }
    return labels;
  }

  /**
   * Reads a set of labels from the form of {@link #toString}.
   *
   * @param text the text: {@code name=value} separated by commas; the names in any order, blanks
   *     around them ignored
   * @return the labels
   * @throws IllegalArgumentException if the text does not have this form, or as {@link
   *     #of(String...)}; the message states the column
   */
  public static Labels parse(String text) {
    return of(LabelText.parse(text));
  }

  /**
   * Returns the value of a label.
   *
   * @param name the name
   * @return the value; null if the set does not have the label
   */
  public @Nullable String get(String name) {
    return values.get(name);
  }

  /**
   * Returns a copy of the set with a label added or replaced.
   *
   * @param name the name
   * @param value the value
   * @return the new set
   * @throws IllegalArgumentException as {@link #of(String...)}
   */
  public Labels with(String name, String value) {
    TreeMap<String, String> copy = new TreeMap<>(values);
    copy.put(name, value);
    return of(copy);
  }

  /** Returns the labels that two sets share. */
  Labels intersection(Labels other) {
    TreeMap<String, String> copy = new TreeMap<>(values);
    copy.entrySet().retainAll(other.values.entrySet());
    return new Labels(copy);
  }

  /**
   * Returns whether this set has all labels of a selector.
   *
   * @param selector the selector
   * @return true if it selects the series of this set
   */
  public boolean matches(Labels selector) {
    return values.entrySet().containsAll(selector.values.entrySet());
  }

  /**
   * Returns the labels.
   *
   * @return values by name, in the order of the names; unmodifiable
   */
  public SortedMap<String, String> asMap() {
    return values;
  }

  /** Compares the texts of two sets. */
  @Override
  public int compareTo(Labels other) {
    return text.compareTo(other.text);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Labels labels && labels.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /**
   * Returns the canonical text: {@code name=value} in the order of the names, separated by commas.
   * A value that is empty or has a comma, a quote, a backslash, an equals sign or white space is
   * quoted, with a backslash before each quote and backslash.
   */
  @Override
  public String toString() {
    return text;
  }
}
