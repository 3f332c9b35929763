/**
 * Open transactions, below the collections that they open: who may write, which thread a write
 * transaction belongs to, what it changes, and what all handles of collections share. A type of
 * collections is a {@link io.octavo.transaction.TreeType} in a package above this one.
 */
@NullMarked
package io.octavo.transaction;

import org.jspecify.annotations.NullMarked;
