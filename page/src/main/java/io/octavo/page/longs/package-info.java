/**
 * Leaves of long keys and values: entries of variable length, their size codes, and runs of
 * entries.
 */
@NullMarked
package io.octavo.page.longs;

import org.jspecify.annotations.NullMarked;
