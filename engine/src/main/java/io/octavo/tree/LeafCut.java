package io.octavo.tree;

import org.jspecify.annotations.Nullable;

/**
 * The place where a full leaf is cut that a run fills: keys that arrive in ascending or descending
 * order, with other keys after or before them.
 *
 * <p>Later keys of a run do not fall among its earlier entries, so a cut in the middle would leave
 * pages half full for good. A cut where the run continues makes a full page.
 *
 * <p>A run is recognized by its keys alone, so that one put per commit fills leaves as a thousand
 * do, also after the store was reopened: a quarter of the leaf is on one side of the added key and
 * is nearer to it, as a whole, than the next key on the other side. Of keys in random order, one in
 * a thousand meets this rule in a leaf of four entries, and practically none in a larger leaf.
 */
public final class LeafCut {
  /** The distance of a run of few entries is multiplied: two or three random keys may be near. */
  private static final int FEW = 64;

  private LeafCut() {}

  /** The entries of a full leaf, together with the added one. */
  public interface Leaf {
    /**
     * Returns whether some entries are nearer to the added one than the next one on the other side,
     * by {@link LeafCut#isRun}.
     *
     * @param outer the outermost of these entries
     * @param next the next entry on the other side; -1 or the number of entries for a bound
     * @param length the number of these entries
     */
    boolean isRun(int outer, int next, int length);

    /**
     * Returns whether a leaf has space for some entries; fewer always fit if they come from one.
     */
    default boolean fits(int from, int to) {
      return true;
    }
  }

  /**
   * Returns the place where a leaf is cut.
   *
   * @param count the number of entries
   * @param added the place of the added one; negative if none is added
   * @param leaf the entries
   * @return the first entry of the second part; 0 if the added entry does not continue a run
   */
  public static int of(int count, int added, Leaf leaf) {
    int length = Math.max(2, count / 4);
    boolean ascends = added >= length && leaf.isRun(added - length, added + 1, length);
    boolean descends =
        !ascends
            && added >= 0
            && added + length < count
            && leaf.isRun(added + length, added - 1, length);
    if (!ascends && !descends) {
      return 0;
    }
    int cut = ascends ? added + 1 : added;
    int other = ascends ? added : added + 1;
    return isCut(cut, count, leaf) ? cut : isCut(other, count, leaf) ? other : 0;
  }

  private static boolean isCut(int cut, int count, Leaf leaf) {
    return cut > 0 && cut < count && leaf.fits(0, cut) && leaf.fits(cut, count);
  }

  /**
   * Returns whether entries are a run, by their keys as numbers, signed or unsigned.
   *
   * @param outer the outermost entry
   * @param added the added entry, on one side of them
   * @param next the next entry on the other side
   * @param ascends whether the added entry is above the others
   * @param length the number of entries without the added one
   */
  public static boolean isRun(long outer, long added, long next, boolean ascends, int length) {
    long near = ascends ? added - outer : outer - added;
    long far = ascends ? next - added : added - next;
    return Long.compareUnsigned(Long.divideUnsigned(far, 1 + FEW / length), near) > 0;
  }

  /**
   * Returns the parts into which a full leaf and its neighbour are distributed.
   *
   * @param parts their number: 2 if there is space for all entries, or 3
   * @param border the first entry of the second page; 0 if there is one page only
   * @param cut the place of the cut among the entries of both pages
   * @param count the number of entries of both pages
   * @param leaf the entries of both pages
   * @return the first entry of each part and, after the last, the number of entries; null if they
   *     do not fit
   */
  static int @Nullable [] bounds(int parts, int border, int cut, int count, Leaf leaf) {
    int[] bounds =
        parts == 2
            ? new int[] {0, cut, count}
            : new int[] {0, Math.min(border, cut), Math.max(border, cut), count};
    for (int i = 0; i < parts; i++) {
      if (!leaf.fits(bounds[i], bounds[i + 1])) {
        return null;
      }
    }
    return bounds;
  }
}
