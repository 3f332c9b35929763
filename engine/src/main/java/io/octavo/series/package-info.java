/** Series: values by time, in a tree whose branches hold an aggregate of each child. */
@NullMarked
package io.octavo.series;

import org.jspecify.annotations.NullMarked;
