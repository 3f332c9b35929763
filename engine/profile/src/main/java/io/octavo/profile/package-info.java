/**
 * Continuous profiles: weights of call stacks by time slot and labels, and the sum of any range of
 * slots.
 *
 * <p>A profile is a group of collections of a store, see {@link io.octavo.profile.ProfileStore}.
 * Nothing is scaled, rounded or dropped: the result for a range is the exact sum of its slots.
 */
@NullMarked
package io.octavo.profile;

import org.jspecify.annotations.NullMarked;
