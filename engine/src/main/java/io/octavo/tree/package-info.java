/**
 * Trees of pages: the copy-on-write B-tree of longs, its cursor, and the check of its invariants.
 * All leaves have the same depth; a page that a transaction did not make is copied, with the path
 * above it, before it is changed.
 */
@NullMarked
package io.octavo.tree;

import org.jspecify.annotations.NullMarked;
