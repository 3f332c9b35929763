/**
 * Posting lists, whose blocks are entries of a tree of byte strings, and their ids: read block by
 * block, combined, and encoded for a load. The package uses the trees, and knows the store by
 * {@link io.octavo.posting.ReadGuard} only.
 */
@NullMarked
package io.octavo.posting;

import org.jspecify.annotations.NullMarked;
