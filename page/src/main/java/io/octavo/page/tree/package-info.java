/** Branches of long keys, summed branches of series, and functions on the pages of all trees. */
@NullMarked
package io.octavo.page.tree;

import org.jspecify.annotations.NullMarked;
