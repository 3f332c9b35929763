/**
 * Open transactions, below the collections that they open: the writer slot, the thread and the
 * changes of a write transaction, and the state that handles of collections share. A type of
 * collections is a {@link io.octavo.transaction.TreeType} in a package above this one.
 */
@NullMarked
package io.octavo.transaction;

import org.jspecify.annotations.NullMarked;
