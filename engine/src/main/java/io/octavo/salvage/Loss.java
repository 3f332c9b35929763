package io.octavo.salvage;

import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.transaction.KeyRange;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A page that a salvage could not read, or another loss. An unreadable page may cost keys of a map,
 * or nothing.
 */
public final class Loss {
  private final long page;
  private final String reason;
  private final @Nullable String map;
  private final @Nullable KeyRange keys;
  private final int leavesFound;
  private final boolean isLost;

  /** Creates a loss; see the methods of the same names. */
  Loss(
      long page,
      String reason,
      @Nullable String map,
      @Nullable KeyRange keys,
      int leavesFound,
      boolean isLost) {
    this.page = page;
    this.reason = reason;
    this.map = map;
    this.keys = keys;
    this.leavesFound = leavesFound;
    this.isLost = isLost;
  }

  /** Returns a loss of pages of the store itself, with its consequence. */
  static Loss of(StoreException damage, String meaning, boolean isLost) {
    return new Loss(page(damage), reason(damage) + "; " + meaning, null, null, 0, isLost);
  }

  /** Returns a loss that is not of a single page. */
  static Loss of(String reason) {
    return new Loss(-1, reason, null, null, 0, true);
  }

  /** Returns a loss of keys of a map. */
  static Loss of(StoreException damage, String map, KeyRange keys) {
    return new Loss(page(damage), reason(damage), map, keys, 0, true);
  }

  private static long page(StoreException damage) {
    return damage instanceof CorruptionException corruption ? corruption.page() : -1;
  }

  private static String reason(StoreException damage) {
    return damage instanceof CorruptionException corruption
        ? "breaks rule "
            + corruption.rule()
            + " at byte "
            + corruption.offset()
            + ": found "
            + corruption.found()
            + ", expected "
            + corruption.expected()
        : String.valueOf(damage.getMessage());
  }

  Loss found(int leaves) {
    return new Loss(page, reason, map, keys, leaves, isLost);
  }

  /**
   * Returns the unusable page.
   *
   * @return its number; -1 if the loss is not of one page
   */
  public long page() {
    return page;
  }

  /**
   * Returns the reason of the loss.
   *
   * @return the reason, in words
   */
  public String reason() {
    return reason;
  }

  /**
   * Returns the map or other collection that has lost keys.
   *
   * @return its name in the new store; null if there is none or it is unknown
   */
  public @Nullable String map() {
    return map;
  }

  /**
   * Returns whether the keys that may be missing are known.
   *
   * @return true if {@link #from} and {@link #to} bound them
   */
  public boolean hasKeys() {
    return keys != null;
  }

  /**
   * Returns the least key that may be missing.
   *
   * @return a {@code Long}, or the text of a byte string; null if there is no bound
   */
  public @Nullable Object from() {
    return keys == null ? null : keys.from();
  }

  /**
   * Returns the bound of the keys that may be missing.
   *
   * @return the greatest key, a {@code Long}, or the text of a byte string above all of them; null
   *     if there is no bound
   */
  public @Nullable Object to() {
    return keys == null ? null : keys.to();
  }

  /**
   * Returns the number of leaves with these keys that were found in the file. They may be older
   * than the lost page.
   *
   * @return their number
   */
  public int leavesFound() {
    return leavesFound;
  }

  /**
   * Returns whether entries are, or may be, missing.
   *
   * @return false if the damage cost nothing
   */
  public boolean isLost() {
    return isLost;
  }

  /** Returns a description in one line. */
  @Override
  public String toString() {
    return (page < 0 ? "" : "page " + page + " ")
        + reason
        + (keys == null ? "" : "; map " + map + ", " + keys.text())
        + (leavesFound == 0 ? "" : "; " + leaves(leavesFound) + " found");
  }

  /** Returns a number of leaves, in words. */
  static String leaves(long count) {
    return count(count) + (count == 1 ? " leaf" : " leaves");
  }

  /** Returns a number with a comma between thousands. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
