/**
 * The pages of the store itself: the meta page, the catalogue and its records, the bitmaps of the
 * free space.
 */
@NullMarked
package io.octavo.page.meta;

import org.jspecify.annotations.NullMarked;
