package io.octavo.expiry;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Specifies when entries of an {@link ExpiringMap} end. Immutable. The store does not contain it: a
 * program may open a map with another expiry, which applies to later changes. The end of an entry
 * does not change until the entry is put or touched again.
 *
 * <pre>{@code
 * Expiry expiry = Expiry.none().afterAccess(Duration.ofMinutes(30)).maxEntries(100_000);
 * }</pre>
 *
 * @param afterWrite time from the last put of an entry to its end; null for no such end
 * @param afterAccess time from the last put or touch of an entry to its end; null for no such end
 * @param maxEntries the greatest number of entries; {@link Long#MAX_VALUE} for no bound
 * @param maxBytes the greatest number of bytes of all entries; {@link Long#MAX_VALUE} for no bound
 * @param clock the clock
 */
public record Expiry(
    @Nullable Duration afterWrite,
    @Nullable Duration afterAccess,
    long maxEntries,
    long maxBytes,
    InstantSource clock) {
  /** A thousand years, so that ends are instants. */
  static final Duration LONGEST = Duration.ofDays(365_000);

  private static final Expiry NONE =
      new Expiry(null, null, Long.MAX_VALUE, Long.MAX_VALUE, InstantSource.system());

  /**
   * Creates an expiry.
   *
   * @param afterWrite how long after its last put an entry ends
   * @param afterAccess how long after its last put or touch an entry ends
   * @param maxEntries the greatest number of entries
   * @param maxBytes the greatest number of bytes
   * @param clock the clock
   * @throws IllegalArgumentException if a duration is not above zero or is more than 365,000 days,
   *     or a bound is less than 1
   */
  public Expiry {
    requireDuration("afterWrite", afterWrite);
    requireDuration("afterAccess", afterAccess);
    requireBound("maxEntries", maxEntries);
    requireBound("maxBytes", maxBytes);
    Objects.requireNonNull(clock, "clock");
  }

  private static void requireDuration(String name, @Nullable Duration time) {
    if (time != null && (time.isNegative() || time.isZero() || time.compareTo(LONGEST) > 0)) {
      throw new IllegalArgumentException(
          name + "=" + time + ": must be above zero and at most " + LONGEST.toDays() + " days");
    }
  }

  private static void requireBound(String name, long bound) {
    if (bound < 1) {
      throw new IllegalArgumentException(name + "=" + bound + " is less than 1");
    }
  }

  /**
   * Returns an expiry without ends and bounds, with the system clock.
   *
   * @return the expiry
   */
  public static Expiry none() {
    return NONE;
  }

  /**
   * Sets how long after its last put an entry ends.
   *
   * @param time the time, above zero, at most 365,000 days
   * @return the changed expiry
   * @throws IllegalArgumentException if the time is out of range
   */
  public Expiry afterWrite(Duration time) {
    return new Expiry(time, afterAccess, maxEntries, maxBytes, clock);
  }

  /**
   * Sets how long after its last put or touch an entry ends. With {@link #afterWrite}, it ends at
   * the earlier of both times.
   *
   * @param time the time, above zero, at most 365,000 days
   * @return the changed expiry
   * @throws IllegalArgumentException if the time is out of range
   */
  public Expiry afterAccess(Duration time) {
    return new Expiry(afterWrite, time, maxEntries, maxBytes, clock);
  }

  /**
   * Bounds the number of entries. A put into a full map removes the entry that ends first: without
   * a time, the one whose last put or touch is the oldest.
   *
   * @param entries the greatest number, 1 or more
   * @return the changed expiry
   * @throws IllegalArgumentException if the number is less than 1
   */
  public Expiry maxEntries(long entries) {
    return new Expiry(afterWrite, afterAccess, entries, maxBytes, clock);
  }

  /**
   * Bounds the bytes of all entries: of the encoded keys and values, and 24 bytes of times for each
   * entry. The file is larger. A put into a full map removes the entries that end first, as with
   * {@link #maxEntries}.
   *
   * @param bytes the greatest number, 1 or more
   * @return the changed expiry
   * @throws IllegalArgumentException if the number is less than 1
   */
  public Expiry maxBytes(long bytes) {
    return new Expiry(afterWrite, afterAccess, maxEntries, bytes, clock);
  }

  /**
   * Sets the clock, for tests. If it is set back, entries last longer.
   *
   * @param source the clock
   * @return the changed expiry
   */
  public Expiry clock(InstantSource source) {
    return new Expiry(afterWrite, afterAccess, maxEntries, maxBytes, source);
  }
}
