/**
 * Branches of long keys, summed branches of series, and what the pages of all trees have in common.
 */
@NullMarked
package io.octavo.page.tree;

import org.jspecify.annotations.NullMarked;
