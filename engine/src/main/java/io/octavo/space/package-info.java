/**
 * The pages of a tree as a snapshot or a write transaction sees them ({@link
 * io.octavo.space.TreePages}); the page numbers in use ({@link io.octavo.space.Space}); the pages
 * that a write transaction allocates, copies, frees and spills ({@link io.octavo.space.WriteSet}).
 */
@NullMarked
package io.octavo.space;

import org.jspecify.annotations.NullMarked;
