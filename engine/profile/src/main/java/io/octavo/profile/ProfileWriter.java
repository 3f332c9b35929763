package io.octavo.profile;

import io.octavo.ids.StackTable;
import io.octavo.profile.stored.SlotTime;
import io.octavo.profile.stored.SlotTree;
import io.octavo.profile.stored.StackWeights;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds samples to a profile within a write transaction. Valid until the transaction ends; ids of
 * stacks stay valid if the transaction commits.
 *
 * <p>The writer buffers samples by slot, and writes the slots when it has many samples and on
 * {@link #flush} or {@link #close}: use it in a try statement that ends before the commit. For use
 * by one thread at a time.
 */
public final class ProfileWriter implements AutoCloseable {
  /** The greatest number of samples in memory, 16 bytes or more each. */
  private static final int MOST_SAMPLES = 1 << 18;

  private static final int MOST_SYMBOLS = 1 << 16;

  private final ProfileStore profile;
  private final Map<String, Integer> symbols = new HashMap<>();
  private final Map<Labels, SeriesBuffer> series = new HashMap<>();
  private @Nullable Labels lastLabels;
  private @Nullable SeriesBuffer lastSeries;
  private long border;
  private int samples;

  ProfileWriter(ProfileStore profile) {
    this.profile = profile;
    this.border = profile.tree().border();
  }

  /** The slots of a series that are not written yet. */
  private static final class SeriesBuffer {
    final int id;
    final TreeMap<Long, StackWeights> slots = new TreeMap<>();

    /** The sum of all weights, including those not written. */
    long total;

    long lastSlot;
    @Nullable StackWeights last;

    SeriesBuffer(int id, long total) {
      this.id = id;
      this.total = total;
    }

    StackWeights slot(long slot) {
      StackWeights found = last;
      if (found == null || lastSlot != slot) {
        found = slots.computeIfAbsent(slot, absent -> new StackWeights());
        last = found;
        lastSlot = slot;
      }
      return found;
    }
  }

  /**
   * Returns the id of a frame without a line, adding the frame if absent.
   *
   * @param symbol the symbol, such as the name of a method
   * @return the id
   * @throws IllegalArgumentException if the symbol has more than 4,000 bytes of UTF-8 or a lone
   *     surrogate
   */
  public int frame(String symbol) {
    return frame(symbol, FlameGraph.NO_LINE);
  }

  /**
   * Returns the id of a frame, adding the frame if absent.
   *
   * @param symbol the symbol, such as the name of a method
   * @param line the line; {@link FlameGraph#NO_LINE} if unknown
   * @return the id
   * @throws IllegalArgumentException if the symbol has more than 4,000 bytes of UTF-8 or a lone
   *     surrogate, or the line is below 0
   */
  public int frame(String symbol, int line) {
    if (line < 0) {
      throw new IllegalArgumentException("line=" + line + " of '" + symbol + "': 0 or more");
    }
    Integer id = symbols.get(symbol);
    if (id == null) {
      id = profile.symbols.intern(symbol);
      if (symbols.size() == MOST_SYMBOLS) {
        symbols.clear();
      }
      symbols.put(symbol, id);
    }
    return profile.frames.intern(id, line);
  }

  /**
   * Returns the id of a stack, adding the stack if absent.
   *
   * @param thread any number; consecutive stacks of one thread are found faster
   * @param frames ids of frames, the outermost first
   * @param count the number of frames, from 1 to 65,535
   * @return the id
   * @throws IllegalArgumentException if the number of frames is out of range, or the profile does
   *     not have a frame
   */
  public int stack(long thread, int[] frames, int count) {
    if (count < 1 || count > StackTable.MAX_DEPTH) {
      throw new IllegalArgumentException(
          "a stack of " + count + " frames; it may have 1 to " + StackTable.MAX_DEPTH);
    }
    int known = profile.frames.size();
    for (int i = 0; i < count; i++) {
      if (frames[i] < 0 || frames[i] >= known) {
        throw new IllegalArgumentException(
            "frame " + frames[i] + ": the profile has the frames 0 to " + (known - 1));
      }
    }
    return profile.stacks.intern(thread, frames, 0, count);
  }

  /**
   * Adds a sample.
   *
   * @param labels the series
   * @param time when the sample was taken, in the years 1678 to 2261
   * @param stack the id of the stack
   * @param weight the weight, above 0
   * @throws IllegalArgumentException if the weight is not above 0, the time is out of range or
   *     before {@link ProfileStore#keptSince}, or the profile does not have the stack
   * @throws ArithmeticException if the sum of all weights of the series would exceed 2^63 - 1
   */
  public void add(Labels labels, Instant time, int stack, long weight) {
    if (weight <= 0) {
      throw new IllegalArgumentException("weight=" + weight + ": above 0");
    }
    if (stack < 0 || stack >= profile.stacks.size()) {
      throw new IllegalArgumentException(
          "stack " + stack + ": the profile has " + profile.stacks.size() + " stacks");
    }
    long slot = profile.time.floor(time);
    if (!SlotTime.isWithin(time) || slot < border) {
      throw new IllegalArgumentException(
          "time "
              + time
              + ": the profile accepts samples from "
              + keptSince()
              + " to "
              + SlotTime.LATEST);
    }
    SeriesBuffer buffer = labels.equals(lastLabels) ? lastSeries : null;
    if (buffer == null) {
      buffer = series.computeIfAbsent(labels, this::open);
      lastLabels = labels;
      lastSeries = buffer;
    }
    if (buffer.total > Long.MAX_VALUE - weight) {
      throw new ArithmeticException(
          "the weights of series '" + labels + "' add up to more than 2^63 - 1; use a larger unit");
    }
    buffer.total += weight;
    samples += buffer.slot(slot).add(stack, weight) ? 1 : 0;
    if (samples >= MOST_SAMPLES) {
      flush();
    }
  }

  private Instant keptSince() {
    Instant kept = profile.keptSince();
    return kept.isBefore(SlotTime.EARLIEST) ? SlotTime.EARLIEST : kept;
  }

  private SeriesBuffer open(Labels labels) {
    int id = profile.labels.intern(labels.toString());
    SlotTree tree = profile.tree();
    OptionalLong last = tree.last(id);
    return new SeriesBuffer(
        id, last.isEmpty() ? 0 : tree.total(id, SlotTree.LEAST, last.getAsLong() + 1));
  }

  /**
   * Writes all added samples.
   *
   * @throws IllegalStateException if a sample is before the border that {@link
   *     ProfileStore#deleteBefore} has set since the sample was added
   */
  public void flush() {
    SlotTree tree = profile.tree();
    border = tree.border();
    for (SeriesBuffer buffer : series.values()) {
      buffer.slots.forEach(
          (slot, weights) -> {
            if (slot < border) {
              throw new IllegalStateException(
                  "slot "
                      + profile.time.begin(slot)
                      + " was deleted before its samples were written");
            }
            tree.add(buffer.id, slot, weights.toList());
          });
      buffer.slots.clear();
      buffer.last = null;
    }
    samples = 0;
  }

  /** Writes all added samples, see {@link #flush}. */
  @Override
  public void close() {
    flush();
  }
}
