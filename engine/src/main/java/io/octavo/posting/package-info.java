/**
 * Posting lists: sorted sets of ids by key, {@link io.octavo.posting.PostingMap}. Their blocks are
 * entries of a tree of byte strings; cursors read them block by block, and combine them.
 */
@NullMarked
package io.octavo.posting;

import org.jspecify.annotations.NullMarked;
