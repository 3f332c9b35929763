package io.octavo.profile;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Slots as times: slot 0 begins at the epoch. */
final class SlotTime {
  /** The whole seconds whose nanoseconds a long can tell: the years 1677 to 2262. */
  static final Instant LATEST = Instant.ofEpochSecond(Long.MAX_VALUE / 1_000_000_000);

  static final Instant EARLIEST = Instant.ofEpochSecond(Long.MIN_VALUE / 1_000_000_000);

  private final long nanos;

  SlotTime(Duration slot) {
    this.nanos = slot.toNanos();
  }

  /** Returns the slot that has a time; times outside of the range count as its ends. */
  long floor(Instant time) {
    return Math.floorDiv(nanosOf(time), nanos);
  }

  /** Returns the first slot that begins at a time or after it. */
  long ceiling(Instant time) {
    return -Math.floorDiv(-nanosOf(time), nanos);
  }

  /** Returns the start of a slot, which is the end of the slot before. */
  Instant begin(long slot) {
    return Instant.EPOCH.plus(Duration.ofNanos(nanos).multipliedBy(slot));
  }

  private static long nanosOf(Instant time) {
    Instant within = time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(LATEST) ? LATEST : time;
    return ChronoUnit.NANOS.between(Instant.EPOCH, within);
  }

  static boolean isWithin(Instant time) {
    return !time.isBefore(EARLIEST) && !time.isAfter(LATEST);
  }
}
