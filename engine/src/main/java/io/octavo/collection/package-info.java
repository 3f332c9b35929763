/**
 * The types of collections: what their pages are, what the operations of a log mean for them, and
 * how they are checked. What a write transaction changes, and recovery, ask this table only.
 */
@NullMarked
package io.octavo.collection;

import org.jspecify.annotations.NullMarked;
