/**
 * Posting lists as sorted ids: read block by block, combined, and encoded for a load. It stands on
 * the trees and knows the store by {@link io.octavo.posting.ReadGuard} only.
 */
@NullMarked
package io.octavo.posting;

import org.jspecify.annotations.NullMarked;
