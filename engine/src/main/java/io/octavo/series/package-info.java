/**
 * Series: values by time, {@link io.octavo.series.Series}, in a tree whose branches hold an
 * aggregate of each child.
 */
@NullMarked
package io.octavo.series;

import org.jspecify.annotations.NullMarked;
