/**
 * The store and its transactions. Begin with {@link io.octavo.Store}. Its collections are ordered
 * maps ({@link io.octavo.map}, and {@link io.octavo.OrderedMap} for keys and values of any type),
 * posting lists ({@link io.octavo.posting}), strings, pairs and call stacks by ids ({@link
 * io.octavo.ids}), and series ({@link io.octavo.series}).
 *
 * <p>Parameters and results are not null unless stated otherwise.
 */
@NullMarked
package io.octavo;

import org.jspecify.annotations.NullMarked;
