package io.octavo.profile;

import java.time.Instant;

/**
 * The weight of a range of slots, see {@link ProfileStore#timeline}.
 *
 * @param from the start of the first slot
 * @param to the end of the last slot, exclusive
 * @param weight the sum of the weights of all samples of the range, 0 or more
 */
public record TimelinePoint(Instant from, Instant to, long weight) {}
