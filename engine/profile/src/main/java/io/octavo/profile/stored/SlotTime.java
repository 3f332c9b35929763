package io.octavo.profile.stored;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Slots as times: slot 0 begins at the epoch. */
public final class SlotTime {
  /** The whole seconds whose nanoseconds fit in a long: the years 1677 to 2262. */
  public static final Instant LATEST = Instant.ofEpochSecond(Long.MAX_VALUE / 1_000_000_000);

  public static final Instant EARLIEST = Instant.ofEpochSecond(Long.MIN_VALUE / 1_000_000_000);

  private final long nanos;

  public SlotTime(Duration slot) {
    this.nanos = slot.toNanos();
  }

  /** Returns the slot that contains a time; times outside of the range count as its ends. */
  public long floor(Instant time) {
    return Math.floorDiv(nanosOf(time), nanos);
  }

  /** Returns the first slot that begins at or after a time. */
  public long ceiling(Instant time) {
    return -Math.floorDiv(-nanosOf(time), nanos);
  }

  /** Returns the start of a slot, which is the end of the previous slot. */
  public Instant begin(long slot) {
    return Instant.EPOCH.plus(Duration.ofNanos(nanos).multipliedBy(slot));
  }

  private static long nanosOf(Instant time) {
    Instant within = time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(LATEST) ? LATEST : time;
    return ChronoUnit.NANOS.between(Instant.EPOCH, within);
  }

  public static boolean isWithin(Instant time) {
    return !time.isBefore(EARLIEST) && !time.isAfter(LATEST);
  }
}
