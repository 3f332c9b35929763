/**
 * Copy-on-write B-trees, of longs and of byte strings, and their cursors, for collections of all
 * types. All leaves have the same depth. Before a transaction changes a page that it did not make,
 * it copies the page and the path above it, or takes over the array of a leaf without readers.
 */
@NullMarked
package io.octavo.tree;

import org.jspecify.annotations.NullMarked;
