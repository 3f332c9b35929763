/**
 * Continuous profiles: how often each call stack was seen, by time slot and by labels, and the sum
 * of any range of slots.
 *
 * <p>A profile is a group of collections of a store, see {@link io.octavo.profile.ProfileStore}.
 * The package uses only what every program can use. Nothing is scaled, rounded or dropped: the
 * answer for a range is the sum of its slots, to the last sample.
 */
@NullMarked
package io.octavo.profile;

import org.jspecify.annotations.NullMarked;
