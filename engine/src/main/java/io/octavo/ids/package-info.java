/**
 * Items with ids in order of their addition: strings, {@link io.octavo.ids.StringTable}; longs,
 * {@link io.octavo.ids.PairTable}; call stacks, {@link io.octavo.ids.StackTable}. The items are in
 * a list, whose pages are the lowest of a tree of longs; an index locates them.
 */
@NullMarked
package io.octavo.ids;

import org.jspecify.annotations.NullMarked;
