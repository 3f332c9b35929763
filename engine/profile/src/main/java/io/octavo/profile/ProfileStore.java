package io.octavo.profile;

import io.octavo.CollectionType;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.ids.PairTable;
import io.octavo.ids.StackTable;
import io.octavo.ids.StringTable;
import io.octavo.map.BytesMap;
import io.octavo.profile.stored.ImportMarker;
import io.octavo.profile.stored.ProfileSettings;
import io.octavo.profile.stored.SlotList;
import io.octavo.profile.stored.SlotTime;
import io.octavo.profile.stored.SlotTree;
import io.octavo.profile.stored.Weights;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A profile within a transaction: samples of call stacks, each with labels, a time and a weight,
 * added up by slots of time. The exact sum of any range of slots is found without reading the slots
 * between.
 *
 * <p>A profile NAME is a group of collections, which other programs can read: {@code NAME.symbols},
 * a {@link StringTable} of the names of methods; {@code NAME.frames}, a {@link PairTable} of symbol
 * and line; {@code NAME.stacks}, a {@link StackTable}; {@code NAME.series}, a table of strings of
 * labels; {@code NAME.slots}, a {@link BytesMap} with the lists of stacks and weights of the slots,
 * and sums of 8, 64, 512 and so on of them; and, if files were imported, {@code NAME.imports}.
 *
 * <pre>{@code
 * store.write(tx -> {
 *   ProfileStore profile = ProfileStore.create(tx, "cpu", Duration.ofSeconds(10));
 *   try (ProfileWriter writer = profile.writer()) {
 *     int[] frames = {writer.frame("main"), writer.frame("work")};
 *     writer.add(Labels.of("app", "web"), time, writer.stack(0, frames, 2), 1);
 *   }
 * });
 * FlameGraph lastMinute = store.read(tx ->
 *     ProfileStore.open(tx, "cpu").query(Labels.NONE, now.minusSeconds(60), now));
 * }</pre>
 *
 * <p>As thread-safe as its transaction. All methods throw {@link IllegalStateException} if the
 * transaction has ended or failed, {@link io.octavo.error.StoreException} if the file cannot be
 * read or is damaged, and {@link io.octavo.error.CodecException} if a value is not that of a
 * profile.
 */
public final class ProfileStore {
  private static final String SLOTS = ".slots";
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(366);

  final StringTable symbols;
  final PairTable frames;
  final StackTable stacks;
  final StringTable labels;
  final BytesMap slots;
  final SlotTime time;

  /** The imports; null if there are none. */
  final @Nullable BytesMap imports;

  private final String name;
  private final Duration slot;

  private ProfileStore(Transaction tx, String name, ProfileSettings settings) {
    this.name = name;
    this.symbols = tx.strings(name + ".symbols");
    this.frames = tx.pairs(name + ".frames");
    this.stacks = tx.stacks(name + ".stacks");
    this.labels = tx.strings(name + ".series");
    this.slots = tx.bytesMap(name + SLOTS);
    this.imports = tx.exists(name + ImportMarker.MAP) ? tx.bytesMap(name + ImportMarker.MAP) : null;
    this.slot = settings.slot();
    this.time = new SlotTime(slot);
  }

  /**
   * Creates a profile, or opens one that exists.
   *
   * @param tx a write transaction
   * @param name the name, at most 247 bytes of UTF-8
   * @param slot the length of a slot, from a millisecond to 366 days
   * @return the profile
   * @throws IllegalArgumentException if the slot is out of range, the profile exists with another
   *     length, or a collection of the same name has another type
   */
  public static ProfileStore create(Transaction tx, String name, Duration slot) {
    if (slot.compareTo(SHORTEST) < 0 || slot.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "slot=" + slot + ": must be from " + SHORTEST + " to " + LONGEST);
    }
    if (!exists(tx, name)) {
      new ProfileSettings(slot, Long.MIN_VALUE).write(tx.bytesMap(name + SLOTS));
    }
    ProfileStore profile = open(tx, name);
    if (!profile.slot.equals(slot)) {
      throw new IllegalArgumentException(
          "slot=" + slot + ": profile '" + name + "' has slots of " + profile.slot);
    }
    return profile;
  }

  /**
   * Opens a profile.
   *
   * @param tx the transaction
   * @param name the name
   * @return the profile
   * @throws NoSuchElementException if the store has no profile of this name; the message lists its
   *     profiles
   */
  public static ProfileStore open(Transaction tx, String name) {
    ProfileSettings settings = exists(tx, name) ? settings(tx.bytesMap(name + SLOTS)) : null;
    if (settings == null) {
      throw new NoSuchElementException(
          "no profile '" + name + "'; the profiles of the store are " + names(tx));
    }
    return new ProfileStore(tx, name, settings);
  }

  /**
   * Returns whether a profile exists.
   *
   * @param tx the transaction
   * @param name the name
   * @return true if the store has a profile of this name
   */
  public static boolean exists(Transaction tx, String name) {
    return tx.type(name + SLOTS) == CollectionType.BYTES_MAP
        && tx.codecs(name + SLOTS).isEmpty()
        && tx.bytesMap(name + SLOTS).contains(ProfileSettings.KEY);
  }

  /**
   * Returns the names of all profiles.
   *
   * @param tx the transaction
   * @return the names
   */
  public static List<String> names(Transaction tx) {
    return tx.names().stream()
        .filter(each -> each.endsWith(SLOTS))
        .map(each -> each.substring(0, each.length() - SLOTS.length()))
        .filter(each -> !each.isEmpty() && exists(tx, each))
        .toList();
  }

  private static ProfileSettings settings(BytesMap slots) {
    ProfileSettings settings = ProfileSettings.read(slots);
    if (settings == null) {
      throw new IllegalStateException("the profile was deleted in its transaction");
    }
    return settings;
  }

  /** Returns the lists of the slots, with the border of deletion as it is now. */
  SlotTree tree() {
    return new SlotTree(slots, settings(slots).border(), stacks.size());
  }

  /**
   * Returns the name of the profile.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * Returns the length of a slot. Slots begin at the epoch and at whole multiples of the length
   * before and after.
   *
   * @return the length
   */
  public Duration slot() {
    return slot;
  }

  /**
   * Returns a writer of samples, in a write transaction.
   *
   * @return the writer, to be closed before the commit
   */
  public ProfileWriter writer() {
    return new ProfileWriter(this);
  }

  /**
   * Adds up the samples of a range of slots.
   *
   * @param selector selects the series; {@link Labels#NONE} selects all
   * @param from the start of the range, rounded down to the start of a slot
   * @param to the end of the range, rounded up to the end of a slot; the sum of an empty range is
   *     empty
   * @return the sum
   * @throws IllegalArgumentException if the series differ in the label {@code unit}; the message
   *     lists the units
   * @throws ArithmeticException if the sum of all weights exceeds 2^63 - 1
   */
  public FlameGraph query(Labels selector, Instant from, Instant to) {
    SlotTree tree = tree();
    List<Integer> selected = selected(selector);
    long first = time.floor(from);
    long end = time.ceiling(to);
    Weights sum = new Weights();
    for (int series : selected) {
      tree.sum(series, first, end, sum);
    }
    return new GraphBuilder(this)
        .build(time.begin(first), time.begin(Math.max(first, end)), common(selected), sum);
  }

  /**
   * Adds up the weights of parts of a range of slots.
   *
   * @param selector selects the series, as in {@link #query}
   * @param from the start of the range, rounded down to the start of a slot
   * @param to the end of the range, rounded up to the end of a slot
   * @param points the maximum number of parts, at least 1
   * @return the parts, in order; all but the first and the last have the same number of slots
   * @throws IllegalArgumentException as {@link #query}, or if points is less than 1
   * @throws ArithmeticException if a sum exceeds 2^63 - 1
   */
  public List<TimelinePoint> timeline(Labels selector, Instant from, Instant to, int points) {
    if (points < 1) {
      throw new IllegalArgumentException("points=" + points + ": at least 1");
    }
    SlotTree tree = tree();
    List<Integer> selected = selected(selector);
    long[] borders = SlotTree.cut(time.floor(from), time.ceiling(to), points);
    List<TimelinePoint> result = new ArrayList<>();
    for (int i = 0; i < borders.length - 1; i++) {
      long weight = 0;
      for (int series : selected) {
        weight = Math.addExact(weight, tree.total(series, borders[i], borders[i + 1]));
      }
      result.add(new TimelinePoint(time.begin(borders[i]), time.begin(borders[i + 1]), weight));
    }
    return result;
  }

  /**
   * Returns the series.
   *
   * @param selector selects the series; {@link Labels#NONE} selects all
   * @return their labels, sorted
   */
  public List<Labels> series(Labels selector) {
    return matching(selector).stream().map(this::labelsOf).sorted().toList();
  }

  /**
   * Returns when the samples of a selection begin.
   *
   * @param selector selects the series
   * @return the start of the first slot with samples; empty if there is none
   */
  public Optional<Instant> first(Labels selector) {
    SlotTree tree = tree();
    return matching(selector).stream()
        .flatMap(series -> tree.ceiling(series, SlotTree.LEAST).stream().boxed())
        .min(Comparator.naturalOrder())
        .map(time::begin);
  }

  /**
   * Returns when the samples of a selection end.
   *
   * @param selector selects the series
   * @return the end of the last slot with samples; empty if there is none
   */
  public Optional<Instant> last(Labels selector) {
    SlotTree tree = tree();
    return matching(selector).stream()
        .flatMap(series -> tree.last(series).stream().boxed())
        .max(Comparator.naturalOrder())
        .map(last -> time.begin(last + 1));
  }

  /**
   * Returns the range and the weight of one series, even if other series have its labels too.
   *
   * @param series all labels of the series
   * @return the range from the first to the last slot with samples, and their weight; empty if the
   *     profile has no such series, or the series no samples
   */
  public Optional<TimelinePoint> extent(Labels series) {
    int id = labels.find(series.toString());
    SlotTree tree = tree();
    OptionalLong first = id < 0 ? OptionalLong.empty() : tree.ceiling(id, SlotTree.LEAST);
    if (first.isEmpty()) {
      return Optional.empty();
    }
    long end = tree.last(id).orElseThrow() + 1;
    return Optional.of(
        new TimelinePoint(
            time.begin(first.getAsLong()),
            time.begin(end),
            tree.total(id, first.getAsLong(), end)));
  }

  /** Receives the samples of slots. */
  @FunctionalInterface
  public interface SampleVisitor {
    /**
     * Receives the weight of a stack in a slot.
     *
     * @param labels the series
     * @param slot the start of the slot
     * @param stack the id of the stack
     * @param weight the sum of the weights, above 0
     */
    void visit(Labels labels, Instant slot, int stack, long weight);
  }

  /**
   * Passes the samples of a range to a visitor, series by series, each in the order of slots and
   * stacks.
   *
   * @param selector selects the series
   * @param from the start of the range, rounded down to the start of a slot
   * @param to the end of the range, rounded up to the end of a slot
   * @param visitor receives the samples
   */
  public void forEach(Labels selector, Instant from, Instant to, SampleVisitor visitor) {
    SlotTree tree = tree();
    for (int series : matching(selector)) {
      Labels each = labelsOf(series);
      tree.slots(
          series,
          time.floor(from),
          time.ceiling(to),
          slot -> {
            SlotList list = tree.list(series, 0, slot);
            for (int i = 0; i < list.count(); i++) {
              visitor.visit(each, time.begin(slot), list.stack(i), list.weight(i));
            }
          });
    }
  }

  /**
   * Returns the border set by {@link #deleteBefore}: earlier samples are rejected.
   *
   * @return the start of a slot; {@link Instant#MIN} if nothing was deleted
   */
  public Instant keptSince() {
    long border = settings(slots).border();
    return border == Long.MIN_VALUE ? Instant.MIN : time.begin(border);
  }

  /**
   * Deletes all slots that end at or before a time, and rejects later samples of them. Symbols and
   * stacks remain; {@link #copyTo} omits unused ones. In a write transaction, without a writer that
   * has samples.
   *
   * @param border the time, rounded down to the start of a slot
   * @return the number of deleted slots with samples, over all series
   */
  public long deleteBefore(Instant border) {
    ProfileSettings settings = settings(slots);
    long first = Math.max(settings.border(), time.floor(border));
    SlotTree tree = tree();
    long deleted = 0;
    for (int series = 0; series < labels.size(); series++) {
      deleted += tree.deleteBefore(series, first);
    }
    new ProfileSettings(slot, first).write(slots);
    return deleted;
  }

  /**
   * Copies the samples to another store, with the symbols and stacks that they use, and the records
   * of imported files. The copy uses several transactions: if it fails, the other store has a part
   * of the samples.
   *
   * @param target the other store, which has no profile of this name
   * @param copy the name of the copy
   * @return the number of slots copied, over all series
   * @throws IllegalArgumentException if the other store has a profile of this name
   */
  public long copyTo(Store target, String copy) {
    return new ProfileCopy(this, target, copy).run();
  }

  /**
   * Verifies the references between the collections, and all sums. Takes as long as reading the
   * whole profile several times.
   *
   * @return the problems, a line each, at most 100; empty if the profile is sound
   */
  public List<String> check() {
    return new ProfileCheck(this).run();
  }

  private List<Integer> selected(Labels selector) {
    List<Integer> matching = matching(selector);
    TreeSet<String> units = new TreeSet<>();
    matching.forEach(
        series -> units.add(Objects.requireNonNullElse(labelsOf(series).get(Labels.UNIT), "none")));
    if (units.size() > 1) {
      throw new IllegalArgumentException(
          "selector '"
              + selector
              + "': the series count in the units "
              + units
              + "; select series of one unit");
    }
    return matching;
  }

  private List<Integer> matching(Labels selector) {
    List<Integer> matching = new ArrayList<>();
    for (int series = 0; series < labels.size(); series++) {
      if (labelsOf(series).matches(selector)) {
        matching.add(series);
      }
    }
    return matching;
  }

  Labels labelsOf(int series) {
    return Labels.parse(labels.text(series));
  }

  /** Returns the labels that all series share. */
  private Labels common(List<Integer> series) {
    return series.stream().map(this::labelsOf).reduce(Labels::intersection).orElse(Labels.NONE);
  }
}
