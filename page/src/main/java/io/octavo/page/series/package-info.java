/** Leaves of series: blocks of times and values, with a directory. */
@NullMarked
package io.octavo.page.series;

import org.jspecify.annotations.NullMarked;
