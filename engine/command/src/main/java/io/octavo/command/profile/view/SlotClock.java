package io.octavo.command.profile.view;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The slots of a profile by number: slot 0 begins in 1970.
 *
 * @param nanos the length of a slot
 */
record SlotClock(long nanos) {
  static SlotClock of(Duration slot) {
    return new SlotClock(slot.toNanos());
  }

  /** Returns the slot of a time that a profile can have. */
  long slot(Instant time) {
    return Math.floorDiv(ChronoUnit.NANOS.between(Instant.EPOCH, time), nanos);
  }

  Instant begin(long slot) {
    return Instant.EPOCH.plus(Duration.ofNanos(nanos).multipliedBy(slot));
  }
}
