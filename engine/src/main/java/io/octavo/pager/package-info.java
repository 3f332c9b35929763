/**
 * Pages with numbers and lifetimes: the cache, snapshots, the write set of a transaction, free
 * space, the catalogue, and the checkpoint that makes a state durable. engine/DESIGN.md tells the
 * protocol.
 */
@NullMarked
package io.octavo.pager;

import org.jspecify.annotations.NullMarked;
