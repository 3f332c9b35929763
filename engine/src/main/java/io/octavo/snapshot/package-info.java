/**
 * The chain of commits, the states that readers see, open snapshots, and the pages that only
 * snapshots still reach.
 */
@NullMarked
package io.octavo.snapshot;

import org.jspecify.annotations.NullMarked;
