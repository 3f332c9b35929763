package io.octavo.profile;

import io.octavo.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A profile within a transaction. */
public final class ProfileStore {
  private ProfileStore() {}

  /** Creates a profile. Throws IllegalArgumentException if there is one of another slot length. */
  public static ProfileStore create(Transaction tx, String name, Duration slot) {
    throw new UnsupportedOperationException();
  }

  /** Opens a profile. Throws java.util.NoSuchElementException if there is none of that name. */
  public static ProfileStore open(Transaction tx, String name) {
    throw new UnsupportedOperationException();
  }

  /** Returns whether there is a profile of that name. */
  public static boolean exists(Transaction tx, String name) {
    throw new UnsupportedOperationException();
  }

  /** Returns the names of all profiles of the store. */
  public static List<String> names(Transaction tx) {
    throw new UnsupportedOperationException();
  }

  public String name() {
    throw new UnsupportedOperationException();
  }

  /** Returns the length of a slot. Slots begin at whole multiples of it since 1970. */
  public Duration slot() {
    throw new UnsupportedOperationException();
  }

  public ProfileWriter writer() {
    throw new UnsupportedOperationException();
  }

  /**
   * Adds up the slots of a range; empty selector: all series. from is rounded down to the begin of
   * a slot, to is rounded up to the end of one. Throws IllegalArgumentException if the series that
   * match have different values of the label unit.
   */
  public FlameGraph query(Labels selector, Instant from, Instant to) {
    throw new UnsupportedOperationException();
  }

  /** At most so many points, each of the same number of slots, the last perhaps shorter. */
  public List<TimelinePoint> timeline(Labels selector, Instant from, Instant to, int points) {
    throw new UnsupportedOperationException();
  }

  /** The label sets that match, sorted. */
  public List<Labels> series(Labels selector) {
    throw new UnsupportedOperationException();
  }

  /** The begin of the first slot with samples that match. */
  public Optional<Instant> first(Labels selector) {
    throw new UnsupportedOperationException();
  }

  /** The end of the last slot with samples that match, exclusive. */
  public Optional<Instant> last(Labels selector) {
    throw new UnsupportedOperationException();
  }

  /** The border of deleteBefore: samples before are refused; Instant.MIN if nothing was deleted. */
  public Instant keptSince() {
    throw new UnsupportedOperationException();
  }

  /** Deletes all slots that end at or before a time. Returns the number of slots deleted. */
  public long deleteBefore(Instant time) {
    throw new UnsupportedOperationException();
  }

  /** Verifies references between the collections and the sums of the levels; returns problems. */
  public List<String> check() {
    throw new UnsupportedOperationException();
  }
}
